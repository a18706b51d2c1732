// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <functional>
#include <map>
#include <relatile/papers.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace relations_test {

// Operators that move keys about have no labels for planners to look at.

namespace rt = relatile;

namespace {

using Blocks = rt::Relation<rt::Dense<double, 2>, 2>;

Blocks numbered() {
  auto x = rt::from_function({8, 6}, [](auto i, auto j) { return double(i * 6 + j); });
  return rt::blocks(x, {2, 3});
}

const std::vector<std::function<Blocks(const Blocks&)>>& operators() {
  static const std::vector<std::function<Blocks(const Blocks&)>> all{
      [](const Blocks& r) {
        return Blocks(rt::rekey(r, [](rt::KeyOf<2> k) { return rt::KeyOf<2>{k[1], k[0]}; }));
      },
      [](const Blocks& r) { return Blocks(rt::filter(r, [](auto k) { return k[0] < 2; })); },
      [](const Blocks& r) {
        auto rotated = rt::rekey(r, [](rt::KeyOf<2> k) {
          return rt::KeyOf<2>{(k[0] + 1) % 4, k[1]};
        });
        return Blocks(rt::join(r, rotated, rt::on<0, 1>, rt::on<0, 1>, rt::kernel::add));
      },
      [](const Blocks& r) {
        return Blocks(rt::transform(rt::filter(r, [](auto k) { return k[1] == 0; }),
                                    [](const auto& block) { return 2.0 * block; }));
      },
  };
  return all;
}

}  // namespace

TEST_CASE("every planner plans relations whose keys are renamed and filtered") {
  for (int sites : {1, 2, 5}) {
    for (std::size_t op = 0; op < operators().size(); ++op) {
      rt::Context context = rt::Context::loopback(sites);
      const auto expected = rt::to_map(operators()[op](numbered()));
      int planned = 0;
      for (const auto& planner : rt::planner::planners()) {
        CAPTURE(sites, op, std::string(planner.name));
        context.plan_options().planner = planner.name;
        try {
          CHECK(rt::to_map(operators()[op](numbered())) == expected);
          ++planned;
        } catch (const rt::UnsupportedPlan&) {
          // A paper may have no plan for relations.
        } catch (const rt::LimitExceeded&) {
          // Too many plans to try them all.
        }
      }
      CHECK(planned >= 8);
    }
  }
}

}  // namespace relations_test
