// SPDX-License-Identifier: Apache-2.0
/// The types of the API: what a tensor looks like in memory, what a primitive computes, what can be
/// asked of either, and the names of the arguments of an execution.
#ifndef ONEAPI_DNNL_DNNL_TYPES_H
#define ONEAPI_DNNL_DNNL_TYPES_H

#include "oneapi/dnnl/dnnl_common_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Memory descriptors and memory.

/// How a memory descriptor places elements.
typedef enum {
  dnnl_format_kind_undef = 0,        ///< of a zero descriptor: there is no tensor
  dnnl_format_kind_any = 1,          ///< not decided yet: a primitive descriptor will choose
  dnnl_blocked = 2,                  ///< by strides, and by blocks inside of them
  dnnl_format_kind_opaque = 3,       ///< in a way of the library's own
  dnnl_format_kind_sparse = 4,       ///< without its zeros, see dnnl_sparse_encoding_t
  dnnl_format_kind_host_scalar = 5,  ///< a single number, kept in the memory object itself
  dnnl_format_kind_max = 0x7fff,     ///< not a kind: makes the enum at least 16 bits wide
} dnnl_format_kind_t;

/// How a sparse tensor is stored: which buffers its memory object has, by index.
typedef enum {
  dnnl_sparse_encoding_undef = 0,
  dnnl_csr = 1,  ///< 0: values; 1: the column of each; 2: where each row starts, rows + 1 numbers
  dnnl_packed = 2,  ///< up to the library; as with `any`, the primitive descriptor decides
  dnnl_coo = 3,     ///< 0: values; 1 to ndims: the coordinate of each in that dimension, sorted
} dnnl_sparse_encoding_t;

