// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/digits.h"

#include <math.h>

namespace cnn {

namespace {

struct point {
  float x, y;
};

// A quadratic Bezier curve, in a square that is 1 wide and has y pointing down.
struct curve {
  point from, towards, to;
};

constexpr curve line(float x0, float y0, float x1, float y1) {
  return {{x0, y0}, {(x0 + x1) / 2, (y0 + y1) / 2}, {x1, y1}};
}

// A way to write a digit; the sorted table has one or two of each.
struct glyph {
  int digit;
  int count;
  curve curves[8];
};

constexpr glyph glyphs[] = {
    {0,
     4,
     {{{.50f, .05f}, {.84f, .05f}, {.84f, .50f}},
      {{.84f, .50f}, {.84f, .95f}, {.50f, .95f}},
      {{.50f, .95f}, {.16f, .95f}, {.16f, .50f}},
      {{.16f, .50f}, {.16f, .05f}, {.50f, .05f}}}},
    {1, 2, {line(.50f, .05f, .50f, .95f), line(.30f, .25f, .50f, .05f)}},
    {1,
     3,
     {line(.50f, .05f, .50f, .95f), line(.25f, .30f, .50f, .05f), line(.28f, .95f, .72f, .95f)}},
    {2,
     4,
     {{{.20f, .28f}, {.22f, .05f}, {.50f, .05f}},
      {{.50f, .05f}, {.85f, .05f}, {.80f, .33f}},
      {{.80f, .33f}, {.74f, .55f}, {.18f, .95f}},
      line(.18f, .95f, .85f, .95f)}},
    {3,
     6,
     {{{.20f, .14f}, {.42f, .01f}, {.60f, .08f}},
      {{.60f, .08f}, {.90f, .20f}, {.70f, .40f}},
      {{.70f, .40f}, {.60f, .48f}, {.42f, .48f}},
      {{.42f, .48f}, {.78f, .48f}, {.80f, .70f}},
      {{.80f, .70f}, {.80f, .98f}, {.45f, .95f}},
      {{.45f, .95f}, {.25f, .93f}, {.18f, .82f}}}},
    {4,
     3,
     {line(.66f, .05f, .66f, .95f), line(.66f, .05f, .14f, .65f), line(.14f, .65f, .90f, .65f)}},
    {4,
     3,
     {line(.26f, .06f, .20f, .55f), line(.20f, .55f, .86f, .55f), line(.70f, .10f, .64f, .95f)}},
    {5,
     4,
     {line(.80f, .06f, .28f, .06f),
      line(.28f, .06f, .22f, .45f),
      {{.22f, .45f}, {.86f, .30f}, {.80f, .68f}},
      {{.80f, .68f}, {.74f, 1.02f}, {.18f, .88f}}}},
    {6,
     5,
     {{{.70f, .05f}, {.20f, .30f}, {.20f, .68f}},
      {{.20f, .68f}, {.20f, .95f}, {.50f, .95f}},
      {{.50f, .95f}, {.82f, .95f}, {.82f, .70f}},
      {{.82f, .70f}, {.82f, .45f}, {.52f, .45f}},
      {{.52f, .45f}, {.25f, .45f}, {.20f, .68f}}}},
    {7, 2, {line(.15f, .07f, .85f, .07f), {{.85f, .07f}, {.50f, .50f}, {.38f, .95f}}}},
    {7,
     3,
     {line(.15f, .07f, .85f, .07f),
      {{.85f, .07f}, {.50f, .50f}, {.38f, .95f}},
      line(.30f, .50f, .74f, .50f)}},
    {8,
     8,
     {{{.50f, .48f}, {.20f, .42f}, {.22f, .25f}},
      {{.22f, .25f}, {.25f, .05f}, {.50f, .05f}},
      {{.50f, .05f}, {.77f, .05f}, {.77f, .25f}},
      {{.77f, .25f}, {.78f, .42f}, {.50f, .48f}},
      {{.50f, .48f}, {.15f, .55f}, {.17f, .72f}},
      {{.17f, .72f}, {.18f, .95f}, {.50f, .95f}},
      {{.50f, .95f}, {.83f, .95f}, {.83f, .72f}},
      {{.83f, .72f}, {.85f, .55f}, {.50f, .48f}}}},
    {9,
     5,
     {{{.80f, .32f}, {.80f, .05f}, {.50f, .05f}},
      {{.50f, .05f}, {.18f, .05f}, {.18f, .30f}},
      {{.18f, .30f}, {.18f, .55f}, {.48f, .55f}},
      {{.48f, .55f}, {.75f, .55f}, {.80f, .32f}},
      {{.80f, .32f}, {.82f, .65f}, {.60f, .95f}}}},
};

const glyph &choose_glyph(random &numbers, int digit) {
  const glyph *first = glyphs;
  while (first->digit != digit) ++first;
  const bool has_two =
      first + 1 < glyphs + sizeof(glyphs) / sizeof(*glyphs) && first[1].digit == digit;
  return first[has_two ? numbers.below(2) : 0];
}

// How one hand distorts a digit: from the square to pixels.
class distortion {
 public:
  explicit distortion(random &numbers) {
    const float turn = numbers.between(-0.3f, 0.3f), slant = numbers.between(-0.3f, 0.3f);
    const float width = numbers.between(9, 17), height = numbers.between(15, 22);
    xx_ = width * cosf(turn);
    xy_ = height * (slant * cosf(turn) - sinf(turn));
    yx_ = width * sinf(turn);
    yy_ = height * (slant * sinf(turn) + cosf(turn));
    shift_ = {numbers.between(-3, 3), numbers.between(-3, 3)};
    for (float &b : bend_) b = numbers.between(-0.35f, 0.35f);
  }

