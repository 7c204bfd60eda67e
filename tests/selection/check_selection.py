#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_selection.py BUILT USABLE TELLER COMMAND...: whether the right plugins are chosen.

BUILT are the plugins of this build, best first, with commas between them; USABLE those that the CPU
can run, or `native` for what /proc/cpuinfo says. TELLER says who has to tell the CPU's features:
`cpuinfo`, or, where that fails, the CPU `itself`, of which the program is told by a remark. COMMAND
runs show_selection, under an emulator if need be; its exit status 77 says that it cannot run here.
Checks the choice without caps and, for cpuinfo, with every cap, by API and by environment.
"""
import os
import subprocess
import sys

# What Linux calls the features without which a plugin must not be chosen.
FLAGS = {
    "avx512_amx": "amx_tile amx_int8 amx_bf16 avx512_bf16 avx512_vnni avx512vbmi avx512f avx512bw avx2 fma",
    "avx512_bf16": "avx512_bf16 avx512_vnni avx512vbmi avx512f avx512bw avx2 fma",
    "avx512_vnni": "avx512_vnni avx512f avx512bw avx2 fma",
    "avx512": "avx512f avx512bw avx512cd avx512dq avx512vl avx2 fma f16c bmi2",
    "avx2_vnni": "avx_vnni avx2 fma f16c bmi1 bmi2",
    "avx2": "avx2 fma f16c bmi1 bmi2",
    "neon_fp16": "asimdhp",
    "sve_i8mm": "sve i8mm",
    "sve2": "sve2 sveaes",
    "sve": "sve",
    "neon_i8mm": "i8mm asimddp",
    "neon_bf16": "bf16 asimddp asimdhp aes",
    "neon_dot": "asimddp",
    "neon": "",
}
# The value of dnnl_cpu_isa_t that a plugin needs; the others are not capped by it.
ISAS = {"SSE41": 0x1, "AVX2": 0x7, "AVX2_VNNI": 0xF, "AVX512_CORE": 0x27, "AVX512_CORE_VNNI": 0x67,
        "AVX512_CORE_BF16": 0xE7, "AVX512_CORE_AMX": 0xFEF}
ISA_OF = {"avx2": "AVX2", "avx2_vnni": "AVX2_VNNI", "avx512": "AVX512_CORE",
          "avx512_vnni": "AVX512_CORE_VNNI", "avx512_bf16": "AVX512_CORE_BF16",
          "avx512_amx": "AVX512_CORE_AMX"}
# These leave ReLU of f32 to others.
NO_ELTWISE = {"avx512_amx", "avx512_bf16", "avx512_vnni", "avx2_vnni", "neon_fp16", "neon_i8mm", "neon_bf16",
              "neon_dot", "sve_i8mm", "sve2"}


def native(built):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        words = file.read().split()
    return [name for name in built if set(FLAGS.get(name, "").split()) <= set(words)]


def run(command, teller, arguments, environment):
    clean = {k: v for k, v in os.environ.items() if not k.endswith(("_MAX_PLUGIN", "_MAX_CPU_ISA"))}
    done = subprocess.run([*command, *arguments], env={**clean, **environment},
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == 77:
        print(done.stdout)
        sys.exit(77)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stdout}", ""
    lines = [line.split(maxsplit=3) for line in done.stdout.splitlines()]
    plugins = [line for line in lines if line[0] == "plugin"]
    unexplained = [line[1] for line in plugins if line[2] == "0" and len(line) < 4]
    if unexplained:
        return f"no reason is given why not {unexplained}", ""
    failures = [line for line in lines if line[0] == "failure"]
    remarks = [line for line in lines if line[0] == "remark"]
    if failures or len(remarks) != (teller == "itself"):
        return f"diagnostics: {failures} {remarks}", ""
    relu = next(line[1] for line in lines if line[0] == "relu")
    return [line[1] for line in plugins if line[2] == "1"], relu.split(":")[0]


def caps(built):
    """(arguments, environment, the plugins that the cap leaves)"""
    yield [], {}, built
    for index, name in enumerate(built):
        yield ["--plugin", name], {}, built[index:]
        yield [], {"DNNLET_MAX_PLUGIN": name}, built[index:]
        # What the program says counts more than the environment.
        yield ["--plugin", name], {"DNNLET_MAX_PLUGIN": built[-1]}, built[index:]
    for isa, value in ISAS.items():
        left = [name for name in built
                if name not in ISA_OF or ISAS[ISA_OF[name]] & ~value == 0]
        yield ["--isa", str(value)], {}, left
        yield [], {"ONEDNN_MAX_CPU_ISA": isa}, left
        yield [], {"DNNL_MAX_CPU_ISA": isa.lower()}, left


def main():
    built, usable, teller, command = sys.argv[1].split(","), sys.argv[2], sys.argv[3], sys.argv[4:]
    usable = native(built) if usable == "native" else usable.split(",")
    usable = [name for name in built if name in usable]
    wrong = 0
    # Caps are the same whoever tells.
    choices = list(caps(built)) if teller == "cpuinfo" else [([], {}, built)]
    for arguments, environment, left in choices:
        expected = [name for name in usable if name in left]
        relu = next(name for name in expected if name not in NO_ELTWISE)
        got = run(command, teller, arguments, environment)
        if got != (expected, relu):
            wrong += 1
            if wrong <= 3:
                print(f"{arguments} {environment}: got {got}, expected {(expected, relu)}")
    print(f"usable: {usable}; {wrong} choices are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
