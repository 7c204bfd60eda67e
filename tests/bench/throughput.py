#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the GEMM tiles' innermost loops can reach on Arm cores, without such a core.

usage: throughput.py OBJDUMP libdnnlet.a [--mca llvm-mca] [--cores A,B,...] [--verbose]

Disassembles an archive for aarch64, and asks llvm-mca (a static model of a core's ports, queues and
latencies; data are in the first-level cache) how many cycles an iteration of the loop takes, and how
many the core's pipelines need for its products. Prints, for each core and kind of product, the share
of the second in the first for the tallest tile of each width: 100% is bound by multiply-adds alone.
"""
import argparse
import re
import subprocess
import sys

from loops import JUMP, functions, innermost_loops

# Neoverse N1 is the Cortex-A76, for which llvm-mca has an older core's model.
CORES = ("cortex-a55", "neoverse-n1", "neoverse-v1", "neoverse-n2", "neoverse-v2")
EARLY = ("cortex-a55", "neoverse-n1")  # without SVE, BF16 and products of matrices
TILE = re.compile(r"dnnlet::(\w+)::(?:\w+_)?tile<dnnlet::\w+::(\w+)(<.*>)?, (\d+), (\d+)(?:, \w+)?>\(")
PRODUCT = re.compile(r"^(fmla|mla|smull2?|sadalp|smlal2?|[su]dot|bfdot|bfmlal[bt]|[su]mmla|bfmmla)$")
ITERATIONS = 200


def ask(mca, core, instructions):
    """Cycles an iteration as executed, and as the pipelines need; None where the model lacks one."""
    lines = []
    for _, name, operands in instructions:
        operands = operands.split("//")[0].strip()
        if JUMP.match(name):
            operands = re.sub(r"[0-9a-f]+ <.*", "0", operands)
        lines.append(f"{name} {operands}")
    features = "+dotprod,+fullfp16" + ("" if core in EARLY else ",+sve,+sve2,+bf16,+i8mm")
    answer = subprocess.run(
        [mca, "-mtriple=aarch64", f"-mcpu={core}", f"-mattr={features}",
         f"-iterations={ITERATIONS}", "-instruction-info=0", "-resource-pressure=0"],
        input="\n".join(lines), capture_output=True, text=True)
    if answer.returncode != 0:
        return None
    total = re.search(r"Total Cycles:\s+(\d+)", answer.stdout)
    needed = re.search(r"Block RThroughput:\s+([\d.]+)", answer.stdout)
    return int(total[1]) / ITERATIONS, float(needed[1])


def tiles_of(objdump, archive):
    """The loops with products of the tallest tile of each kind and width."""
    tallest = {}
    for name, body in functions(objdump, archive, TILE):
        plugin, product, of, rows, columns = TILE.search(name).groups()
        kind = product + (re.sub(r"hwy::|dnnlet::\w+::|, .*", "", of).rstrip(">") + ">" if of else "")
        for loop in innermost_loops(body):
            if any(PRODUCT.match(i[1]) for i in loop):
                key = plugin, kind, int(columns)
                if key not in tallest or int(rows) > tallest[key][0]:
                    tallest[key] = int(rows), loop
    return tallest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("objdump")
    parser.add_argument("archive")
    parser.add_argument("--mca", default="llvm-mca")
    parser.add_argument("--cores", default=",".join(CORES))
    parser.add_argument("--verbose", action="store_true", help="cycles, too")
    arguments = parser.parse_args()
    cores = arguments.cores.split(",")

    print("| plugin | product | tile | products | instructions | " + " | ".join(cores) + " |")
    print("|---" * (5 + len(cores)) + "|")
    tallest = tiles_of(arguments.objdump, arguments.archive)
    for (plugin, kind, columns), (rows, loop) in sorted(tallest.items()):
        products = [i for i in loop if PRODUCT.match(i[1])]
        figures = []
        for core in cores:
            whole, alone = (ask(arguments.mca, core, part) for part in (loop, products))
            if not whole or not alone:
                figures.append("-")
                continue
            share = f"{100 * alone[1] / whole[0]:.0f}%"
            figures.append(share + (f" {alone[1]:.1f}/{whole[0]:.1f}" if arguments.verbose else ""))
        print(f"| {plugin} | {kind} | {rows}x{columns} | {len(products)} | {len(loop)} | "
              + " | ".join(figures) + " |")
    if not tallest:
        sys.exit("no loop found: the functions have another name now, or the archive is not aarch64's")


main()