/// Names of the usual layouts.
///
/// A letter is a logical dimension: a is the first, b the second, and so on. Letters are written
/// from the outermost in memory to the innermost, so abcd is dense and row-major, and acdb keeps
/// dimension b together. A capital is a dimension that is cut into blocks; the blocks follow at the
/// end, outermost first, each as a size and a letter. aBcd16b is: a, then b in steps of 16, then c,
/// d, and inside of these 16 neighbours of b. The last block is filled up with zeros.
///
/// The second half are aliases by the meaning of dimensions, for those who prefer nchw to abcd:
///   data     n batch, c channels, d depth, h height, w width
///   weights  g groups, o output channels, i input channels, d, h, w
///   RNN      t time, n batch, c channels; l layers, d directions, i inputs, g gates, o outputs
/// The logical order of the dimensions is always n c d h w, g o i d h w, t n c, l d n c and
/// l d i g o; only their order in memory differs. nhwc describes a tensor {N, C, H, W}.
// clang-format off
typedef enum {
  dnnl_format_tag_undef = 0,  ///< no layout
  dnnl_format_tag_any = 1,    ///< let the primitive descriptor choose

  // Plain.
  dnnl_a = 2, dnnl_ab, dnnl_abc, dnnl_abcd, dnnl_abcde, dnnl_abcdef, dnnl_abcdefg, dnnl_abcdefgh,
  dnnl_abcdefghi = 10, dnnl_abcdefghij, dnnl_abcdefghijk, dnnl_abcdefghijkl, dnnl_ba, dnnl_acb,
  dnnl_bac = 16, dnnl_bca, dnnl_cab, dnnl_cba, dnnl_abdc, dnnl_acbd, dnnl_acdb, dnnl_adbc,
  dnnl_adcb = 24, dnnl_bacd, dnnl_bcda, dnnl_cdab, dnnl_cdba, dnnl_dcab, dnnl_abced, dnnl_abdec,
  dnnl_acbde = 32, dnnl_acdeb, dnnl_adecb, dnnl_bacde, dnnl_bcdea, dnnl_cdeab, dnnl_cdeba,
  dnnl_decab = 39, dnnl_abcdfe, dnnl_abdefc, dnnl_abdfce, dnnl_acbdef, dnnl_adefcb, dnnl_defcab,
  dnnl_abcdegf = 46, dnnl_abcdefhg, dnnl_abcdefgih, dnnl_abcdefghji, dnnl_abcdefghikj,
  dnnl_abcdefghijlk = 51,

  // Blocked, and a few plain ones that came later. The numbers are part of the ABI.
  dnnl_Abc16a = 52, dnnl_ABc16a16b, dnnl_ABc32a32b, dnnl_ABc4a4b, dnnl_aBc16b, dnnl_ABc16b16a,
  dnnl_Abc4a = 58, dnnl_aBc32b, dnnl_aBc4b, dnnl_ABc4b16a4b, dnnl_ABc2b8a4b, dnnl_ABc16b16a4b,
  dnnl_ABc16b16a2b = 64, dnnl_ABc4b4a, dnnl_ABc8a16b2a, dnnl_ABc8a8b, dnnl_ABc8a4b, dnnl_aBc8b,
  dnnl_ABc8b16a2b = 70, dnnl_BAc8a16b2a, dnnl_ABc8b8a, dnnl_Abcd16a, dnnl_Abcd8a, dnnl_ABcd16a16b,
  dnnl_Abcd32a = 76, dnnl_ABcd32a32b, dnnl_aBcd16b, dnnl_ABcd16b16a, dnnl_aBCd16b16c,
  dnnl_aBCd16c16b = 81, dnnl_Abcd4a, dnnl_aBcd32b, dnnl_aBcd4b, dnnl_ABcd4b16a4b, dnnl_ABcd16b16a4b,
  dnnl_ABcd16b16a2b = 87, dnnl_ABcd4b4a, dnnl_ABcd4a4b, dnnl_aBCd2c4b2c, dnnl_aBCd4b8c2b,
  dnnl_aBCd4c16b4c = 92, dnnl_aBCd2c8b4c, dnnl_aBCd16c16b4c, dnnl_aBCd16c16b2c, dnnl_aBCd4c4b,
  dnnl_aBCd4b4c = 97, dnnl_ABcd8a16b2a, dnnl_ABcd2b8a4b, dnnl_ABcd8a8b, dnnl_ABcd8a4b, dnnl_aBcd8b,
  dnnl_aBCd4c8b2c = 103, dnnl_ABcd8b16a2b, dnnl_aBCd8b16c2b, dnnl_BAcd8a16b2a, dnnl_ABcd8b8a,
  dnnl_aBCd8b8c = 108, dnnl_aBCd8b4c, dnnl_aBCd8c16b2c, dnnl_ABcde8a16b2a, dnnl_aCBd8b16c2b,
  dnnl_aBCd8c8b = 113, dnnl_Abcde16a, dnnl_Abcde32a, dnnl_ABcde16a16b, dnnl_BAcde8a16b2a,
  dnnl_aBCd2b4c2b = 118, dnnl_ABcde4b16a4b, dnnl_ABcde2b8a4b, dnnl_aBcde16b, dnnl_ABcde16b16a,
  dnnl_aBCde16b16c = 123, dnnl_aBCde16c16b, dnnl_aBCde2c8b4c, dnnl_Abcde4a, dnnl_aBcde32b,
  dnnl_aBcde4b = 128, dnnl_ABcde4b4a, dnnl_ABcde4a4b, dnnl_aBCde4b4c, dnnl_aBCde2c4b2c,
  dnnl_aBCde4b8c2b = 133, dnnl_aBCde4c16b4c, dnnl_aBCde16c16b4c, dnnl_aBCde16c16b2c, dnnl_aBCde4c4b,
  dnnl_Abcde8a = 138, dnnl_ABcde8a8b, dnnl_ABcde8a4b, dnnl_BAcde16b16a, dnnl_aBcde8b,
  dnnl_ABcde8b16a2b = 143, dnnl_aBCde8b16c2b, dnnl_aBCde4c8b2c, dnnl_aCBde8b16c2b, dnnl_ABcde8b8a,
  dnnl_ABcde32a32b = 148, dnnl_aBCde8b8c, dnnl_aBCde8b4c, dnnl_ABc4a8b8a4b, dnnl_ABcd4a8b8a4b,
  dnnl_ABcde4a8b8a4b = 153, dnnl_BAc4b8a8b4a, dnnl_BAcd4b8a8b4a, dnnl_BAcde4b8a8b4a,
  dnnl_ABcd2a8b8a2b = 157, dnnl_aBCd4b8c8b4c, dnnl_aBCde4b8c8b4c, dnnl_aBCde2b8c8b2c,
  dnnl_aBCde8c16b2c = 161, dnnl_aBCde8c8b, dnnl_aBCde2b4c2b, dnnl_aBcdef16b, dnnl_aBCdef16b16c,
  dnnl_aBCdef16c16b = 166, dnnl_aBCdef4c16b4c, dnnl_aBCdef2c8b4c, dnnl_aBCdef4c8b2c,
  dnnl_aBCdef2b4c2b = 170, dnnl_aBcdef4b, dnnl_aBCdef4c4b, dnnl_aBCdef4b4c, dnnl_aBCdef2c4b2c,
  dnnl_aBCdef4b8c2b = 175, dnnl_aBCdef8b8c, dnnl_aBCdef8b4c, dnnl_aBCdef8c16b2c,
  dnnl_aBCdef4b8c8b4c = 179, dnnl_aBCdef8b16c2b, dnnl_aCBdef8b16c2b, dnnl_aBCdef8c8b, dnnl_aBdc16b,
  dnnl_aBdC16b2c = 184, dnnl_aBdC16b4c, dnnl_aBdc4b, dnnl_aBdc8b, dnnl_aBdec16b, dnnl_aBdeC16b2c,
  dnnl_aBdeC16b4c = 190, dnnl_aBdec32b, dnnl_aBdec4b, dnnl_aBdec8b, dnnl_aBdefc16b,
  dnnl_aBdefC16b2c = 195, dnnl_aCBdef16c16b, dnnl_aBdefc4b, dnnl_aBdefc8b, dnnl_Abcdef16a,
  dnnl_Abcdef32a = 200, dnnl_aBedc16b, dnnl_Acb16a, dnnl_AcB16a2b, dnnl_AcB16a4b, dnnl_Acb4a,
  dnnl_Acb8a = 206, dnnl_aCBd16b16c, dnnl_aCBd16c16b, dnnl_aCBde16b16c, dnnl_aCBde16c16b,
  dnnl_Acdb16a = 211, dnnl_AcdB16a2b, dnnl_AcdB16a4b, dnnl_Acdb32a, dnnl_Acdb4a, dnnl_Acdb8a,
  dnnl_Acdeb16a = 217, dnnl_AcdeB16a2b, dnnl_Acdeb4a, dnnl_Acdeb8a, dnnl_Adcb16a, dnnl_BAc16a16b,
  dnnl_BAc16b16a = 223, dnnl_BAcd16a16b, dnnl_BAcd16b16a, dnnl_aCBd4c8b8c4b, dnnl_aCBde4c8b8c4b,
  dnnl_aCBdef4c8b8c4b = 228, dnnl_BAcde16a16b, dnnl_aCBdef16b16c, dnnl_ABc16b32a, dnnl_ABc16b64a,
  dnnl_ABc4b32a4b = 233, dnnl_ABc4b64a4b, dnnl_ABc8b32a2b, dnnl_ABc8b64a2b, dnnl_AB16b16a,
  dnnl_AB16b32a = 238, dnnl_AB16b64a, dnnl_AB8b16a2b, dnnl_AB8b32a2b, dnnl_AB8b64a2b,
  dnnl_AB4b16a4b = 243, dnnl_AB4b32a4b, dnnl_AB4b64a4b, dnnl_AB16b16a4b, dnnl_ABcd16b32a,
  dnnl_ABcd16b64a = 248, dnnl_ABcd4b32a4b, dnnl_ABcd4b64a4b, dnnl_ABcd8b32a2b, dnnl_ABcd8b64a2b,
  dnnl_ABcde4b32a4b = 253, dnnl_ABcde4b64a4b, dnnl_ABcde16b16a4b, dnnl_ABcde16b16a2b,
  dnnl_ABcde16b32a = 257, dnnl_ABcde16b64a, dnnl_ABcde8b32a2b, dnnl_ABcde8b64a2b,
  dnnl_aBCdef16c16b4c = 261, dnnl_aBCdef16c16b2c, dnnl_AB32a32b8a4b, dnnl_AB8a4b, dnnl_AB32a32b8a2b,
  dnnl_AB8a2b = 266, dnnl_abDc32d, dnnl_abDC32d4c, dnnl_abdEc32e, dnnl_abdEC32e2c, dnnl_abdEC32e4c,
  dnnl_aBdefC16b4c = 272, dnnl_AcdeB16a4b, dnnl_ABcd16a16b2a, dnnl_ABc16a16b2a, dnnl_aBCd16b16c2b,
  dnnl_aBCde16b16c2b = 277, dnnl_Acb32a, dnnl_AcB32a2b, dnnl_AcB32a4b, dnnl_Acb48a, dnnl_AcB48a2b,
  dnnl_AcB48a4b = 283, dnnl_Acb64a, dnnl_AcB64a2b, dnnl_AcB64a4b, dnnl_cBa2b, dnnl_cBa4b,
  dnnl_aBdc32b = 289, dnnl_aBdC32b2c, dnnl_aBdC32b4c, dnnl_aBdc48b, dnnl_aBdC48b2c, dnnl_aBdC48b4c,
  dnnl_aBdc64b = 295, dnnl_aBdC64b2c, dnnl_aBdC64b4c, dnnl_adCb2c, dnnl_adCb4c, dnnl_AcdB32a2b,
  dnnl_AcdB32a4b = 301, dnnl_Acdb48a, dnnl_AcdB48a2b, dnnl_AcdB48a4b, dnnl_Acdb64a, dnnl_AcdB64a2b,
  dnnl_AcdB64a4b = 307, dnnl_cdBa2b, dnnl_cdBa4b, dnnl_aBdeC32b2c, dnnl_aBdeC32b4c, dnnl_aBdec48b,
  dnnl_aBdeC48b2c = 313, dnnl_aBdeC48b4c, dnnl_aBdec64b, dnnl_aBdeC64b2c, dnnl_aBdeC64b4c,
  dnnl_adeCb2c = 318, dnnl_adeCb4c, dnnl_Acdeb32a, dnnl_AcdeB32a2b, dnnl_AcdeB32a4b, dnnl_Acdeb48a,
  dnnl_AcdeB48a2b = 324, dnnl_AcdeB48a4b, dnnl_Acdeb64a, dnnl_AcdeB64a2b, dnnl_AcdeB64a4b,
  dnnl_cdeBa2b = 329, dnnl_cdeBa4b, dnnl_aBdefc32b, dnnl_aBdefC32b2c, dnnl_aBdefC32b4c,
  dnnl_aBdefc48b = 334, dnnl_aBdefC48b2c, dnnl_aBdefC48b4c, dnnl_aBdefc64b, dnnl_aBdefC64b2c,
  dnnl_aBdefC64b4c = 339, dnnl_adefCb2c, dnnl_adefCb4c, dnnl_AB16b32a4b, dnnl_AB16b48a4b,
  dnnl_AB16b64a4b = 344, dnnl_AB16b16a2b, dnnl_AB16b32a2b, dnnl_AB16b48a2b, dnnl_AB16b64a2b,
  dnnl_ABc16b32a4b = 349, dnnl_ABc16b48a4b, dnnl_ABc16b64a4b, dnnl_ABc16b32a2b, dnnl_ABc16b48a2b,
  dnnl_ABc16b64a2b = 354, dnnl_ABcd16b32a4b, dnnl_ABcd16b48a4b, dnnl_ABcd16b64a4b,
  dnnl_ABcd16b32a2b = 358, dnnl_ABcd16b48a2b, dnnl_ABcd16b64a2b, dnnl_ABcde16b32a4b,
  dnnl_ABcde16b48a4b = 362, dnnl_ABcde16b64a4b, dnnl_ABcde16b32a2b, dnnl_ABcde16b48a2b,
  dnnl_ABcde16b64a2b = 366, dnnl_ABc32a16b, dnnl_ABcd32a16b, dnnl_ABcde32a16b, dnnl_AB48a16b,
  dnnl_AB48a32b = 371, dnnl_ABc40a16b, dnnl_ABc40a32b, dnnl_aBC48b16c, dnnl_aBC48b32c,
  dnnl_ABcd40a16b = 376, dnnl_ABcd40a32b, dnnl_abCd32c, dnnl_abdCe32c, dnnl_abdCE32c2e,
  dnnl_BA16a16b2a = 381, dnnl_BA16a32b2a, dnnl_BA16a48b2a, dnnl_BA16a64b2a, dnnl_BA16a16b4a,
  dnnl_BA16a32b4a = 386, dnnl_BA16a48b4a, dnnl_BA16a64b4a, dnnl_ABcd8a2b, dnnl_aBdeC16c16b2c,
  dnnl_aBdeC16c16b4c = 391, dnnl_aBdefC16c16b2c, dnnl_AcB16b16a2b, dnnl_AcB16b16a4b,
  dnnl_AcdB16b16a2b = 395, dnnl_AcdB16b16a4b, dnnl_AcdeB16b16a2b, dnnl_aBdefC16c16b4c,
  dnnl_AcdeB16b16a4b = 399, dnnl_AcB16b32a2b, dnnl_AcB16b32a4b, dnnl_AcB16b48a2b, dnnl_AcB16b48a4b,
  dnnl_AcB16b64a2b = 404, dnnl_AcB16b64a4b, dnnl_aBdC16c16b2c, dnnl_aBdC16c16b4c, dnnl_aBdC16c32b2c,
  dnnl_aBdC16c32b4c = 409, dnnl_aBdC16c48b2c, dnnl_aBdC16c48b4c, dnnl_aBdC16c64b2c,
  dnnl_aBdC16c64b4c = 413, dnnl_AcdB16b32a2b, dnnl_AcdB16b32a4b, dnnl_AcdB16b48a2b,
  dnnl_AcdB16b48a4b = 417, dnnl_AcdB16b64a2b, dnnl_AcdB16b64a4b, dnnl_aBdeC16c32b2c,
  dnnl_aBdeC16c32b4c = 421, dnnl_aBdeC16c48b2c, dnnl_aBdeC16c48b4c, dnnl_aBdeC16c64b2c,
  dnnl_aBdeC16c64b4c = 425, dnnl_AcdeB16b32a2b, dnnl_AcdeB16b32a4b, dnnl_AcdeB16b48a2b,
  dnnl_AcdeB16b48a4b = 429, dnnl_AcdeB16b64a2b, dnnl_AcdeB16b64a4b, dnnl_aBdefC16c32b2c,
  dnnl_aBdefC16c32b4c = 433, dnnl_aBdefC16c48b2c, dnnl_aBdefC16c48b4c, dnnl_aBdefC16c64b2c,
  dnnl_aBdefC16c64b4c = 437, dnnl_decbA16a, dnnl_ABc4a2b, dnnl_ABc8a2b, dnnl_aBCd8b2c,
  dnnl_ABcde4a2b = 442, dnnl_ABcde8a2b, dnnl_ABcde40a16b, dnnl_ABcde40a32b, dnnl_aBCde8b2c,
  dnnl_ABcde4a8b8a2b = 447, dnnl_ABcd4a8b8a2b, dnnl_ABc4a8b8a2b, dnnl_aBCdef4b8c8b2c,
  dnnl_aBCde4b8c8b2c = 451, dnnl_aBCd4b8c8b2c, dnnl_BAcde4b8a8b2a, dnnl_BAcd4b8a8b2a,
  dnnl_BAc4b8a8b2a = 455, dnnl_aCBdef4c8b8c2b, dnnl_aCBde4c8b8c2b, dnnl_aCBd4c8b8c2b,
  dnnl_aBCdef8b2c = 459, dnnl_AB32a16b, dnnl_AB32a32b, dnnl_BA4b8a8b2a, dnnl_BA4b8a8b4a,
  dnnl_aBC32b16c = 464, dnnl_aBC32b32c, dnnl_aCB4c8b8c2b, dnnl_aCB4c8b8c4b, dnnl_ABcd4a2b,
  dnnl_ABc2b8a16b4a = 469, dnnl_ABcd2b8a16b4a, dnnl_ABcde2b8a16b4a, dnnl_ABc2a8b16a4b,
  dnnl_ABc2a8b16a2b = 473, dnnl_ABc2b32a8b, dnnl_ABcd2a8b16a4b, dnnl_ABcd2a8b16a2b,
  dnnl_aCBd2c8b16c2b = 477, dnnl_ABcd2b32a8b, dnnl_aBCd2c8b16c2b, dnnl_ABcde2a8b16a4b,
  dnnl_ABcde2a8b16a2b = 481, dnnl_aCBde2c8b16c2b, dnnl_ABcde2b32a8b, dnnl_aBC2b8c16b2c,
  dnnl_aBCd2b8c16b2c = 485, dnnl_aBCde2b8c16b2c, dnnl_aBCdef2b8c16b2c, dnnl_BAcde2b8a16b4a,
  dnnl_BAcd2b8a16b4a = 489, dnnl_BAc2b8a16b4a, dnnl_BAcde2b8a16b2a, dnnl_BAcd2b8a16b2a,
  dnnl_BAc2b8a16b2a = 493, dnnl_aBCde2c8b16c2b, dnnl_aBCdef2c8b16c2b, dnnl_aCBdef2c8b16c2b,
  dnnl_aBCd2b8c16b4c = 497, dnnl_aBCde2b8c16b4c, dnnl_BA4b8a16b2a, dnnl_BA4b8a16b4a,
  dnnl_aCB4c8b16c2b = 501, dnnl_aCB4c8b16c4b, dnnl_BA16a16b, dnnl_BA16a32b, dnnl_BA16a48b,
  dnnl_BA16a64b = 506, dnnl_aCB16c2b, dnnl_aCB16c4b, dnnl_BA16b2a, dnnl_BA16b4a, dnnl_aBC16b16c,
  dnnl_aBC16b32c = 512, dnnl_AB16a16b, dnnl_AB16a32b, dnnl_ABcde16a16b2a, dnnl_aBCdef16b16c2b,
  dnnl_Acedb16a = 517, dnnl_aBdfec16b, dnnl_abdEC64e2c, dnnl_abdEC64e4c, dnnl_aCB16b16c,
  dnnl_aCB16b32c = 522, dnnl_aCB16b48c, dnnl_aCB16b64c, dnnl_aCB16b16c2b, dnnl_aCB16b32c2b,
  dnnl_aCB16b48c2b = 527, dnnl_aCB16b64c2b, dnnl_aCB16b16c4b, dnnl_aCB16b32c4b, dnnl_aCB16b48c4b,
  dnnl_aCB16b64c4b = 532, dnnl_abCd4c, dnnl_abCde4c, dnnl_abCdef4c, dnnl_abCde32c, dnnl_abCdef32c,
  dnnl_ABcd16a32b = 538, dnnl_decbA8a, dnnl_aCdefB16b32c2b, dnnl_aCdefB16b32c4b,
  dnnl_aCdefB16b48c2b = 542, dnnl_aCdefB16b48c4b, dnnl_aCdefB16b64c2b, dnnl_aCdefB16b64c4b,
  dnnl_BcdeA16a32b2a = 546, dnnl_BcdeA16a32b4a, dnnl_BcdeA16a48b2a, dnnl_BcdeA16a48b4a,
  dnnl_BcdeA16a64b2a = 550, dnnl_BcdeA16a64b4a, dnnl_aCdefb32c, dnnl_aCdefB32c2b, dnnl_aCdefB32c4b,
  dnnl_aCdefb48c = 555, dnnl_aCdefB48c2b, dnnl_aCdefB48c4b, dnnl_aCdefb64c, dnnl_aCdefB64c2b,
  dnnl_aCdefB64c4b = 560, dnnl_Bcdea32b, dnnl_BcdeA32b2a, dnnl_BcdeA32b4a, dnnl_Bcdea48b,
  dnnl_BcdeA48b2a = 565, dnnl_BcdeA48b4a, dnnl_Bcdea64b, dnnl_BcdeA64b2a, dnnl_BcdeA64b4a,
  dnnl_Bca32b = 570, dnnl_BcA32b2a, dnnl_BcA32b4a, dnnl_Bca48b, dnnl_BcA48b2a, dnnl_BcA48b4a,
  dnnl_Bca64b = 576, dnnl_BcA64b2a, dnnl_BcA64b4a, dnnl_aCdb32c, dnnl_aCdB32c2b, dnnl_aCdB32c4b,
  dnnl_aCdb48c = 582, dnnl_aCdB48c2b, dnnl_aCdB48c4b, dnnl_aCdb64c, dnnl_aCdB64c2b, dnnl_aCdB64c4b,
  dnnl_BcA16a16b2a = 588, dnnl_BcA16a16b4a, dnnl_BcdA16a16b2a, dnnl_BcdA16a16b4a,
  dnnl_BcdeA16a16b2a = 592, dnnl_BcdeA16a16b4a, dnnl_aCdB16b16c2b, dnnl_aCdB16b16c4b,
  dnnl_aCdeB16b16c2b = 596, dnnl_aCdeB16b16c4b, dnnl_aCdefB16b16c2b, dnnl_aCdefB16b16c4b,
  dnnl_BcA16a32b2a = 600, dnnl_BcA16a32b4a, dnnl_BcA16a48b2a, dnnl_BcA16a48b4a, dnnl_BcA16a64b2a,
  dnnl_BcA16a64b4a = 605, dnnl_aCdB16b32c2b, dnnl_aCdB16b32c4b, dnnl_aCdB16b48c2b,
  dnnl_aCdB16b48c4b = 609, dnnl_aCdB16b64c2b, dnnl_aCdB16b64c4b, dnnl_BcdA16a32b2a,
  dnnl_BcdA16a32b4a = 613, dnnl_BcdA16a48b2a, dnnl_BcdA16a48b4a, dnnl_BcdA16a64b2a,
  dnnl_BcdA16a64b4a = 617, dnnl_aCdeB16b32c2b, dnnl_aCdeB16b32c4b, dnnl_aCdeB16b48c2b,
  dnnl_aCdeB16b48c4b = 621, dnnl_aCdeB16b64c2b, dnnl_aCdeB16b64c4b, dnnl_Bca16b, dnnl_BcA16b2a,
  dnnl_BcA16b4a = 626, dnnl_Bcda16b, dnnl_BcdA16b2a, dnnl_BcdA16b4a, dnnl_Bcdea16b, dnnl_BcdeA16b2a,
  dnnl_BcdeA16b4a = 632, dnnl_aCdb16c, dnnl_aCdB16c2b, dnnl_aCdB16c4b, dnnl_aCdeb16c,
  dnnl_aCdeB16c2b = 637, dnnl_aCdeB16c4b, dnnl_aCdefb16c, dnnl_aCdefB16c2b, dnnl_aCdefB16c4b,
  dnnl_Bcda32b = 642, dnnl_BcdA32b2a, dnnl_BcdA32b4a, dnnl_Bcda48b, dnnl_BcdA48b2a, dnnl_BcdA48b4a,
  dnnl_Bcda64b = 648, dnnl_BcdA64b2a, dnnl_BcdA64b4a, dnnl_aCdeb32c, dnnl_aCdeB32c2b,
  dnnl_aCdeB32c4b = 653, dnnl_aCdeb48c, dnnl_aCdeB48c2b, dnnl_aCdeB48c4b, dnnl_aCdeb64c,
  dnnl_aCdeB64c2b = 658, dnnl_aCdeB64c4b, dnnl_Acb24a, dnnl_Acdb24a, dnnl_Acdeb24a, dnnl_aBdc24b,
  dnnl_aBdec24b = 664, dnnl_aBdefc24b, dnnl_abDc16d, dnnl_abdEc16e, dnnl_abdCe16c, dnnl_AcB24a2b,
  dnnl_AcdB24a2b = 670, dnnl_AcdeB24a2b, dnnl_aBdC24b2c, dnnl_aBdeC24b2c, dnnl_aBdefC24b2c,
  dnnl_AcB8a2b = 675, dnnl_AcdB8a2b, dnnl_AcdeB8a2b, dnnl_aBdC8b2c, dnnl_aBdeC8b2c, dnnl_aBdefC8b2c,
  dnnl_AB8b32a = 681, dnnl_ABc8b32a, dnnl_ABcd8b32a, dnnl_ABcde8b32a, dnnl_AB8b24a, dnnl_ABc8b24a,
  dnnl_ABcd8b24a = 687, dnnl_ABcde8b24a, dnnl_AB8b16a, dnnl_ABc8b16a, dnnl_ABcd8b16a,
  dnnl_ABcde8b16a = 692, dnnl_AB8b8a, dnnl_AB4b8a4b, dnnl_AB4b24a4b, dnnl_ABc4b8a4b,
  dnnl_ABc4b24a4b = 697, dnnl_ABcd4b8a4b, dnnl_ABcd4b24a4b, dnnl_ABcde4b8a4b, dnnl_ABcde4b24a4b,
  dnnl_AB8b24a2b = 702, dnnl_ABc8b24a2b, dnnl_ABcd8b24a2b, dnnl_ABcde8b24a2b, dnnl_AB8b8a2b,
  dnnl_ABc8b8a2b = 707, dnnl_ABcd8b8a2b, dnnl_ABcde8b8a2b, dnnl_AcB24a4b, dnnl_AcdB24a4b,
  dnnl_AcdeB24a4b = 712, dnnl_aBdC24b4c, dnnl_aBdeC24b4c, dnnl_aBdefC24b4c, dnnl_AcB8a4b,
  dnnl_AcdB8a4b = 717, dnnl_AcdeB8a4b, dnnl_aBdC8b4c, dnnl_aBdeC8b4c, dnnl_aBdefC8b4c, dnnl_Bca8b,
  dnnl_BcA8b2a = 723, dnnl_Bcda8b, dnnl_BcdA8b2a, dnnl_Bcdea8b, dnnl_BcdeA8b2a, dnnl_aCdb8c,
  dnnl_aCdB8c2b = 729, dnnl_aCdeb8c, dnnl_aCdeB8c2b, dnnl_aCdefb8c, dnnl_aCdefB8c2b, dnnl_Bca24b,
  dnnl_BcA24b2a = 735, dnnl_Bcda24b, dnnl_BcdA24b2a, dnnl_Bcdea24b, dnnl_BcdeA24b2a, dnnl_aCdb24c,
  dnnl_aCdB24c2b = 741, dnnl_aCdeb24c, dnnl_aCdeB24c2b, dnnl_aCdefb24c, dnnl_aCdefB24c2b,
  dnnl_BcA8b4a = 746, dnnl_BcdA8b4a, dnnl_BcdeA8b4a, dnnl_aCdB8c4b, dnnl_aCdeB8c4b, dnnl_aCdefB8c4b,
  dnnl_BcA24b4a = 752, dnnl_BcdA24b4a, dnnl_BcdeA24b4a, dnnl_aCdB24c4b, dnnl_aCdeB24c4b,
  dnnl_aCdefB24c4b = 757, dnnl_AB16b48a, dnnl_ABc16b48a, dnnl_ABcd16b48a, dnnl_ABcde16b48a,
  dnnl_ABc16a4b = 762, dnnl_ABcd16a4b, dnnl_ABcde16a4b, dnnl_defcbA16a, dnnl_defcbA8a,
  dnnl_AcB16b64a = 767, dnnl_AcdB16b64a, dnnl_AcdeB16b64a, dnnl_AcB16b48a, dnnl_AcdB16b48a,
  dnnl_AcdeB16b48a = 772, dnnl_AcB16b32a, dnnl_AcdB16b32a, dnnl_AcdeB16b32a, dnnl_AcB16b16a,
  dnnl_AcdB16b16a = 777, dnnl_AcdeB16b16a, dnnl_AcB8b32a, dnnl_AcdB8b32a, dnnl_AcdeB8b32a,
  dnnl_AcB8b24a = 782, dnnl_AcdB8b24a, dnnl_AcdeB8b24a, dnnl_AcB8b16a, dnnl_AcdB8b16a,
  dnnl_AcdeB8b16a = 787, dnnl_AcB8b8a, dnnl_AcdB8b8a, dnnl_AcdeB8b8a, dnnl_AcB8b64a2b,
  dnnl_AcdB8b64a2b = 792, dnnl_AcdeB8b64a2b, dnnl_AcB8b32a2b, dnnl_AcdB8b32a2b, dnnl_AcdeB8b32a2b,
  dnnl_AcB8b24a2b = 797, dnnl_AcdB8b24a2b, dnnl_AcdeB8b24a2b, dnnl_AcB8b16a2b, dnnl_AcdB8b16a2b,
  dnnl_AcdeB8b16a2b = 802, dnnl_AcB8b8a2b, dnnl_AcdB8b8a2b, dnnl_AcdeB8b8a2b, dnnl_AcB4b64a4b,
  dnnl_AcdB4b64a4b = 807, dnnl_AcdeB4b64a4b, dnnl_AcB4b32a4b, dnnl_AcdB4b32a4b, dnnl_AcdeB4b32a4b,
  dnnl_AcB4b24a4b = 812, dnnl_AcdB4b24a4b, dnnl_AcdeB4b24a4b, dnnl_AcB4b16a4b, dnnl_AcdB4b16a4b,
  dnnl_AcdeB4b16a4b = 817, dnnl_AcB4b8a4b, dnnl_AcdB4b8a4b, dnnl_AcdeB4b8a4b, dnnl_Ab4a, dnnl_Ab8a,
  dnnl_BA4b4a = 823, dnnl_BA8b4a, dnnl_BA2a24b, dnnl_aCB2b24c, dnnl_BA2a8b, dnnl_aCB2b8c,
  dnnl_BA8a24b = 829, dnnl_aCB8b24c, dnnl_BA8a16b, dnnl_aCB8b16c, dnnl_BA8a8b, dnnl_aCB8b8c,
  dnnl_bcad = 835, dnnl_cabd, dnnl_dabc, dnnl_Ab32a, dnnl_aCBd8b8c, dnnl_aCBde8b8c, dnnl_BAc8a8b,
  dnnl_BAcd8a8b = 842, dnnl_BAcde8a8b, dnnl_aCBdef8b8c, dnnl_abdEC16e4c, dnnl_abDC16d4c,
  dnnl_BA24b8a = 847, dnnl_aCB24c8b, dnnl_abDC24d8c, dnnl_decbA4a, dnnl_defcbA4a, dnnl_abDC8d8c,
  dnnl_abDC16d8c = 853, dnnl_aCB8c8b, dnnl_aCB16c8b, dnnl_BA8b8a, dnnl_BA16b8a, dnnl_AB2a4b,
  dnnl_aCBd4b4c = 859, dnnl_aCBde4b4c, dnnl_aCBdef4b4c, dnnl_BAc4a4b, dnnl_BAcd4a4b, dnnl_BAcde4a4b,
  dnnl_BA12b8a = 865, dnnl_aCB12c8b, dnnl_abDC12d8c, dnnl_BA4b8a, dnnl_aCB4c8b, dnnl_abDC4d8c,

  dnnl_format_tag_last = 871,  ///< one more than the last layout

  // Data: vectors, images, volumes, sequences.
  dnnl_x = dnnl_a, dnnl_nc = dnnl_ab, dnnl_cn = dnnl_ba, dnnl_ncw = dnnl_abc, dnnl_nwc = dnnl_acb,
  dnnl_nchw = dnnl_abcd, dnnl_nhwc = dnnl_acdb, dnnl_chwn = dnnl_bcda, dnnl_ncdhw = dnnl_abcde,
  dnnl_ndhwc = dnnl_acdeb, dnnl_nCdhw32c = dnnl_aBcde32b, dnnl_nCdhw16c = dnnl_aBcde16b,
  dnnl_nCdhw4c = dnnl_aBcde4b, dnnl_nCdhw8c = dnnl_aBcde8b, dnnl_nChw32c = dnnl_aBcd32b,
  dnnl_nChw16c = dnnl_aBcd16b, dnnl_nChw4c = dnnl_aBcd4b, dnnl_nChw8c = dnnl_aBcd8b,
  dnnl_nCw32c = dnnl_aBc32b, dnnl_nCw16c = dnnl_aBc16b, dnnl_nCw4c = dnnl_aBc4b,
  dnnl_nCw8c = dnnl_aBc8b, dnnl_NCw16n16c = dnnl_ABc16a16b, dnnl_NCdhw16n16c = dnnl_ABcde16a16b,
  dnnl_NChw16n16c = dnnl_ABcd16a16b, dnnl_NCw32n16c = dnnl_ABc32a16b,
  dnnl_NChw32n16c = dnnl_ABcd32a16b, dnnl_NChw16n32c = dnnl_ABcd16a32b,
  dnnl_NCdhw32n16c = dnnl_ABcde32a16b, dnnl_NCw32n32c = dnnl_ABc32a32b,
  dnnl_NChw32n32c = dnnl_ABcd32a32b, dnnl_NCdhw32n32c = dnnl_ABcde32a32b,
  dnnl_NCdhw40n16c = dnnl_ABcde40a16b, dnnl_NCw40n16c = dnnl_ABc40a16b,
  dnnl_NChw40n16c = dnnl_ABcd40a16b, dnnl_NCw40n32c = dnnl_ABc40a32b,
  dnnl_NChw40n32c = dnnl_ABcd40a32b, dnnl_NCdhw40n32c = dnnl_ABcde40a32b,
  dnnl_NCw2c32n8c = dnnl_ABc2b32a8b, dnnl_NChw2c32n8c = dnnl_ABcd2b32a8b,
  dnnl_NCdhw2c32n8c = dnnl_ABcde2b32a8b,

  // Weights.
  dnnl_oi = dnnl_ab, dnnl_io = dnnl_ba, dnnl_oiw = dnnl_abc, dnnl_owi = dnnl_acb,
  dnnl_wio = dnnl_cba, dnnl_woi = dnnl_cab, dnnl_iwo = dnnl_bca, dnnl_oihw = dnnl_abcd,
  dnnl_hwio = dnnl_cdba, dnnl_hwoi = dnnl_cdab, dnnl_ohwi = dnnl_acdb, dnnl_ihwo = dnnl_bcda,
  dnnl_iohw = dnnl_bacd, dnnl_oidhw = dnnl_abcde, dnnl_iodhw = dnnl_bacde, dnnl_dhwio = dnnl_cdeba,
  dnnl_dhwoi = dnnl_cdeab, dnnl_odhwi = dnnl_acdeb, dnnl_idhwo = dnnl_bcdea,
  dnnl_OI16i16o = dnnl_AB16b16a, dnnl_OI16i32o = dnnl_AB16b32a, dnnl_OI16i48o = dnnl_AB16b48a,
  dnnl_OI16i64o = dnnl_AB16b64a, dnnl_OI8i8o2i = dnnl_AB8b8a2b, dnnl_OI8i16o2i = dnnl_AB8b16a2b,
  dnnl_OI8i24o2i = dnnl_AB8b24a2b, dnnl_OI8i32o2i = dnnl_AB8b32a2b, dnnl_OI8i64o2i = dnnl_AB8b64a2b,
  dnnl_OI4i8o4i = dnnl_AB4b8a4b, dnnl_OI4i16o4i = dnnl_AB4b16a4b, dnnl_OI4i24o4i = dnnl_AB4b24a4b,
  dnnl_OI4i32o4i = dnnl_AB4b32a4b, dnnl_OI4i64o4i = dnnl_AB4b64a4b,
  dnnl_OI16i16o4i = dnnl_AB16b16a4b, dnnl_OI8i32o = dnnl_AB8b32a, dnnl_OI8i24o = dnnl_AB8b24a,
  dnnl_OI8i16o = dnnl_AB8b16a, dnnl_OI8i8o = dnnl_AB8b8a, dnnl_IOw4o4i = dnnl_BAc4a4b,
  dnnl_IOw8o8i = dnnl_BAc8a8b, dnnl_IOw16o16i = dnnl_BAc16a16b, dnnl_IOw16i16o = dnnl_BAc16b16a,
  dnnl_OIw16i16o = dnnl_ABc16b16a, dnnl_OwI16i16o = dnnl_AcB16b16a, dnnl_OIw16i32o = dnnl_ABc16b32a,
  dnnl_OwI16i32o = dnnl_AcB16b32a, dnnl_OIw16i48o = dnnl_ABc16b48a, dnnl_OwI16i48o = dnnl_AcB16b48a,
  dnnl_OIw16i64o = dnnl_ABc16b64a, dnnl_OwI16i64o = dnnl_AcB16b64a, dnnl_OIw16o16i = dnnl_ABc16a16b,
  dnnl_Oiw16o = dnnl_Abc16a, dnnl_OIw4i8o4i = dnnl_ABc4b8a4b, dnnl_OwI4i8o4i = dnnl_AcB4b8a4b,
  dnnl_OIw4i16o4i = dnnl_ABc4b16a4b, dnnl_OwI4i16o4i = dnnl_AcB4b16a4b,
  dnnl_OIw4i24o4i = dnnl_ABc4b24a4b, dnnl_OwI4i24o4i = dnnl_AcB4b24a4b,
  dnnl_OIw4i32o4i = dnnl_ABc4b32a4b, dnnl_OwI4i32o4i = dnnl_AcB4b32a4b,
  dnnl_OIw4i64o4i = dnnl_ABc4b64a4b, dnnl_OwI4i64o4i = dnnl_AcB4b64a4b,
  dnnl_OIw2i8o4i = dnnl_ABc2b8a4b, dnnl_OIw16i16o4i = dnnl_ABc16b16a4b,
  dnnl_OIw16i16o2i = dnnl_ABc16b16a2b, dnnl_OIw16o16i2o = dnnl_ABc16a16b2a,
  dnnl_OIw4i4o = dnnl_ABc4b4a, dnnl_OIw4o4i = dnnl_ABc4a4b, dnnl_Oiw4o = dnnl_Abc4a,
  dnnl_OIw8i8o2i = dnnl_ABc8b8a2b, dnnl_OwI8i8o2i = dnnl_AcB8b8a2b,
  dnnl_OIw8i16o2i = dnnl_ABc8b16a2b, dnnl_OwI8i16o2i = dnnl_AcB8b16a2b,
  dnnl_OIw8i24o2i = dnnl_ABc8b24a2b, dnnl_OwI8i24o2i = dnnl_AcB8b24a2b,
  dnnl_OIw8i32o2i = dnnl_ABc8b32a2b, dnnl_OwI8i32o2i = dnnl_AcB8b32a2b,
  dnnl_OIw8i64o2i = dnnl_ABc8b64a2b, dnnl_OwI8i64o2i = dnnl_AcB8b64a2b, dnnl_OIw8i8o = dnnl_ABc8b8a,
  dnnl_OwI8i8o = dnnl_AcB8b8a, dnnl_OIw8o16i2o = dnnl_ABc8a16b2a, dnnl_IOw8o16i2o = dnnl_BAc8a16b2a,
  dnnl_OIw8o8i = dnnl_ABc8a8b, dnnl_OIw8o4i = dnnl_ABc8a4b, dnnl_Owi16o = dnnl_Acb16a,
  dnnl_OwI16o2i = dnnl_AcB16a2b, dnnl_OwI16o4i = dnnl_AcB16a4b, dnnl_Iwo8i = dnnl_Bca8b,
  dnnl_IwO8i2o = dnnl_BcA8b2a, dnnl_IwO8i4o = dnnl_BcA8b4a, dnnl_Iwo16i = dnnl_Bca16b,
  dnnl_IwO16i2o = dnnl_BcA16b2a, dnnl_IwO16i4o = dnnl_BcA16b4a, dnnl_Iwo24i = dnnl_Bca24b,
  dnnl_IwO24i2o = dnnl_BcA24b2a, dnnl_IwO24i4o = dnnl_BcA24b4a, dnnl_Owi4o = dnnl_Acb4a,
  dnnl_Owi8o = dnnl_Acb8a, dnnl_OwI8o2i = dnnl_AcB8a2b, dnnl_OIw8i32o = dnnl_ABc8b32a,
  dnnl_OwI8i32o = dnnl_AcB8b32a, dnnl_OIw8i24o = dnnl_ABc8b24a, dnnl_OwI8i24o = dnnl_AcB8b24a,
  dnnl_OIw8i16o = dnnl_ABc8b16a, dnnl_OwI8i16o = dnnl_AcB8b16a, dnnl_OwI8o4i = dnnl_AcB8a4b,
  dnnl_IOhw16i16o = dnnl_BAcd16b16a, dnnl_IOhw4o4i = dnnl_BAcd4a4b, dnnl_IOhw8o8i = dnnl_BAcd8a8b,
  dnnl_IOhw16o16i = dnnl_BAcd16a16b, dnnl_Ohwi16o = dnnl_Acdb16a, dnnl_OhwI16o2i = dnnl_AcdB16a2b,
  dnnl_OhwI16o4i = dnnl_AcdB16a4b, dnnl_Ihwo8i = dnnl_Bcda8b, dnnl_IhwO8i2o = dnnl_BcdA8b2a,
  dnnl_IhwO8i4o = dnnl_BcdA8b4a, dnnl_Ihwo16i = dnnl_Bcda16b, dnnl_IhwO16i2o = dnnl_BcdA16b2a,
  dnnl_IhwO16i4o = dnnl_BcdA16b4a, dnnl_Ihwo24i = dnnl_Bcda24b, dnnl_IhwO24i2o = dnnl_BcdA24b2a,
  dnnl_IhwO24i4o = dnnl_BcdA24b4a, dnnl_Ohwi24o = dnnl_Acdb24a, dnnl_Ohwi32o = dnnl_Acdb32a,
  dnnl_Ohwi4o = dnnl_Acdb4a, dnnl_Ohwi8o = dnnl_Acdb8a, dnnl_OhwI8o2i = dnnl_AcdB8a2b,
  dnnl_OhwI8o4i = dnnl_AcdB8a4b, dnnl_OIhw16i16o = dnnl_ABcd16b16a,
  dnnl_OhwI16i16o = dnnl_AcdB16b16a, dnnl_OIhw16i32o = dnnl_ABcd16b32a,
  dnnl_OhwI16i32o = dnnl_AcdB16b32a, dnnl_OIhw16i48o = dnnl_ABcd16b48a,
  dnnl_OhwI16i48o = dnnl_AcdB16b48a, dnnl_OIhw16i64o = dnnl_ABcd16b64a,
  dnnl_OhwI16i64o = dnnl_AcdB16b64a, dnnl_OIhw16o16i = dnnl_ABcd16a16b, dnnl_Oihw16o = dnnl_Abcd16a,
  dnnl_OIhw4i8o4i = dnnl_ABcd4b8a4b, dnnl_OhwI4i8o4i = dnnl_AcdB4b8a4b,
  dnnl_OIhw4i16o4i = dnnl_ABcd4b16a4b, dnnl_OhwI4i16o4i = dnnl_AcdB4b16a4b,
  dnnl_OIhw4i24o4i = dnnl_ABcd4b24a4b, dnnl_OhwI4i24o4i = dnnl_AcdB4b24a4b,
  dnnl_OIhw4i32o4i = dnnl_ABcd4b32a4b, dnnl_OhwI4i32o4i = dnnl_AcdB4b32a4b,
  dnnl_OIhw4i64o4i = dnnl_ABcd4b64a4b, dnnl_OhwI4i64o4i = dnnl_AcdB4b64a4b,
  dnnl_OIhw16i16o4i = dnnl_ABcd16b16a4b, dnnl_OIhw16i16o2i = dnnl_ABcd16b16a2b,
  dnnl_OIhw16o16i2o = dnnl_ABcd16a16b2a, dnnl_OIhw4i4o = dnnl_ABcd4b4a,
  dnnl_OIhw4o4i = dnnl_ABcd4a4b, dnnl_Oihw4o = dnnl_Abcd4a, dnnl_OIhw8i8o2i = dnnl_ABcd8b8a2b,
  dnnl_OhwI8i8o2i = dnnl_AcdB8b8a2b, dnnl_OIhw8i16o2i = dnnl_ABcd8b16a2b,
  dnnl_OhwI8i16o2i = dnnl_AcdB8b16a2b, dnnl_OIhw8i32o2i = dnnl_ABcd8b32a2b,
  dnnl_OhwI8i32o2i = dnnl_AcdB8b32a2b, dnnl_OIhw8i24o2i = dnnl_ABcd8b24a2b,
  dnnl_OhwI8i24o2i = dnnl_AcdB8b24a2b, dnnl_OIhw8i64o2i = dnnl_ABcd8b64a2b,
  dnnl_OhwI8i64o2i = dnnl_AcdB8b64a2b, dnnl_OIhw8i8o = dnnl_ABcd8b8a, dnnl_OhwI8i8o = dnnl_AcdB8b8a,
  dnnl_OIhw8o16i2o = dnnl_ABcd8a16b2a, dnnl_OIhw2i8o4i = dnnl_ABcd2b8a4b,
  dnnl_IOhw8o16i2o = dnnl_BAcd8a16b2a, dnnl_OIhw8o8i = dnnl_ABcd8a8b, dnnl_OIhw8o4i = dnnl_ABcd8a4b,
  dnnl_Owhi16o = dnnl_Adcb16a, dnnl_OIhw8i32o = dnnl_ABcd8b32a, dnnl_OhwI8i32o = dnnl_AcdB8b32a,
  dnnl_OIhw8i24o = dnnl_ABcd8b24a, dnnl_OhwI8i24o = dnnl_AcdB8b24a, dnnl_OIhw8i16o = dnnl_ABcd8b16a,
  dnnl_OhwI8i16o = dnnl_AcdB8b16a, dnnl_Odhwi16o = dnnl_Acdeb16a, dnnl_OdhwI16o2i = dnnl_AcdeB16a2b,
  dnnl_OdhwI16o4i = dnnl_AcdeB16a4b, dnnl_Idhwo8i = dnnl_Bcdea8b, dnnl_IdhwO8i2o = dnnl_BcdeA8b2a,
  dnnl_IdhwO8i4o = dnnl_BcdeA8b4a, dnnl_Idhwo16i = dnnl_Bcdea16b, dnnl_IdhwO16i2o = dnnl_BcdeA16b2a,
  dnnl_IdhwO16i4o = dnnl_BcdeA16b4a, dnnl_Idhwo24i = dnnl_Bcdea24b,
  dnnl_IdhwO24i2o = dnnl_BcdeA24b2a, dnnl_IdhwO24i4o = dnnl_BcdeA24b4a, dnnl_Odhwi4o = dnnl_Acdeb4a,
  dnnl_Odhwi8o = dnnl_Acdeb8a, dnnl_OdhwI8o2i = dnnl_AcdeB8a2b, dnnl_OdhwI8o4i = dnnl_AcdeB8a4b,
  dnnl_Odwhi16o = dnnl_Acedb16a, dnnl_OIdhw16i16o = dnnl_ABcde16b16a,
  dnnl_OdhwI16i16o = dnnl_AcdeB16b16a, dnnl_OIdhw16i32o = dnnl_ABcde16b32a,
  dnnl_OdhwI16i32o = dnnl_AcdeB16b32a, dnnl_OIdhw16i48o = dnnl_ABcde16b48a,
  dnnl_OdhwI16i48o = dnnl_AcdeB16b48a, dnnl_OIdhw16i64o = dnnl_ABcde16b64a,
  dnnl_OdhwI16i64o = dnnl_AcdeB16b64a, dnnl_OIdhw16o16i = dnnl_ABcde16a16b,
  dnnl_Oidhw16o = dnnl_Abcde16a, dnnl_OIdhw4i4o = dnnl_ABcde4b4a, dnnl_OIdhw4o4i = dnnl_ABcde4a4b,
  dnnl_Oidhw4o = dnnl_Abcde4a, dnnl_OIdhw8i8o2i = dnnl_ABcde8b8a2b,
  dnnl_OdhwI8i8o2i = dnnl_AcdeB8b8a2b, dnnl_OIdhw8i16o2i = dnnl_ABcde8b16a2b,
  dnnl_OdhwI8i16o2i = dnnl_AcdeB8b16a2b, dnnl_OIdhw8i32o2i = dnnl_ABcde8b32a2b,
  dnnl_OdhwI8i32o2i = dnnl_AcdeB8b32a2b, dnnl_OIdhw8i24o2i = dnnl_ABcde8b24a2b,
  dnnl_OdhwI8i24o2i = dnnl_AcdeB8b24a2b, dnnl_OIdhw8i64o2i = dnnl_ABcde8b64a2b,
  dnnl_OdhwI8i64o2i = dnnl_AcdeB8b64a2b, dnnl_OIdhw8i8o = dnnl_ABcde8b8a,
  dnnl_OdhwI8i8o = dnnl_AcdeB8b8a, dnnl_OIdhw8o16i2o = dnnl_ABcde8a16b2a,
  dnnl_IOdhw8o16i2o = dnnl_BAcde8a16b2a, dnnl_OIdhw4i8o4i = dnnl_ABcde4b8a4b,
  dnnl_OdhwI4i8o4i = dnnl_AcdeB4b8a4b, dnnl_OIdhw4i16o4i = dnnl_ABcde4b16a4b,
  dnnl_OdhwI4i16o4i = dnnl_AcdeB4b16a4b, dnnl_OIdhw4i24o4i = dnnl_ABcde4b24a4b,
  dnnl_OdhwI4i24o4i = dnnl_AcdeB4b24a4b, dnnl_OIdhw4i32o4i = dnnl_ABcde4b32a4b,
  dnnl_OdhwI4i32o4i = dnnl_AcdeB4b32a4b, dnnl_OIdhw4i64o4i = dnnl_ABcde4b64a4b,
  dnnl_OdhwI4i64o4i = dnnl_AcdeB4b64a4b, dnnl_OIdhw16i16o4i = dnnl_ABcde16b16a4b,
  dnnl_OIdhw16i16o2i = dnnl_ABcde16b16a2b, dnnl_OIdhw2i8o4i = dnnl_ABcde2b8a4b,
  dnnl_OIdhw8o8i = dnnl_ABcde8a8b, dnnl_OIdhw8o4i = dnnl_ABcde8a4b,
  dnnl_IOdhw16i16o = dnnl_BAcde16b16a, dnnl_OIdhw4o8i8o4i = dnnl_ABcde4a8b8a4b,
  dnnl_IOdhw4o4i = dnnl_BAcde4a4b, dnnl_IOdhw8o8i = dnnl_BAcde8a8b,
  dnnl_IOdhw16o16i = dnnl_BAcde16a16b, dnnl_OIdhw16o16i2o = dnnl_ABcde16a16b2a,
  dnnl_OIdhw8i32o = dnnl_ABcde8b32a, dnnl_OdhwI8i32o = dnnl_AcdeB8b32a,
  dnnl_OIdhw8i24o = dnnl_ABcde8b24a, dnnl_OdhwI8i24o = dnnl_AcdeB8b24a,
  dnnl_OIdhw8i16o = dnnl_ABcde8b16a, dnnl_OdhwI8i16o = dnnl_AcdeB8b16a,
  dnnl_OIw4o8i8o4i = dnnl_ABc4a8b8a4b, dnnl_OIhw4o8i8o4i = dnnl_ABcd4a8b8a4b,
  dnnl_IOw4i8o8i4o = dnnl_BAc4b8a8b4a, dnnl_IOhw4i8o8i4o = dnnl_BAcd4b8a8b4a,
  dnnl_IOdhw4i8o8i4o = dnnl_BAcde4b8a8b4a, dnnl_OIhw2o8i8o2i = dnnl_ABcd2a8b8a2b,
  dnnl_Owi24o = dnnl_Acb24a, dnnl_OwI24o2i = dnnl_AcB24a2b, dnnl_OwI24o4i = dnnl_AcB24a4b,
  dnnl_Owi32o = dnnl_Acb32a, dnnl_OwI32o2i = dnnl_AcB32a2b, dnnl_OwI32o4i = dnnl_AcB32a4b,
  dnnl_Owi48o = dnnl_Acb48a, dnnl_OwI48o2i = dnnl_AcB48a2b, dnnl_OwI48o4i = dnnl_AcB48a4b,
  dnnl_Owi64o = dnnl_Acb64a, dnnl_OwI64o2i = dnnl_AcB64a2b, dnnl_OwI64o4i = dnnl_AcB64a4b,
  dnnl_Iwo32i = dnnl_Bca32b, dnnl_IwO32i2o = dnnl_BcA32b2a, dnnl_IwO32i4o = dnnl_BcA32b4a,
  dnnl_Iwo48i = dnnl_Bca48b, dnnl_IwO48i2o = dnnl_BcA48b2a, dnnl_IwO48i4o = dnnl_BcA48b4a,
  dnnl_Iwo64i = dnnl_Bca64b, dnnl_IwO64i2o = dnnl_BcA64b2a, dnnl_IwO64i4o = dnnl_BcA64b4a,
  dnnl_wIo2i = dnnl_cBa2b, dnnl_wIo4i = dnnl_cBa4b, dnnl_OhwI24o = dnnl_Acdb24a,
  dnnl_OhwI24o2i = dnnl_AcdB24a2b, dnnl_OhwI24o4i = dnnl_AcdB24a4b, dnnl_OhwI32o = dnnl_Acdb32a,
  dnnl_OhwI32o2i = dnnl_AcdB32a2b, dnnl_OhwI32o4i = dnnl_AcdB32a4b, dnnl_Ohwi48o = dnnl_Acdb48a,
  dnnl_OhwI48o2i = dnnl_AcdB48a2b, dnnl_OhwI48o4i = dnnl_AcdB48a4b, dnnl_Ohwi64o = dnnl_Acdb64a,
  dnnl_OhwI64o2i = dnnl_AcdB64a2b, dnnl_OhwI64o4i = dnnl_AcdB64a4b, dnnl_Ihwo32i = dnnl_Bcda32b,
  dnnl_IhwO32i2o = dnnl_BcdA32b2a, dnnl_IhwO32i4o = dnnl_BcdA32b4a, dnnl_Ihwo48i = dnnl_Bcda48b,
  dnnl_IhwO48i2o = dnnl_BcdA48b2a, dnnl_IhwO48i4o = dnnl_BcdA48b4a, dnnl_Ihwo64i = dnnl_Bcda64b,
  dnnl_IhwO64i2o = dnnl_BcdA64b2a, dnnl_IhwO64i4o = dnnl_BcdA64b4a, dnnl_hwIo2i = dnnl_cdBa2b,
  dnnl_hwIo4i = dnnl_cdBa4b, dnnl_Odhwi24o = dnnl_Acdeb24a, dnnl_OdhwI24o2i = dnnl_AcdeB24a2b,
  dnnl_OdhwI24o4i = dnnl_AcdeB24a4b, dnnl_Odhwi32o = dnnl_Acdeb32a,
  dnnl_OdhwI32o2i = dnnl_AcdeB32a2b, dnnl_OdhwI32o4i = dnnl_AcdeB32a4b,
  dnnl_Odhwi48o = dnnl_Acdeb48a, dnnl_OdhwI48o2i = dnnl_AcdeB48a2b,
  dnnl_OdhwI48o4i = dnnl_AcdeB48a4b, dnnl_Odhwi64o = dnnl_Acdeb64a,
  dnnl_OdhwI64o2i = dnnl_AcdeB64a2b, dnnl_OdhwI64o4i = dnnl_AcdeB64a4b,
  dnnl_Idhwo32i = dnnl_Bcdea32b, dnnl_IdhwO32i2o = dnnl_BcdeA32b2a,
  dnnl_IdhwO32i4o = dnnl_BcdeA32b4a, dnnl_Idhwo48i = dnnl_Bcdea48b,
  dnnl_IdhwO48i2o = dnnl_BcdeA48b2a, dnnl_IdhwO48i4o = dnnl_BcdeA48b4a,
  dnnl_Idhwo64i = dnnl_Bcdea64b, dnnl_IdhwO64i2o = dnnl_BcdeA64b2a,
  dnnl_IdhwO64i4o = dnnl_BcdeA64b4a, dnnl_dhwIo2i = dnnl_cdeBa2b, dnnl_dhwIo4i = dnnl_cdeBa4b,
  dnnl_OI16i32o4i = dnnl_AB16b32a4b, dnnl_OI16i48o4i = dnnl_AB16b48a4b,
  dnnl_OI16i64o4i = dnnl_AB16b64a4b, dnnl_OI16i16o2i = dnnl_AB16b16a2b,
  dnnl_OI16i32o2i = dnnl_AB16b32a2b, dnnl_OI16i48o2i = dnnl_AB16b48a2b,
  dnnl_OI16i64o2i = dnnl_AB16b64a2b, dnnl_OIw16i32o4i = dnnl_ABc16b32a4b,
  dnnl_OIw16i48o4i = dnnl_ABc16b48a4b, dnnl_OIw16i64o4i = dnnl_ABc16b64a4b,
  dnnl_OIw16i32o2i = dnnl_ABc16b32a2b, dnnl_OIw16i48o2i = dnnl_ABc16b48a2b,
  dnnl_OIw16i64o2i = dnnl_ABc16b64a2b, dnnl_OIhw16i32o4i = dnnl_ABcd16b32a4b,
  dnnl_OIhw16i48o4i = dnnl_ABcd16b48a4b, dnnl_OIhw16i64o4i = dnnl_ABcd16b64a4b,
  dnnl_OIhw16i32o2i = dnnl_ABcd16b32a2b, dnnl_OIhw16i48o2i = dnnl_ABcd16b48a2b,
  dnnl_OIhw16i64o2i = dnnl_ABcd16b64a2b, dnnl_OIdhw16i32o4i = dnnl_ABcde16b32a4b,
  dnnl_OIdhw16i48o4i = dnnl_ABcde16b48a4b, dnnl_OIdhw16i64o4i = dnnl_ABcde16b64a4b,
  dnnl_OIdhw16i32o2i = dnnl_ABcde16b32a2b, dnnl_OIdhw16i48o2i = dnnl_ABcde16b48a2b,
  dnnl_OIdhw16i64o2i = dnnl_ABcde16b64a2b, dnnl_OwI16i16o2i = dnnl_AcB16b16a2b,
  dnnl_OwI16i16o4i = dnnl_AcB16b16a4b, dnnl_OhwI16i16o2i = dnnl_AcdB16b16a2b,
  dnnl_OhwI16i16o4i = dnnl_AcdB16b16a4b, dnnl_OdhwI16i16o2i = dnnl_AcdeB16b16a2b,
  dnnl_OdhwI16i16o4i = dnnl_AcdeB16b16a4b, dnnl_IwO16o16i2o = dnnl_BcA16a16b2a,
  dnnl_IwO16o16i4o = dnnl_BcA16a16b4a, dnnl_IhwO16o16i2o = dnnl_BcdA16a16b2a,
  dnnl_IhwO16o16i4o = dnnl_BcdA16a16b4a, dnnl_IdhwO16o16i2o = dnnl_BcdeA16a16b2a,
  dnnl_IdhwO16o16i4o = dnnl_BcdeA16a16b4a, dnnl_OwI16i32o2i = dnnl_AcB16b32a2b,
  dnnl_OwI16i32o4i = dnnl_AcB16b32a4b, dnnl_OwI16i48o2i = dnnl_AcB16b48a2b,
  dnnl_OwI16i48o4i = dnnl_AcB16b48a4b, dnnl_OwI16i64o2i = dnnl_AcB16b64a2b,
  dnnl_OwI16i64o4i = dnnl_AcB16b64a4b, dnnl_IwO16o32i2o = dnnl_BcA16a32b2a,
  dnnl_IwO16o32i4o = dnnl_BcA16a32b4a, dnnl_IwO16o48i2o = dnnl_BcA16a48b2a,
  dnnl_IwO16o48i4o = dnnl_BcA16a48b4a, dnnl_IwO16o64i2o = dnnl_BcA16a64b2a,
  dnnl_IwO16o64i4o = dnnl_BcA16a64b4a, dnnl_OhwI16i32o2i = dnnl_AcdB16b32a2b,
  dnnl_OhwI16i32o4i = dnnl_AcdB16b32a4b, dnnl_OhwI16i48o2i = dnnl_AcdB16b48a2b,
  dnnl_OhwI16i48o4i = dnnl_AcdB16b48a4b, dnnl_OhwI16i64o2i = dnnl_AcdB16b64a2b,
  dnnl_OhwI16i64o4i = dnnl_AcdB16b64a4b, dnnl_IhwO16o32i2o = dnnl_BcdA16a32b2a,
  dnnl_IhwO16o32i4o = dnnl_BcdA16a32b4a, dnnl_IhwO16o48i2o = dnnl_BcdA16a48b2a,
  dnnl_IhwO16o48i4o = dnnl_BcdA16a48b4a, dnnl_IhwO16o64i2o = dnnl_BcdA16a64b2a,
  dnnl_IhwO16o64i4o = dnnl_BcdA16a64b4a, dnnl_OdhwI16i32o2i = dnnl_AcdeB16b32a2b,
  dnnl_OdhwI16i32o4i = dnnl_AcdeB16b32a4b, dnnl_OdhwI16i48o2i = dnnl_AcdeB16b48a2b,
  dnnl_OdhwI16i48o4i = dnnl_AcdeB16b48a4b, dnnl_OdhwI16i64o2i = dnnl_AcdeB16b64a2b,
  dnnl_OdhwI16i64o4i = dnnl_AcdeB16b64a4b, dnnl_IdhwO16o32i2o = dnnl_BcdeA16a32b2a,
  dnnl_IdhwO16o32i4o = dnnl_BcdeA16a32b4a, dnnl_IdhwO16o48i2o = dnnl_BcdeA16a48b2a,
  dnnl_IdhwO16o48i4o = dnnl_BcdeA16a48b4a, dnnl_IdhwO16o64i2o = dnnl_BcdeA16a64b2a,
  dnnl_IdhwO16o64i4o = dnnl_BcdeA16a64b4a, dnnl_OIdhw4o8i8o2i = dnnl_ABcde4a8b8a2b,
  dnnl_OIhw4o8i8o2i = dnnl_ABcd4a8b8a2b, dnnl_OIw4o8i8o2i = dnnl_ABc4a8b8a2b,
  dnnl_IOdhw4i8o8i2o = dnnl_BAcde4b8a8b2a, dnnl_IOhw4i8o8i2o = dnnl_BAcd4b8a8b2a,
  dnnl_IOw4i8o8i2o = dnnl_BAc4b8a8b2a, dnnl_OIw2i8o16i4o = dnnl_ABc2b8a16b4a,
  dnnl_OIhw2i8o16i4o = dnnl_ABcd2b8a16b4a, dnnl_OIdhw2i8o16i4o = dnnl_ABcde2b8a16b4a,
  dnnl_OIw2o8i16o4i = dnnl_ABc2a8b16a4b, dnnl_OIw2o8i16o2i = dnnl_ABc2a8b16a2b,
  dnnl_IOw2i8o16i4o = dnnl_BAc2b8a16b4a, dnnl_IOw2i8o16i2o = dnnl_BAc2b8a16b2a,
  dnnl_OIhw2o8i16o4i = dnnl_ABcd2a8b16a4b, dnnl_OIhw2o8i16o2i = dnnl_ABcd2a8b16a2b,
  dnnl_IOhw2i8o16i4o = dnnl_BAcd2b8a16b4a, dnnl_IOhw2i8o16i2o = dnnl_BAcd2b8a16b2a,
  dnnl_OIdhw2o8i16o4i = dnnl_ABcde2a8b16a4b, dnnl_OIdhw2o8i16o2i = dnnl_ABcde2a8b16a2b,
  dnnl_IOdhw2i8o16i4o = dnnl_BAcde2b8a16b4a, dnnl_IOdhw2i8o16i2o = dnnl_BAcde2b8a16b2a,

  // Weights with groups.
  dnnl_goiw = dnnl_abcd, dnnl_gowi = dnnl_abdc, dnnl_wigo = dnnl_dcab, dnnl_goihw = dnnl_abcde,
  dnnl_gohwi = dnnl_abdec, dnnl_hwigo = dnnl_decab, dnnl_giohw = dnnl_acbde,
  dnnl_goidhw = dnnl_abcdef, dnnl_godhwi = dnnl_abdefc, dnnl_giodhw = dnnl_acbdef,
  dnnl_dhwigo = dnnl_defcab, dnnl_Goiw16g = dnnl_Abcd16a, dnnl_Goiw8g = dnnl_Abcd8a,
  dnnl_Goiw4g = dnnl_Abcd4a, dnnl_gIOw4o4i = dnnl_aCBd4b4c, dnnl_gIOw8o8i = dnnl_aCBd8b8c,
  dnnl_gIOw16o16i = dnnl_aCBd16b16c, dnnl_gIOw16i16o = dnnl_aCBd16c16b,
  dnnl_gOIw16i16o = dnnl_aBCd16c16b, dnnl_gOIw16o16i = dnnl_aBCd16b16c, dnnl_gOiw16o = dnnl_aBcd16b,
  dnnl_gOIw4i16o4i = dnnl_aBCd4c16b4c, dnnl_gOIw2i8o4i = dnnl_aBCd2c8b4c,
  dnnl_gOIw16i16o4i = dnnl_aBCd16c16b4c, dnnl_gOIw16i16o2i = dnnl_aBCd16c16b2c,
  dnnl_gOIw16o16i2o = dnnl_aBCd16b16c2b, dnnl_gOIw4i4o = dnnl_aBCd4c4b,
  dnnl_gOIw4o4i = dnnl_aBCd4b4c, dnnl_gOiw4o = dnnl_aBcd4b, dnnl_gOIw8i16o2i = dnnl_aBCd8c16b2c,
  dnnl_gOIw8i8o = dnnl_aBCd8c8b, dnnl_gOIw8o16i2o = dnnl_aBCd8b16c2b,
  dnnl_gIOw8o16i2o = dnnl_aCBd8b16c2b, dnnl_gOIw8o8i = dnnl_aBCd8b8c, dnnl_gOIw8o4i = dnnl_aBCd8b4c,
  dnnl_gOwi16o = dnnl_aBdc16b, dnnl_gOwI16o2i = dnnl_aBdC16b2c, dnnl_gOwI16o4i = dnnl_aBdC16b4c,
  dnnl_gIwo8i = dnnl_aCdb8c, dnnl_gIwO8i2o = dnnl_aCdB8c2b, dnnl_gIwO8i4o = dnnl_aCdB8c4b,
  dnnl_gIwo16i = dnnl_aCdb16c, dnnl_gIwO16i2o = dnnl_aCdB16c2b, dnnl_gIwO16i4o = dnnl_aCdB16c4b,
  dnnl_gIwo24i = dnnl_aCdb24c, dnnl_gIwO24i2o = dnnl_aCdB24c2b, dnnl_gIwO24i4o = dnnl_aCdB24c4b,
  dnnl_gOwi4o = dnnl_aBdc4b, dnnl_gOwi8o = dnnl_aBdc8b, dnnl_gOwI8o2i = dnnl_aBdC8b2c,
  dnnl_gOwI8o4i = dnnl_aBdC8b4c, dnnl_Goiw32g = dnnl_Abcd32a, dnnl_gOIw2i4o2i = dnnl_aBCd2c4b2c,
  dnnl_gOIw2o4i2o = dnnl_aBCd2b4c2b, dnnl_gOIw4i8o2i = dnnl_aBCd4c8b2c,
  dnnl_gOIw4o8i2o = dnnl_aBCd4b8c2b, dnnl_goIw4i = dnnl_abCd4c, dnnl_goIw32i = dnnl_abCd32c,
  dnnl_gIOhw16i16o = dnnl_aCBde16c16b, dnnl_gIOhw4o4i = dnnl_aCBde4b4c,
  dnnl_gIOhw8o8i = dnnl_aCBde8b8c, dnnl_gIOhw16o16i = dnnl_aCBde16b16c,
  dnnl_gOhwi16o = dnnl_aBdec16b, dnnl_gOhwI16o2i = dnnl_aBdeC16b2c,
  dnnl_gOhwI16o4i = dnnl_aBdeC16b4c, dnnl_gIhwo8i = dnnl_aCdeb8c, dnnl_gIhwO8i2o = dnnl_aCdeB8c2b,
  dnnl_gIhwO8i4o = dnnl_aCdeB8c4b, dnnl_gIhwo16i = dnnl_aCdeb16c, dnnl_gIhwO16i2o = dnnl_aCdeB16c2b,
  dnnl_gIhwO16i4o = dnnl_aCdeB16c4b, dnnl_gIhwo24i = dnnl_aCdeb24c,
  dnnl_gIhwO24i2o = dnnl_aCdeB24c2b, dnnl_gIhwO24i4o = dnnl_aCdeB24c4b,
  dnnl_gOhwi32o = dnnl_aBdec32b, dnnl_gOhwi24o = dnnl_aBdec24b, dnnl_gOhwI24o2i = dnnl_aBdeC24b2c,
  dnnl_gOhwI24o4i = dnnl_aBdeC24b4c, dnnl_gOhwi4o = dnnl_aBdec4b, dnnl_gOhwi8o = dnnl_aBdec8b,
  dnnl_gOhwI8o2i = dnnl_aBdeC8b2c, dnnl_gOhwI8o4i = dnnl_aBdeC8b4c, dnnl_Goihw16g = dnnl_Abcde16a,
  dnnl_gOIhw16i16o = dnnl_aBCde16c16b, dnnl_gOIhw16o16i = dnnl_aBCde16b16c,
  dnnl_gOihw16o = dnnl_aBcde16b, dnnl_gOIhw2i8o4i = dnnl_aBCde2c8b4c,
  dnnl_gOIhw4i16o4i = dnnl_aBCde4c16b4c, dnnl_gOIhw16i16o4i = dnnl_aBCde16c16b4c,
  dnnl_gOIhw16i16o2i = dnnl_aBCde16c16b2c, dnnl_gOIhw16o16i2o = dnnl_aBCde16b16c2b,
  dnnl_gOIhw4i4o = dnnl_aBCde4c4b, dnnl_gOIhw4o4i = dnnl_aBCde4b4c, dnnl_gOihw4o = dnnl_aBcde4b,
  dnnl_Goihw8g = dnnl_Abcde8a, dnnl_Goihw4g = dnnl_Abcde4a, dnnl_gOIhw8i16o2i = dnnl_aBCde8c16b2c,
  dnnl_gOIhw8i8o = dnnl_aBCde8c8b, dnnl_gOIhw8o16i2o = dnnl_aBCde8b16c2b,
  dnnl_gIOhw8o16i2o = dnnl_aCBde8b16c2b, dnnl_gOIhw8o8i = dnnl_aBCde8b8c,
  dnnl_gOIhw8o4i = dnnl_aBCde8b4c, dnnl_Goihw32g = dnnl_Abcde32a, dnnl_gOwhi16o = dnnl_aBedc16b,
  dnnl_goIhw4i = dnnl_abCde4c, dnnl_goIhw32i = dnnl_abCde32c, dnnl_gOIw4o8i8o4i = dnnl_aBCd4b8c8b4c,
  dnnl_gOIhw4o8i8o4i = dnnl_aBCde4b8c8b4c, dnnl_gOIdhw4o8i8o4i = dnnl_aBCdef4b8c8b4c,
  dnnl_gIOw4i8o8i4o = dnnl_aCBd4c8b8c4b, dnnl_gIOhw4i8o8i4o = dnnl_aCBde4c8b8c4b,
  dnnl_gIOdhw4i8o8i4o = dnnl_aCBdef4c8b8c4b, dnnl_gOIhw2o8i8o2i = dnnl_aBCde2b8c8b2c,
  dnnl_gOIhw2i4o2i = dnnl_aBCde2c4b2c, dnnl_gOIhw2o4i2o = dnnl_aBCde2b4c2b,
  dnnl_gOIhw4i8o2i = dnnl_aBCde4c8b2c, dnnl_gOIhw4o8i2o = dnnl_aBCde4b8c2b,
  dnnl_gIOdhw16i16o = dnnl_aCBdef16c16b, dnnl_gIOdhw4o4i = dnnl_aCBdef4b4c,
  dnnl_gIOdhw8o8i = dnnl_aCBdef8b8c, dnnl_gIOdhw16o16i = dnnl_aCBdef16b16c,
  dnnl_gOdhwi16o = dnnl_aBdefc16b, dnnl_gOdhwI16o2i = dnnl_aBdefC16b2c,
  dnnl_gOdhwI16o4i = dnnl_aBdefC16b4c, dnnl_gIdhwo8i = dnnl_aCdefb8c,
  dnnl_gIdhwO8i2o = dnnl_aCdefB8c2b, dnnl_gIdhwO8i4o = dnnl_aCdefB8c4b,
  dnnl_gIdhwo16i = dnnl_aCdefb16c, dnnl_gIdhwO16i2o = dnnl_aCdefB16c2b,
  dnnl_gIdhwO16i4o = dnnl_aCdefB16c4b, dnnl_gIdhwo24i = dnnl_aCdefb24c,
  dnnl_gIdhwO24i2o = dnnl_aCdefB24c2b, dnnl_gIdhwO24i4o = dnnl_aCdefB24c4b,
  dnnl_gOdhwi4o = dnnl_aBdefc4b, dnnl_gOdhwi8o = dnnl_aBdefc8b, dnnl_gOdhwI8o2i = dnnl_aBdefC8b2c,
  dnnl_gOdhwI8o4i = dnnl_aBdefC8b4c, dnnl_gOdwhi16o = dnnl_aBdfec16b,
  dnnl_gOIdhw16i16o = dnnl_aBCdef16c16b, dnnl_gOIdhw4i16o4i = dnnl_aBCdef4c16b4c,
  dnnl_gOIdhw16i16o4i = dnnl_aBCdef16c16b4c, dnnl_gOIdhw2i8o4i = dnnl_aBCdef2c8b4c,
  dnnl_gOIdhw16i16o2i = dnnl_aBCdef16c16b2c, dnnl_gOIdhw16o16i = dnnl_aBCdef16b16c,
  dnnl_gOIdhw16o16i2o = dnnl_aBCdef16b16c2b, dnnl_gOidhw16o = dnnl_aBcdef16b,
  dnnl_gOIdhw4i4o = dnnl_aBCdef4c4b, dnnl_gOIdhw4o4i = dnnl_aBCdef4b4c,
  dnnl_gOidhw4o = dnnl_aBcdef4b, dnnl_gOIdhw8i16o2i = dnnl_aBCdef8c16b2c,
  dnnl_gOIdhw8i8o = dnnl_aBCdef8c8b, dnnl_gOIdhw8o16i2o = dnnl_aBCdef8b16c2b,
  dnnl_gIOdhw8o16i2o = dnnl_aCBdef8b16c2b, dnnl_gOIdhw8o8i = dnnl_aBCdef8b8c,
  dnnl_gOIdhw8o4i = dnnl_aBCdef8b4c, dnnl_Goidhw16g = dnnl_Abcdef16a,
  dnnl_Goidhw32g = dnnl_Abcdef32a, dnnl_gOIdhw2i4o2i = dnnl_aBCdef2c4b2c,
  dnnl_gOIdhw4i8o2i = dnnl_aBCdef4c8b2c, dnnl_gOIdhw2o4i2o = dnnl_aBCdef2b4c2b,
  dnnl_gOIdhw4o8i2o = dnnl_aBCdef4b8c2b, dnnl_goIdhw4i = dnnl_abCdef4c,
  dnnl_goIdhw32i = dnnl_abCdef32c, dnnl_gOwi24o = dnnl_aBdc24b, dnnl_gOwI24o2i = dnnl_aBdC24b2c,
  dnnl_gOwI24o4i = dnnl_aBdC24b4c, dnnl_gOwi32o = dnnl_aBdc32b, dnnl_gOwI32o2i = dnnl_aBdC32b2c,
  dnnl_gOwI32o4i = dnnl_aBdC32b4c, dnnl_gOwi48o = dnnl_aBdc48b, dnnl_gOwI48o2i = dnnl_aBdC48b2c,
  dnnl_gOwI48o4i = dnnl_aBdC48b4c, dnnl_gOwi64o = dnnl_aBdc64b, dnnl_gOwI64o2i = dnnl_aBdC64b2c,
  dnnl_gOwI64o4i = dnnl_aBdC64b4c, dnnl_gIwo32i = dnnl_aCdb32c, dnnl_gIwO32i2o = dnnl_aCdB32c2b,
  dnnl_gIwO32i4o = dnnl_aCdB32c4b, dnnl_gIwo48i = dnnl_aCdb48c, dnnl_gIwO48i2o = dnnl_aCdB48c2b,
  dnnl_gIwO48i4o = dnnl_aCdB48c4b, dnnl_gIwo64i = dnnl_aCdb64c, dnnl_gIwO64i2o = dnnl_aCdB64c2b,
  dnnl_gIwO64i4o = dnnl_aCdB64c4b, dnnl_gwio = dnnl_adcb, dnnl_gwIo2i = dnnl_adCb2c,
  dnnl_gwIo4i = dnnl_adCb4c, dnnl_gOhwI24o = dnnl_aBdec24b, dnnl_gOhwI32o = dnnl_aBdec32b,
  dnnl_gOhwI32o2i = dnnl_aBdeC32b2c, dnnl_gOhwI32o4i = dnnl_aBdeC32b4c,
  dnnl_gOhwi48o = dnnl_aBdec48b, dnnl_gOhwI48o2i = dnnl_aBdeC48b2c,
  dnnl_gOhwI48o4i = dnnl_aBdeC48b4c, dnnl_gOhwi64o = dnnl_aBdec64b,
  dnnl_gOhwI64o2i = dnnl_aBdeC64b2c, dnnl_gOhwI64o4i = dnnl_aBdeC64b4c,
  dnnl_gIhwo32i = dnnl_aCdeb32c, dnnl_gIhwO32i2o = dnnl_aCdeB32c2b,
  dnnl_gIhwO32i4o = dnnl_aCdeB32c4b, dnnl_gIhwo48i = dnnl_aCdeb48c,
  dnnl_gIhwO48i2o = dnnl_aCdeB48c2b, dnnl_gIhwO48i4o = dnnl_aCdeB48c4b,
  dnnl_gIhwo64i = dnnl_aCdeb64c, dnnl_gIhwO64i2o = dnnl_aCdeB64c2b,
  dnnl_gIhwO64i4o = dnnl_aCdeB64c4b, dnnl_ghwio = dnnl_adecb, dnnl_ghwIo2i = dnnl_adeCb2c,
  dnnl_ghwIo4i = dnnl_adeCb4c, dnnl_gOdhwi24o = dnnl_aBdefc24b, dnnl_gOdhwI24o2i = dnnl_aBdefC24b2c,
  dnnl_gOdhwI24o4i = dnnl_aBdefC24b4c, dnnl_gOdhwi32o = dnnl_aBdefc32b,
  dnnl_gOdhwI32o2i = dnnl_aBdefC32b2c, dnnl_gOdhwI32o4i = dnnl_aBdefC32b4c,
  dnnl_gOdhwi48o = dnnl_aBdefc48b, dnnl_gOdhwI48o2i = dnnl_aBdefC48b2c,
  dnnl_gOdhwI48o4i = dnnl_aBdefC48b4c, dnnl_gOdhwi64o = dnnl_aBdefc64b,
  dnnl_gOdhwI64o2i = dnnl_aBdefC64b2c, dnnl_gOdhwI64o4i = dnnl_aBdefC64b4c,
  dnnl_gIdhwo32i = dnnl_aCdefb32c, dnnl_gIdhwO32i2o = dnnl_aCdefB32c2b,
  dnnl_gIdhwO32i4o = dnnl_aCdefB32c4b, dnnl_gIdhwo48i = dnnl_aCdefb48c,
  dnnl_gIdhwO48i2o = dnnl_aCdefB48c2b, dnnl_gIdhwO48i4o = dnnl_aCdefB48c4b,
  dnnl_gIdhwo64i = dnnl_aCdefb64c, dnnl_gIdhwO64i2o = dnnl_aCdefB64c2b,
  dnnl_gIdhwO64i4o = dnnl_aCdefB64c4b, dnnl_gdhwio = dnnl_adefcb, dnnl_gdhwIo2i = dnnl_adefCb2c,
  dnnl_gdhwIo4i = dnnl_adefCb4c, dnnl_gOwI16i16o2i = dnnl_aBdC16c16b2c,
  dnnl_gOwI16i16o4i = dnnl_aBdC16c16b4c, dnnl_gOhwI16i16o2i = dnnl_aBdeC16c16b2c,
  dnnl_gOhwI16i16o4i = dnnl_aBdeC16c16b4c, dnnl_gOdhwI16i16o2i = dnnl_aBdefC16c16b2c,
  dnnl_gOdhwI16i16o4i = dnnl_aBdefC16c16b4c, dnnl_gIwO16o16i2o = dnnl_aCdB16b16c2b,
  dnnl_gIwO16o16i4o = dnnl_aCdB16b16c4b, dnnl_gIhwO16o16i2o = dnnl_aCdeB16b16c2b,
  dnnl_gIhwO16o16i4o = dnnl_aCdeB16b16c4b, dnnl_gIdhwO16o16i2o = dnnl_aCdefB16b16c2b,
  dnnl_gIdhwO16o16i4o = dnnl_aCdefB16b16c4b, dnnl_gOwI16i32o2i = dnnl_aBdC16c32b2c,
  dnnl_gOwI16i32o4i = dnnl_aBdC16c32b4c, dnnl_gOwI16i48o2i = dnnl_aBdC16c48b2c,
  dnnl_gOwI16i48o4i = dnnl_aBdC16c48b4c, dnnl_gOwI16i64o2i = dnnl_aBdC16c64b2c,
  dnnl_gOwI16i64o4i = dnnl_aBdC16c64b4c, dnnl_gIwO16o32i2o = dnnl_aCdB16b32c2b,
  dnnl_gIwO16o32i4o = dnnl_aCdB16b32c4b, dnnl_gIwO16o48i2o = dnnl_aCdB16b48c2b,
  dnnl_gIwO16o48i4o = dnnl_aCdB16b48c4b, dnnl_gIwO16o64i2o = dnnl_aCdB16b64c2b,
  dnnl_gIwO16o64i4o = dnnl_aCdB16b64c4b, dnnl_gOhwI16i32o2i = dnnl_aBdeC16c32b2c,
  dnnl_gOhwI16i32o4i = dnnl_aBdeC16c32b4c, dnnl_gOhwI16i48o2i = dnnl_aBdeC16c48b2c,
  dnnl_gOhwI16i48o4i = dnnl_aBdeC16c48b4c, dnnl_gOhwI16i64o2i = dnnl_aBdeC16c64b2c,
  dnnl_gOhwI16i64o4i = dnnl_aBdeC16c64b4c, dnnl_gIhwO16o32i2o = dnnl_aCdeB16b32c2b,
  dnnl_gIhwO16o32i4o = dnnl_aCdeB16b32c4b, dnnl_gIhwO16o48i2o = dnnl_aCdeB16b48c2b,
  dnnl_gIhwO16o48i4o = dnnl_aCdeB16b48c4b, dnnl_gIhwO16o64i2o = dnnl_aCdeB16b64c2b,
  dnnl_gIhwO16o64i4o = dnnl_aCdeB16b64c4b, dnnl_gOdhwI16i32o2i = dnnl_aBdefC16c32b2c,
  dnnl_gOdhwI16i32o4i = dnnl_aBdefC16c32b4c, dnnl_gOdhwI16i48o2i = dnnl_aBdefC16c48b2c,
  dnnl_gOdhwI16i48o4i = dnnl_aBdefC16c48b4c, dnnl_gOdhwI16i64o2i = dnnl_aBdefC16c64b2c,
  dnnl_gOdhwI16i64o4i = dnnl_aBdefC16c64b4c, dnnl_gIdhwO16o32i2o = dnnl_aCdefB16b32c2b,
  dnnl_gIdhwO16o32i4o = dnnl_aCdefB16b32c4b, dnnl_gIdhwO16o48i2o = dnnl_aCdefB16b48c2b,
  dnnl_gIdhwO16o48i4o = dnnl_aCdefB16b48c4b, dnnl_gIdhwO16o64i2o = dnnl_aCdefB16b64c2b,
  dnnl_gIdhwO16o64i4o = dnnl_aCdefB16b64c4b, dnnl_hwioG16g = dnnl_decbA16a,
  dnnl_hwioG8g = dnnl_decbA8a, dnnl_hwioG4g = dnnl_decbA4a, dnnl_dhwioG16g = dnnl_defcbA16a,
  dnnl_dhwioG8g = dnnl_defcbA8a, dnnl_dhwioG4g = dnnl_defcbA4a,
  dnnl_gOIdhw4o8i8o2i = dnnl_aBCdef4b8c8b2c, dnnl_gOIhw4o8i8o2i = dnnl_aBCde4b8c8b2c,
  dnnl_gOIw4o8i8o2i = dnnl_aBCd4b8c8b2c, dnnl_gIOdhw4i8o8i2o = dnnl_aCBdef4c8b8c2b,
  dnnl_gIOhw4i8o8i2o = dnnl_aCBde4c8b8c2b, dnnl_gIOw4i8o8i2o = dnnl_aCBd4c8b8c2b,
  dnnl_gOIw2o8i16o2i = dnnl_aBCd2b8c16b2c, dnnl_gIOw2i8o16i2o = dnnl_aCBd2c8b16c2b,
  dnnl_gIOhw2i8o16i2o = dnnl_aBCde2c8b16c2b, dnnl_gIOdhw2i8o16i2o = dnnl_aBCdef2c8b16c2b,
  dnnl_gOIhw2o8i16o2i = dnnl_aBCde2b8c16b2c, dnnl_gOIdhw2o8i16o2i = dnnl_aBCdef2b8c16b2c,
  dnnl_gOIw2o8i16o4i = dnnl_aBCd2b8c16b4c, dnnl_gOIhw2o8i16o4i = dnnl_aBCde2b8c16b4c,

  // RNN: states, weights, biases.
  dnnl_tn = dnnl_ab, dnnl_nt = dnnl_ba, dnnl_tnc = dnnl_abc, dnnl_ntc = dnnl_bac,
  dnnl_ldnc = dnnl_abcd, dnnl_ldigo = dnnl_abcde, dnnl_ldgoi = dnnl_abdec, dnnl_ldio = dnnl_abcd,
  dnnl_ldoi = dnnl_abdc, dnnl_ldgo = dnnl_abcd, dnnl_ldOi16o = dnnl_abDc16d,
  dnnl_ldOi32o = dnnl_abDc32d, dnnl_ldOI16o4i = dnnl_abDC16d4c, dnnl_ldOI32o4i = dnnl_abDC32d4c,
  dnnl_ldIo32i = dnnl_abCd32c, dnnl_ldgOi16o = dnnl_abdEc16e, dnnl_ldgOI16o4i = dnnl_abdEC16e4c,
  dnnl_ldgOi32o = dnnl_abdEc32e, dnnl_ldgOI32o2i = dnnl_abdEC32e2c,
  dnnl_ldgOI32o4i = dnnl_abdEC32e4c, dnnl_ldgOI64o2i = dnnl_abdEC64e2c,
  dnnl_ldgOI64o4i = dnnl_abdEC64e4c, dnnl_ldgIo16i = dnnl_abdCe16c, dnnl_ldgIo32i = dnnl_abdCe32c,
  dnnl_ldgIO32i2o = dnnl_abdCE32c2e,
} dnnl_format_tag_t;
// clang-format on

