#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# demo.sh [ARGUMENT...]: on a bare Debian 12, as root or with sudo: installs what is missing, builds
# the library and the examples in build/demo, shows each primitive, and trains a network to tell
# digits apart that it draws itself; nothing has to be downloaded for that. Arguments go to
# cnn_training; for instance, --mnist FOLDER trains with MNIST. Log: build/demo.log.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
log=$PWD/build/demo.log
: >"$log"

# quietly WHAT COMMAND...: the output goes to the log, of which the end is shown if it fails.
quietly() {
  echo "-- $1"
  shift
  if ! "$@" >>"$log" 2>&1; then
    tail -n 40 "$log"
    echo "demo.sh: failed: $* (all of the output is in $log)" >&2
    exit 1
  fi
}

install() {
  local sudo=""
  if [ "$(id -u)" != 0 ]; then sudo=sudo; fi
  $sudo apt-get -qq -o Acquire::Retries=3 update
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Acquire::Retries=3 \
    install --no-install-recommends "$@"
}

# CMake takes Highway and cpuinfo from their repositories; where these cannot be reached, from
# Debian's sources of them.
fetch_sources() {
  local url
  for url in $(sed -nE 's/ *GIT_REPOSITORY (.*)/\1/p' toolchains/cmake/dependencies.cmake); do
    GIT_TERMINAL_PROMPT=0 timeout 20 git ls-remote --quiet "$url" HEAD >/dev/null 2>&1 ||
      { toolchains/fetch_sources.sh; return; }
  done
}

missing=""
for package in g++ cmake ninja-build git ca-certificates xz-utils; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok' ||
    missing="$missing $package"
done
if [ -n "$missing" ]; then quietly "installing$missing" install $missing; fi
if [ ! -f build/_sources/highway/CMakeLists.txt ] && [ ! -d build/demo/_deps/highway-src ]; then
  quietly "looking for the sources of Highway and cpuinfo" fetch_sources
fi
quietly "configuring" cmake -G Ninja -S . -B build/demo -DCMAKE_BUILD_TYPE=Release \
  -DDNNLET_PLUGINS=native -DDNNLET_BUILD_TESTS=OFF -DDNNLET_BUILD_BENCH=OFF
quietly "building" cmake --build build/demo

for example in getting_started reorder convolution deconvolution inner_product post_ops layouts \
  eltwise pooling lrn batch_normalization layer_normalization group_normalization gemm \
  cnn_inference \
  ukernel int8_inference/int8_inference transformer_block/transformer_block; do
  printf '\n==== %s\n' "${example##*/}"
  "build/demo/examples/$example"
done
printf '\n==== cnn_training %s\n' "$*"
exec build/demo/examples/cnn_training/cnn_training "$@"
