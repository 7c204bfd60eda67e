# SPDX-License-Identifier: Apache-2.0
# Runs PROGRAM, which has to say that it passed, and to end well after that.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output RESULT_VARIABLE status)
message(STATUS "exit status ${status}, output:\n${output}")
if(NOT status EQUAL 0 OR NOT output STREQUAL "Example passed on CPU.\n")
  message(FATAL_ERROR "expected exit status 0 and: Example passed on CPU.")
endif()
