// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <random>
#include <relatile/array/stored.hpp>
#include <relatile/relatile.hpp>

#include "support/catch.hpp"
#include "support/traffic.hpp"

namespace irregular_tiling_test {

using namespace relatile;

namespace {

/// A matrix cut at random into at most one box a site; its elements are their row-major indices.
Array<double, 2> irregular(const Extents& shape, int sites, std::mt19937& random) {
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  std::vector<Box> boxes{Box::whole(shape)};
  for (int cut = 1; cut < sites; ++cut) {
    Box& box = boxes[static_cast<std::size_t>(below(std::ssize(boxes)))];
    const int d = static_cast<int>(below(2));
    if (box.high[d] - box.low[d] < 2) continue;
    Box rest = box;
    box.high[d] = rest.low[d] = box.low[d] + 1 + below(box.high[d] - box.low[d] - 1);
    boxes.push_back(rest);
  }
  std::shuffle(boxes.begin(), boxes.end(), random);
  std::vector<std::vector<Box>> held(static_cast<std::size_t>(sites));
  std::vector<SiteData> local(static_cast<std::size_t>(sites));
  for (std::size_t site = 0; site < boxes.size(); ++site) {
    held[site] = {boxes[site]};
    local[site].pieces.push_back(detail::new_piece(boxes[site], element_type_of<double>()));
    auto* out = reinterpret_cast<double*>(local[site].pieces[0].data.get());
    for_each_coordinate(boxes[site], [&](const Extents& at) {
      *out++ = static_cast<double>(linear_index(at, shape));
    });
  }
  return Array<double, 2>(detail::stored_node(
      "irregular", tra::array_type(element_type_of<double>(), shape), held, "as cut", local));
}

}  // namespace

TEST_CASE("arrays cut in any way arrive whole") {
  std::mt19937 random(20261122);
  for (int round = 0; round < 300; ++round) {
    const int sites = 1 + round % 7;
    auto context = Context::loopback(sites);
    const Extents shape{1 + std::int64_t(random() % 9), 1 + std::int64_t(random() % 9)};
    const auto x = irregular(shape, sites, random);
    const auto there = placed(x, round % 2 ? everywhere : on_rank(sites - 1));
    evaluate(there);
    if (there.node()->value->report) test::require_exact_traffic(report(there));
    const SiteData& data = there.node()->value->local[static_cast<std::size_t>(sites) - 1];
    const auto* elements = reinterpret_cast<const double*>(data.pieces.at(0).data.get());
    std::int64_t right = 0;
    for (std::int64_t i = 0; i < volume(shape); ++i) right += elements[i] == double(i) ? 1 : 0;
    CAPTURE(round, sites, shape);
    REQUIRE(right == volume(shape));
  }
}

}  // namespace irregular_tiling_test
