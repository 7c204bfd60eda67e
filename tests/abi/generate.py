# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of facts as C: generate.py DIR makes DIR/*.inc.

values.inc     VALUE(name, value) for every constant and integer macro
types.inc      HANDLE, ENUM, ENUMERATOR, UNSIGNED, LAYOUT and MEMBER, see types.cpp
functions.inc  SIGNATURE(result, name, (parameter types))
"""

import pathlib
import sys

import tables


def values():
    for _, constant, value in tables.enums():
        yield f"VALUE({constant}, {value})"
    for name, (value, _) in tables.integer_macros().items():
        yield f"VALUE({name}, {value})"


def types():
    typedefs, layouts = tables.types()
    for name, definition in typedefs.items():
        if definition.endswith("*"):
            yield f"HANDLE({name.removeprefix('dnnl_').removesuffix('_t')})"
        elif definition.startswith("enum"):
            yield f"ENUM({name})"
    for enum, constant, _ in tables.enums():
        yield f"ENUMERATOR({enum}, {constant})"
    for name, (_, unsigned) in tables.integer_macros().items():
        if unsigned:
            yield f"UNSIGNED({name})"
    for name, members in layouts.items():
        kind, tag = name.split()
        if kind == "struct":
            body = " ".join(f"{member_type} {member};" for member_type, member in members)
            yield f"struct expected_{tag} {{ {body} }};"
            yield f"LAYOUT({tag})"
            for member_type, member in members:
                yield f"MEMBER({tag}, {member_type}, {member})"


def functions():
    for name, returns, parameters in tables.functions():
        listed = ", ".join(parameter_type for parameter_type, _ in parameters) or "void"
        yield f"SIGNATURE({returns}, {name}, ({listed}))"


def main():
    directory = pathlib.Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for lines in (values, types, functions):
        (directory / f"{lines.__name__}.inc").write_text("\n".join(lines()) + "\n")


if __name__ == "__main__":
    main()
