// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <vector>

#include <relatile/papers/tra21/cost.hpp>
#include <relatile/placement/layout.hpp>
#include <relatile/tra/map.hpp>

#include "support/catch.hpp"

namespace tra21_cost_test {

namespace rt = relatile;
using rt::Box;
using rt::Extents;
using rt::Floats;
using rt::papers::floats_in;
using rt::papers::floats_of;
using rt::papers::tra21::move;
using rt::placement::Layout;
using rt::placement::Placement;

namespace {

Placement placed(const Layout& layout, const Extents& extents, int sites) {
  return rt::placement::one_box_a_site(sites, "",
                                       [&](int site) { return layout.box(site, extents); });
}

rt::tra::RelationType doubles(const Extents& shape) {
  return rt::tra::array_type(rt::element_type_of<double>(), shape);
}

}  // namespace

TEST_CASE("a move to all sites is a broadcast, to disjoint parts a shuffle") {
  const Extents shape{8, 6};
  const auto type = doubles(shape);
  const Placement rows = placed({{{4, 0}}}, shape, 4);
  const Placement columns = placed({{{3, 1}}}, shape, 4);
  CHECK(move(type, rows, false, rt::placement::replicated(4, shape)) == Floats{4 * 48});
  CHECK(move(type, rows, false, columns) == Floats{48});
  CHECK(move(type, rows, false, rows) == Floats{48});  // not needed, but the cost does not look
}

TEST_CASE("copies in between are counted as the map that duplicates would make them") {
  // 2 x 3 sites: x is cut by the rows of the grid and copied along its columns.
  const Extents shape{8, 6};
  const Placement copies = placed({{{2, 0}, {3, -1}}}, shape, 6);
  CHECK(move(doubles(shape), rt::placement::on_site(6, 0, shape), false, copies) == Floats{3 * 48});
}

TEST_CASE("every contribution to a sum is shuffled") {
  const Extents shape{8, 6};
  const Placement contributions = rt::placement::replicated(5, shape);
  CHECK(move(doubles(shape), contributions, true, placed({{{4, 0}}}, shape, 5)) == Floats{5 * 48});
  // A grid of 2 x 2 whose second axis is summed over: two contributions to everything.
  const Placement halves = placed({{{2, 0}, {2, -1}}}, shape, 5);
  CHECK(move(doubles(shape), halves, true, placed({{{4, 0}}}, shape, 5)) == Floats{2 * 48});
}

TEST_CASE("the floats of a relation are those of its blocks") {
  rt::tra::RelationType type;
  type.extents = {3};
  type.block.element = rt::element_type_of<float>();
  type.block.rank = 2;
  type.block_extents = {{2, 2}, {2, 3}, {5, 7}};
  CHECK(floats_of(type) == Floats{45});
  CHECK(floats_in(type, Box{{1}, {2}, false}) == Floats{6});
  type.present = {1, 1, 0};
  CHECK(floats_of(type) == Floats{10});
}

}  // namespace tra21_cost_test