/// What a tensor looks like: dimensions, data type, and where each element is. Descriptors are
/// values: whoever is given one copies it. A zero descriptor (0 dimensions) stands for "no tensor".
struct dnnl_memory_desc;
typedef struct dnnl_memory_desc *dnnl_memory_desc_t;
typedef const struct dnnl_memory_desc *const_dnnl_memory_desc_t;

/// A descriptor, an engine, and the buffer (for sparse tensors: the buffers) with the elements.
struct dnnl_memory;
typedef struct dnnl_memory *dnnl_memory_t;
typedef const struct dnnl_memory *const_dnnl_memory_t;

/// As a handle for dnnl_memory_create(): no buffer yet, it comes with
/// dnnl_memory_set_data_handle().
#define DNNL_MEMORY_NONE (NULL)

/// As a handle for dnnl_memory_create(): take the buffer from the memory source; it belongs to the
/// memory object and goes with it.
#define DNNL_MEMORY_ALLOCATE ((void *)(size_t)-1)

// Numbers that are not known before execution. What is unknown when a primitive is created is
// spelled with these, and comes from the memory objects when it is executed.

/// A dimension, stride or offset that is not known yet.
#define DNNL_RUNTIME_DIM_VAL INT64_MIN

/// The size in bytes of a memory descriptor with such a dimension or stride.
#define DNNL_RUNTIME_SIZE_VAL ((size_t)DNNL_RUNTIME_DIM_VAL)

