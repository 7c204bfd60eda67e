#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/options/each_primitive.sh [FOLDER]: builds the library with each primitive alone, and with
# all of them for inference, and links and runs a program that calls every function of the API. All in one
# build folder (build/options/each_primitive), so that everything is compiled once.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-build/options/each_primitive}

configure() {
  cmake -G Ninja -S . -B "$folder" -DCMAKE_BUILD_TYPE=Debug -DDNNLET_WERROR=ON \
    -DDNNLET_PLUGINS="portable;reference" -DDNNLET_BUILD_EXAMPLES=OFF -DDNNLET_BUILD_BENCH=OFF "$@" \
    >"$folder.log" || { cat "$folder.log"; return 1; }
}

# check WHAT [OPTION...]
check() {
  echo "== $1"
  configure "${@:2}"
  cmake --build "$folder" -j "$(nproc)" --target abi_link
  ctest --test-dir "$folder" --output-on-failure --no-tests=error -R '^abi.link$'
}

mkdir -p "$folder"
configure -DDNNLET_PRIMITIVES=all -DDNNLET_WORKLOAD=training
primitives=$(cat "$folder/generated/primitives.txt")
for primitive in $primitives; do
  check "$primitive alone, for training" -DDNNLET_PRIMITIVES="$primitive" -DDNNLET_WORKLOAD=training
done
check "all, for inference" -DDNNLET_PRIMITIVES=all -DDNNLET_WORKLOAD=inference
