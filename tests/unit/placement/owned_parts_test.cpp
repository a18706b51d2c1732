// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <random>

#include <relatile/placement/all_parts.hpp>
#include <relatile/placement/owned_parts.hpp>

#include "support/catch.hpp"

namespace owned_parts_test {

using namespace relatile;
using namespace relatile::placement;

namespace {

int below(std::mt19937& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

/// What a random layout of up to four axes, over two dimensions or none, gives each site.
Sharding random_need(std::mt19937& random, const Extents& shape, int sites) {
  std::vector<MeshAxis> axes;
  for (int rest = sites; rest > 1 && axes.size() < 4;) {
    const int size = 1 + below(random, rest);
    axes.push_back({size, below(random, 3) - 1});
    rest /= size;
  }
  return sharding_of(Layout(axes), shape, Access::identity(2), sites, "need");
}

/// How often each element is among the boxes, row by row.
std::vector<int> counted(const std::vector<Box>& boxes, const Extents& shape) {
  std::vector<int> counts(static_cast<std::size_t>(volume(shape)));
  for (const Box& box : boxes) {
    for_each_coordinate(box, [&](const Extents& at) {
      ++counts[static_cast<std::size_t>(at[0] * shape[1] + at[1])];
    });
  }
  return counts;
}

}  // namespace

TEST_CASE("cuts of a range are nested, however uneven they are") {
  for (std::int64_t extent : {1, 2, 7, 12, 53, 1000}) {
    for (std::int64_t coarse = 1; coarse <= 12; ++coarse) {
      for (std::int64_t more = 1; coarse * more <= extent; ++more) {
        const std::int64_t fine = coarse * more;
        for (std::int64_t i = 0; i < fine; ++i) {
          const Range part = even_part(extent, fine, i);
          const Range outer = even_part(extent, coarse, i / more);
          REQUIRE(outer.low <= part.low);
          REQUIRE(part.high <= outer.high);
          REQUIRE(part.low == (i == 0 ? 0 : even_part(extent, fine, i - 1).high));
          const std::int64_t least = extent / fine;
          REQUIRE((part.high - part.low == least || part.high - part.low == least + 1));
        }
        REQUIRE(even_part(extent, fine, fine - 1).high == extent);
        REQUIRE(even_part(extent, fine, 0).high == (extent + fine - 1) / fine);
      }
    }
  }
  const std::int64_t most = (std::int64_t(1) << 62) + 1;
  CHECK(even_part(most, 4096, 4095).high == most);
}

TEST_CASE("owned parts are parts of what each site needs, and everything once") {
  std::mt19937 random(20261123);
  int shared_out = 0;
  for (int round = 0; round < 3000; ++round) {
    const int sites = 1 + below(random, 24);
    const Extents shape{1 + below(random, 40), 1 + below(random, 40)};
    const Sharding need = random_need(random, shape, sites);
    const auto owned = owned_parts(need, shape);
    REQUIRE(owned);
    std::vector<Box> boxes;
    for (int site = 0; site < sites; ++site) {
      const Box part = owned->box(site);
      CAPTURE(round, sites, shape, need.boxes(), owned->boxes());
      REQUIRE((part.empty() || need.box(site).contains(part)));
      boxes.push_back(part);
    }
    const std::vector<int> counts = counted(boxes, shape);
    REQUIRE(std::all_of(counts.begin(), counts.end(), [](int count) { return count == 1; }));
    shared_out += *owned == need ? 0 : 1;
  }
  CHECK(shared_out > 1000);
}

TEST_CASE("what leaves some of a value out has no owned parts") {
  const Layout rows({{4, 0}});
  Access window = Access::identity(1);
  window.dims[0].width = 3;
  CHECK(!owned_parts(sharding_of(rows, {40}, window, 4, "window"), {42}));
  Access slice = Access::identity(1);
  slice.dims[0].offset = 1;
  CHECK(!owned_parts(sharding_of(rows, {40}, slice, 4, "slice"), {41}));
  CHECK(owned_parts(sharding_of(rows, {40}, Access::identity(1), 4, "rows"), {40}));
}

TEST_CASE("all parts hold what any placement gives, once, and the first in one box") {
  std::mt19937 random(7);
  for (int round = 0; round < 1000; ++round) {
    const int sites = 1 + below(random, 12);
    const Extents shape{1 + below(random, 12), 1 + below(random, 12)};
    const Sharding first = random_need(random, shape, sites);
    const Sharding second = random_need(random, shape, sites);
    const Placement both = all_parts({first, second}).boxes();
    for (int site = 0; site < sites; ++site) {
      const Box whole = first.box(site);
      REQUIRE((whole.empty() || both.holds(site, whole)));
      std::vector<Box> boxes;
      for (const Box& box : both.of(site)) boxes.push_back(box);
      const std::vector<int> counts = counted(boxes, shape);
      const std::vector<int> wanted = counted({whole, second.box(site)}, shape);
      for (std::size_t i = 0; i < counts.size(); ++i) REQUIRE(counts[i] == std::min(wanted[i], 1));
    }
  }
}

TEST_CASE("both parts are one box where they fill one, so that both are read in place") {
  const Layout rows({{2, 0}});
  const auto shifted = [&](std::int64_t by) {
    Access slice = Access::identity(1);
    slice.dims[0].offset = by;
    return sharding_of(rows, {40}, slice, 2, "slice");
  };
  const Placement near = all_parts({shifted(0), shifted(3)}).boxes();
  const Placement apart = all_parts({shifted(0), shifted(30)}).boxes();
  for (int site = 0; site < 2; ++site) {
    CHECK(near.of(site).size() == 1);
    CHECK(near.holds(site, shifted(3).box(site)));
    CHECK(apart.of(site).size() == 2);
  }
}

TEST_CASE(
    "what lies in several boxes of one piece is read in place, where the piece is not wasted") {
  const Placement::Table cross{{{{0, 1}, {10, 9}}, {{1, 0}, {9, 1}}, {{1, 9}, {9, 10}}}};
  const Placement apart(cross, "cross");
  const Placement together = Placement(cross, "cross").in_one_piece();
  CHECK_FALSE(apart == together);
  CHECK_FALSE(apart.has_same_form(together));
  CHECK(apart.pieces(0).size() == 3);
  REQUIRE(together.pieces(0).size() == 1);
  CHECK(together.pieces(0).front() == Box::whole({10, 10}));
  const Box middle{{1, 0}, {9, 10}};
  const Box with_a_corner{{0, 0}, {9, 10}};
  CHECK_FALSE(apart.holds(0, middle));
  CHECK(together.holds(0, middle));
  CHECK_FALSE(together.holds(0, with_a_corner));

  const Placement corners =
      Placement({{{{0, 0}, {2, 2}}, {{8, 8}, {10, 10}}}}, "corners").in_one_piece();
  CHECK(corners.pieces(0).size() == 2);
  CHECK_FALSE(corners.holds(0, {{0, 0}, {10, 10}}));
}

TEST_CASE("the box around boxes leaves out those that are empty") {
  const Box a{{1, 2}, {3, 4}};
  const Box empty{{50, 50}, {50, 60}};
  CHECK(box_around(a, empty) == a);
  CHECK(box_around(empty, a) == a);
  CHECK(box_around(a, {{0, 5}, {1, 6}}) == Box{{0, 2}, {3, 6}});
  CHECK(hull_of(std::vector<Box>{empty, a, empty}, 2) == a);
  CHECK(hull_of(std::vector<Box>{}, 2).empty());
}

}  // namespace owned_parts_test
