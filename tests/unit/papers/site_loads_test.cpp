// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <vector>

#include <relatile/papers/nums22/site_loads.hpp>
#include <relatile/placement/partition_vector.hpp>
#include <relatile/strategy/redistribute.hpp>
#include <relatile/strategy/reduce.hpp>

#include "support/catch.hpp"

namespace site_loads_test {

using namespace relatile::planner;
using namespace relatile::papers;
namespace rt = relatile;

namespace {

/// Every way to split an array of two axes, or to copy it, over up to `sites` sites.
std::vector<rt::placement::Sharding> shardings(const rt::Extents& shape, int sites) {
  std::vector<rt::placement::Sharding> all;
  const rt::Extents labels{shape[0], shape[1], sites};  // the third label copies
  for (const auto& d : rt::placement::partition_vectors(labels, {}, sites)) {
    for (const auto& layout : rt::placement::layouts_of(d)) {
      all.push_back(rt::placement::sharding_of(layout, labels, rt::Access::identity(2), sites, ""));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("loads in closed form are those of the exchanges") {
  for (const rt::Extents& shape : {rt::Extents{24, 12}, rt::Extents{7, 5}, rt::Extents{2, 9}}) {
    const auto type = rt::tra::array_type(rt::element_type_of<double>(), shape);
    for (int sites : {1, 3, 4, 6}) {
      for (const auto& have : shardings(shape, sites)) {
        for (const auto& need : shardings(shape, sites)) {
          const SiteLoads loads = move_loads(have, need, type);
          const auto exchange = rt::strategy::redistribute(have.boxes(), need.boxes());
          const SiteLoads exact = loads_of(exchange, type, sites);
          CHECK(loads == exact);
        }
      }
    }
  }
}

TEST_CASE("loads of reductions are those of the exchanges and of the results") {
  const rt::Extents shape{24, 12};
  const auto type = rt::tra::array_type(rt::element_type_of<double>(), shape);
  for (int sites : {2, 4, 6}) {
    const rt::Extents labels{24, 12, 60};  // the third label is summed over
    for (const auto& d : rt::placement::partition_vectors(labels, {}, sites)) {
      for (const auto& layout : rt::placement::layouts_of(d)) {
        const auto partial =
            rt::placement::sharding_of(layout, labels, rt::Access::identity(2), sites, "");
        rt::placement::Sharding rows = partial;
        rt::placement::Sharding first = partial;
        for (const auto& axis : layout.axes) {
          if (axis.label != 2) continue;
          rt::placement::append_axis(rows.dims[0].axes, {axis.size, axis.stride});
          first.zeros.push_back({axis.size, axis.stride});
        }
        for (const auto& target : {rows, first}) {
          const SiteLoads loads = reduce_loads(partial, target, type);
          const auto result = target.boxes();
          const auto exchange = rt::strategy::reduce(partial.boxes(), result);
          SiteLoads exact = loads_of(exchange, type, sites);
          add(exact, loads_of(result, type));
          CHECK(loads == exact);
        }
      }
    }
  }
}

}  // namespace site_loads_test
