#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pkg_config.sh PREFIX CC CXX [EMULATOR...]: builds and runs the programs against an installed tree
# with nothing but pkg-config's answers. The C program is linked by the C compiler: the library
# needs no C++ runtime.
set -eu
prefix=$1 cc=$2 cxx=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name dnnlet.pc)")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags dnnlet) libraries=$(pkg-config --libs dnnlet)
set -x
# The words of $cc, $flags and $libraries are to be split.
# shellcheck disable=SC2086
{
  $cc $flags "$here/program_c.c" $libraries -o pkg_config_c
  $cxx $flags "$here/program_cpp.cpp" $libraries -o pkg_config_cpp
}
"$@" ./pkg_config_c
"$@" ./pkg_config_cpp
