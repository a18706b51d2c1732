// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <relatile/cost/parts_together.hpp>
#include <relatile/placement/ranges_of_sites.hpp>

#include "support/catch.hpp"

namespace parts_together_test {

namespace rt = relatile;
using rt::placement::Sharding;

namespace {

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  rt::placement::Layout layout(const std::vector<int>& mesh) {
    std::vector<rt::placement::MeshAxis> axes;
    for (int size : mesh) axes.push_back({size, below(3) - 1});
    return rt::placement::Layout(axes);
  }
  /// Boxes of no closed form, some of which are empty, on sites that may have none.
  Sharding boxes(const rt::Extents& shape, int sites) {
    std::vector<std::vector<rt::Box>> table(static_cast<std::size_t>(sites));
    for (std::int64_t row = 0; row < shape[0];) {
      const std::int64_t end = std::min(shape[0], row + below(4));
      for (std::int64_t column = 0; column < shape[1];) {
        const std::int64_t last = std::min(shape[1], column + 1 + below(6));
        auto& own = table[static_cast<std::size_t>(below(sites))];
        own.push_back(rt::Box{{row, column}, {end, last}});
        column = last;
      }
      row = end;
    }
    return rt::placement::irregular_sharding({std::move(table), "boxes"});
  }
  /// Some slice of a value, as an operator reads it.
  Sharding slice(const rt::placement::Layout& layout, const rt::Extents& shape, int sites) {
    rt::Access access = rt::Access::identity(2);
    for (auto& dim : access.dims) dim.offset = below(3);
    if (below(8) == 0) {
      access.dims[1].step = -1;
      access.dims[1].offset = shape[1] + below(2);
    }
    if (below(8) == 0) access.dims[0].values = {2, shape[0] - 1};
    return rt::placement::sharding_of(layout, shape, access, sites, "part");
  }

 private:
  std::mt19937 random_;
};

using Elements = std::set<std::vector<std::int64_t>>;

void insert(const Sharding& sharding, int site, Elements& elements) {
  const auto add = [&](const rt::Extents& at) { elements.emplace(at.begin(), at.end()); };
  if (!sharding.irregular) return rt::for_each_coordinate(sharding.box(site), add);
  for (const rt::Box& box : sharding.irregular->of(site)) rt::for_each_coordinate(box, add);
}

/// Whether a position is in the box around some others.
bool lies_within(const std::vector<std::int64_t>& at, const Elements& others) {
  for (std::size_t d = 0; d < at.size(); ++d) {
    const auto is_before = [d](const auto& a, const auto& b) { return a[d] < b[d]; };
    const auto [low, high] = std::minmax_element(others.begin(), others.end(), is_before);
    if (low == others.end() || at[d] < (*low)[d] || at[d] > (*high)[d]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("ranges of all sites are those that each site asks for") {
  Generator random(20261126);
  int num_out_of_order = 0;
  for (int round = 0; round < 2000; ++round) {
    Sharding sharding;
    sharding.num_sites = 1 + random.below(150);
    for (int d = 0; d < 2; ++d) {
      rt::placement::ShardingDim dim;
      dim.label_extent = random.below(3) == 0 ? random.below(5) : 1 + random.below(300);
      dim.access.label = random.below(6) - 1;
      dim.access.offset = random.below(5);
      dim.access.step = random.below(5) - 2;
      dim.access.width = 1 + random.below(3);
      if (random.below(5) == 0) dim.access.values = {3, 40};
      if (random.below(5) == 0) dim.access.every = dim.access.is_clipped() ? 2 : 1;
      int stride = 1;
      for (int left = random.below(4); left > 0; --left) {
        stride *= 1 + random.below(3);  // an axis of others in between
        const int size = 1 + random.below(5);
        dim.axes.push_back({size, stride});
        stride *= size;
      }
      // The outermost axis comes first, but any may be that; and some cut each other's digits.
      for (std::size_t i = dim.axes.size(); i > 1; --i) {
        std::swap(dim.axes[i - 1],
                  dim.axes[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
      }
      if (random.below(10) == 0) {
        dim.axes.push_back({3, 2});
        ++num_out_of_order;
      }
      sharding.dims.push_back(dim);
    }
    const auto ranges = rt::placement::ranges_of_sites(sharding);
    REQUIRE(ranges.size() == 2 * static_cast<std::size_t>(sharding.num_sites));
    std::size_t at = 0;
    for (const auto& dim : sharding.dims) {
      for (int site = 0; site < sharding.num_sites; ++site) {
        CAPTURE(round, site);
        REQUIRE(ranges[at++] == dim.range(site));
      }
    }
  }
  CHECK(num_out_of_order > 100);
}

TEST_CASE("what sites need of several parts is counted as the set of their elements") {
  Generator random(7);
  int num_partly_kept = 0;
  for (int round = 0; round < 400; ++round) {
    const std::vector<int> mesh{1 + random.below(4), 1 + random.below(4)};
    const int sites = mesh[0] * mesh[1] + random.below(3);
    const rt::Extents value{4 + random.below(12), 4 + random.below(12)};
    const rt::Extents shape{value[0] - 2, value[1] - 2};
    Sharding have = rt::placement::sharding_of(random.layout(mesh), value, rt::Access::identity(2),
                                               sites, "have");
    if (random.below(4) == 0) have.zeros = {{mesh[1], 1}};
    if (random.below(2) == 0) have = have.written_down();
    if (random.below(4) == 0) have = random.boxes(value, sites);
    std::vector<Sharding> parts;
    const auto layout = random.layout(mesh);
    for (int left = 2 + random.below(4); left > 0; --left) {
      parts.push_back(
          random.slice(random.below(4) == 0 ? random.layout(mesh) : layout, shape, sites));
    }
    std::vector<const Sharding*> pointers;
    for (const auto& part : parts) pointers.push_back(&part);
    const rt::cost::SiteSums sums = rt::cost::PartsTogether(pointers).sums(have);
    rt::cost::SiteSums expected;
    Elements by_any;
    for (int site = 0; site < sites; ++site) {
      for (const auto& part : parts) insert(part, site, by_any);
    }
    for (int site = 0; site < sites; ++site) {
      Elements wanted;
      for (const auto& part : parts) insert(part, site, wanted);
      Elements held;
      insert(have, site, held);
      const auto kept = std::count_if(wanted.begin(), wanted.end(),
                                      [&](const auto& at) { return held.contains(at); });
      // Who has nothing within what any site needs sends nothing.
      std::erase_if(held, [&](const auto& at) { return !lies_within(at, by_any); });
      expected.add(std::ssize(held), std::ssize(wanted), kept);
      num_partly_kept += kept > 0 && kept < std::ssize(wanted) ? 1 : 0;
    }
    CAPTURE(round, sites);
    CHECK(sums.wanted == expected.wanted);
    CHECK(sums.kept == expected.kept);
    CHECK(sums.most_missing == expected.most_missing);
    CHECK(sums.senders == expected.senders);
    CHECK(sums.receivers == expected.receivers);
    CHECK(sums.meeting == expected.meeting);
    if (parts.size() > 2 || have.irregular) continue;
    const rt::cost::SiteSums both = rt::cost::sums_of_both(have, parts[0], parts[1]);
    CHECK(both.wanted == sums.wanted);
    CHECK(both.kept == sums.kept);
    CHECK(both.most_missing == sums.most_missing);
    CHECK(both.senders == sums.senders);
  }
  CHECK(num_partly_kept > 400);
}

}  // namespace parts_together_test
