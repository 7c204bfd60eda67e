#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/run.sh [--full] [STAGE...]: builds and tests everything, or the named stages, on a bare
# Debian 12, as root or with sudo. Installs what it needs, works in build/, and prints the time of each
# stage; logs are in build/logs/. Exit status 0 if all stages passed.
#
# Emulated and sanitized tests take some of the shapes, drawn by a seed that is printed first: it follows
# from the sources, so that a commit has the same tests each time (DNNLET_TEST_SEED=<number> takes others).
# --full takes all shapes, every length of SVE vectors, and half an hour of the fuzzer: some hours.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

all_stages="format native consumers cortex_m asan fuzz tsan options primitives exact clang aarch64 sve
  armhf aarch64_clang"
jobs=$(nproc)
# Several builds compile the same files with the same options: each is compiled once, and not again in
# another clone on the same machine, for the cache is the user's.
export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
export CCACHE_DIR=${CCACHE_DIR:-${HOME:-$PWD/build}/.cache/ccache}
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros  # of precompiled headers
sources=$(git rev-parse --short=8 'HEAD^{tree}' 2>/dev/null || echo 1)
export DNNLET_TEST_SEED=${DNNLET_TEST_SEED:-$((16#$sources))}
quick=1         # DNNLET_TEST_QUICK of the stages that take some shapes only
fuzz_cases="asan:8000 default:30000"
sve_in_full="2" # vectors of so many times 128 bits have the unit tests too
logs=$PWD/build/logs
summary=""
failed=""

# ---- what is needed

packages="g++ cmake ninja-build ccache clang-format-14 python3 git ca-certificates xz-utils pkg-config
  libgtest-dev googletest clang-19 libclang-rt-19-dev qemu-user qemu-system-arm
  g++-aarch64-linux-gnu g++-arm-linux-gnueabihf
  gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib"

install_packages() {
  local missing="" package sudo=""
  for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok' ||
      missing="$missing $package"
  done
  if [ -z "$missing" ]; then return; fi
  if [ "$(id -u)" != 0 ]; then sudo=sudo; fi
  $sudo apt-get -qq -o Acquire::Retries=3 update &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Acquire::Retries=3 \
      install --no-install-recommends $missing  # words
}

# The dependencies come from their own repositories where these can be reached, as CMake will do by
# itself; otherwise from Debian's source packages.
fetch_sources() {
  if [ -f build/_sources/highway/CMakeLists.txt ] && [ -f build/_sources/cpuinfo/CMakeLists.txt ]; then
    return
  fi
  local url
  while read -r url; do
    if ! GIT_TERMINAL_PROMPT=0 timeout 20 git ls-remote --quiet "$url" HEAD >/dev/null 2>&1; then
      echo "$url cannot be reached"
      toolchains/fetch_sources.sh
      return
    fi
  done < <(sed -nE 's/ *GIT_REPOSITORY (.*)/\1/p' toolchains/cmake/dependencies.cmake)
}

# ---- the stages

# build PRESET [OPTION...]
build() {
  local preset=$1
  shift
  cmake --preset "$preset" "$@" && cmake --build "build/$preset" -j "$jobs"
}

# What tells whether another compiler, processor or sanitizer agrees: the recorded results, the bits, the
# fuzzer, which compares all kernels of all primitives, and the unit tests of what it does not reach. With
# --full, everything that computes something.
build_some() {
  local preset=$1 target=dnnlet_some_test_programs
  shift
  if [ $quick = 0 ]; then target=dnnlet_test_programs; fi
  cmake --preset "$preset" "$@" && cmake --build "build/$preset" -j "$jobs" --target $target
}
some="^(conformance|unit_(arguments|bits|memory|rnn|ukernel)$|fuzz|abi[.](values|link)|cpp_api[.]behaviour)"

# check PRESET [CTEST OPTION...]
check() {
  local preset=$1
  shift
  ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure --no-tests=error "$@"
}

# check_some PRESET [CTEST OPTION...]: without what has stages of its own, tests nothing that differs
# between builds, or takes an emulator minutes.
check_some() {
  local preset=$1
  shift
  if [ $quick = 0 ]; then
    check "$preset" -LE "consumers|selection|headers|seeds|examples|bench" "$@"
  else
    DNNLET_TEST_QUICK=1 check "$preset" -R "$some" "$@"
  fi
}

# The plugins of a build, best first.
plugins_of() {
  sed -nE 's/^ *\{"([a-z0-9_]+)".*/\1/p' "build/$1/generated/plugins.cpp"
}

# The sources are as .clang-format has them, but for the programs that are taken over as they are, and
# comments say what they have to.
format() {
  git ls-files '*.c' '*.cpp' '*.h' '*.hpp' |
    grep -vE '^tests/(seeds/programs|conformance/kit)/' | xargs clang-format-14 --dry-run --Werror &&
    tests/check_comments.py
}

# Each kernel is forced by its unit test, each plugin by the conformance tests; the rest runs with
# the choice capped at each plugin in turn, after the best one.
native() {
  build default && check default -LE consumers || return
  local plugin
  for plugin in $(plugins_of default | tail -n +2); do
    echo "== capped at $plugin"
    DNNLET_TEST_QUICK=$quick DNNLET_MAX_PLUGIN=$plugin \
      check default -LE "consumers|selection|headers|seeds|bench|conformance|unit" || return
  done
}

consumers() { build default && check default -L consumers; }

# The longest vectors that this CPU has, and what is not vectors.
build_asan() {
  local longest="avx2"
  if grep -qw avx512bw /proc/cpuinfo; then longest="avx512_bf16;avx512_vnni;avx512"; fi
  build_some asan -DDNNLET_PLUGINS="$longest;reference"
}

asan() { build_asan && check_some asan; }

# New cases in the sanitizers' build and in the fast one, side by side; CTest has run the corpus.
fuzz() {
  build_asan && build default || return
  local pids="" run preset pid status=0
  for run in $fuzz_cases; do
    preset=${run%:*}
    "build/$preset/tests/fuzz/fuzz" --seed "$DNNLET_TEST_SEED" --cases "${run#*:}" \
      >"$logs/fuzz_$preset.log" 2>&1 &
    pids="$pids $!"
  done
  for pid in $pids; do wait "$pid" || status=1; done
  tail -n 40 "$logs"/fuzz_*.log
  return $status
}

# What threads share is the same for all plugins. gcc's thread sanitizer wants addresses that are not
# too random.
tsan() {
  cmake --preset tsan -DDNNLET_PLUGINS="avx2;reference" &&
    cmake --build build/tsan -j "$jobs" --target test_support test_threads &&
    DNNLET_TEST_QUICK=$quick setarch "$(uname -m)" -R ctest --test-dir build/tsan --output-on-failure \
      --no-tests=error -R '^test_(support|threads)$'
}

# emulated CPU PLUGINS CHECK PRESET [CTEST OPTION...]: tests on an emulated CPU, with the kernels of the
# plugins that are not tested natively. CHECK: check or check_some
emulated() {
  local cpu=$1 plugins=$2
  shift 2
  echo "== $cpu"
  QEMU_CPU=$cpu DNNLET_TEST_QUICK=$quick DNNLET_TEST_PLUGINS=$plugins "$@"
}

build_aarch64() { build_some aarch64 -DDNNLET_PLUGINS="neon_fp16;sve_i8mm;sve2;sve;neon_i8mm;neon_dot;neon;reference"; }

aarch64() {
  build_aarch64 && cmake --build build/aarch64 -j "$jobs" --target unit_matmul unit_inner_product unit_convolution &&
    check aarch64 -L selection && check aarch64 -R bench.hot_loops &&
    emulated cortex-a72 neon check_some aarch64 -E "[.](neon_fp16|sve_i8mm|sve2|sve|neon_i8mm|neon_dot|reference)$" &&
    emulated neoverse-n1 neon_fp16 check aarch64 -R "^unit_(matmul|inner_product|convolution[.].)$" &&
    emulated neoverse-n1 neon_dot check aarch64 -R "conformance.*[.]neon_dot$" &&
    emulated max,sve=off neon_i8mm check aarch64 -R "conformance.*[.]neon_i8mm$" &&
    emulated max,sve-max-vq=2,sve-default-vector-length=32 sve_i8mm check aarch64 -R "^unit_(matmul|inner_product|convolution[.].)$"
}

# Vectors of every length, one of them in full, and SVE without SVE2. With the choice capped at sve_i8mm,
# all but integers is as with sve2.
sve() {
  build_aarch64 || return
  local quads
  for quads in 1 2 4 8 16; do
    local cpu="max,sve-max-vq=$quads,sve-default-vector-length=$((16 * quads))" others="neon_fp16|sve|neon_i8mm|neon_dot|neon|reference"
    case " $sve_in_full " in
      *" $quads "*) emulated "$cpu" sve,sve_i8mm check_some aarch64 -E "[.]($others)$" || return ;;
      *) emulated "$cpu" sve check aarch64 -L conformance -E "[.]($others|sve2)$" || return ;;
    esac
  done
  emulated a64fx sve check aarch64 -R "conformance.*[.]sve$"
}

aarch64_clang() {
  cmake --preset aarch64-clang -DDNNLET_PLUGINS="neon_bf16;neon;reference" &&
    cmake --build build/aarch64-clang -j "$jobs" --target show_selection selection_features conformance &&
    check aarch64-clang -L selection &&
    emulated max,sve=off neon_bf16 check aarch64-clang -R "conformance.*[.]neon_bf16$"
}

# What is portable is compiled by gcc only.
clang() { build_some clang -DDNNLET_PLUGINS="avx512_amx;avx512_bf16;avx512_vnni;avx512;avx2_vnni;avx2;reference" && check_some clang; }

armhf() {
  build_some armhf -DDNNLET_PLUGINS="neon;reference" && check armhf -L selection &&
    emulated cortex-a7 neon check_some armhf -E "[.]reference$"
}

cortex_m() { build cortex-m && check cortex-m; }

# option_build NAME TESTS [OPTION...]: the library of a build with options, a program that links every
# function of the API with it, and the tests of that name.
option_build() {
  local folder=build/options/$1 tests=$2
  shift 2
  echo "== $*"
  cmake -G Ninja -S . -B "$folder" -DCMAKE_BUILD_TYPE=Debug -DDNNLET_WERROR=ON \
    -DDNNLET_BUILD_EXAMPLES=OFF -DDNNLET_BUILD_BENCH=OFF "$@" &&
    cmake --build "$folder" -j "$jobs" --target abi_link $([ "$tests" = abi.link ] || echo test_support) &&
    ctest --test-dir "$folder" --output-on-failure --no-tests=error -R "^($tests)\$"
}

primitives() { tests/options/each_primitive.sh; }

# A build for one type and one kind of processor: the size of a program, which runs.
one_type() {
  local folder=build/options/one_type
  cmake -G Ninja -S . -B $folder -DCMAKE_BUILD_TYPE=Release -DDNNLET_WERROR=ON -DDNNLET_TYPES=f32 \
    -DDNNLET_PRIMITIVES="reorder;eltwise;convolution;matmul" -DDNNLET_PLUGINS="avx2;reference" -DDNNLET_BUILD_EXAMPLES=OFF -DDNNLET_BUILD_BENCH=OFF &&
    cmake --build $folder -j "$jobs" --target one_convolution one_matmul &&
    ctest --test-dir $folder --output-on-failure --no-tests=error -R 'one_(convolution|matmul)$'
}

# A plugin outside the library's tree is taken in, and chosen.
extra_plugin() {
  local folder=build/options/extra_plugin
  cmake -G Ninja -S . -B "$folder" -DCMAKE_BUILD_TYPE=Debug -DDNNLET_WERROR=ON \
    -DDNNLET_BUILD_TESTS=OFF -DDNNLET_BUILD_BENCH=OFF -DDNNLET_PRIMITIVES="eltwise;reorder" \
    -DDNNLET_PLUGINS="my_plugin;portable" -DDNNLET_EXTRA_PLUGINS="$PWD/examples/plugin" &&
    cmake --build "$folder" -j "$jobs" --target example_getting_started &&
    ONEDNN_VERBOSE=1 "$folder/examples/getting_started" | grep my_plugin:relu_f32
}

# The shared library, as frameworks have it: with OpenMP, whose tests are here.
shared_library() {
  local folder=build/options/release
  cmake -G Ninja -S . -B $folder -DCMAKE_BUILD_TYPE=Release -DDNNLET_WERROR=ON -DDNNLET_BUILD_SHARED=ON \
    -DDNNLET_CPU_RUNTIME=OMP -DDNNLET_PLUGINS="avx2;reference" -DDNNLET_PRIMITIVES=all \
    -DDNNLET_BUILD_EXAMPLES=OFF -DDNNLET_BUILD_BENCH=OFF &&
    cmake --build $folder -j "$jobs" --target dnnlet_shared_tests abi_link test_support &&
    ctest --test-dir $folder --output-on-failure --no-tests=error -L shared &&
    ctest --test-dir $folder --output-on-failure --no-tests=error -R "^(abi.link|test_support)\$"
}

# The bits of all plugins, plugin exact among them; in the same folder, what has not changed is there.
exact() {
  local folder=build/options/release
  cmake -G Ninja -S . -B $folder -DCMAKE_BUILD_TYPE=Release -DDNNLET_WERROR=ON -DDNNLET_BUILD_SHARED=OFF \
    -DDNNLET_CPU_RUNTIME=OMP -DDNNLET_PLUGINS="avx2;portable;exact;reference" \
    -DDNNLET_PRIMITIVES="reorder;eltwise;convolution;pooling;lrn" \
    -DDNNLET_BUILD_EXAMPLES=OFF -DDNNLET_BUILD_BENCH=OFF &&
    cmake --build $folder -j "$jobs" --target unit_bits &&
    ctest --test-dir $folder --output-on-failure --no-tests=error -R '^unit_bits$'
}

# What `native` stands for here has vectors.
native_plugins() {
  local folder=build/options/native
  cmake -G Ninja -S . -B "$folder" -DCMAKE_BUILD_TYPE=Debug -DDNNLET_WERROR=ON \
    -DDNNLET_BUILD_TESTS=OFF -DDNNLET_BUILD_BENCH=OFF -DDNNLET_PRIMITIVES="eltwise;reorder" \
    -DDNNLET_PLUGINS=native &&
    cmake --build "$folder" -j "$jobs" --target example_getting_started &&
    ONEDNN_VERBOSE=1 "$folder/examples/getting_started" | grep -E 'eltwise,(avx|neon|sve)[a-z0-9_]*:'
}

# Every primitive is compiled for inference by the stage primitives.
options() {
  local few=-DDNNLET_PLUGINS="avx2;reference" tests="abi.link|test_support"
  local some=-DDNNLET_PRIMITIVES="reorder;eltwise;convolution;matmul;softmax"
  option_build plugins "$tests" -DDNNLET_PLUGINS="portable" "$some" &&
    option_build seq "$tests" "$few" "$some" -DDNNLET_CPU_RUNTIME=SEQ &&
    option_build small abi.link -DDNNLET_PLUGINS="reference" -DDNNLET_HEAP=OFF -DDNNLET_VERBOSE=OFF \
      -DDNNLET_MAX_NDIMS=6 -DDNNLET_CPU_DETECTION=fixed -DDNNLET_CPU_FEATURES="avx;avx2;fma" &&
    one_type &&
    shared_library &&
    extra_plugin &&
    native_plugins
}

# ---- running them

# stage NAME: runs the function of that name; its output goes to a log, of which the end is shown
# when it fails. Prints the seconds that passed, and those that all processors worked.
stage() {
  local name=$1 verdict=passed line real user system
  local TIMEFORMAT='%0R %0U %0S'
  { time "$name" >"$logs/$name.log" 2>&1 || verdict=FAILED; } 2>"$logs/$name.time"
  if [ $verdict = FAILED ]; then
    failed="$failed $name"
    echo "---- the end of build/logs/$name.log"
    tail -n 60 "$logs/$name.log"
  fi
  read -r real user system <"$logs/$name.time"
  line=$(printf '%-16s %s %5d s, %5d s of CPU' "$name" $verdict "$real" $((user + system)))
  echo "$line"
  summary="$summary$line"$'\n'
}

if [ "${1:-}" = --full ]; then
  shift
  quick=0
  fuzz_cases="asan:180000 default:900000"
  sve_in_full="1 2 4 8 16"
fi
mkdir -p "$logs"
read -rd '' -a names <<<"$all_stages"
for name in "$@"; do
  case " ${names[*]} " in
    *" $name "*) ;;
    *) echo "run.sh: there is no stage $name, only: ${names[*]}" >&2; exit 2 ;;
  esac
done
if [ $# -gt 0 ]; then names=("$@"); fi
echo "DNNLET_TEST_SEED=$DNNLET_TEST_SEED"
for name in install_packages fetch_sources; do
  stage $name
  if [ -n "$failed" ]; then exit 1; fi
done
for name in "${names[@]}"; do stage "$name"; done
printf '\n%s%-23s %5d s\n' "$summary" total $SECONDS
if [ -n "$failed" ]; then echo "failed:$failed"; exit 1; fi
