#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_stack.py README HEADING COMMAND...: whether a program needs no more stack than README says.

COMMAND runs tests/embed/stack.c, which prints "stack | primitive | to create | to execute | kernel" in
bytes. README has a table whose first row's cells name what the columns are, "HEADING: create" and
"HEADING: execute" among them, with one row for each primitive, in KB.
"""
import subprocess
import sys


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def limits(path, heading):
    """Bytes to create and to execute, by primitive, from README's table."""
    with open(path, encoding="utf-8") as file:
        lines = iter(file)
        wanted = [f"{heading}: {what}" for what in ("create", "execute")]
        columns = next(cells(line) for line in lines if line.startswith("|") and wanted[0] in line)
        places = [columns.index(name) for name in wanted]
        next(lines)  # dashes
        rows = {}
        for line in lines:
            if not line.startswith("|"):
                return rows
            row = cells(line)
            rows[row[0]] = [int(row[place]) * 1024 for place in places]
    return rows


def main():
    readme, heading, *command = sys.argv[1:]
    # The emulator of a board reads the terminal, if there is one, and prints to standard error.
    program = subprocess.run(command, check=False, text=True, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(program.stdout)
    known, failed, seen = limits(readme, heading), program.returncode != 0, set()
    for line in program.stdout.splitlines():
        if not line.startswith("stack | "):
            continue
        _, name, create, execute, kernel = cells(line)
        seen.add(name)
        for what, needed, limit in zip(("create", "execute"), (int(create), int(execute)), known[name]):
            if needed > limit:
                failed = True
                print(f"{name}: {kernel} needs {needed} bytes to {what}, README says {limit}")
    if seen != set(known):
        failed = True
        print("README and the program differ in", sorted(seen ^ set(known)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
