// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <random>

#include <relatile/placement/recognise.hpp>

#include "support/catch.hpp"

namespace recognise_test {

using namespace relatile;
using namespace relatile::placement;

namespace {

std::int64_t number_below(std::mt19937& random, std::int64_t most) {
  return std::int64_t(random() % static_cast<std::uint64_t>(most));
}

/// A layout of up to three axes over the labels, or over none of them.
Layout random_layout(std::mt19937& random, int sites, int labels) {
  std::vector<MeshAxis> axes;
  int left = sites;
  for (int a = 0; a < 3; ++a) {
    const int size = 1 + static_cast<int>(number_below(random, left));
    axes.push_back({size, static_cast<int>(number_below(random, labels + 1)) - 1, 0});
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

TEST_CASE("what sites have of a slice is recognised as cut where the longer array is") {
  std::mt19937 random(8);
  const auto below = [&](std::int64_t most) { return number_below(random, most); };
  const std::vector<std::string> names{"i", "j", "k"};
  int sliced = 0;
  for (int round = 0; round < 4000; ++round) {
    const Extents extents{2 + below(60), 1 + below(40), 24};
    const int sites = 1 + static_cast<int>(below(24));
    Layout layout = random_layout(random, sites, 3);
    for (int label = 0; label < 2; ++label) {
      const std::int64_t before = below(12);
      const std::int64_t whole = extents[label] + before + below(12);
      if (whole > extents[label]) layout.slices.push_back({label, before, whole});
    }
    const Sharding sharding = sharding_of(layout, extents, Access::identity(3), sites, "some");
    CAPTURE(round, to_string(extents), sites, layout.text(names));
    std::int64_t elements = 0;
    std::int64_t most = 1;
    for (int l = 0; l < 3; ++l) most *= layout.longest_part(l, extents[l]);
    for (int site = 0; site < sites; ++site) {
      const Box box = layout.box(site, extents);
      REQUIRE((sharding.box(site) == box || (box.empty() && sharding.box(site).empty())));
      REQUIRE(box.count() <= most);
      elements += box.count();
    }
    REQUIRE(elements % volume(extents) == 0);
    const Sharding found = recognised_sharding(sharding.boxes(), extents);
    REQUIRE(found.boxes() == sharding.boxes());
    if (!all_work(sharding)) continue;
    CHECK(!found.irregular);
    ++sliced;
  }
  CHECK(sliced > 1000);
}

TEST_CASE("rows of a slice are recognised where the first sites and the last have none of them") {
  std::mt19937 random(9);
  const auto below = [&](std::int64_t most) { return number_below(random, most); };
  int with_none = 0;
  for (int round = 0; round < 2000; ++round) {
    const int sites = 2 + static_cast<int>(below(24));
    const std::int64_t whole = 30 + below(100);
    const std::int64_t before = below(whole / 2);
    const Extents extents{1 + below(whole - before), 5};
    Layout layout({{sites, 0, 0}});
    if (whole > extents[0]) layout.slices.push_back({0, before, whole});
    const Sharding sharding = sharding_of(layout, extents, Access::identity(2), sites, "some");
    int holding = 0;
    for (int site = 0; site < sites; ++site) holding += sharding.box(site).empty() ? 0 : 1;
    if (holding < 2) continue;
    CAPTURE(round, sites, whole, before, extents[0]);
    const Sharding found = recognised_sharding(sharding.boxes(), extents);
    CHECK(!found.irregular);
    for (int site = 0; site < sites; ++site) {
      const Box box = sharding.box(site);
      REQUIRE((box.empty() ? found.box(site).empty() : found.box(site) == box));
    }
    with_none += holding < sites ? 1 : 0;
  }
  CHECK(with_none > 500);
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
  // Uneven by choice, the middle part shorter than the others.
  stays(Placement{{{Box{{0, 0}, {2, 6}}}, {Box{{2, 0}, {3, 6}}}, {Box{{3, 0}, {6, 6}}}}, ""});
  stays(Placement{{{Box{{0, 0}, {3, 6}}, Box{{3, 0}, {6, 3}}}, {Box{{3, 3}, {6, 6}}}}, ""});
  stays(Placement{{{Box{{3, 0}, {6, 6}}}, {Box{{0, 0}, {3, 6}}}}, ""});  // in the other order
  stays(Placement{{{Box{{0, 0}, {3, 6}}}, {}, {Box{{3, 0}, {6, 6}}}}, ""});
}

}  // namespace recognise_test
