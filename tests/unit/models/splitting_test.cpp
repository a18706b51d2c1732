// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

#include <relatile/tra/graph.hpp>

#include "support/model_data.hpp"

namespace splitting_test {

namespace rt = relatile;
using rt::models::train_test_split;

TEST_CASE("train_test_split gives every row to one side, the same on any number of sites") {
  std::vector<double> first;
  for (const int sites : {1, 2, 5}) {
    auto context = rt::Context::loopback(sites);
    const auto x = rt::reshape(rt::arange<double>(30), {10, 3});
    const auto y = rt::arange<std::int64_t>(10);
    const auto [x_train, x_test, y_train, y_test] = train_test_split(x, y);
    CHECK(x_train.shape() == rt::Extents{7, 3});
    CHECK(x_test.shape() == rt::Extents{3, 3});
    auto rows = rt::to_vector(rt::concatenate({y_train, y_test}));
    CHECK(rt::to_vector(rt::concatenate({x_train, x_test})(rt::all_of_axis, 0)) ==
          rt::to_vector(3.0 * rt::concatenate({y_train, y_test})));
    CHECK_FALSE(std::is_sorted(rows.begin(), rows.end()));
    std::sort(rows.begin(), rows.end());
    CHECK(rows == rt::to_vector(y));
    const auto found = rt::to_vector(x_train);
    if (first.empty()) first = found;
    CHECK(found == first);
    const auto [train_again, test_again] = train_test_split(x, {.random_state = 0});
    CHECK(rt::to_vector(train_again) == first);
    const auto [train_other, test_other] = train_test_split(x, {.random_state = 1});
    CHECK(rt::to_vector(train_other) != first);
  }
}

TEST_CASE("train_test_split gives each label its share of the rows of either kind") {
  std::vector<std::int64_t> first;
  for (const int sites : {1, 2, 5}) {
    auto context = rt::Context::loopback(sites);
    const std::int64_t n = 100;
    const auto x = rt::arange<std::int64_t>(n);
    // Labels 3, 4 and 7: 50, 33 and 17 of them.
    const auto y = rt::as_array(rt::where(x % 2 == 0, 3, rt::where(x % 3 == 1, 7, 4)));
    const auto [train, test, y_train, y_test] =
        train_test_split(x, y, {.test_size = 20, .stratify = y});
    CHECK(rt::to_vector(rt::bincount(y_train)) ==
          std::vector<std::int64_t>{0, 0, 0, 40, 26, 0, 0, 14});
    CHECK(rt::to_vector(rt::bincount(y_test)) ==
          std::vector<std::int64_t>{0, 0, 0, 10, 7, 0, 0, 3});
    CHECK(rt::to_vector(rt::take(y, test)) == rt::to_vector(y_test));
    const auto found = rt::to_vector(rt::concatenate({train, test}));
    auto rows = found;
    CHECK_FALSE(std::is_sorted(rows.begin(), rows.end()));
    std::sort(rows.begin(), rows.end());
    CHECK(rows == rt::to_vector(x));
    if (first.empty()) first = found;
    CHECK(found == first);
    const auto labels = rt::to_vector(y_test);
    CHECK_FALSE(std::is_sorted(labels.begin(), labels.end()));

    const auto [some, few] = train_test_split(x, {.test_size = 3, .train_size = 7, .stratify = y});
    const auto of_few = rt::to_vector(rt::bincount(rt::take(y, few)));
    CHECK(rt::to_vector(rt::bincount(rt::take(y, some))) ==
          std::vector<std::int64_t>{0, 0, 0, 4, 2, 0, 0, 1});
    CHECK(of_few == std::vector<std::int64_t>{0, 0, 0, 1, 1, 0, 0, 1});
  }
  auto context = rt::Context::loopback(2);
  const auto y = rt::array({1, 1, 1, 2, 2, 2, 5});
  REQUIRE_THROWS_WITH(
      train_test_split(y, {.stratify = y}),
      "relatile: train_test_split: .stratify has label 5 once; one row cannot be of either kind");
  const auto two = rt::array({1, 1, 1, 2, 2, 2, 2});
  REQUIRE_THROWS_AS(train_test_split(two, {.test_size = 1, .stratify = two}), rt::Error);
  REQUIRE_THROWS_AS(train_test_split(two, {.shuffle = false, .stratify = two}), rt::Error);
  REQUIRE_THROWS_AS(train_test_split(two, {.stratify = rt::array({1, 2})}), rt::ShapeMismatch);
  REQUIRE_THROWS_WITH(train_test_split(two, {.stratify = rt::zeros<std::int64_t>({0})}),
                      "relatile: train_test_split: .stratify has 0 labels, of 7 rows; there is one "
                      "for each row");
  REQUIRE_THROWS_WITH(
      train_test_split(two, {.stratify = two + 0.5}),
      Catch::Matchers::StartsWith("relatile: train_test_split: .stratify: 7 labels are not whole"));
}

TEST_CASE("Rows of both kinds are in orders of their own where labels are shared out") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const auto y = rt::as_array(rt::arange<std::int64_t>(60) % 2);
  for (const std::uint64_t seed : {0, 1, 2}) {
    const auto [train, test] =
        train_test_split(y, {.test_size = 0.5, .random_state = seed, .stratify = y});
    CHECK(rt::to_vector(train) != rt::to_vector(test));
  }
}

