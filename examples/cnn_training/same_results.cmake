# SPDX-License-Identifier: Apache-2.0
# Trains a little with one thread and with several, with the heap and in an arena: the weights have
# to be the same bits. PROGRAM: the command; THREADS: whether threads can be lent.

set(arguments --quick --lrn --width 4 --batch 8 --pictures 80 --epochs 1 --expect 0)

function(train result)
  execute_process(COMMAND ${PROGRAM} ${arguments} ${ARGN}
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR NOT output MATCHES "weights ([0-9a-f]+)")
    message(FATAL_ERROR "${ARGN}: status ${status}\n${output}")
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  if(NOT output MATCHES "training has allocated nothing")
    message(FATAL_ERROR "${ARGN}: memory was allocated while training\n${output}")
  endif()
endfunction()

function(expect_same)
  train(weights ${ARGN})
  list(JOIN ARGN " " text)
  message(STATUS "${weights} with ${text}")
  if(NOT weights STREQUAL first)
    message(FATAL_ERROR "the weights are ${weights}, expected ${first}")
  endif()
endfunction()

train(first --threads 1)
message(STATUS "${first} with --threads 1")
expect_same(--threads 1 --arena 4M)
if(THREADS)
  expect_same(--threads 2)
  expect_same(--threads 3 --arena 4M)
endif()

# In bf16 as well, whose weights are others.
train(f32 --threads 1)
train(first --threads 1 --type bf16)
if(first STREQUAL f32)
  message(FATAL_ERROR "the weights do not depend on the type")
endif()
if(THREADS)
  expect_same(--threads 2 --type bf16 --arena 4M)
endif()

# Another seed has to make a difference, or else all of this says nothing.
train(other --threads 1 --type bf16 --seed 2)
if(other STREQUAL first)
  message(FATAL_ERROR "the weights do not depend on the seed")
endif()