/// One particular NaN, known by its bits; it differs from the NaN that arithmetic gives.
static const union {
  unsigned u;
  float f;
} DNNL_RUNTIME_F32_VAL_REP = {0x7fc000d0};

/// An f32 parameter that is not known yet. Compare the bits: as a float it equals nothing.
#define DNNL_RUNTIME_F32_VAL (DNNL_RUNTIME_F32_VAL_REP.f)

static const int DNNL_RUNTIME_S32_VAL_REP = INT32_MIN;

/// An s32 parameter that is not known yet.
#define DNNL_RUNTIME_S32_VAL DNNL_RUNTIME_S32_VAL_REP

// What a primitive computes.

/// Which pass a primitive computes.
typedef enum {
  dnnl_prop_kind_undef = 0,
  dnnl_forward_training = 64,   ///< and keeps what the backward pass will need (the workspace)
  dnnl_forward_inference = 96,  ///< and keeps nothing
  dnnl_forward = dnnl_forward_training,
  dnnl_backward = 128,          ///< gradients of everything that has one
  dnnl_backward_data = 160,     ///< the gradient of the source
  dnnl_backward_weights = 192,  ///< the gradients of weights and bias
  dnnl_backward_bias = 193,     ///< the gradient of the bias
} dnnl_prop_kind_t;

