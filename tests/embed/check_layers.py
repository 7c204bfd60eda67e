#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_layers.py NM OBJECTS: the library's arrows go one way.

OBJECTS is a file with the paths of all object files, one a line, which name their sources. What an
object asks for must be defined in its own layer or in one below: plugins link the contract with
them, and nothing of the primitives and the API that stand on it.
"""
import re
import subprocess
import sys

# Each layer, and what it may ask for besides itself.
BELOW = {
    "core/support": [],
    "core/memory": ["core/support"],
    "core/kernel": ["core/memory", "core/support"],
    "core/engine": ["core/kernel", "core/memory", "core/support", "generated"],  # the list of plugins
    "plugins": ["core/kernel", "core/memory", "core/support"],
}


def layer_of(path):
    # The source's path begins where the target's folder ends: ".../dnnlet.dir/core/kernel/..."
    found = re.search(r"\.dir/(?:.*/)?(core/\w+|plugins)/", path)
    return found[1] if found else "generated"


def symbols_of(nm, paths):
    """What each object asks for, and what it defines."""
    symbols = {path: (set(), set()) for path in paths}
    answer = subprocess.run([nm, *paths], check=True, capture_output=True, text=True).stdout
    for line in answer.splitlines():
        if line.endswith(":"):
            wanted, defined = symbols[line[:-1]]
        elif line:
            kind, name = line.split()[-2:]
            (wanted if kind in "Uwv" else defined).add(name)
    return symbols


def main():
    nm, objects = sys.argv[1:]
    with open(objects) as lines:
        paths = sorted({line.strip() for line in lines if line.strip()})
    symbols = symbols_of(nm, paths)
    layers_of_symbol = {}
    for path, (_, defined) in symbols.items():
        for name in defined:
            layers_of_symbol.setdefault(name, set()).add(layer_of(path))
    problems, checked = [], dict.fromkeys(BELOW, 0)
    for path, (wanted, _) in symbols.items():
        layer = layer_of(path)
        if layer not in BELOW:
            continue
        allowed = {layer, *BELOW[layer]}
        for name in sorted(wanted & layers_of_symbol.keys()):
            checked[layer] += 1
            if not layers_of_symbol[name] & allowed:
                above = ", ".join(sorted(layers_of_symbol[name]))
                problems.append(f"{path}: asks for {name}, which is in {above}")
    # Support asks for nothing outside itself, and in a small build perhaps for nothing at all.
    for layer in ("core/kernel", "plugins"):
        if checked[layer] == 0:
            problems.append(f"no object of {layer} asks for anything: this check sees no objects")
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems; symbols checked: {checked}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
