// SPDX-License-Identifier: Apache-2.0
/// The version of the oneDNN API that these headers declare. dnnl_version() gives the version of
/// the library that was linked; a program may compare the two at start-up.
#ifndef ONEAPI_DNNL_DNNL_VERSION_H
#define ONEAPI_DNNL_DNNL_VERSION_H

#define DNNL_VERSION_MAJOR 3
#define DNNL_VERSION_MINOR 12
#define DNNL_VERSION_PATCH 1

#endif  // ONEAPI_DNNL_DNNL_VERSION_H
