// SPDX-License-Identifier: Apache-2.0
// What a plugin's tuning.h says about GEMM: the form that suits its instructions.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_FORMS_H
#define DNNLET_PLUGINS_KERNELS_GEMM_FORMS_H

namespace dnnlet {

// How s8 weights meet u8 or s8 data: one by one in s32, in pairs of s16, in pairs of s8, or in
// groups of four bytes, of which those of A are what the instruction takes; or in groups of eight,
// two rows by two columns. None: as the plugin beside has them.
enum class int8_form { none, singles, pairs, pairs_s8, quads_u8, quads_s8, blocks_s8 };
// Of two lines, which are not in blocks.
constexpr int8_form of_lines(int8_form form) {
  return form == int8_form::blocks_s8 ? int8_form::quads_s8 : form;
}

}  // namespace dnnlet

#endif