/// The operation of a primitive, or of a post-op.
typedef enum {
  dnnl_undefined_primitive = 0,
  dnnl_reorder = 1,  ///< copies a tensor to another layout or data type
  dnnl_shuffle = 2,  ///< transposes groups of channels
  dnnl_concat = 3,
  dnnl_sum = 4,  ///< weighted sum of tensors; as a post-op, adds what dst held before
  dnnl_convolution = 5,
  dnnl_deconvolution = 6,  ///< transposed convolution
  dnnl_eltwise = 7,        ///< a function of each element
  dnnl_lrn = 8,            ///< local response normalization
  dnnl_batch_normalization = 9,
  dnnl_inner_product = 10,
  dnnl_rnn = 11,     ///< all recurrent cells; dnnl_query_cell_kind tells which
  dnnl_gemm = 12,    ///< internal
  dnnl_binary = 13,  ///< a function of two elements, one of them possibly broadcast
  dnnl_matmul = 14,
  dnnl_resampling = 15,
  dnnl_pooling = 16,
  dnnl_reduction = 17,  ///< along any dimensions
  dnnl_prelu = 18,
  dnnl_softmax = 19,
  dnnl_layer_normalization = 20,
  dnnl_group_normalization = 21,
  dnnl_primitive_kind_max = 0x7fff,  ///< not a kind: makes the enum at least 16 bits wide
} dnnl_primitive_kind_t;