  point operator()(point p) const {
    const float x = p.x - 0.5f, y = p.y - 0.5f;
    const float u = x + bend_[0] * y * y + bend_[1] * x * y;
    const float v = y + bend_[2] * x * x + bend_[3] * x * y;
    return {xx_ * u + xy_ * v + shift_.x + 0.5f * picture_side,
            yx_ * u + yy_ * v + shift_.y + 0.5f * picture_side};
  }

 private:
  float xx_, xy_, yx_, yy_;
  point shift_;
  float bend_[4];
};

struct pen {
  float radius, ink;  // ink: 0 to 1
};

float distance(point p, point a, point b) {
  const float dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  float t = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  const float x = p.x - (a.x + t * dx), y = p.y - (a.y + t * dy);
  return sqrtf(x * x + y * y);
}

int clamp_to_picture(float x) {
  return x < 0 ? 0 : x > picture_side - 1 ? picture_side - 1 : int(x);
}

void draw_line(float *picture, point a, point b, pen with) {
  const float reach = with.radius + 1;
  const int x_end = clamp_to_picture(fmaxf(a.x, b.x) + reach);
  const int y_end = clamp_to_picture(fmaxf(a.y, b.y) + reach);
  for (int y = clamp_to_picture(fminf(a.y, b.y) - reach); y <= y_end; ++y)
    for (int x = clamp_to_picture(fminf(a.x, b.x) - reach); x <= x_end; ++x) {
      // The edge of a line is a pixel wide.
      const float cover = with.radius + 0.5f - distance({x + 0.5f, y + 0.5f}, a, b);
      float &pixel = picture[y * picture_side + x];
      pixel = fmaxf(pixel, with.ink * fminf(fmaxf(cover, 0), 1));
    }
}

void draw_curve(float *picture, const curve &c, const distortion &hand, pen with) {
  constexpr int pieces = 6;
  point last = hand(c.from);
  for (int i = 1; i <= pieces; ++i) {
    const float t = float(i) / pieces, s = 1 - t;
    const point next = hand({s * s * c.from.x + 2 * s * t * c.towards.x + t * t * c.to.x,
                             s * s * c.from.y + 2 * s * t * c.towards.y + t * t * c.to.y});
    draw_line(picture, last, next, with);
    last = next;
  }
}

void draw_stray_mark(float *picture, random &numbers, pen with) {
  const point a = {numbers.between(0, picture_side), numbers.between(0, picture_side)};
  const point b = {a.x + numbers.between(-4, 4), a.y + numbers.between(-4, 4)};
  draw_line(picture, a, b, with);
}

}  // namespace

void draw_digit(random &numbers, int digit, uint8_t *pixels) {
  float picture[picture_size] = {};
  const glyph &g = choose_glyph(numbers, digit);
  const distortion hand(numbers);
  const pen with = {numbers.between(0.5f, 1.7f), numbers.between(0.55f, 1.0f)};
  for (int i = 0; i < g.count; ++i) draw_curve(picture, g.curves[i], hand, with);
  if (numbers.below(3) == 0) draw_stray_mark(picture, numbers, with);

  const float noise = numbers.between(0, 0.25f);
  for (int i = 0; i < picture_size; ++i) {
    const float value = picture[i] + numbers.between(-noise, noise);
    pixels[i] = uint8_t(255 * fminf(fmaxf(value, 0), 1));
  }
}

}  // namespace cnn
