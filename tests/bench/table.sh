#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# table.sh BUILD [OPTION]...: the whole table of bench with one thread and two, the CPU's best plugin
# and AVX2; figures.csv and figures.svg beside the program. Options are those of bench.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
folder=$1/tests/bench
shift
"$folder/bench" --threads 1,2 --csv "$folder/figures.csv" "$@"
"$here/roofline.py" "$folder/figures.csv" "$folder/figures.svg"
