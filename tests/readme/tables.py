#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tables.py README PLUGINS LIST_KERNELS... [--write]: README's tables of plugins and kernels.

PLUGINS has a line for each plugin of the tree, LIST_KERNELS... is the command that prints a line for
each row of the kernel tables. Between the marks in README that name a table, all columns are made from
these but the last one, which people write: it is kept for every row that stays, and must not be empty.
Without --write, says what is not current, and fails.
"""
import difflib
import re
import subprocess
import sys


def code(words):
    return " ".join(f"`{word}`" for word in words)


class Plugin:
    def __init__(self, line):
        fields = line.rstrip("\n").split("|")
        self.name, self.rank, self.architecture, self.target = fields[0], int(fields[1]), fields[2], fields[3]
        self.primitives, self.needs = fields[5].split(), fields[6].split()

    def order(self):
        return (not self.architecture, "x86" not in self.architecture, -self.rank)


def needs_of(plugin, plugins):
    """What it needs, in terms of the plugin that needs most of the same."""
    less = [p for p in plugins if p.needs and set(p.needs) < set(plugin.needs)]
    if not less:
        return code(plugin.needs) or "nothing"
    base = max(less, key=lambda p: len(p.needs))
    return f"those of {base.name}, {code(n for n in plugin.needs if n not in base.needs)}"


def plugin_rows(plugins):
    return [[code([p.name]), needs_of(p, plugins), code([p.target] if p.target else []) or "none",
             ", ".join(p.primitives) or "all"] for p in plugins]


def kernel_rows(command, partial):
    """A row for each kernel of a primitive: its operations, and its plugins. Those that have kernels
    of some primitives only, the partial ones, need not have it for all to have it."""
    kernels, plugins = {}, {}
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    for primitive, operation, name in (line.split(" ") for line in lines):
        plugin, kernel = name.split(":")
        if plugin == "reference":
            continue
        entry = kernels.setdefault((primitive, kernel), ([], []))
        short = operation
        if operation.startswith(primitive + "_"):
            short = operation[len(primitive) + 1:].replace("_", " ")
        for found, seen in zip((short, plugin), entry):
            if found not in seen:
                seen.append(found)
        plugins.setdefault(primitive, set()).add(plugin)
    return [[primitive, code([kernel]), ", ".join(operations),
             "all" if plugins[primitive] - partial <= set(having) else ", ".join(having)]
            for (primitive, kernel), (operations, having) in kernels.items()]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(old, rows, keys):
    """The lines of the table: its old head, and the rows with their old remarks."""
    remarks = {tuple(cells(line)[:keys]): cells(line)[-1] for line in old[2:]}
    lines = old[:2]
    empty = []
    for row in rows:
        remark = remarks.get(tuple(row[:keys]), "")
        if not remark:
            empty.append(" ".join(row[:keys]))
        lines.append("| " + " | ".join(row + [remark]) + " |")
    return lines, empty


def replace(text, name, rows, keys):
    mark = re.compile(f"(<!-- {name}: .*? -->\n\n)(.*?)(\n\n<!-- end of {name} -->)", re.DOTALL)
    found = mark.search(text)
    if not found:
        sys.exit(f"README has no marks for the table of {name}")
    lines, empty = table(found[2].splitlines(), rows, keys)
    for row in empty:
        print(f"the table of {name} says nothing about {row}: write its last column")
    return text[:found.start(2)] + "\n".join(lines) + text[found.end(2):], empty


def main():
    write = "--write" in sys.argv
    path, list_of_plugins, *command = [a for a in sys.argv[1:] if a != "--write"]
    with open(list_of_plugins, encoding="utf-8") as file:
        plugins = sorted(map(Plugin, file), key=Plugin.order)
    partial = {p.name for p in plugins if p.primitives}
    with open(path, encoding="utf-8") as file:
        old = file.read()
    new, silent = replace(old, "plugins", plugin_rows(plugins), 1)
    new, silent_kernels = replace(new, "kernels", kernel_rows(command, partial), 2)
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)
    elif new != old:
        print(*difflib.unified_diff(old.splitlines(), new.splitlines(), "README.md", "the tables", "", "", 0, ""),
              sep="\n")
        print("cmake --build ... --target readme brings it up to date")
    current = write or new == old
    return 0 if current and not silent and not silent_kernels else 1


if __name__ == "__main__":
    sys.exit(main())