/// How a primitive computes it. In formulas of eltwise, s is an element of the source, d the
/// result, alpha and beta the two parameters that every eltwise function takes.
typedef enum {
  dnnl_alg_kind_undef = 0,

  dnnl_convolution_direct = 0x1,    ///< any exact algorithm
  dnnl_convolution_winograd = 0x2,  ///< Winograd: fewer multiplications, larger rounding errors
  dnnl_convolution_auto = 0x3,      ///< the library's choice of the two
  dnnl_deconvolution_direct = 0xa,
  dnnl_deconvolution_winograd = 0xb,

  dnnl_eltwise_relu = 0x20,         ///< d = s > 0 ? s : alpha * s
  dnnl_eltwise_tanh = 0x21,         ///< d = tanh(s)
  dnnl_eltwise_elu = 0x22,          ///< d = s > 0 ? s : alpha * (exp(s) - 1)
  dnnl_eltwise_square = 0x23,       ///< d = s * s
  dnnl_eltwise_abs = 0x24,          ///< d = |s|
  dnnl_eltwise_sqrt = 0x25,         ///< d = sqrt(s)
  dnnl_eltwise_linear = 0x26,       ///< d = alpha * s + beta
  dnnl_eltwise_soft_relu = 0x27,    ///< d = log(1 + exp(alpha * s)) / alpha
  dnnl_eltwise_hardsigmoid = 0x28,  ///< d = max(0, min(1, alpha * s + beta))
  dnnl_eltwise_logistic = 0x29,     ///< d = 1 / (1 + exp(-s))
  dnnl_eltwise_exp = 0x2a,          ///< d = exp(s)
  dnnl_eltwise_gelu_tanh = 0x2b,    ///< d = s / 2 * (1 + tanh(sqrt(2 / pi) * (s + 0.044715 * s^3)))
  dnnl_eltwise_swish = 0x2c,        ///< d = s / (1 + exp(-alpha * s))
  dnnl_eltwise_log = 0x2d,          ///< d = ln(s)
  dnnl_eltwise_clip = 0x2e,         ///< d = max(alpha, min(beta, s)); gradient 1 for s = beta
  dnnl_eltwise_clip_v2 = 0x2f,      ///< d = max(alpha, min(beta, s)); gradient 0 for s = beta
  dnnl_eltwise_pow = 0x30,          ///< d = alpha * s^beta
  dnnl_eltwise_gelu_erf = 0x31,     ///< d = s / 2 * (1 + erf(s / sqrt(2)))
  dnnl_eltwise_round = 0x32,        ///< d = the nearest integer, halves to even; no gradient
  dnnl_eltwise_mish = 0x33,         ///< d = s * tanh(log(1 + exp(s)))
  dnnl_eltwise_hardswish = 0x34,    ///< d = s * max(0, min(1, alpha * s + beta))

  // The same functions; only the backward pass differs, which reads dst where the others read src.
  // relu and elu then want alpha >= 0, or the sign of s would be lost.
  dnnl_eltwise_relu_use_dst_for_bwd = 0x100,
  dnnl_eltwise_tanh_use_dst_for_bwd = 0x101,
  dnnl_eltwise_elu_use_dst_for_bwd = 0x102,
  dnnl_eltwise_sqrt_use_dst_for_bwd = 0x103,
  dnnl_eltwise_logistic_use_dst_for_bwd = 0x104,
  dnnl_eltwise_exp_use_dst_for_bwd = 0x105,
  dnnl_eltwise_clip_v2_use_dst_for_bwd = 0x106,

  dnnl_pooling_max = 0x1ff,
  dnnl_pooling_avg_include_padding = 0x2ff,  ///< sum / elements of the window
  dnnl_pooling_avg_exclude_padding = 0x3ff,  ///< sum / elements of the window inside of src

  dnnl_lrn_across_channels = 0xaff,  ///< the window covers local_size channels
  dnnl_lrn_within_channel = 0xbff,   ///< the window covers local_size in each spatial dimension

  // Cells of recurrent networks; the formulas are in dnnl.h.
  dnnl_vanilla_rnn = 0x1fff,
  dnnl_vanilla_lstm = 0x2fff,
  dnnl_vanilla_gru = 0x3fff,
  dnnl_lbr_gru = 0x4fff,        ///< GRU whose linear part comes before the reset gate
  dnnl_vanilla_augru = 0x5fff,  ///< GRU with attention in the update gate
  dnnl_lbr_augru = 0x6fff,

  // Of src0 (x) and src1 (y). Comparisons give 1 or 0.
  dnnl_binary_add = 0x1fff0,  ///< x + y
  dnnl_binary_mul = 0x1fff1,  ///< x * y
  dnnl_binary_max = 0x1fff2,
  dnnl_binary_min = 0x1fff3,
  dnnl_binary_div = 0x1fff4,     ///< x / y
  dnnl_binary_sub = 0x1fff5,     ///< x - y
  dnnl_binary_ge = 0x1fff6,      ///< x >= y
  dnnl_binary_gt = 0x1fff7,      ///< x > y
  dnnl_binary_le = 0x1fff8,      ///< x <= y
  dnnl_binary_lt = 0x1fff9,      ///< x < y
  dnnl_binary_eq = 0x1fffa,      ///< x == y
  dnnl_binary_ne = 0x1fffb,      ///< x != y
  dnnl_binary_select = 0x1fffc,  ///< src2 ? x : y

  dnnl_resampling_nearest = 0x2fff0,
  dnnl_resampling_linear = 0x2fff1,  ///< linear in every spatial dimension

  // Over the elements x that are reduced to one; p and eps are parameters of the primitive.
  dnnl_reduction_max = 0x2fff2,
  dnnl_reduction_min = 0x2fff3,
  dnnl_reduction_sum = 0x2fff4,
  dnnl_reduction_mul = 0x2fff5,
  dnnl_reduction_mean = 0x2fff6,
  dnnl_reduction_norm_lp_max = 0x2fff7,          ///< max(sum of |x|^p, eps)^(1 / p)
  dnnl_reduction_norm_lp_sum = 0x2fff8,          ///< (sum of |x|^p + eps)^(1 / p)
  dnnl_reduction_norm_lp_power_p_max = 0x2fff9,  ///< max(sum of |x|^p, eps)
  dnnl_reduction_norm_lp_power_p_sum = 0x2fffa,  ///< sum of |x|^p + eps

  dnnl_softmax_accurate = 0x30000,  ///< exp(s - m) / sum of exp(s - m), with m the largest s
  dnnl_softmax_log = 0x30001,       ///< the logarithm of that
} dnnl_alg_kind_t;

