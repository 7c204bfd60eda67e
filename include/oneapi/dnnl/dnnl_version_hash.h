// SPDX-License-Identifier: Apache-2.0
/// The word that tells this implementation of the API from others, also in dnnl_version()->hash.
#ifndef ONEAPI_DNNL_DNNL_VERSION_HASH_H
#define ONEAPI_DNNL_DNNL_VERSION_HASH_H

#define DNNL_VERSION_HASH "dnnlet"

#endif  // ONEAPI_DNNL_DNNL_VERSION_HASH_H
