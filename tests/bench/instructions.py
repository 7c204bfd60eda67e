#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many instructions rows of the bench execute on another CPU, counted by qemu.

usage: instructions.py BENCH --plugin NAME [--qemu "qemu-aarch64 -L ROOT -cpu CPU"] TEXT...

Each TEXT is a row as `bench --list` prints it. BENCH runs under qemu's emulation of a process twice,
once making the primitive only and once executing it, too; the difference is the row's. Prints
products (multiply-adds) for each instruction, where the row has any, and bytes of its tensors.
"""
import argparse
import csv
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def count(command, options, table):
    answer = subprocess.run(command + options + ["--csv", str(table)], capture_output=True, text=True)
    found = re.search(r"^instructions: (\d+)$", answer.stderr, re.MULTILINE)
    if answer.returncode != 0 or not found:
        sys.exit(answer.stderr)
    with open(table) as file:
        return int(found[1]), list(csv.DictReader(file))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bench")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--qemu", default="qemu-aarch64 -L /usr/aarch64-linux-gnu -cpu max")
    parser.add_argument("rows", nargs="+")
    arguments = parser.parse_args()

    print("| row | plugin | instructions | products for each | bytes for each | kernel |")
    print("|---" * 6 + "|")
    with tempfile.TemporaryDirectory() as folder:
        counter, table = f"{folder}/counter.so", f"{folder}/rows.csv"
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", counter,
                        HERE / "count_instructions.c"], check=True)
        command = shlex.split(arguments.qemu) + ["-plugin", counter, arguments.bench, "--no-peer"]
        for row in arguments.rows:
            options = ["--plugin", arguments.plugin, "--filter", row]
            before, _ = count(command, options + ["--seconds", "0"], table)
            after, rows = count(command, options + ["--once"], table)
            if len(rows) != 1:
                sys.exit(f"{row}: {len(rows)} rows, not one")
            executed = after - before
            products = float(rows[0]["operations"]) / 2 / executed
            bytes_each = float(rows[0]["bytes"]) / executed
            print(f"| {row} | {arguments.plugin} | {executed:,} | "
                  f"{f'{products:.2f}' if products else '-'} | {bytes_each:.1f} | "
                  f"{rows[0]['kernel'].split(':')[-1]} |", flush=True)


main()
