// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/transport/stretches.hpp"

#include <numeric>
#include <vector>

#include "support/catch.hpp"

namespace stretches_test {

using namespace relatile;

TEST_CASE("stretches follow each other and hold the array") {
  for (const Extents& extents : {Extents{3, 5, 2}, Extents{7}, Extents{}, Extents{2, 0, 3}}) {
    for (std::int64_t most = 1; most < 40; ++most) {
      const transport::detail::Stretches stretches(extents, most);
      std::int64_t elements = 0;
      for (std::int64_t i = 0; i < stretches.count(); ++i) {
        const Box box = stretches[i];
        CHECK((!box.empty() && box.count() <= most));
        CHECK(linear_index(box.low, extents) == elements);
        elements += box.count();
        transport::for_each_run(extents, box, [&](auto, auto run) { CHECK(run == box.count()); });
      }
      CHECK(elements == volume(extents));
      CHECK(stretches[stretches.count()].empty());
    }
  }
}

TEST_CASE("a part that is packed and unpacked is where it was") {
  const Box whole{{2, 3, 4}, {5, 8, 10}};
  const Box part{{3, 3, 5}, {5, 7, 9}};
  std::vector<std::byte> data(static_cast<std::size_t>(whole.count()));
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i);
  std::vector<std::byte> packed(static_cast<std::size_t>(part.count()));
  transport::detail::pack(whole, data.data(), part, 1, packed.data());
  std::size_t next = 0;
  for_each_coordinate(part, [&](const Extents& at) {
    const Extents inside{at[0] - 2, at[1] - 3, at[2] - 4};
    const auto index = static_cast<std::size_t>(linear_index(inside, whole.extents()));
    CHECK(packed[next++] == data[index]);
  });
  std::vector<std::byte> copy = data;
  for (auto& byte : packed) byte ^= std::byte{0xff};
  transport::detail::unpack(whole, copy.data(), part, 1, packed.data());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < data.size(); ++i) changed += copy[i] != data[i] ? 1 : 0;
  CHECK(changed == packed.size());
}

TEST_CASE("the hull holds all boxes and no more") {
  const std::vector<Box> boxes{
      Box::nothing(2), {{1, 5}, {2, 6}}, {{0, 7}, {1, 9}}, {{3, 3}, {3, 9}}};
  CHECK(hull_of(boxes, 2) == Box{{0, 5}, {2, 9}});
  CHECK(hull_of({}, 2).empty());
}

}  // namespace stretches_test
