// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include <relatile/planner/search/elimination.hpp>
#include <relatile/planner/search/pair_prices.hpp>

#include "support/catch.hpp"

namespace pair_prices_test {

using relatile::planner::FactorGraph;
using relatile::planner::PairPrices;
using relatile::planner::Price;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Prices in the form of few numbers, and the same written out, row by row.
struct Both {
  PairPrices pairs;
  std::vector<double> written_out;
};

class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t limit) { return random_() % limit; }
  /// Thirds, so that sums round; sometimes infinite.
  double price() { return below(6) == 0 ? infinity : static_cast<double>(below(1000)) / 3; }
  std::vector<PairPrices::Row> rows(std::size_t count, std::size_t length) {
    std::vector<PairPrices::Row> all;
    for (std::size_t r = 0; r < count; ++r) {
      std::vector<double> row;
      for (std::size_t i = 0; i < length; ++i) row.push_back(price());
      all.push_back(std::make_shared<const std::vector<double>>(std::move(row)));
    }
    return all;
  }
  PairPrices::Classes classes(std::size_t count, std::size_t limit) {
    std::vector<int> all;
    for (std::size_t c = 0; c < count; ++c) all.push_back(static_cast<int>(below(limit)));
    return std::make_shared<const std::vector<int>>(std::move(all));
  }

  /// Some states with some of the copies.
  std::vector<PairPrices::MixedRow> mixed(std::size_t num_states, std::size_t num_copies) {
    std::vector<PairPrices::MixedRow> rows;
    for (std::size_t r = num_copies == 0 ? 0 : below(5); r > 0; --r) {
      rows.push_back({below(num_states), below(num_copies)});
    }
    return rows;
  }

  Both reads() {
    const std::size_t num_states = 1 + below(4);
    const std::size_t num_copies = below(4);
    const std::size_t num_more = below(3);  // copies of mixed rows alone
    const std::size_t num_classes = 1 + below(5);
    const auto states = rows(num_states, num_classes);
    // What is renamed has as many options, but no copies.
    const auto copies =
        below(3) == 0 ? std::vector<PairPrices::Row>{} : rows(num_copies + num_more, num_classes);
    const auto of_column = classes(1 + below(9), num_classes);
    std::vector<double> all;
    const auto add_row = [&](std::size_t state, const PairPrices::Row& copy) {
      for (int k : *of_column) {
        const auto at = static_cast<std::size_t>(k);
        const double price = (*states[state])[at];
        all.push_back(copy ? std::min(price, (*copy)[at]) : price);
      }
    };
    for (std::size_t copy = 0; copy <= num_copies; ++copy) {
      for (std::size_t state = 0; state < num_states; ++state) {
        add_row(state, copy > 0 && !copies.empty() ? copies[copy - 1] : nullptr);
      }
    }
    const auto more = mixed(num_states, num_copies + num_more);
    for (const auto& [state, copy] : more) add_row(state, copies.empty() ? nullptr : copies[copy]);
    return {
        PairPrices::reads(num_states * (1 + num_copies) + more.size(), states, copies, of_column,
                          std::make_shared<const std::vector<PairPrices::MixedRow>>(more)),
        all};
  }
  Both offers() {
    const std::size_t num_states = 1 + below(4);
    const std::size_t num_copies = below(4);
    const auto copying = rows(num_copies + below(3), num_states);
    const auto of_column = classes(1 + below(9), num_states);
    std::vector<double> all;
    const auto add_row = [&](std::size_t s, double price) {
      for (int k : *of_column) all.push_back(static_cast<std::size_t>(k) == s ? price : infinity);
    };
    for (std::size_t copy = 0; copy <= num_copies; ++copy) {
      for (std::size_t s = 0; s < num_states; ++s) {
        add_row(s, copy == 0 ? 0 : (*copying[copy - 1])[s]);
      }
    }
    const auto more = mixed(num_states, copying.size());
    for (const auto& [state, copy] : more) add_row(state, (*copying[copy])[state]);
    return {PairPrices::offers(num_states * (1 + num_copies) + more.size(), num_states, copying,
                               of_column,
                               std::make_shared<const std::vector<PairPrices::MixedRow>>(more)),
            all};
  }

 private:
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("prices of pairs are those of the table written out, and so is what is least of sums") {
  for (unsigned seed = 0; seed < 400; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const Both both = seed % 2 == 0 ? random.reads() : random.offers();
    const std::size_t rows = both.pairs.num_rows();
    const std::size_t columns = both.pairs.num_columns();
    REQUIRE(both.written_out.size() == rows * columns);
    const auto price = [&](std::size_t r, std::size_t c) {
      return both.written_out[r * columns + c];
    };
    std::vector<double> of_rows;
    for (std::size_t r = 0; r < rows; ++r) of_rows.push_back(random.price());
    std::vector<double> of_columns;
    for (std::size_t c = 0; c < columns; ++c) of_columns.push_back(random.price());

    const auto by_class = both.pairs.least_over_rows(of_rows);
    for (std::size_t c = 0; c < columns; ++c) {
      double least = infinity;
      for (std::size_t r = 0; r < rows; ++r) {
        CHECK(both.pairs.cost(r, c) == price(r, c));
        least = std::min(least, of_rows[r] + price(r, c));
      }
      CHECK(by_class[static_cast<std::size_t>(both.pairs.class_of(c))] == least);
    }
    const auto by_copy = both.pairs.least_over_columns(both.pairs.least_of_classes(of_columns));
    std::size_t seen = 0;
    both.pairs.for_each_row(by_copy, [&](std::size_t r, double value) {
      double least = infinity;
      for (std::size_t c = 0; c < columns; ++c)
        least = std::min(least, of_columns[c] + price(r, c));
      CHECK(r == seen++);
      CHECK(value == least);
    });
    CHECK(seen == rows);
  }
}

