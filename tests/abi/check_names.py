# SPDX-License-Identifier: Apache-2.0
"""Checks the text of the headers: check_names.py INCLUDE_DIR/oneapi/dnnl

Compilers cannot see that two parameters of one type are swapped, that a macro has its value by
another way, or that there is a name too many. So this compares, with the tables:
  - every prototype, with the names of its parameters,
  - the text of every macro that is not an integer,
  - every name that begins with dnnl_, const_dnnl_, DNNL_ or ONEDNN_: none may be invented.
"""

import pathlib
import re
import sys

import tables

HEADERS = """dnnl.h dnnl_common.h dnnl_common_types.h dnnl_config.h.in dnnl_debug.h
             dnnl_threadpool.h dnnl_types.h dnnl_ukernel.h dnnl_ukernel_types.h dnnl_version.h
             dnnl_version_hash.h""".split()

# Facts of oneDNN that the tables leave out.
OTHER_MACROS = {
    "DNNL_API",
    "DNNL_VERSION_HASH",
    "DNNL_EXPERIMENTAL_UKERNEL",
    "DNNL_VENDOR_NONE",
    "DNNL_JIT_PROFILE_NONE",
    "DNNL_JIT_PROFILE_VTUNE",
    "DNNL_JIT_PROFILE_LINUX_PERFMAP",
    "DNNL_JIT_PROFILE_LINUX_JITDUMP",
    "DNNL_JIT_PROFILE_LINUX_JITDUMP_USE_TSC",
    "DNNL_JIT_PROFILE_LINUX_PERF",
}
# Names that are no macros, though they look like it: what two macros of the table expand to.
OTHER_NAMES = {"DNNL_RUNTIME_F32_VAL_REP", "DNNL_RUNTIME_S32_VAL_REP"}


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"//[^\n]*", " ", text).replace("\\\n", " ")


def prototype(name, returns, parameters):
    listed = ",".join(f"{kind} {name}" for kind, name in parameters) or "void"
    return tables.squeeze(f"{returns} {name}({listed})")


def check_prototypes(code):
    expected = {f[0]: prototype(*f) for f in tables.functions()}
    found = {}
    for text in re.findall(r"\bDNNL_API\s+([^;{}#]*?\));", code):
        name = re.search(r"(\w+)\s*\(", text)[1]
        if name in found:
            yield f"{name} is declared twice"
        found[name] = tables.squeeze(text)
    for name in expected.keys() - found.keys():
        yield f"{name} is not declared"
    for name in found.keys() - expected.keys():
        yield f"{name} is declared, but not in functions.tsv"
    for name in expected.keys() & found.keys():
        if expected[name] != found[name]:
            yield f"{name} is declared as\n    {found[name]}\n  expected\n    {expected[name]}"


def check_macros(code):
    expected = tables.macros()
    integers = tables.integer_macros()
    defined = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+(?:\(\w+\))?)[ \t]*([^\n]*)", code, re.M)
    found = {name: text.strip() for name, text in defined if not name.startswith("ONEAPI_")}
    for name in expected.keys() - found.keys():
        yield f"macro {name} is not defined"
    for name in found.keys() - expected.keys() - OTHER_MACROS:
        yield f"macro {name} is defined, but not in macros.tsv"
    for name in expected.keys() & found.keys() - integers.keys() - tables.BUILD_DEPENDENT:
        if tables.squeeze(expected[name]) != tables.squeeze(found[name]):
            yield f"macro {name} is {found[name]}, expected {expected[name]}"


def check_no_inventions(code):
    typedefs, layouts = tables.types()
    known = {name for name, _, _ in tables.functions()} | set(typedefs)
    known |= {constant for _, constant, _ in tables.enums()}
    known |= {re.match(r"\w+", name)[0] for name in tables.macros()} | OTHER_MACROS | OTHER_NAMES
    for name, definition in typedefs.items():
        if definition.endswith("*"):
            known |= {"const_" + name, definition.split()[1]}
    for members in layouts.values():
        known |= {member for _, member in members}
    code = re.sub(r"^[ \t]*#[ \t]*include[^\n]*", "", code, flags=re.M)
    for name in sorted(set(re.findall(r"\b(?:const_)?(?:dnnl|DNNL|ONEDNN)_\w+", code)) - known):
        yield f"{name} is in a header, but in no table"


def main():
    directory = pathlib.Path(sys.argv[1])
    code = "\n".join(without_comments((directory / name).read_text()) for name in HEADERS)
    # The template's only variable stands for a macro of the table.
    code = code.replace("@DNNLET_CPU_RUNTIME_MACRO@", "DNNL_RUNTIME_SEQ")
    errors = [*check_prototypes(code), *check_macros(code), *check_no_inventions(code)]
    for error in errors:
        print(error)
    functions, macros = len(tables.functions()), len(tables.macros())
    print(f"{functions} functions, {macros} macros: {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
