// SPDX-License-Identifier: Apache-2.0
// Panels of a batch-reduce GEMM (plugins/drivers/gemm/tile.h) by AMX: of each tap, sixteen steps at
// a time, up to 32 rows by 32 columns, in four registers of 16 by 16 sums; the steps that are left
// over, post-ops and narrow stores by tiles of vectors, which go on from these sums.
//   A: rows a_row bytes apart; B: rows of one or two vectors of columns; C, start: rows of sums; no
//   alignment is needed, and C may be start
//   scratch 0 B; on the stack 2 KB
//   error: integers exact, modulo 2^32; of bf16, sixteen pairs become two sums in f32, whose sum is
//   added to C: a rounding each. All rows go this way, so that bits do not depend on the cut.
//   Intel Architecture Instruction Set Extensions Programming Reference, chapter 3 (AMX), TDPBUSD,
//   TDPBF16PS; Intel 64 and IA-32 Architectures Optimization Reference Manual, chapter 20
#include "plugins/avx512_amx/kernels/gemm/matrix_unit.h"

#include <cstring>

namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::tile_args;

constexpr size_t side = 16, row_bytes = 64;  // rows of a register, and bytes of each
constexpr ptrdiff_t element_bytes = 4;       // of a sum, or of what a step takes of a row
// Of integers, fewer rows are left to the tiles, which take them as fast.
constexpr size_t fewest_rows = 4;

// Registers 0 to 3 are C, [row of registers][column of registers]; 4, 5: A; 6, 7: B.
template <int kRegister>
inline void load(const char *from, ptrdiff_t row) {
  __asm__ volatile("tileloadd (%0,%1), %%tmm%c2"
                   :
                   : "r"(from), "r"(row), "i"(kRegister)
                   : "memory");
}
template <int kRegister>
inline void store(char *to, ptrdiff_t row) {
  __asm__ volatile("tilestored %%tmm%c2, (%0,%1)" : : "r"(to), "r"(row), "i"(kRegister) : "memory");
}
template <int kRegister>
inline void clear() {
  __asm__ volatile("tilezero %%tmm%c0" : : "i"(kRegister));
}
template <int kC, int kA, int kB>
inline void add_product(bool is_integer) {
  if (is_integer)
    __asm__ volatile("tdpbusd %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(kC), "i"(kA), "i"(kB));
  else
    __asm__ volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(kC), "i"(kA), "i"(kB));
}

// What LDTILECFG reads.
struct alignas(64) shapes {
  uint8_t palette, start_row, reserved[14];
  uint16_t row_bytes[16];
  uint8_t rows[16];
};

// Other libraries may have told the thread otherwise meanwhile; asking costs a tenth of telling.
void shape_registers(size_t rows) {
  shapes wanted = {}, now;
  wanted.palette = 1;
  for (int i = 0; i < 8; ++i) {
    wanted.row_bytes[i] = row_bytes;
    wanted.rows[i] = uint8_t(i < 6 ? rows : side);
  }
  __asm__ volatile("sttilecfg %0" : "=m"(now));
  if (std::memcmp(&now, &wanted, sizeof(now)) != 0)
    __asm__ volatile("ldtilecfg %0" : : "m"(wanted));
}

// Rows of C, as many as two registers have at most: those of the second register are the last ones,
// and overlap with the first.
class block {
 public:
  block(const drivers::tile_table &tiles, const tile_args &t, bool is_integer, size_t rows)
      : tiles_(tiles),
        t_(t),
        is_integer_(is_integer),
        is_tall_(rows > side),
        is_wide_(t.cols > side),
        rows_(is_tall_ ? side : rows),
        second_(ptrdiff_t(rows - rows_)) {}

  void run() {
    const bool is_whole = t_.cols % side == 0;
    start<0>(0, is_whole);
    if (is_tall_) start<2>(second_, is_whole);
    for (size_t i = 0; i < t_.tap_count; ++i) add(t_.a + t_.taps[i].a, t_.b + t_.taps[i].b);
    if (t_.steps % side == 0 && is_whole && !t_.relu.on && !t_.narrows) {
      const ptrdiff_t row = t_.c_row * element_bytes;
      char *c = static_cast<char *>(t_.c);
      store_sums<0>(c, row);
      if (is_tall_) store_sums<2>(c + second_ * row, row);
      return;
    }
    store_sums<0>(room_, room_row);
    finish(0, 0);
    if (!is_tall_) return;
    store_sums<2>(room_, room_row);
    finish(side, side - size_t(second_));
  }

 private:
  static constexpr ptrdiff_t room_row = 2 * row_bytes;

