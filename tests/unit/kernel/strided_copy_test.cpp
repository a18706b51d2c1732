// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <numeric>
#include <random>
#include <relatile/kernel/strided_copy.hpp>
#include <vector>

#include "support/catch.hpp"

namespace strided_copy_test {

using namespace relatile;

namespace {

using Memory = std::vector<std::byte>;

Memory random_bytes(std::int64_t count, std::mt19937& random) {
  Memory bytes(static_cast<std::size_t>(count));
  for (auto& byte : bytes) byte = std::byte(random());
  return bytes;
}

/// Strides of an array with these extents whose dimensions lie in some order, with gaps of up to
/// two elements; how many elements it spans.
std::pair<Extents, std::int64_t> some_strides(const Extents& extents, bool gaps,
                                              std::mt19937& random) {
  std::vector<int> order(static_cast<std::size_t>(extents.rank()));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  Extents strides = Extents::filled(extents.rank(), 0);
  std::int64_t span = 1;
  for (int d : order) {
    strides[d] = span;
    span = span * extents[d] + (gaps ? std::int64_t(random() % 3) : 0);
  }
  return {strides, span};
}

Memory copied_by_loops(Memory to, const Extents& to_strides, const Memory& from,
                       const Extents& from_strides, const Extents& extents, std::int64_t size) {
  for_each_coordinate(Box::whole(extents), [&](const Extents& at) {
    std::int64_t target = 0;
    std::int64_t source = 0;
    for (int d = 0; d < at.rank(); ++d) {
      target += at[d] * to_strides[d];
      source += at[d] * from_strides[d];
    }
    std::copy_n(from.begin() + source * size, size, to.begin() + target * size);
  });
  return to;
}

}  // namespace

TEST_CASE("strided copies are those of plain loops, and touch nothing else") {
  std::mt19937 random(7);
  const Extents sizes{1, 2, 4, 8, 16, 12};
  for (int trial = 0; trial < 3000; ++trial) {
    const std::int64_t size = sizes[int(random() % 6)];
    Extents extents;
    const int rank = int(random() % 5);
    for (int d = 0; d < rank; ++d) {
      extents.push_back(random() % 4 == 0 ? std::int64_t(random() % 40)
                                          : std::int64_t(random() % 5));
    }
    auto [from_strides, from_span] = some_strides(extents, random() % 2 == 0, random);
    const auto [to_strides, to_span] = some_strides(extents, random() % 2 == 0, random);
    if (rank > 0 && random() % 4 == 0) from_strides[int(random() % unsigned(rank))] = 0;
    const Memory from = random_bytes((from_span + 1) * size, random);
    const Memory before = random_bytes((to_span + 1) * size, random);
    Memory to = before;
    kernel::copy_strided(to.data(), to_strides, from.data(), from_strides, extents, size);
    CHECK(to == copied_by_loops(before, to_strides, from, from_strides, extents, size));
  }
}

TEST_CASE("rows of every short length are copied") {
  std::mt19937 random(8);
  for (std::int64_t row = 1; row <= 40; ++row) {
    const Extents extents{3, row};
    const Memory from = random_bytes(3 * 50 * 4, random);
    const Memory before = random_bytes(3 * 60 * 4, random);
    Memory to = before;
    kernel::copy_strided(to.data(), {60, 1}, from.data(), {50, 1}, extents, 4);
    CHECK(to == copied_by_loops(before, {60, 1}, from, {50, 1}, extents, 4));
  }
}

}  // namespace strided_copy_test
