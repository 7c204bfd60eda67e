# SPDX-License-Identifier: Apache-2.0
# Firmware for Cortex-M, with gcc and newlib-nano. There is no operating system, so that the library
# has no heap, no threads and no environment (cmake/options.cmake): the application gives it an
# arena. The plugins are portable and reference.
#
# The core: Cortex-M7 with a single-precision FPU, unless -DDNNLET_CORTEX_M=... names another one of
#   cortex-m4 (FPU), cortex-m7 (FPU), cortex-m33 (FPU), cortex-m55 (FPU), cortex-m0plus, cortex-m3
# or -DDNNLET_CORTEX_M_FLAGS=... gives the compiler's flags themselves.
#
# Test images are made for Arm's MPS2 board with a Cortex-M7, and talk by semihosting. For others:
# mps2-an386 (M4), mps2-an505 (M33), mps3-an547 (M55).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DNNLET_CORTEX_M DNNLET_CORTEX_M_FLAGS)

set(DNNLET_CORTEX_M cortex-m7 CACHE STRING "The core that is compiled for")
set(fpu_cortex-m4 -mfpu=fpv4-sp-d16)
set(fpu_cortex-m7 -mfpu=fpv5-sp-d16)
set(fpu_cortex-m33 -mfpu=fpv5-sp-d16)
set(fpu_cortex-m55 -mfpu=auto)
if(fpu_${DNNLET_CORTEX_M})
  set(flags "-mcpu=${DNNLET_CORTEX_M} -mthumb -mfloat-abi=hard ${fpu_${DNNLET_CORTEX_M}}")
else()
  set(flags "-mcpu=${DNNLET_CORTEX_M} -mthumb -mfloat-abi=soft")
endif()
set(DNNLET_CORTEX_M_FLAGS "${flags}" CACHE STRING "The compiler's flags for the core")
set(CMAKE_SYSTEM_PROCESSOR ${DNNLET_CORTEX_M})
set(CMAKE_C_FLAGS_INIT "${DNNLET_CORTEX_M_FLAGS}")
set(CMAKE_CXX_FLAGS_INIT "${DNNLET_CORTEX_M_FLAGS}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "--specs=nano.specs -Wl,--gc-sections")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-system-arm -M mps2-an500 -nographic
  -semihosting-config enable=on,target=native -kernel CACHE STRING "")
