#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: check_bench.py [EMULATOR]... bench

The benchmark works: two tiny problems run with every plugin, with kernels of the plugin that was
forced. How fast they are is not looked at.
"""
import csv
import subprocess
import sys


def main():
    run = subprocess.run([*sys.argv[1:], "--filter", "tiny", "--no-peer", "--csv",
                          "--seconds", "0.001"], stdout=subprocess.PIPE, text=True, check=True)
    print(run.stdout)
    rows = list(csv.DictReader(run.stdout.splitlines()))
    plugins = list(dict.fromkeys(row["plugin"] for row in rows))
    assert plugins, "no plugin ran"
    for rank, plugin in enumerate(plugins):
        own = [row for row in rows if row["plugin"] == plugin]
        assert [row["problem"] for row in own] == ["tiny.conv", "tiny.relu"], f"{plugin}: {own}"
        used = [row["kernel"].split(":")[0] for row in own]
        assert plugin in used, f"{plugin} was forced, {used} ran"
        assert not set(used) & set(plugins[:rank]), f"{plugin} was the limit, {used} ran"
        for row in own:
            assert row["us"] != "-" and row["ratio"] == "-", row
        # Slow builds and emulators round to 0; what could not be told would be "-".
        assert "-" not in (own[0]["gflops"], own[0]["percent_of_peak"]), own[0]


main()
