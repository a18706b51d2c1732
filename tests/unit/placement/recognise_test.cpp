// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <random>

#include <relatile/placement/recognise.hpp>

#include "support/catch.hpp"

namespace recognise_test {

using namespace relatile;
using namespace relatile::placement;

namespace {

/// A layout of up to three axes over the labels, or over none of them.
Layout random_layout(std::mt19937& random, int sites, int labels) {
  std::vector<MeshAxis> axes;
  int left = sites;
  for (int a = 0; a < 3; ++a) {
    const int size = 1 + static_cast<int>(random() % static_cast<unsigned>(left));
    axes.push_back({size, static_cast<int>(random() % static_cast<unsigned>(labels + 1)) - 1, 0});
    left /= size;
  }
  return Layout(std::move(axes));
}

bool all_work(const Sharding& sharding) {
  for (int site = 0; site < sharding.working; ++site) {
    if (sharding.box(site).empty()) return false;
  }
  return sharding.working > 0;
}

}  // namespace

TEST_CASE("boxes that a layout leaves are recognised as the closed form they came from") {
  std::mt19937 random(7);
  const std::vector<std::string> names{"i", "j", "k"};
  int recognised = 0;
  for (int round = 0; round < 4000; ++round) {
    const Extents extents{1 + std::int64_t(random() % 40), 1 + std::int64_t(random() % 40), 24};
    const int sites = 1 + static_cast<int>(random() % 24);
    const Layout layout = random_layout(random, sites, 3);
    const Sharding sharding = sharding_of(layout, extents, Access::identity(3), sites, "some");
    const Sharding found = recognised_sharding(sharding.boxes(), extents);
    CAPTURE(round, to_string(extents), sites, layout.text(names));
    REQUIRE(found.boxes() == sharding.boxes());
    CHECK(found.text == "some");
    if (!all_work(sharding)) continue;
    REQUIRE(!found.irregular);
    ++recognised;
  }
  CHECK(recognised > 1000);
}

TEST_CASE("what all sites hold, what one site holds and scalars are closed forms") {
  const Extents shape{5, 7};
  CHECK(!recognised_sharding(replicated(6, shape), shape).irregular);
  CHECK(!recognised_sharding(on_site(6, 0, shape), shape).irregular);
  CHECK(!recognised_sharding(replicated(4, {}), {}).irregular);
}

TEST_CASE("other boxes stay as they are") {
  const Extents shape{6, 6};
  const auto stays = [&](const Placement& placement) {
    const Sharding sharding = recognised_sharding(placement, shape);
    CHECK(sharding.irregular);
    CHECK(sharding.boxes() == placement);
  };
  stays(on_site(3, 1, shape));
  stays(Placement{{{}, {}, {}}, ""});
  stays(Placement{{{Box{{0, 0}, {2, 6}}}, {Box{{2, 0}, {6, 6}}}}, ""});  // uneven by choice
  stays(Placement{{{Box{{0, 0}, {3, 6}}, Box{{3, 0}, {6, 3}}}, {Box{{3, 3}, {6, 6}}}}, ""});
  stays(Placement{{{Box{{3, 0}, {6, 6}}}, {Box{{0, 0}, {3, 6}}}}, ""});  // in the other order
  stays(Placement{{{Box{{0, 0}, {3, 6}}}, {}, {Box{{3, 0}, {6, 6}}}}, ""});
}

}  // namespace recognise_test