TEST_CASE("classes that no column has count for nothing") {
  const auto row = std::make_shared<const std::vector<double>>(std::vector<double>{1, 5});
  const auto classes = std::make_shared<const std::vector<int>>(std::vector<int>{1, 1});
  const PairPrices pairs = PairPrices::reads(1, {row}, {}, classes, nullptr);
  CHECK(pairs.least_over_rows({0}) == std::vector<double>{infinity, 5});
}

TEST_CASE("eliminating from pairs finds what eliminating from the table written out finds") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const Both both = seed % 2 == 0 ? random.reads() : random.offers();
    const std::size_t columns = both.pairs.num_columns();
    std::vector<int> kept_rows;  // every second
    for (std::size_t r = 0; r < both.pairs.num_rows(); r += 2) {
      kept_rows.push_back(static_cast<int>(r));
    }
    std::vector<int> kept_columns;  // all but the first
    for (std::size_t c = columns > 1 ? 1 : 0; c < columns; ++c) {
      kept_columns.push_back(static_cast<int>(c));
    }
    std::vector<Price> prices;
    double least = infinity;
    for (int r : kept_rows) {
      for (int c : kept_columns) {
        const double cost = both.written_out[std::size_t(r) * columns + std::size_t(c)];
        prices.push_back({cost, 0});
        least = std::min(least, cost);
      }
    }
    std::vector<FactorGraph> graphs(2);
    for (auto& graph : graphs) {
      graph.add_variable(static_cast<int>(kept_rows.size()));
      graph.add_variable(static_cast<int>(kept_columns.size()));
    }
    graphs[0].add_table(0, 1, std::make_shared<const PairPrices>(both.pairs), kept_rows,
                        kept_columns);
    graphs[1].add_table({0, 1}, std::make_shared<const std::vector<Price>>(prices));
    const auto a = graphs[0].solve({});
    const auto b = graphs[1].solve({});
    REQUIRE(a);
    REQUIRE(b);
    CHECK(a->price.cost == least);
    CHECK(a->values == b->values);
  }
}

}  // namespace pair_prices_test