/// Variants of batch, layer and group normalization; combine with |.
typedef enum {
  dnnl_normalization_flags_none = 0x0U,
  dnnl_use_global_stats = 0x1U,  ///< mean and variance are inputs, not computed from src
  dnnl_use_scale = 0x2U,         ///< the result is multiplied by a scale per channel
  dnnl_use_shift = 0x4U,         ///< a shift per channel is added to the result
  dnnl_fuse_norm_relu = 0x8U,    ///< dst = relu(result); training keeps its signs in the workspace
  dnnl_fuse_norm_add_relu = 0x10U,  ///< dst = relu(result + src_1); workspace as above
  dnnl_rms_norm = 0x20U,  ///< the mean counts as 0, the mean square takes the variance's place
} dnnl_normalization_flags_t;

/// Variants of recurrent networks; combine with |.
typedef enum {
  dnnl_rnn_flags_undef = 0x0,
  /// Gradients of weights and bias are written; without the flag they are added to what is there.
  dnnl_rnn_flags_diff_weights_overwrite = 0x1,
} dnnl_rnn_flags_t;

/// The order in which a recurrent network reads the time steps.
typedef enum {
  dnnl_rnn_direction_undef = 0,
  dnnl_unidirectional_left2right = 1,
  dnnl_unidirectional_right2left = 2,
  dnnl_bidirectional_concat = 3,  ///< both ways, results side by side in the channels
  dnnl_bidirectional_sum = 4,     ///< both ways, results added
} dnnl_rnn_direction_t;

// Attributes.

/// Who keeps the scratchpad, the memory that a primitive needs while it runs and not afterwards.
typedef enum {
  /// The primitive has its own, taken from the memory source when it is created. Executing one
  /// primitive in two threads at once is then a race.
  dnnl_scratchpad_mode_library = 0,
  /// The caller passes it as DNNL_ARG_SCRATCHPAD; dnnl_query_scratchpad_md gives its size.
  dnnl_scratchpad_mode_user = 1,
} dnnl_scratchpad_mode_t;

/// How a result is rounded to a narrower type.
typedef enum {
  dnnl_rounding_mode_environment = 0,  ///< to nearest, ties to even
  /// Up or down at random, with probabilities that make the rounding right on average. The seed
  /// is the s32 argument DNNL_ARG_ATTR_ROUNDING_SEED.
  dnnl_rounding_mode_stochastic = 1,
} dnnl_rounding_mode_t;

/// Where quantization scales come from.
typedef enum {
  dnnl_quantization_mode_undef = 0,
  dnnl_quantization_mode_static_sazp = 1,  ///< the caller: value = scale * (stored - zero point)
  /// The library computes them for dst, one e8m0 power of two per 32 elements, as OCP MX asks.
  dnnl_quantization_mode_dynamic_mx = 2,
  /// The library computes them for dst, one f8_e4m3 per 16 elements: max|x| / largest value.
  dnnl_quantization_mode_dynamic_fp = 3,
} dnnl_quantization_mode_t;

/// Everything about a primitive that is not its operation: scratchpad, quantization, post-ops, ...
struct dnnl_primitive_attr;
typedef struct dnnl_primitive_attr *dnnl_primitive_attr_t;
typedef const struct dnnl_primitive_attr *const_dnnl_primitive_attr_t;

