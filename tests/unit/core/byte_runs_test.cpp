// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/core/byte_runs.hpp"

#include <random>
#include <vector>

#include "support/catch.hpp"

namespace byte_runs_test {

using namespace relatile;

namespace {

/// Where the bytes of a region are, one by one.
std::vector<std::int64_t> offsets_in(const Box& region, const Box& box, std::int64_t size) {
  std::vector<std::int64_t> offsets;
  for_each_coordinate(region, [&](const Extents& at) {
    const std::int64_t element = offset_in(box, at) - offset_in(box, region.low);
    for (std::int64_t b = 0; b < size; ++b) offsets.push_back(element * size + b);
  });
  return offsets;
}

std::vector<std::int64_t> offsets_of(const ByteRuns& runs) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t at = 0; at < runs.bytes(); ++at) offsets.push_back(runs.from(at).offset);
  return offsets;
}

Box random_box(std::mt19937& random, const Box& within) {
  Box box = within;
  for (int d = 0; d < box.rank(); ++d) {
    const auto extent = static_cast<unsigned>(within.high[d] - within.low[d]);
    box.low[d] += static_cast<std::int64_t>(random() % (extent + 1));
    box.high[d] =
        box.low[d] + static_cast<std::int64_t>(
                         random() % (static_cast<unsigned>(within.high[d] - box.low[d]) + 1));
  }
  return box;
}

void check_equal(const ByteRuns& runs, std::int64_t length, const Extents& counts,
                 const Extents& strides) {
  CHECK(runs.length == length);
  CHECK(runs.counts == counts);
  CHECK(runs.strides == strides);
}

}  // namespace

TEST_CASE("dimensions of a region are merged where they continue each other") {
  const Box matrix = Box::whole({5, 8});
  check_equal(runs_of({{0, 2}, {5, 4}}, matrix, 8), 16, {5}, {64});
  check_equal(runs_of({{1, 0}, {4, 8}}, matrix, 8), 192, {}, {});
  check_equal(runs_of({{3, 2}, {4, 7}}, matrix, 8), 40, {}, {});
  check_equal(runs_of({{0, 3}, {5, 4}}, matrix, 4), 4, {5}, {32});
  const Box cube = Box::whole({3, 4, 6});
  check_equal(runs_of({{0, 0, 1}, {3, 4, 3}}, cube, 2), 4, {12}, {12});
  check_equal(runs_of({{0, 1, 1}, {3, 3, 3}}, cube, 2), 4, {3, 2}, {48, 12});
  check_equal(runs_of({{0, 1, 0}, {3, 3, 6}}, cube, 2), 24, {3}, {48});
  check_equal(runs_of({{0, 2, 1}, {3, 3, 3}}, cube, 2), 4, {3}, {48});
  CHECK(runs_of(Box::nothing(2), matrix, 8).bytes() == 0);
  check_equal(runs_of(Box::whole({}), Box::whole({}), 8), 8, {}, {});
}

TEST_CASE("every byte of a region is where its element is") {
  std::mt19937 random(20261122);
  for (int round = 0; round < 300; ++round) {
    Extents extents;
    for (int d = 0; d < 1 + round % 4; ++d) extents.push_back(1 + int(random() % 5));
    const Box box = Box::whole(extents);
    const Box region = random_box(random, box);
    const std::int64_t size = 1 + std::int64_t(random() % 3);
    CAPTURE(box, region, size);
    const ByteRuns runs = runs_of(region, box, size);
    CHECK(runs.is_one() == (region.empty() || is_contiguous(region, box)));
    const std::vector<std::int64_t> expected = offsets_in(region, box, size);
    REQUIRE(offsets_of(runs) == expected);

    const auto bytes = static_cast<std::int64_t>(expected.size());
    const auto first = static_cast<std::int64_t>(random() % static_cast<unsigned>(bytes + 1));
    const auto last =
        first + static_cast<std::int64_t>(random() % static_cast<unsigned>(bytes - first + 1));
    std::vector<std::int64_t> cut;
    int parts = 0;
    for_each_regular_part(runs, first, last, [&](std::int64_t offset, const ByteRuns& part) {
      ++parts;
      for (auto at : offsets_of(part)) cut.push_back(offset + at);
    });
    REQUIRE(cut == std::vector<std::int64_t>(expected.begin() + first, expected.begin() + last));
    CHECK(parts <= 2 * extents.rank() + 1);
  }
}

TEST_CASE("bytes are copied between runs of any lengths") {
  const Box whole = Box::whole({6, 5, 4});
  const Box rows{{1, 0, 0}, {4, 5, 3}};
  std::vector<std::byte> from(120);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = std::byte(i);
  std::vector<std::byte> to(200, std::byte(255));
  const ByteRuns target = runs_of({{2, 1}, {11, 6}}, Box::whole({20, 10}), 1);
  const ByteRuns source = runs_of(rows, whole, 1);
  REQUIRE(target.bytes() == source.bytes());
  copy_runs(to.data() + 21, target, from.data() + 20, source);
  std::vector<std::byte> expected(200, std::byte(255));
  const auto sources = offsets_in(rows, whole, 1);
  for (std::size_t i = 0; i < 45; ++i) {
    expected[21 + i / 5 * 10 + i % 5] = from[static_cast<std::size_t>(20 + sources[i])];
  }
  CHECK(to == expected);
}

}  // namespace byte_runs_test
