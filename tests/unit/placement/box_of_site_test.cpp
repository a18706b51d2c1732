// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <vector>

#include <relatile/placement/box_of_site.hpp>
#include <relatile/placement/parts_of_boxes.hpp>
#include <relatile/placement/placement.hpp>

#include "support/catch.hpp"

namespace box_of_site_test {

using namespace relatile;
using placement::BoxOfSite;
using placement::Placement;

namespace {

constexpr auto part_of_100 = [](int site, int sites) {
  const Range part = even_part(100, sites, site);
  return Box{{part.low}, {part.high}, false};
};

std::vector<Box> table(int sites) {
  std::vector<Box> boxes;
  for (int site = 0; site < sites; ++site) boxes.push_back(part_of_100(site, sites));
  return boxes;
}

}  // namespace

TEST_CASE("boxes in closed form are those that are written out") {
  for (const int sites : {0, 1, 64, 65, 130}) {
    const BoxOfSite closed(sites, part_of_100, sites);
    const BoxOfSite written(table(sites));
    CAPTURE(sites);
    CHECK(closed.size() == static_cast<std::size_t>(sites));
    CHECK(closed.empty() == (sites == 0));
    CHECK(closed == written);
    CHECK(closed.written_out() == written.written_out());
    if (sites == 0) continue;
    CHECK((closed.written(0) != nullptr) == (sites <= placement::most_sites_written_out));
    std::vector<Box> other = table(sites);
    other.back() = Box::whole({7});
    CHECK(!(closed == BoxOfSite(other)));
    CHECK(!(closed == BoxOfSite(table(sites + 1))));
  }
}

TEST_CASE("a placement is the same in closed form and as a table, and empty boxes are none") {
  for (const int sites : {3, 130}) {  // of 130 parts of 100, some are empty
    const auto box = [sites](int site) { return part_of_100(site, sites); };
    const Placement closed(BoxOfSite(sites, part_of_100, sites), "closed");
    Placement::Table boxes(static_cast<std::size_t>(sites));
    for (int site = 0; site < sites; ++site) {
      if (!box(site).empty()) boxes[static_cast<std::size_t>(site)] = {box(site)};
    }
    const Placement written(boxes, "written out");
    CHECK(closed == written);
    CHECK(closed.table() == boxes);
    for (int site = 0; site < sites; ++site) {
      CHECK(closed.of(site) == written.of(site));
      CHECK(closed.holds(site, box(site)));
      CHECK(!closed.holds(site, Box{{0}, {100}, false}));
    }
  }
}

TEST_CASE("boxes of one form are the same without a look at each of them") {
  for (const int sites : {4, 130}) {
    const BoxOfSite closed(sites, part_of_100, sites);
    CHECK(closed.has_same_form(closed));
    CHECK(closed.has_same_form(BoxOfSite(sites, part_of_100, sites)));
    CHECK(!closed.has_same_form(BoxOfSite(sites, part_of_100, sites + 1)));
    CHECK(!closed.has_same_form(BoxOfSite(sites + 1, part_of_100, sites)));
    CHECK(closed.hash() == BoxOfSite(table(sites)).hash());
    const BoxOfSite half = placement::even_part_of(closed, 0, 2, 1);
    CHECK(
        half.has_same_form(placement::even_part_of(BoxOfSite(sites, part_of_100, sites), 0, 2, 1)));
    CHECK(!half.has_same_form(placement::even_part_of(closed, 0, 2, 0)));
    CHECK(!half.has_same_form(closed));
  }
  CHECK(BoxOfSite(70, part_of_100, 70).hash() != BoxOfSite(70, part_of_100, 80).hash());
  // Other forms may give equal boxes.
  const BoxOfSite closed(130, part_of_100, 130);
  CHECK(!closed.has_same_form(BoxOfSite(table(130))));
  CHECK(closed == BoxOfSite(table(130)));
}

}  // namespace box_of_site_test
