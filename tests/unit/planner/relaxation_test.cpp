// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <memory>
#include <random>

#include <relatile/planner/search/elimination.hpp>
#include <relatile/planner/search/relaxation.hpp>

#include "support/catch.hpp"

namespace relaxation_test {

using relatile::planner::FactorGraph;
using relatile::planner::PairPrices;
using relatile::planner::Price;
using relatile::planner::Relaxation;

namespace {

struct Table {
  int rows;
  int columns;
  FactorGraph::Prices prices;
};

/// Variables of a few values each, tables over one or two of them, some pairs impossible.
struct RandomFactorGraph {
  std::vector<int> sizes;
  std::vector<Table> tables;

  explicit RandomFactorGraph(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) {
      return static_cast<int>(random() % static_cast<unsigned>(limit));
    };
    const int count = 2 + below(6);
    for (int v = 0; v < count; ++v) sizes.push_back(1 + below(4));
    const auto prices = [&](int entries) {
      std::vector<Price> all;
      for (int i = 0; i < entries; ++i) {
        all.push_back({static_cast<double>(below(50)), static_cast<double>(below(3))});
      }
      return std::make_shared<const std::vector<Price>>(std::move(all));
    };
    for (int v = 0; v < count; ++v) tables.push_back({v, -1, prices(sizes[std::size_t(v)])});
    for (int t = 0; t < count + below(5); ++t) {
      const int a = below(count);
      const int b = below(count);
      if (a == b) continue;
      tables.push_back({a, b, prices(sizes[std::size_t(a)] * sizes[std::size_t(b)])});
    }
  }

  Price price(const std::vector<int>& values) const {
    Price total;
    for (const auto& table : tables) {
      std::size_t at = std::size_t(values[std::size_t(table.rows)]);
      if (table.columns >= 0) {
        at = at * std::size_t(sizes[std::size_t(table.columns)]) +
             std::size_t(values[std::size_t(table.columns)]);
      }
      total = total + (*table.prices)[at];
    }
    return total;
  }

  /// Every assignment with its price.
  template <class Visit>
  void for_each_assignment(Visit&& visit) const {
    std::vector<int> values(sizes.size(), 0);
    for (;;) {
      visit(values, price(values));
      std::size_t v = 0;
      while (v < sizes.size() && ++values[v] == sizes[v]) values[v++] = 0;
      if (v == sizes.size()) return;
    }
  }
};

}  // namespace

TEST_CASE("elimination finds the cheapest assignment of all") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    const RandomFactorGraph random(seed);
    FactorGraph factors;
    for (int size : random.sizes) factors.add_variable(size);
    for (const auto& table : random.tables) {
      std::vector<int> variables{table.rows};
      if (table.columns >= 0) variables.push_back(table.columns);
      factors.add_table(variables, table.prices);
    }
    Price best = Price::impossible();
    random.for_each_assignment([&](const auto&, Price price) { best = std::min(best, price); });
    const auto solution = factors.solve({});
    REQUIRE(solution);
    CHECK(solution->price.cost == best.cost);
    CHECK(solution->price.tie == best.tie);
    const Price own = random.price(solution->values);
    CHECK(own.cost == best.cost);
    CHECK(own.tie == best.tie);
  }
}

TEST_CASE("the relaxation bounds from below and drops no value of a cheapest assignment") {
  int dropped = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    INFO("seed " << seed);
    const RandomFactorGraph random(seed);
    Relaxation relaxation(random.sizes);
    for (const auto& table : random.tables) {
      if (table.columns < 0) {
        relaxation.add(table.rows, table.prices);
      } else {
        std::vector<double> costs;
        for (const Price& price : *table.prices) costs.push_back(price.cost);
        const auto num_columns = std::size_t(random.sizes[std::size_t(table.columns)]);
        relaxation.add(
            table.rows, table.columns,
            std::make_shared<const PairPrices>(PairPrices::written_out(num_columns, costs)));
      }
    }
    relaxation.run(5);
    Price best = Price::impossible();
    random.for_each_assignment([&](const auto&, Price price) { best = std::min(best, price); });
    CHECK(relaxation.lower_bound() <= best.cost + 1e-6);
    CHECK(random.price(relaxation.best()).cost == Approx(relaxation.upper_bound()));
    const auto kept = relaxation.kept();
    for (std::size_t v = 0; v < kept.size(); ++v) {
      dropped += random.sizes[v] - static_cast<int>(kept[v].size());
    }
    random.for_each_assignment([&](const auto& values, Price price) {
      if (price.cost > best.cost) return;
      for (std::size_t v = 0; v < values.size(); ++v) {
        CHECK(std::find(kept[v].begin(), kept[v].end(), values[v]) != kept[v].end());
      }
    });
  }
  CHECK(dropped > 1000);
}

}  // namespace relaxation_test
