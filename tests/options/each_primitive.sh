#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/options/each_primitive.sh [FOLDER]: builds the library with each primitive alone, for training
# and for inference, and links and runs a program that calls every function of the API. All in one
# build folder (build/options/each_primitive), so that everything is compiled once.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-build/options/each_primitive}

configure() {
  cmake -G Ninja -S . -B "$folder" -DCMAKE_BUILD_TYPE=Debug -DDNNLET_WERROR=ON \
    -DDNNLET_PLUGINS="portable;reference" -DDNNLET_BUILD_EXAMPLES=OFF -DDNNLET_BUILD_BENCH=OFF "$@" \
    >"$folder.log" || { cat "$folder.log"; return 1; }
}

mkdir -p "$folder"
configure -DDNNLET_PRIMITIVES=all -DDNNLET_WORKLOAD=training
while read -r primitive; do
  for workload in training inference; do
    echo "== $primitive alone, for $workload"
    configure -DDNNLET_PRIMITIVES="$primitive" -DDNNLET_WORKLOAD=$workload
    cmake --build "$folder" -j "$(nproc)" --target abi_link
    ctest --test-dir "$folder" --output-on-failure --no-tests=error -R '^abi.link$'
  done
done <"$folder/generated/primitives.txt"
