# SPDX-License-Identifier: Apache-2.0
"""The tables of facts, read into plain Python data."""

import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent

# What CMake decides per build; the tables hold what oneDNN's default build has.
BUILD_DEPENDENT = {"DNNL_CPU_RUNTIME", "DNNL_CPU_THREADING_RUNTIME"}


def rows(name):
    lines = (HERE / name).read_text().splitlines()
    return [line.split("\t") for line in lines[1:] if line]


def squeeze(c_text):
    """C text with spaces only between words: the same text for the same tokens."""
    return re.sub(r"\s*([^\w\s])\s*", r"\1", " ".join(c_text.split()))


def split_declaration(text):
    """'const float * A' -> ('const float *', 'A')"""
    kind, name = re.fullmatch(r"(.*?)(\w+)", text.strip()).groups()
    return kind.strip(), name


def functions():
    """[(name, return type, [(parameter type, parameter name)])]"""
    result = []
    for name, returns, parameters in rows("functions.tsv") + rows("ukernel_functions.tsv"):
        listed = [p for p in parameters.split(";") if p.strip()]
        result.append((name, returns, [split_declaration(p) for p in listed]))
    return result


def enums():
    """[(enum, constant, value)]"""
    return [(enum, constant, int(value)) for enum, constant, value in rows("enums.tsv")]


def types():
    """({typedef: definition}, {"struct name" or "union name": [(member type, member name)]})"""
    typedefs, layouts = {}, {}
    for name, definition in rows("types.tsv"):
        if " " in name:
            layouts[name] = [split_declaration(m) for m in definition.split(";")]
        else:
            typedefs[name] = definition
    return typedefs, layouts


def macros():
    """{name, with its parameters: text}"""
    return dict(rows("macros.tsv"))


def integer_macros():
    """{name: (value, is unsigned)} of those that stand for an integer, by whatever detour."""
    texts, result = macros(), {}
    for name in texts:
        text = name
        while text in texts:
            text = texts[text]
        number = re.fullmatch(r"(\d+)(u?)", text)
        if number and name not in BUILD_DEPENDENT:
            result[name] = (int(number[1]), bool(number[2]))
    return result
