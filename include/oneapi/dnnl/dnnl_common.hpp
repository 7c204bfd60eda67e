// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DNNL_COMMON_HPP
#define ONEAPI_DNNL_DNNL_COMMON_HPP

/// What every C++ API of the library starts from: errors, handles, engines, streams.

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "oneapi/dnnl/detail/engine.hpp"
#include "oneapi/dnnl/detail/error.hpp"
#include "oneapi/dnnl/detail/handle.hpp"
#include "oneapi/dnnl/detail/math_mode.hpp"
#include "oneapi/dnnl/dnnl_common.h"

#endif  // ONEAPI_DNNL_DNNL_COMMON_HPP
