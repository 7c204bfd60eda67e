#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks into the innermost loops of the GEMM tiles, where nearly all time goes.

usage: check_hot_loops.py OBJDUMP libdnnlet.a [--verbose] [--tolerate PLUGIN]... [--functions REGEX]

Disassembles an archive for x86-64 or Arm and, for every function that REGEX finds (a tile of any plugin, by
default), looks at the loops that multiply and add and have no other loop inside. Prints for each
plugin and kind of tile how many such loops there are, and the most of everything in one of them:
products, loads, copies from register to register. Fails if a loop reads or writes vectors on the
stack: then its accumulators did not fit into the registers.
"""
import argparse
import collections
import re
import sys

from loops import functions, innermost_loops

# Of x86-64, and of Arm.
PRODUCT = re.compile(r"^(v?(fn?m(add|sub)|dpbf16ps|pdp|pmadd|mul[sp]s)"
                     r"|f?mla|[su]mmla|[su]?dot|bfdot|[su]mull2?|[su]adalp|v(ml|fm)a\b|vmull|vpadal)")
VECTOR = re.compile(r"%[xyz]mm|\b[qvdsz]\d+\b")
MEMORY = re.compile(r"\(%|\[(x\d|r\d|sp)")
STACK = re.compile(r"\(%rsp|\[sp")
FRAME = re.compile(r"\(%rbp")
COPY = re.compile(r"^(v?mov(ap|up|dq)|v?mov$)")


def look_at(loop, has_frame):
    counts = collections.Counter()
    for _, name, operands in loop:
        counts["products"] += bool(PRODUCT.match(name))
        if not VECTOR.search(operands):
            continue
        in_memory = bool(MEMORY.search(operands))
        counts["loads"] += in_memory
        counts["copies"] += bool(COPY.match(name)) and not in_memory
        counts["on the stack"] += bool(STACK.search(operands) or
                                       has_frame and FRAME.search(operands))
    return counts


def name_of_plugin(function):
    return re.search(r"dnnlet::(\w+)::", function)[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("objdump")
    parser.add_argument("archive")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--tolerate", metavar="PLUGIN", action="append", default=[],
                        help="do not fail for the loops of this plugin")
    parser.add_argument("--functions", default=r"dnnlet::\w+::(\w+::)?\w*tile\w*<.*\(.*tile_args")
    arguments = parser.parse_args()

    groups, bad = {}, 0
    for name, body in functions(arguments.objdump, arguments.archive,
                                re.compile(arguments.functions)):
        has_frame = any(n == "mov" and o == "%rsp,%rbp" for _, n, o in body)
        short = re.sub(r"\(.*|^void |dnnlet::", "", name)
        for loop in innermost_loops(body):
            counts = look_at(loop, has_frame)
            if not counts["products"]:
                continue
            if counts["on the stack"] and name_of_plugin(name) not in arguments.tolerate:
                bad += 1
            if counts["on the stack"] or arguments.verbose:
                print(f"{short}: " + ", ".join(f"{k} {v}" for k, v in counts.items()))
            group = groups.setdefault(re.sub(r", *\d+|<\d+, *", "", short), collections.Counter())
            group["loops"] += 1
            for key, value in counts.items():
                group[key] = max(group[key], value)
    print(f"\n{'tiles':44} {'loops':>6} {'products':>9} {'loads':>6} {'copies':>7} {'stack':>6}")
    for short, group in groups.items():
        print(f"{short:44} {group['loops']:6} {group['products']:9} {group['loads']:6} "
              f"{group['copies']:7} {group['on the stack']:6}")
    if not groups:
        sys.exit("no loop found: the functions have another name now")
    if bad:
        sys.exit(f"{bad} loops keep vectors on the stack")


main()
