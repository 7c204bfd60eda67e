#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fetch_sources.sh [FOLDER]: takes the sources of Highway and cpuinfo through apt, for machines from
# which the projects' own repositories cannot be reached but a Debian mirror can. Newer releases than
# the one installed have them; their lists are kept in the folder, and the system stays as it is.
#
# Prints the two options that make CMake use the sources; everything else goes to standard error:
#   cmake -S . -B build $(toolchains/fetch_sources.sh)
# What is in the folder already (default: build/_sources) is not fetched again.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:-$here/build/_sources}
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
folder=$(cd "$folder" && pwd)
cd "$folder"

# The mirrors that this system uses, without those of security fixes.
mirrors() {
  apt-get indextargets --format '$(REPO_URI)' | grep -v security | sort -u
}

apt_get() {
  apt-get -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
    -o APT::Sandbox::User=root -o Acquire::Retries=3 -o Acquire::Languages=none "$@" >&2
}

update() {
  local mirror release keyring=/usr/share/keyrings/debian-archive-keyring.gpg option=""
  if [ -f $keyring ]; then option="[signed-by=$keyring]"; fi
  for mirror in $(mirrors); do
    for release in trixie sid; do echo "deb-src $option $mirror $release main"; done
  done >apt/sources.list
  if [ ! -s apt/sources.list ]; then
    echo "fetch_sources.sh: apt has no mirror; run apt-get update first" >&2
    return 1
  fi
  apt_get update
}

# fetch PACKAGE RELEASE: PACKAGE_VERSION.orig.tar.* becomes the folder PACKAGE. Files of the
# packaging may be missing on a mirror that lags behind; only the original archive is needed.
fetch() {
  local package=$1 release=$2 attempt archive
  if [ -f "$package/CMakeLists.txt" ]; then return; fi
  for attempt in 1 2 3; do
    if [ "$attempt" -gt 1 ]; then sleep $((5 * attempt)); fi
    if [ ! -s apt/sources.list ] || [ "$attempt" -gt 1 ]; then update || continue; fi
    apt_get source --download-only "$package/$release" || true
    for archive in "$package"_*.orig.tar.?z; do true; done  # the newest version is the last
    if [ ! -f "$archive" ]; then continue; fi
    rm -rf "$package.part"
    mkdir "$package.part"
    if tar -xf "$archive" -C "$package.part" --strip-components=1; then
      mv "$package.part" "$package"
      return
    fi
    rm -f "$archive"
  done
  echo "fetch_sources.sh: $package could not be fetched" >&2
  return 1
}

fetch highway trixie
fetch cpuinfo sid
echo "-DFETCHCONTENT_SOURCE_DIR_HIGHWAY=$folder/highway -DFETCHCONTENT_SOURCE_DIR_CPUINFO=$folder/cpuinfo"