  // C from a row on, in the registers from kC on. Rows of `start` are read up to their columns
  // only.
  template <int kC>
  void start(ptrdiff_t first, bool is_whole) {
    const auto *from = static_cast<const char *>(t_.start);
    if (!from) {
      clear<kC>();
      clear<kC + 1>();
      return;
    }
    ptrdiff_t row = t_.start_row * element_bytes;
    from += first * row;
    if (!is_whole) {
      std::memset(room_, 0, sizeof(room_));
      for (size_t r = 0; r < rows_; ++r)
        std::memcpy(room_ + ptrdiff_t(r) * room_row, from + ptrdiff_t(r) * row,
                    t_.cols * element_bytes);
      from = room_;
      row = room_row;
    }
    load<kC>(from, row);
    if (is_wide_) load<kC + 1>(from + row_bytes, row);
  }

  void add(const char *a, const char *b) {
    constexpr auto steps = ptrdiff_t(side);
    for (size_t i = t_.steps / side; i > 0; --i, a += steps * t_.a_step, b += steps * t_.b_step) {
      load<6>(b, t_.b_step);
      load_a<4>(a);
      add_product<0, 4, 6>(is_integer_);
      if (is_wide_) {
        load<7>(b + row_bytes, t_.b_step);
        add_product<1, 4, 7>(is_integer_);
      }
      if (!is_tall_) continue;
      load_a<5>(a + second_ * t_.a_row);
      add_product<2, 5, 6>(is_integer_);
      if (is_wide_) add_product<3, 5, 7>(is_integer_);
    }
  }

  // Where the steps of a row do not lie side by side, they are gathered.
  template <int kRegister>
  void load_a(const char *a) {
    if (t_.a_step == element_bytes) return load<kRegister>(a, t_.a_row);
    const ptrdiff_t row = t_.a_row, step = t_.a_step;
    const char *const end = room_ + rows_ * row_bytes;
    for (size_t k = 0; k < side; ++k, a += step) {
      const char *from = a;
      for (char *to = room_ + k * element_bytes; to < end; to += row_bytes, from += row)
        std::memcpy(to, from, element_bytes);
    }
    load<kRegister>(room_, row_bytes);
  }

  template <int kC>
  void store_sums(char *to, ptrdiff_t row) {
    store<kC>(to, row);
    if (is_wide_) store<kC + 1>(to + row_bytes, row);
  }

  // The rows from `first` on, of whose register `done` are finished.
  void finish(size_t first, size_t done) {
    const size_t left = t_.steps % side;
    const auto row = ptrdiff_t(first), steps = ptrdiff_t(t_.steps - left);
    tile_args rest = t_;
    rest.a += row * t_.a_row + steps * t_.a_step;
    rest.b += steps * t_.b_step;
    rest.steps = left;
    if (left == 0) rest.tap_count = 0;
    rest.c = static_cast<char *>(t_.c) + row * t_.c_row * drivers::c_bytes(tiles_, t_);
    rest.start = room_ + ptrdiff_t(done) * room_row;
    rest.start_row = room_row / element_bytes;
    drivers::run_tiles(tiles_, side, rest, rows_ - done);
  }

  const drivers::tile_table &tiles_;
  const tile_args &t_;
  const bool is_integer_, is_tall_, is_wide_;
  const size_t rows_;                               // of a register
  const ptrdiff_t second_;                          // where those of the second one begin
  alignas(64) char room_[side * size_t(room_row)];  // of a row of registers
};

}  // namespace

void run_by_unit(const drivers::tile_table &tiles, bool is_integer, const tile_args &args,
                 size_t rows) noexcept {
  const bool are_for_tiles = is_integer && (rows < fewest_rows || args.a_step != element_bytes);
  tile_args t = args;
  if (args.steps < side || args.tap_count == 0 || rows == 0 || are_for_tiles)
    return drivers::run_tiles(tiles, side, t, rows);
  // Blocks of nearly the same height: where there are several, none is lower than a register.
  const size_t count = (rows + 2 * side - 1) / (2 * side), least = rows / count;
  const size_t higher = rows - least * count;
  shape_registers(least < side ? least : side);
  for (size_t i = 0; i < count; ++i) {
    const size_t height = least + (i < higher ? 1 : 0);
    block(tiles, t, is_integer, height).run();
    t.a += ptrdiff_t(height) * t.a_row;
    t.c = static_cast<char *>(t.c) + ptrdiff_t(height) * t.c_row * drivers::c_bytes(tiles, args);
    if (t.start)
      t.start =
          static_cast<const char *>(t.start) + ptrdiff_t(height) * t.start_row * element_bytes;
  }
}

void release_registers() noexcept {
  __asm__ volatile("tilerelease");
}

}  // namespace dnnlet::DNNLET_PLUGIN
