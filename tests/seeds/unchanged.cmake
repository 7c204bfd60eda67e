# SPDX-License-Identifier: Apache-2.0
# Nobody has edited the programs: their sums are those of what the documentation's pages say.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/programs/SHA256SUMS" lines)
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^([0-9a-f]+)  (.+)$")
    message(FATAL_ERROR "SHA256SUMS: not a sum and a name: ${line}")
  endif()
  set(expected "${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_2}")
  file(SHA256 "${CMAKE_CURRENT_LIST_DIR}/programs/${name}" sum)
  if(NOT sum STREQUAL expected)
    message(FATAL_ERROR "${name} has been edited: ${sum}, expected ${expected}")
  endif()
endforeach()
