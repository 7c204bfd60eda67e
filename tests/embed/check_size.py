#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_size.py NM PROGRAM MAP LIMIT ABSENT: what a linked program takes from the library.

Adds up the sections that the linker's map says came from libdnnlet.a and are loaded, prints them by
object and by section, and fails above LIMIT bytes, or if the program has a symbol that matches ABSENT.
"""
import collections
import re
import subprocess
import sys

LOADED = re.compile(r"\.(text|rodata|data|bss|eh_frame|gcc_except_table|ARM\.ex\w+|got|tbss|tdata|srodata)")


def contributions(path):
    """(section, bytes, object) of every piece of libdnnlet.a in the map."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    memory_map = text[text.index("Linker script and memory map"):]
    # A long section name has a line of its own; the address follows on the next one.
    pieces = re.findall(r"^ (\S+)\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+\S*libdnnlet\.a\((\S+?)\)",
                        memory_map, re.MULTILINE)
    return [(section, int(size, 16), member) for section, size, member in pieces]


def main():
    nm, program, link_map, limit, absent = sys.argv[1:]
    by_object, by_section = collections.Counter(), collections.Counter()
    for section, size, member in contributions(link_map):
        loaded = LOADED.match(section)
        if loaded:
            by_object[re.sub(r"\.cpp\.o(bj)?$", "", member)] += size
            by_section[loaded[0]] += size
    total = sum(by_object.values())
    for name, size in by_object.most_common():
        print(f"{size:8d}  {name}")
    print("         " + ", ".join(f"{name} {size}" for name, size in by_section.most_common()))
    print(f"{total:8d}  bytes in all, at most {limit}")
    if total == 0:
        print("the map has nothing of libdnnlet.a")
        return 1
    symbols = subprocess.run([nm, "--demangle", program], check=True, capture_output=True, text=True)
    unwanted = [line for line in symbols.stdout.splitlines() if re.search(absent, line)]
    print(f"{len(unwanted)} symbols match {absent}", *unwanted[:20], sep="\n  ")
    return 1 if total > int(limit) or unwanted else 0


if __name__ == "__main__":
    sys.exit(main())
