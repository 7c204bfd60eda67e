#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_symbols.py NM READELF ARCHIVE: what the archive asks of its surroundings.

The library has no heap outside one file, prints in one file, and brings neither constructors that
run before main nor memory that is writable and executable. So that nothing slips in, the symbols
that it may ask for are listed here, and everything else is an error.
"""
import re
import subprocess
import sys

# What every object may use: blocks of bytes, the functions of <math.h>, the compiler's runtime.
EVERYWHERE = re.compile(
    r"mem(cpy|set|move|cmp)|bcmp"
    r"|(acos|asin|atan|atan2|ceil|copysign|cos|erfc?|exp|exp2|expm1|fabs|floor|fma|fmax|fmin|fmod"
    r"|frexp|ldexp|log|log10|log1p|log2|nearbyint|pow|rint|round|scalbn|sin|sqrt|tanh|trunc)f?"
    r"|_GLOBAL_OFFSET_TABLE_"
    r"|__stack_chk_(fail|guard)"
    r"|__aeabi_\w+"  # 32-bit Arm: arithmetic that the CPU lacks
    r"|__(extend|trunc|add|sub|mul|div|udiv|mod|umod|cmp|ctz|clz|ffs|popcount|fix|float|ashl|ashr|lshr)\w*[hsdt][fi]\d?"
    r"|__aarch64_(cas|swp|ld(add|clr|eor|set))\d+_\w+"  # atomics that look for LSE at run time
)

# What single objects may use besides.
BY_OBJECT = {
    "heap.cpp": r"malloc|free",
    "log_hosted.cpp": r"printf|fflush|stdout|strcspn|strlen|clock_gettime|__clock_gettime64",
    "environment_hosted.cpp": r"getenv|(__isoc23_)?strtol",
    "cpu_features_cpuinfo.cpp": r"cpuinfo_\w+|getauxval|__emutls_get_address"
    r"|sched_getaffinity|__sched_cpucount",
    "cpu_itself_arm.cpp": r"getauxval",
    "parallel_omp.cpp": r"omp_\w+|GOMP_\w+|__kmpc_\w+",
}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def undefined_symbols(nm, archive):
    """The pairs (object, symbol) that no object of the archive defines."""
    wanted, defined, member = [], set(), ""
    for line in run(nm, archive).splitlines():
        if line.endswith(":"):
            member = re.sub(r"\.o(bj)?$", "", line[:-1])
        elif line:
            kind, name = line.split()[-2:]
            if kind in "Uw":
                wanted.append((member, name))
            else:
                defined.add(name)
    return [(m, name) for m, name in wanted if name not in defined]


def is_allowed(member, name):
    more = BY_OBJECT.get(member)
    return EVERYWHERE.fullmatch(name) or (more and re.fullmatch(more, name))


def bad_sections(readelf, archive):
    """Constructors, and sections that are writable and executable."""
    member = ""
    for line in run(readelf, "--section-headers", "--wide", archive).splitlines():
        if line.startswith("File:"):
            member = line[5:].strip()
        found = re.match(r"\s*\[\s*\d+\]\s+(\.\S+)\s+\S+\s+\S+\s+\S+\s+(\S+)\s+\S+\s+([A-Za-z]*)\s", line)
        if not found:
            continue
        name, size, flags = found[1], int(found[2], 16), found[3]
        if re.match(r"\.(init_array|fini_array|preinit_array|ctors|dtors)\b", name) and size:
            yield f"{member}: {name} has {size} bytes: something runs before main"
        if ("W" in flags and "X" in flags) or (name == ".note.GNU-stack" and "X" in flags):
            yield f"{member}: {name} is writable and executable"


def main():
    nm, readelf, archive = sys.argv[1:]
    undefined = undefined_symbols(nm, archive)
    problems = [f"{m}: asks for {name}" for m, name in undefined if not is_allowed(m, name)]
    problems += bad_sections(readelf, archive)
    if not any(name == "memcpy" for _, name in undefined):
        problems.append("no object asks for memcpy: this check does not read nm's answer")
    for problem in problems:
        print(problem)
    outside = sorted({name for _, name in undefined})
    print(f"{len(problems)} problems; symbols from outside: {' '.join(outside)}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
