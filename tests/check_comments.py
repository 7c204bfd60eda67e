#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What comments and README say of files, as far as a program can tell.

1. The files that compute say what: formula, tensors, scratch, error, source. Files with SIMD code or a
   table of kernels in plugins/kernels, and those in plugins/drivers that run on workers, have a comment
   of these five facts at their head, of which this looks for scratch and error. Where they are told
   elsewhere, the comment has "five facts:" and names files, of the same folder or from the root.
   plugins/kernels/support is functions of vectors, and has no facts of this kind.
2. Files that are named from the root, or from plugins or include, are there.
3. Comments end at the 100th column, which clang-format leaves alone where they are set by hand.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAKEN_OVER = re.compile(r"^tests/(seeds/programs|conformance/kit)/|\.(bin|tsv|gz)$")

KERNEL = re.compile(r"HWY_BEFORE_NAMESPACE\(|constexpr kernel rows\[\]")
DRIVER = re.compile(r"\bparallel_for\(|\bfor_each_tile\(|^void (?:run|apply)_\w+\(const",
                    re.MULTILINE)
LONG_COMMENT = re.compile(r"^(?=.{101}) *//", re.MULTILINE)
HEAD = re.compile(r"// SPDX[^\n]*\n((?://[^\n]*\n)*)")
FILE = r"[\w./-]+\.(?:cpp|hpp|h|c|cmake|py|sh|md|txt)\b"
NAMED = re.compile(r"(?<![\w./<>}-])(?:core|plugins|tests|toolchains|examples|include|drivers|kernels)"
                   r"/" + FILE)


def exists(name, file):
    # CMake makes some of .in files; the tables are all its own.
    return name.endswith(("kernel_tables.h", "plugins/halves.h")) or any(
        (folder / (name + end)).exists() for end in ("", ".in")
        for folder in (ROOT, ROOT / "plugins", ROOT / "include", file.parent))


def computes(name, text):
    if name.startswith("plugins/drivers/"):
        return name.endswith(".cpp") and DRIVER.search(text)
    return (name.startswith("plugins/kernels/") and not name.startswith("plugins/kernels/support/")
            and KERNEL.search(text))


def missing_facts(file, text):
    head = HEAD.match(text)
    comment = re.sub(r"\s*\n//\s*", " ", "\n" + head[1]) if head else ""
    told_in = re.search(r"five facts\b[^:]*:((?: " + FILE + r"[,.;]?)+)", comment)
    if told_in:
        return [name for name in re.findall(FILE, told_in[1]) if not exists(name, file)]
    return [what for what, words in (("scratch", r"\bscratch\b"),
                                     ("error", r"\berrors?\b|\bexact\b|\brounded\b|\brounding"))
            if not re.search(words, comment)]


def main():
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    failed = False
    for name in names.stdout.splitlines():
        file = ROOT / name
        if TAKEN_OVER.search(name) or not file.is_file():
            continue
        text = file.read_text(encoding="utf-8")
        if computes(name, text):
            for what in missing_facts(file, text):
                failed = True
                print(f"{name}: nothing at its head about {what}")
        faults = [(match, "a comment beyond 100 columns") for match in LONG_COMMENT.finditer(text)]
        faults += [(match, f"there is no {match[0]}") for match in NAMED.finditer(text)
                   if not exists(match[0], file)]
        for match, fault in faults:
            failed = True
            print(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {fault}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