TEST_CASE("Many labels are shared out in as many operations as few") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto operations = [](std::int64_t labels) {
    // Gaps between labels, since places of those that follow each other are found by subtraction.
    const auto y = rt::as_array(rt::arange<std::int64_t>(4 * labels) % labels * 10'000);
    const auto [train, test] = train_test_split(y, {.test_size = 0.5, .stratify = y});
    const auto nodes = rt::tra::topological_order({rt::to_node(train), rt::to_node(test)});
    CHECK(bool(rt::all(rt::bincount(rt::floor_divide(train, 10'000), labels) == 2)));
    CHECK(bool(rt::all(rt::bincount(rt::floor_divide(test, 10'000), labels) == 2)));
    return nodes.size();
  };
  CHECK(operations(300) == operations(3));
}

TEST_CASE("A share of a rare label may be no row") {
  auto context = rt::Context::loopback(2);
  const auto y = rt::as_array(rt::where(rt::arange<std::int64_t>(100) < 2, 0, 1));
  const auto [train, test] = train_test_split(y, {.test_size = 2, .stratify = y});
  CHECK(rt::to_vector(rt::bincount(train)) == std::vector<std::int64_t>{2, 96});
  CHECK(rt::to_vector(rt::bincount(test)) == std::vector<std::int64_t>{0, 2});
}

TEST_CASE("Of labels that lack as much of their share the lower has the row") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  // Of 10 and 18 rows 21 to fit to are 7.5 and 13.5, of which doubles make other remainders.
  const auto y = rt::as_array(rt::where(rt::arange<std::int64_t>(28) < 10, 0, 1));
  const auto [train, test] = train_test_split(y, {.train_size = 21, .stratify = y});
  CHECK(rt::to_vector(rt::bincount(train)) == std::vector<std::int64_t>{8, 13});
  CHECK(rt::to_vector(rt::bincount(test)) == std::vector<std::int64_t>{2, 5});
}

TEST_CASE("train_test_split takes numbers of rows, sparse matrices and weights") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::Array<double, 2> x = rt::reshape(rt::arange<double>(30), {10, 3});
  const auto y = rt::arange<std::int64_t>(10);
  const auto [x_train, x_test, y_train, y_test, w_train, w_test] = train_test_split(
      rt::to_sparse(x), y, 2 * y, {.test_size = 3, .train_size = 0.55, .shuffle = false});
  CHECK(rt::to_vector(y_train) == std::vector<std::int64_t>{0, 1, 2, 3, 4});
  CHECK(rt::to_vector(w_test) == std::vector<std::int64_t>{10, 12, 14});
  CHECK(rt::to_vector(rt::to_dense(x_test)) == rt::to_vector(x(rt::slice(5, 8))));
  REQUIRE_THROWS_AS(train_test_split(x, rt::arange(9)), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(train_test_split(x, {.test_size = 5, .train_size = 6}), rt::ShapeMismatch);
}

TEST_CASE("Sizes of train_test_split are shares between 0 and 1, or numbers of rows") {
  auto context = rt::Context::loopback(2);
  const auto x = rt::arange<double>(10);
  const auto [all_but_one, one] = train_test_split(x, {.test_size = 1});
  CHECK(one.size() == 1);
  CHECK(all_but_one.size() == 9);
  const auto [few, rest] = train_test_split(x, {.train_size = 0.35});
  CHECK(few.size() == 3);
  CHECK(rest.size() == 7);
  REQUIRE_THROWS_WITH(train_test_split(x, {.test_size = 1.0}),
                      "relatile: train_test_split: .test_size = 1.0; a share is between 0 and 1, "
                      "and a whole number, such as 3, one of rows");
  REQUIRE_THROWS_WITH(
      train_test_split(x, {.test_size = 10}),
      "relatile: train_test_split: .test_size = 10 of 10 rows; a number of rows is "
      "from 1 to one less than there are, and a share, such as 0.25, between 0 and 1");
  for (const rt::models::SplitSize wrong : std::vector<rt::models::SplitSize>{
           0, 0.0, -0.5, 2.5, 3.0, -1, 11, std::numeric_limits<double>::quiet_NaN()}) {
    REQUIRE_THROWS_AS(train_test_split(x, {.test_size = wrong}), rt::Error);
    REQUIRE_THROWS_AS(train_test_split(x, {.train_size = wrong}), rt::Error);
  }
  // As many rows as shares of more than all are rounded to: 3 and 7.
  REQUIRE_THROWS_WITH(train_test_split(x, {.test_size = 0.22, .train_size = 0.79}),
                      "relatile: train_test_split: .test_size = 0.22 and .train_size = 0.79, which "
                      "sum to more than 1; lessen one, or give one alone");
  const auto [seven, three] = train_test_split(x, {.test_size = 0.3, .train_size = 0.7});
  CHECK(seven.size() + three.size() == 10);
  REQUIRE_THROWS_AS(train_test_split(x, {.train_size = 0.01}), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(train_test_split(x(rt::slice(0, 1))), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(train_test_split(x(rt::slice(0, 0))), rt::ShapeMismatch);
}

TEST_CASE("every row is in one part of kfold") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  using Rows = std::vector<std::int64_t>;
  const auto folds = rt::models::kfold(7, {.n_splits = 3});
  REQUIRE(folds.size() == 3);
  CHECK(rt::to_vector(folds[0].test) == Rows{0, 1, 2});
  CHECK(rt::to_vector(folds[0].train) == Rows{3, 4, 5, 6});
  CHECK(rt::to_vector(folds[1].test) == Rows{3, 4});
  CHECK(rt::to_vector(folds[1].train) == Rows{0, 1, 2, 5, 6});
  CHECK(rt::to_vector(folds[2].test) == Rows{5, 6});
  const auto x = rt::arange<double>(101);
  std::vector<double> seen;
  for (const auto& [train, test] : rt::models::kfold(101, {.shuffle = true, .random_state = 4})) {
    const auto to_fit = rt::to_vector(rt::take(x, train, 0));
    const auto to_judge = rt::to_vector(rt::take(x, test, 0));
    CHECK(to_fit.size() + to_judge.size() == 101);
    CHECK(std::is_sorted(to_fit.begin(), to_fit.end()));
    CHECK(to_judge.back() - to_judge.front() > 30);
    std::vector<double> both;
    std::merge(to_fit.begin(), to_fit.end(), to_judge.begin(), to_judge.end(),
               std::back_inserter(both));
    CHECK(both == rt::to_vector(x));
    seen.insert(seen.end(), to_judge.begin(), to_judge.end());
  }
  std::sort(seen.begin(), seen.end());
  CHECK(seen == rt::to_vector(x));
  REQUIRE_THROWS_WITH(rt::models::kfold(3, {.n_splits = 4}),
                      "relatile: kfold: .n_splits = 4 of 3 rows; there are two folds at least, and "
                      "as many rows");
  REQUIRE_THROWS_AS(rt::models::kfold(3, {.n_splits = 1}), rt::Error);
}

TEST_CASE("train_test_split of many rows, which no sort puts in order") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  constexpr std::int64_t rows = 150'000;
  const auto [train, test] = train_test_split(rt::arange<std::int64_t>(rows), {.random_state = 3});
  const auto seen = rt::bincount(rt::concatenate({train, test}), rows);
  CHECK(bool(rt::all(seen == 1)));
  CHECK(test.size() == rows / 4);
}

}  // namespace splitting_test