/// A list of at most 32 operations that are done to the result before it is stored.
struct dnnl_post_ops;
typedef struct dnnl_post_ops *dnnl_post_ops_t;
typedef const struct dnnl_post_ops *const_dnnl_post_ops_t;

// Primitives.

/// An operation with everything decided: shapes, attributes, the kernel, the layouts.
struct dnnl_primitive_desc;
typedef struct dnnl_primitive_desc *dnnl_primitive_desc_t;
typedef const struct dnnl_primitive_desc *const_dnnl_primitive_desc_t;

/// A primitive descriptor that is ready to run; it may own a scratchpad.
struct dnnl_primitive;
typedef struct dnnl_primitive *dnnl_primitive_t;
typedef const struct dnnl_primitive *const_dnnl_primitive_t;

/// One argument of an execution: which, and the tensor.
typedef struct {
  int arg;  ///< a DNNL_ARG_ value
  dnnl_memory_t memory;
} dnnl_exec_arg_t;

// The arguments of an execution. Primitives with several tensors of a sort number them; the other
// names are for reading.

#define DNNL_ARG_UNDEF 0

#define DNNL_ARG_SRC_0 1
#define DNNL_ARG_SRC DNNL_ARG_SRC_0
#define DNNL_ARG_SRC_LAYER DNNL_ARG_SRC_0
#define DNNL_ARG_FROM DNNL_ARG_SRC_0  ///< of a reorder

#define DNNL_ARG_SRC_1 2
#define DNNL_ARG_SRC_ITER DNNL_ARG_SRC_1

#define DNNL_ARG_SRC_2 3
#define DNNL_ARG_SRC_ITER_C DNNL_ARG_SRC_2

#define DNNL_ARG_SRC_3 4
#define DNNL_ARG_AUGRU_ATTENTION DNNL_ARG_SRC_3

#define DNNL_ARG_DST_0 17
#define DNNL_ARG_DST DNNL_ARG_DST_0
#define DNNL_ARG_TO DNNL_ARG_DST_0  ///< of a reorder
#define DNNL_ARG_DST_LAYER DNNL_ARG_DST_0

#define DNNL_ARG_DST_1 18
#define DNNL_ARG_DST_ITER DNNL_ARG_DST_1

#define DNNL_ARG_DST_2 19
#define DNNL_ARG_DST_ITER_C DNNL_ARG_DST_2

#define DNNL_ARG_WEIGHTS_0 33
#define DNNL_ARG_WEIGHTS DNNL_ARG_WEIGHTS_0
#define DNNL_ARG_WEIGHTS_LAYER DNNL_ARG_WEIGHTS_0

#define DNNL_ARG_WEIGHTS_1 34
#define DNNL_ARG_WEIGHTS_ITER DNNL_ARG_WEIGHTS_1

#define DNNL_ARG_WEIGHTS_2 35
#define DNNL_ARG_WEIGHTS_PEEPHOLE DNNL_ARG_WEIGHTS_2

#define DNNL_ARG_WEIGHTS_3 36
#define DNNL_ARG_WEIGHTS_PROJECTION DNNL_ARG_WEIGHTS_3

#define DNNL_ARG_BIAS 41
#define DNNL_ARG_REDUCE 42

#define DNNL_ARG_MEAN 49
#define DNNL_ARG_VARIANCE 50
#define DNNL_ARG_SCALE 51  ///< of a normalization; scales of quantization are attributes
#define DNNL_ARG_SHIFT 52

#define DNNL_ARG_WORKSPACE 64   ///< from the forward pass to the backward pass
#define DNNL_ARG_SCRATCHPAD 80  ///< with dnnl_scratchpad_mode_user

#define DNNL_ARG_DIFF_SRC_0 129
#define DNNL_ARG_DIFF_SRC DNNL_ARG_DIFF_SRC_0
#define DNNL_ARG_DIFF_SRC_LAYER DNNL_ARG_DIFF_SRC_0

#define DNNL_ARG_DIFF_SRC_1 130
#define DNNL_ARG_DIFF_SRC_ITER DNNL_ARG_DIFF_SRC_1

#define DNNL_ARG_DIFF_SRC_2 131
#define DNNL_ARG_DIFF_SRC_ITER_C DNNL_ARG_DIFF_SRC_2

#define DNNL_ARG_DIFF_SRC_3 132
#define DNNL_ARG_DIFF_AUGRU_ATTENTION DNNL_ARG_DIFF_SRC_3

#define DNNL_ARG_DIFF_DST_0 145
#define DNNL_ARG_DIFF_DST DNNL_ARG_DIFF_DST_0
#define DNNL_ARG_DIFF_DST_LAYER DNNL_ARG_DIFF_DST_0

#define DNNL_ARG_DIFF_DST_1 146
#define DNNL_ARG_DIFF_DST_ITER DNNL_ARG_DIFF_DST_1

#define DNNL_ARG_DIFF_DST_2 147
#define DNNL_ARG_DIFF_DST_ITER_C DNNL_ARG_DIFF_DST_2

#define DNNL_ARG_DIFF_WEIGHTS_0 161
#define DNNL_ARG_DIFF_WEIGHTS DNNL_ARG_DIFF_WEIGHTS_0
#define DNNL_ARG_DIFF_WEIGHTS_LAYER DNNL_ARG_DIFF_WEIGHTS_0

#define DNNL_ARG_DIFF_WEIGHTS_1 162
#define DNNL_ARG_DIFF_WEIGHTS_ITER DNNL_ARG_DIFF_WEIGHTS_1

#define DNNL_ARG_DIFF_WEIGHTS_2 163
#define DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE DNNL_ARG_DIFF_WEIGHTS_2

#define DNNL_ARG_DIFF_WEIGHTS_3 164
#define DNNL_ARG_DIFF_WEIGHTS_PROJECTION DNNL_ARG_DIFF_WEIGHTS_3

#define DNNL_ARG_DIFF_BIAS 169
#define DNNL_ARG_DIFF_SCALE 255
#define DNNL_ARG_DIFF_SHIFT 256

/// Sources of concat and sum: DNNL_ARG_MULTIPLE_SRC + i. Likewise destinations.
#define DNNL_ARG_MULTIPLE_SRC 1024
#define DNNL_ARG_MULTIPLE_DST 2048

// Arguments that attributes ask for.

#define DNNL_ARG_ATTR_DROPOUT_OFFSET 507       ///< s64, with dropout_v2's use_offset
#define DNNL_ARG_ATTR_ROUNDING_SEED 508        ///< s32, with stochastic rounding
#define DNNL_ARG_ATTR_DROPOUT_MASK 509         ///< u8, an output: 1 where dst was kept
#define DNNL_ARG_ATTR_DROPOUT_PROBABILITY 510  ///< f32: how likely an element is dropped
#define DNNL_ARG_ATTR_DROPOUT_SEED 511         ///< s32 or s64
#define DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS 512
#define DNNL_ARG_ATTR_OUTPUT_SCALES 513  ///< of oneDNN v2; not used any more

/// With the argument that is quantized: DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS.
#define DNNL_ARG_ATTR_SCALES 4096
#define DNNL_ARG_ATTR_ZERO_POINTS 8192

/// With the argument of a fused depthwise convolution: DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_BIAS.
#define DNNL_ARG_ATTR_POST_OP_DW 16384

/// With the argument of post-op idx: DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1.
#define DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE 32768
#define DNNL_ARG_ATTR_MULTIPLE_POST_OP(idx) (DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE * ((idx) + 1))

// Queries.

/// What dnnl_primitive_desc_query() and dnnl_memory_desc_query() can be asked. The end of a name,
/// or else the comment, gives the type of the result: _s32 int, _s64 int64_t, _f32 float, _f64
/// double, _str const char *, _md const_dnnl_memory_desc_t. Lists with a number per dimension are
/// const dnnl_dims_t *.
typedef enum {
  dnnl_query_undef = 0,

  // Of any primitive descriptor.
  dnnl_query_engine = 1,                  ///< dnnl_engine_t
  dnnl_query_primitive_kind = 2,          ///< dnnl_primitive_kind_t
  dnnl_query_num_of_inputs_s32 = 3,       ///< tensors that an execution reads
  dnnl_query_num_of_outputs_s32 = 4,      ///< tensors that it writes, without the scratchpad
  dnnl_query_time_estimate_f64 = 5,       ///< seconds; 0 if unknown
  dnnl_query_memory_consumption_s64 = 6,  ///< bytes of scratchpad that the library keeps
  dnnl_query_scratchpad_engine = 7,       ///< dnnl_engine_t
  dnnl_query_impl_info_str = 8,           ///< "plugin:kernel", for example "avx2:relu_f32"
  dnnl_query_reorder_src_engine = 9,      ///< dnnl_engine_t
  dnnl_query_reorder_dst_engine = 10,     ///< dnnl_engine_t
  dnnl_query_prop_kind = 11,              ///< dnnl_prop_kind_t
  dnnl_query_cache_blob_id_size_s64 = 12,
  dnnl_query_cache_blob_id = 13,  ///< const uint8_t *

  // The parameters that a primitive was created with, if it has such a parameter.
  dnnl_query_strides = 14,    ///< list; of a memory descriptor too
  dnnl_query_dilations = 15,  ///< list
  dnnl_query_padding_l = 16,  ///< list
  dnnl_query_padding_r = 17,  ///< list
  dnnl_query_epsilon_f32 = 18,
  dnnl_query_flags = 19,     ///< unsigned int
  dnnl_query_alg_kind = 20,  ///< dnnl_alg_kind_t
  dnnl_query_alpha_f32 = 21,
  dnnl_query_beta_f32 = 22,
  dnnl_query_axis_s32 = 23,
  dnnl_query_local_size_s64 = 24,   ///< of LRN
  dnnl_query_k_f32 = 25,            ///< of LRN
  dnnl_query_p_f32 = 26,            ///< of a reduction
  dnnl_query_factors = 27,          ///< const float *, of resampling
  dnnl_query_cell_kind = 28,        ///< dnnl_alg_kind_t, of a recurrent network
  dnnl_query_direction = 29,        ///< dnnl_rnn_direction_t
  dnnl_query_activation_kind = 30,  ///< dnnl_alg_kind_t, of vanilla RNN
  dnnl_query_kernel = 31,           ///< list, of pooling
  dnnl_query_group_size_s64 = 32,   ///< of shuffle and group normalization

  // Tensors of a primitive descriptor. The index counts tensors of a sort: weights 1 is the bias.
  dnnl_query_some_md = 128,  ///< the first of these; nothing to ask for
  dnnl_query_src_md = 129,
  dnnl_query_diff_src_md = 130,
  dnnl_query_weights_md = 131,
  dnnl_query_diff_weights_md = 132,
  dnnl_query_dst_md = 133,
  dnnl_query_diff_dst_md = 134,
  dnnl_query_workspace_md = 135,
  dnnl_query_scratchpad_md = 136,
  dnnl_query_exec_arg_md = 255,  ///< the index is a DNNL_ARG_ value

  // Of a memory descriptor.
  dnnl_query_ndims_s32 = 256,
  dnnl_query_dims = 257,                  ///< list
  dnnl_query_data_type = 258,             ///< dnnl_data_type_t; of sparse tensors: of buffer index
  dnnl_query_submemory_offset_s64 = 259,  ///< elements before the first one
  dnnl_query_padded_dims = 260,           ///< list: dims rounded up to whole blocks
  dnnl_query_padded_offsets = 261,        ///< list: padding before the first element
  dnnl_query_format_kind = 262,           ///< dnnl_format_kind_t
  dnnl_query_inner_nblks_s32 = 263,       ///< how many blocks the layout has
  dnnl_query_inner_blks = 264,            ///< list of their sizes, outermost first
  dnnl_query_inner_idxs = 265,            ///< list of their dimensions
  dnnl_query_sparse_encoding = 266,       ///< dnnl_sparse_encoding_t
  dnnl_query_nnz_s64 = 267,               ///< stored elements of a sparse tensor
  dnnl_query_num_handles_s32 = 268,       ///< buffers of its memory objects

  dnnl_query_max = 0x7fff,  ///< not a query: makes the enum at least 16 bits wide
} dnnl_query_t;

// Service.

/// Instruction sets of x86, for dnnl_set_max_cpu_isa(). A set holds the bits of those that it
/// includes.
typedef enum {
  dnnl_cpu_isa_default = 0x0,  ///< everything that the processor has
  dnnl_cpu_isa_sse41 = 0x1,
  dnnl_cpu_isa_avx = 0x3,
  dnnl_cpu_isa_avx2 = 0x7,
  dnnl_cpu_isa_avx2_vnni = 0xf,          ///< and 8-bit dot products
  dnnl_cpu_isa_avx2_vnni_2 = 0x1f,       ///< and more of them, and conversions of f16 and bf16
  dnnl_cpu_isa_avx512_core = 0x27,       ///< AVX-512 F, BW, VL, DQ
  dnnl_cpu_isa_avx512_core_vnni = 0x67,  ///< and 8-bit dot products
  dnnl_cpu_isa_avx512_core_bf16 = 0xe7,  ///< and bf16 dot products
  dnnl_cpu_isa_avx10_1_512 = 0x1ef,      ///< and arithmetic in f16
  dnnl_cpu_isa_avx512_core_fp16 = dnnl_cpu_isa_avx10_1_512,
  dnnl_cpu_isa_avx10_1_512_amx = 0xfef,  ///< and AMX with 8-bit integers and bf16
  dnnl_cpu_isa_avx512_core_amx = dnnl_cpu_isa_avx10_1_512_amx,
  dnnl_cpu_isa_avx10_1_512_amx_fp16 = 0x1fef,
  dnnl_cpu_isa_avx512_core_amx_fp16 = dnnl_cpu_isa_avx10_1_512_amx_fp16,
  dnnl_cpu_isa_avx10_2 = 0x201ff,
  dnnl_cpu_isa_avx10_2_512 = dnnl_cpu_isa_avx10_2,
  dnnl_cpu_isa_avx10_2_amx_2 = 0x22fff,
  dnnl_cpu_isa_avx10_2_512_amx_2 = dnnl_cpu_isa_avx10_2_amx_2,
} dnnl_cpu_isa_t;

/// Wishes about how an instruction set is used.
typedef enum {
  dnnl_cpu_isa_no_hints = 0x0,
  dnnl_cpu_isa_prefer_ymm = 0x1,  ///< 256-bit vectors even where there are 512-bit ones
} dnnl_cpu_isa_hints_t;

/// Flags of dnnl_set_jit_profiling_flags(); combine with |. dnnlet generates no code, so that none
/// of them has an effect.
#define DNNL_JIT_PROFILE_NONE 0u
#define DNNL_JIT_PROFILE_VTUNE 1u
#define DNNL_JIT_PROFILE_LINUX_PERFMAP 2u
#define DNNL_JIT_PROFILE_LINUX_JITDUMP 4u
#define DNNL_JIT_PROFILE_LINUX_JITDUMP_USE_TSC 8u
#define DNNL_JIT_PROFILE_LINUX_PERF \
  (DNNL_JIT_PROFILE_LINUX_JITDUMP | DNNL_JIT_PROFILE_LINUX_PERFMAP)

#ifdef __cplusplus
}
#endif

#endif  // ONEAPI_DNNL_DNNL_TYPES_H
