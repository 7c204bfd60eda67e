# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD=... -DPREFIX=... -P install.cmake: installs, and moves what was installed.
file(REMOVE_RECURSE "${PREFIX}" "${PREFIX}.before")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}.before"
  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(RENAME "${PREFIX}.before" "${PREFIX}")
