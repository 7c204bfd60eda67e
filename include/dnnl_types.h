// SPDX-License-Identifier: Apache-2.0
#include "oneapi/dnnl/dnnl_types.h"
