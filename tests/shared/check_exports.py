#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_exports.py NM READELF LIBRARY SONAME FILE...: what programs see of the shared library.

It exports the functions that the files name, tables and headers of dnnlet, and nothing else; it has
the soname of oneDNN's; it needs libraries of C only.
"""
import pathlib
import re
import subprocess
import sys

NEEDED = re.compile(r"(libc|libm|libpthread|libdl|libgomp|libomp|ld-linux[\w-]*)\.so[.\d]*")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def names_in(path):
    text = pathlib.Path(path).read_text()
    if path.endswith(".tsv"):
        return {line.split("\t")[0] for line in text.splitlines()[1:]}
    text = re.sub(r"//[^\n]*", "", text)
    return set(re.findall(r"\b(dnnl(?:et)?_\w+)\([^)]*\);", text))


def main():
    nm, readelf, library, soname, *files = sys.argv[1:]
    expected = set().union(*map(names_in, files))
    exported = {line.split()[-1] for line in run(nm, "-D", "--defined-only", library).splitlines()}
    problems = [f"does not export {name}" for name in sorted(expected - exported)]
    problems += [f"exports {name}" for name in sorted(exported - expected)]
    dynamic = run(readelf, "--dynamic", "--wide", library)
    if re.findall(r"SONAME.*\[(.*)\]", dynamic) != [soname]:
        problems.append(f"the soname is not {soname}")
    for name in re.findall(r"NEEDED.*\[(.*)\]", dynamic):
        if not NEEDED.fullmatch(name):
            problems.append(f"needs {name}")
    for problem in problems:
        print(problem)
    print(f"{len(exported)} functions, {len(problems)} problems")
    return 1 if problems or not expected else 0


if __name__ == "__main__":
    sys.exit(main())
