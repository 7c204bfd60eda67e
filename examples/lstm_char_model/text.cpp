// SPDX-License-Identifier: Apache-2.0
#include "examples/lstm_char_model/text.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace char_model {

std::string embedded_text() {
  return R"(The keeper of the light lived at the end of the land, where the road was sand and the sand was
water twice a day. In the morning he swept the stairs. In the evening he lit the lamp. Between the
morning and the evening he looked at the sea, and the sea looked at nothing.

One night there was a knock at the door. The keeper took the lantern and went down the stairs, and
the stairs were cold. There was a child at the door, and the child had a small boat under one arm.

"The wind has turned," said the child. "May I wait here until it turns back?"

"The wind turns when it wants to," said the keeper. "Come in. There is soup, and there is bread."

They sat at the table and they ate the soup and the bread. The wind went round the tower and round
the tower, and it looked for a way in, and there was none. The lamp turned at the top of the tower,
and the light went out over the water, and came back, and went out again.

"Where do you want to go with the boat?" asked the keeper.

"To the other side of the water," said the child.

"And what is on the other side of the water?"

"That is what I want to see," said the child.

The keeper thought about the other side of the water. He had looked at the water for thirty years,
and he had never thought about the other side. He had thought about the lamp, and the stairs, and
the oil, and the glass. He went to the window. The light went out over the water, and came back.

"The boat is small," said the keeper.

"The boat is small, and I am small," said the child, "and the sea is large. So it is for the two of
us to be careful. The sea need not be careful at all."

In the morning the wind turned. The keeper swept the stairs, and then he went down to the sand with
the child and the boat. The water was flat and grey, and the sky was flat and grey, and there was no
line where the one ended and the other began. The child put the boat on the water, and it stood.

"When you are on the other side," said the keeper, "light a lamp. Then I will know that you are
there, and that there is another side."

"I will light a lamp," said the child.

The keeper stood on the sand until the boat was a point, and until the point was nothing. Then he
went up the stairs and looked at the sea, and the sea looked at nothing. In the evening he lit the
lamp. The light went out over the water, and came back, and went out again. He looked at the other
side of the water for a long time, and there was the dark, and the dark, and the dark.

And then, very small and very low, there was a light. It went out over the water, and it came back.

The keeper laughed. He took the lantern and went down the stairs, and the stairs were not as cold as
they had been. On the sand he began to build a boat.
)";
}

bool read_text(const char *path, std::string &text) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  text = all.str();
  return static_cast<bool>(file) && !text.empty();
}

symbols symbols_of(const std::string &text) {
  symbols s;
  s.letters = text;
  std::sort(s.letters.begin(), s.letters.end());
  s.letters.erase(std::unique(s.letters.begin(), s.letters.end()), s.letters.end());
  for (const char c : text) s.of_text.push_back(int(s.letters.find(c)));
  return s;
}

}  // namespace char_model
