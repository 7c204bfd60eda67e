#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# adb_run.sh PROGRAM [ARGUMENT...]: runs a program on the Android device that adb sees, and answers
# its exit status. The DNNLET_, DNNL_ and ONEDNN_ variables of the environment go along.
set -eu
program=$1
shift
there=/data/local/tmp/dnnlet/$(basename "$program").$$
adb shell mkdir -p /data/local/tmp/dnnlet
adb push "$program" "$there" >/dev/null
quoted() { printf " '%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }
command=$(env | sed -nE 's/^((DNNLET|DNNL|ONEDNN)_[A-Z0-9_]+)=.*/\1/p' | while read -r name; do
  printf " %s=" "$name"
  eval "quoted \"\$$name\"" | sed 's/^ //'
done)
command="$command $there"
for argument in "$@"; do command="$command$(quoted "$argument")"; done
status=0
adb shell "$command" || status=$?
adb shell rm -f "$there"
exit $status
