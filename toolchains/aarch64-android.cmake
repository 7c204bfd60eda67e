# SPDX-License-Identifier: Apache-2.0
# Android on 64-bit Arm, with the NDK (r23 or later), which the environment variable
# ANDROID_NDK_HOME names.
#
# Programs run on the device that adb sees: adb_run.sh copies each one there. An emulated phone
# (`emulator -avd ...` of the Android SDK) is such a device too.
if(NOT DEFINED ENV{ANDROID_NDK_HOME})
  message(FATAL_ERROR "set the environment variable ANDROID_NDK_HOME to the NDK's folder")
endif()
set(ANDROID_ABI arm64-v8a)
if(NOT ANDROID_PLATFORM)
  set(ANDROID_PLATFORM android-24)
endif()
if(NOT ANDROID_STL)
  set(ANDROID_STL c++_static)  # of the tests and applications; the library needs none
endif()
include("$ENV{ANDROID_NDK_HOME}/build/cmake/android.toolchain.cmake")
set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_LIST_DIR}/adb_run.sh" CACHE STRING "")
