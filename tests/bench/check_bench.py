#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: check_bench.py [EMULATOR]... bench

The benchmark works: tiny problems run with every plugin, with kernels of the plugin that was forced,
and a picture is drawn of them. The scratchpads of growing problems grow no faster than the problems,
and not by leaps. How fast anything is is not looked at.
"""
import csv
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree


def rows_of(folder, *options):
    figures = os.path.join(folder, "figures.csv")
    subprocess.run([*sys.argv[1:], "--no-peer", "--csv", figures, *options], check=True,
                   stdout=subprocess.DEVNULL)
    with open(figures, newline="") as file:
        return list(csv.DictReader(file))


def check_tiny(folder):
    rows = rows_of(folder, "--filter", "tiny", "--filter", "fwd", "--plugin", "all", "--reference",
                   "--seconds", "0.001")
    plugins = [p for p in dict.fromkeys(row["plugin"] for row in rows) if p != "reference"]
    assert plugins, "no plugin ran"
    for rank, plugin in enumerate(plugins):
        own = [row for row in rows if row["plugin"] == plugin]
        problems = sorted(row["problem"] for row in own)
        assert problems == 3 * ["tiny.conv"] + 2 * ["tiny.matmul"] + ["tiny.relu"], f"{plugin}: {own}"
        used = [row["kernel"].split(":")[0] for row in own]
        assert plugin in used, f"{plugin} was forced, {used} ran"
        assert not set(used) & set(plugins[:rank]), f"{plugin} was the limit, {used} ran"
        for row in own:
            assert float(row["seconds"]) > 0 and float(row["peer_seconds"]) == 0, row
            assert (float(row["operations"]) > 0) == (row["problem"] != "tiny.relu"), row
            assert float(row["peak"]) > 0 and float(row["copy_rate"]) > 0, row
    picture = os.path.join(folder, "figures.svg")
    script = os.path.join(os.path.dirname(os.path.realpath(__file__)), "roofline.py")
    subprocess.run([sys.executable, script, os.path.join(folder, "figures.csv"), picture], check=True)
    drawn = [part for part in xml.etree.ElementTree.parse(picture).iter() if part.tag.endswith("circle")]
    assert len(drawn) > len(rows), f"{len(drawn)} dots for {len(rows)} rows"


def check_growth(folder):
    """A problem of twice the side is up to four (eight: of channels squared and pixels) times as
    large; the next prime has both kinds of channels rounded up to vectors: at most three times. What
    is transposed takes as much again as the tensors."""
    rows = rows_of(folder, "--filter", "growth", "--seconds", "0")
    series, transposed = {}, {}
    for row in rows:
        name, size = row["problem"].rsplit("_", 1)
        key = (row["plugin"], name, row["direction"], row["type"], row["layout"])
        series.setdefault(key, {})[int(size)] = float(row["scratchpad"])
        if name == "growth.depthwise_plane" and row["layout"] == "nchw":
            transposed[key, int(size)] = float(row["bytes"])
    assert series, "no problem grows"
    spare = 256 << 10  # tables, and panels that problems of whole blocks do without
    for key, sizes in series.items():
        for small, large in zip(sorted(sizes), sorted(sizes)[1:]):
            growth = 8 if large > 1.2 * small else 3
            most = growth * sizes[small] + spare + transposed.get((key, large), 0)
            assert sizes[large] <= most, f"{key}: {sizes}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_tiny(folder)
        check_growth(folder)


main()
