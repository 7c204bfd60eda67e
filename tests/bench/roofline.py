#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: roofline.py FIGURES.csv PICTURE.svg

Draws what `bench --csv` measured: for each plugin and number of threads, operations per second
against operations per byte under the roof of the machine (its peak for each type, and its copy),
and beside it the bytes per second of rows without products against the measured copy. Filled dots
are dnnlet's, rings the peer's.
"""
import csv
import math
import sys
from html import escape

WIDTH, HEIGHT, MARGIN = 640, 420, 60
COLOURS = {"f32": "#1f6fb4", "bf16": "#d1660a", "f16": "#8a5fb0", "int8": "#2a8f3c"}


def type_of(row):
    first = row["type"].split(">")[0]
    return next((name for name in ("f32", "bf16", "f16") if first.startswith(name)), "int8")


class Plot:
    """A plot with logarithmic axes."""

    def __init__(self, left, top, title, x, y):
        self.left, self.top = left, top
        self.x, self.y = [tuple(map(math.log10, ends)) for ends in (x, y)]
        self.parts = [f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" class="frame"/>']
        self.text(left, top - 8, title, "title")
        for power in range(math.ceil(self.x[0]), math.floor(self.x[1]) + 1):
            at = self.at(10 ** power, 10 ** self.y[0])
            self.parts.append(f'<path d="M{at[0]:.1f} {top}v{HEIGHT}" class="grid"/>')
            self.text(at[0], top + HEIGHT + 16, f"{10.0 ** power:g}", "middle")
        for power in range(math.ceil(self.y[0]), math.floor(self.y[1]) + 1):
            at = self.at(10 ** self.x[0], 10 ** power)
            self.parts.append(f'<path d="M{left} {at[1]:.1f}h{WIDTH}" class="grid"/>')
            self.text(left - 6, at[1] + 4, f"{10.0 ** power:g}", "end")

    def text(self, x, y, words, style):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" class="{style}">{escape(words)}</text>')

    def at(self, x, y):
        part = [(math.log10(v) - low) / (high - low) for v, (low, high) in zip((x, y), (self.x, self.y))]
        return self.left + part[0] * WIDTH, self.top + HEIGHT * (1 - part[1])

    def line(self, points, colour, words):
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (self.at(*p) for p in points))
        self.parts.append(f'<path d="M{path}" stroke="{colour}" class="roof"><title>{escape(words)}</title></path>')

    def dot(self, x, y, colour, is_own, words):
        at = self.at(x, y)
        style = f'fill="{colour}"' if is_own else f'fill="none" stroke="{colour}"'
        self.parts.append(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="2.5" {style}>'
                          f"<title>{escape(words)}</title></circle>")


def ends(values):
    return 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values) * 1.01))


def dots(plot, row, x, amount):
    """The rates of both libraries."""
    name = f'{row["problem"]} {row["direction"]} {row["type"]} {row["layout"]}'
    for who, seconds in (("peer", float(row["peer_seconds"])), ("dnnlet", float(row["seconds"]))):
        if seconds > 0:
            plot.dot(x, amount / seconds / 1e9, COLOURS[type_of(row)], who == "dnnlet",
                     f"{who}: {name}, {1e6 * seconds:.3g} us")


def roofline(left, top, title, rows, copy):
    intensity = [float(row["operations"]) / float(row["bytes"]) for row in rows]
    speeds = [float(row["operations"]) / float(row[which]) / 1e9 for row in rows
              for which in ("seconds", "peer_seconds") if float(row[which]) > 0]
    peaks = {}
    for row in rows:
        peaks[type_of(row)] = max(peaks.get(type_of(row), 0), float(row["peak"]) / 1e9)
    x = ends(intensity)
    plot = Plot(left, top, f"{title}: GFLOP/s against operations per byte", x,
                ends(speeds + [peak for peak in peaks.values() if peak]))
    for kind, peak in peaks.items():
        if peak:
            ridge = min(max(peak / copy, x[0] * 1.01), x[1])
            foot = max(x[0], 10 ** plot.y[0] / copy)
            plot.line([(foot, foot * copy), (ridge, ridge * copy), (x[1], peak)], COLOURS[kind],
                      f"{kind}: {peak:.0f} GFLOP/s; copy {copy:.1f} GB/s")
            plot.text(left + WIDTH - 4, plot.at(x[1], peak)[1] - 4, f"{kind} {peak:.0f}", "end")
    for row, at in zip(rows, intensity):
        dots(plot, row, at, float(row["operations"]))
    return plot.parts


def bandwidth(left, top, title, rows):
    rates = [float(row["bytes"]) / float(row[which]) / 1e9 for row in rows
             for which in ("seconds", "peer_seconds") if float(row[which]) > 0]
    copies = sorted({(2 ** round(math.log2(float(row["bytes"]))), float(row["copy_rate"]) / 1e9)
                     for row in rows if float(row["copy_rate"]) > 0})
    plot = Plot(left, top, f"{title}: GB/s against bytes",
                ends([float(row["bytes"]) for row in rows]), ends(rates + [c for _, c in copies]))
    plot.line(copies, "#444", "copy")
    for row in rows:
        dots(plot, row, float(row["bytes"]), float(row["bytes"]))
    return plot.parts


def main(source, picture):
    with open(source, newline="") as file:
        rows = [row for row in csv.DictReader(file)
                if float(row["seconds"]) > 0 and float(row["bytes"]) > 0]
    parts, top = [], MARGIN
    for plugin, threads in dict.fromkeys((row["plugin"], row["threads"]) for row in rows):
        own = [row for row in rows if (row["plugin"], row["threads"]) == (plugin, threads)]
        title = f"{plugin}, {threads} thread" + ("s" if threads != "1" else "")
        products = [row for row in own if float(row["operations"]) > 0]
        others = [row for row in own if float(row["operations"]) == 0]
        # Beyond the caches: of the largest problem.
        largest = max(own, key=lambda row: float(row["bytes"]))
        if products:
            parts += roofline(MARGIN, top, title, products, float(largest["copy_rate"]) / 1e9)
        if others:
            parts += bandwidth(2 * MARGIN + WIDTH, top, title, others)
        top += HEIGHT + MARGIN
    left = MARGIN
    for name, colour in COLOURS.items():
        parts.append(f'<circle cx="{left}" cy="18" r="4" fill="{colour}"/><text x="{left + 8}" y="22">{name}</text>')
        left += 70
    parts.append(f'<text x="{left}" y="22">filled: dnnlet; rings: the peer; lines: peak and copy, measured</text>')
    with open(picture, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH + 3 * MARGIN}" height="{top}">\n'
                   "<style>text{font:12px sans-serif}.title{font-weight:bold}.end{text-anchor:end}"
                   ".middle{text-anchor:middle}.frame{fill:#fff;stroke:#888}.grid{stroke:#ddd}"
                   ".roof{fill:none;stroke-width:1.5}</style>\n"
                   '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n")


main(*sys.argv[1:])
