// SPDX-License-Identifier: Apache-2.0
// The small helpers that C++ programs written for oneDNN's examples include under this name.
#ifndef EXAMPLE_UTILS_HPP
#define EXAMPLE_UTILS_HPP

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>

#include "oneapi/dnnl/dnnl.hpp"
#include "oneapi/dnnl/dnnl_debug.h"

// Programs annotate their own loops with this; here they stay sequential.
#define PRAGMA_OMP_PARALLEL_FOR_COLLAPSE(n)

/// Thrown by a program that needs something which this build or machine does not have. That is not
/// a failure: the program says so and ends successfully.
struct example_allows_unimplemented : public std::exception {
  explicit example_allows_unimplemented(const char *amessage) noexcept : message(amessage) {}
  const char *what() const noexcept override { return message; }
  const char *message;
};

inline const char *engine_kind2str_upper(dnnl::engine::kind kind) {
  switch (kind) {
    case dnnl::engine::kind::cpu: return "CPU";
    case dnnl::engine::kind::gpu: return "GPU";
    default: return "<unknown engine>";
  }
}

/// Where there is no engine of the kind, the program has nothing to show, and ends successfully.
inline dnnl::engine::kind validate_engine_kind(dnnl::engine::kind kind) {
  if (dnnl::engine::get_count(kind) == 0) {
    std::cout << "There is no " << engine_kind2str_upper(kind)
              << " engine here; run this example on the CPU." << std::endl;
    std::exit(0);
  }
  return kind;
}

/// The program's first argument: cpu (the default) or gpu. `extra_args` more may follow it.
inline dnnl::engine::kind parse_engine_kind(int argc, char **argv, int extra_args = 0) {
  const std::string name = argc > 1 ? argv[1] : "cpu";
  if (argc <= extra_args + 2) {
    if (name == "cpu") return validate_engine_kind(dnnl::engine::kind::cpu);
    if (name == "gpu") return validate_engine_kind(dnnl::engine::kind::gpu);
  }
  std::cout << "usage: " << argv[0] << " [cpu|gpu]" << (extra_args ? " [more arguments]" : "")
            << std::endl;
  std::exit(1);
}

/// Libraries with threads of their own end them here. dnnlet has none.
inline void finalize() {}

/// Runs the program proper and says how it went. The result is main()'s: 0, 1 if the library
/// reported an error, 2 if the program did.
inline int handle_example_errors(std::initializer_list<dnnl::engine::kind> kinds,
                                 const std::function<void()> &example) {
  int exit_status = 0;
  try {
    example();
  } catch (const example_allows_unimplemented &refusal) {
    std::cout << refusal.message << std::endl;
  } catch (const dnnl::error &error) {
    std::cout << "The library returned " << dnnl_status2str(error.status) << ": " << error.what()
              << "." << std::endl;
    exit_status = 1;
  } catch (const std::exception &error) {
    std::cout << "Error in the example: " << error.what() << "." << std::endl;
    exit_status = 2;
  }

  std::string names;
  for (const dnnl::engine::kind kind : kinds)
    names += (names.empty() ? "" : "/") + std::string(engine_kind2str_upper(kind));
  std::cout << "Example " << (exit_status ? "failed" : "passed") << " on " << names << "."
            << std::endl;
  finalize();
  return exit_status;
}

inline int handle_example_errors(std::function<void(dnnl::engine::kind)> example,
                                 dnnl::engine::kind kind) {
  return handle_example_errors({kind}, [&] { example(kind); });
}

inline int handle_example_errors(std::function<void(dnnl::engine::kind, int, char **)> example,
                                 dnnl::engine::kind kind, int argc, char **argv) {
  return handle_example_errors({kind}, [&] { example(kind, argc, argv); });
}

/// How many elements a tensor with these dimensions has.
inline dnnl::memory::dim product(const dnnl::memory::dims &dims) {
  return std::accumulate(dims.begin(), dims.end(), dnnl::memory::dim(1),
                         std::multiplies<dnnl::memory::dim>());
}

/// Copies the whole buffer of a memory object, in its layout, to `to`.
inline void read_from_dnnl_memory(void *to, dnnl::memory &memory) {
  const void *const buffer = memory.get_data_handle();
  if (!to) throw std::runtime_error("there is nowhere to read the memory to");
  if (!buffer) throw std::runtime_error("the memory object has no buffer");
  std::memcpy(to, buffer, memory.get_desc().get_size());
}

/// Fills the whole buffer of a memory object from `from`, which is in its layout.
inline void write_to_dnnl_memory(void *from, dnnl::memory &memory) {
  void *const buffer = memory.get_data_handle();
  if (!from) throw std::runtime_error("there is nothing to write to the memory");
  if (!buffer) throw std::runtime_error("the memory object has no buffer");
  std::memcpy(buffer, from, memory.get_desc().get_size());
}

#endif
