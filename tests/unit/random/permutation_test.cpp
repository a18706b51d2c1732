// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Orders at random: that each number has one place, and that places are as likely as others.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <relatile/relatile.hpp>
#include <vector>

#include "relatile/random/index_permutation.hpp"
#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace permutation_test {

namespace rt = relatile;
using rt::random::Seed;
using rt::random::detail::IndexPermutation;

namespace {

using Order = std::vector<std::int64_t>;

bool has_every_number_once(Order order) {
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] != std::int64_t(i)) return false;
  }
  return true;
}

/// How far counts are from what is expected of each, in standard deviations of that distance.
double surprise(const std::vector<std::int64_t>& counts, double expected) {
  double distance = 0;
  for (const std::int64_t count : counts) {
    distance += (double(count) - expected) * (double(count) - expected) / expected;
  }
  const double freedom = double(counts.size()) - 1;
  return (distance - freedom) / std::sqrt(2 * freedom);
}

}  // namespace

TEST_CASE("an order by places has every number once") {
  for (const std::int64_t n : {1, 2, 3, 4, 5, 17, 1'000, 1'023, 1'024, 1'025, 99'991, 262'145}) {
    const IndexPermutation permutation(n, 5, 8);
    Order order;
    for (std::int64_t place = 0; place < n; ++place) {
      order.push_back(permutation(std::uint64_t(place)));
    }
    CHECK(has_every_number_once(order));
  }
}

TEST_CASE("numbers stand anywhere, next to any other, and neighbours are no longer neighbours") {
  constexpr std::int64_t n = 1 << 18;
  constexpr std::int64_t parts = 16;
  constexpr std::int64_t orders = 40'000;
  std::vector<std::int64_t> of_place(parts);
  std::vector<std::int64_t> of_neighbours(parts * parts);
  std::vector<std::int64_t> of_distant(parts * parts);
  const auto part = [](std::int64_t number) { return std::size_t(number * parts / n); };
  for (std::uint64_t stream = 0; stream < orders; ++stream) {
    const IndexPermutation order(n, 3, stream);
    const std::size_t first = part(order(4));
    ++of_place[first];
    ++of_neighbours[first * parts + part(order(5))];
    ++of_distant[first * parts + part(order(200'004))];
  }
  CHECK(std::abs(surprise(of_place, double(orders) / parts)) < 4);
  CHECK(std::abs(surprise(of_neighbours, double(orders) / (parts * parts))) < 4);
  CHECK(std::abs(surprise(of_distant, double(orders) / (parts * parts))) < 4);

  // Of a random order one number is expected at its own place, and two beside a neighbour; both
  // counts are close to Poisson's.
  constexpr std::uint64_t rounds = 40;
  double at_home = 0;
  double beside = 0;
  for (std::uint64_t stream = 0; stream < rounds; ++stream) {
    const IndexPermutation order(n, 17, stream);
    std::int64_t before = -2;
    for (std::int64_t place = 0; place < n; ++place) {
      const std::int64_t number = order(std::uint64_t(place));
      at_home += number == place;
      beside += std::abs(number - before) == 1;
      before = number;
    }
  }
  CHECK(std::abs(at_home / rounds - 1) < 4 * std::sqrt(1.0 / rounds));
  CHECK(std::abs(beside / rounds - 2) < 4 * std::sqrt(2.0 / rounds));
}

TEST_CASE("permutations have every number once, the same ones on any number of sites") {
  for (const std::int64_t n : {0, 1, 2, 7, 131'071, 131'072, 150'001}) {
    Order alone;
    for (const int sites : {1, 2, 3, 7}) {
      auto context = rt::Context::loopback(sites);
      const auto order = rt::random::permutation(n, Seed{11});
      CHECK(order.shape() == rt::Extents{n});
      const Order found = rt::to_vector(order);
      CHECK(has_every_number_once(found));
      if (sites == 1) alone = found;
      CHECK(found == alone);
      if (n > 2) CHECK(found != rt::to_vector(rt::random::permutation(n, Seed{12})));
    }
  }
}

TEST_CASE("a few of very many are chosen without making the others") {
  auto context = rt::Context::loopback(3);
  const std::int64_t many = std::int64_t{1} << 40;
  Order chosen = rt::to_vector(rt::random::permutation(many, Seed{2})(rt::slice(0, 1'000)));
  std::sort(chosen.begin(), chosen.end());
  CHECK(std::adjacent_find(chosen.begin(), chosen.end()) == chosen.end());
  CHECK(chosen.front() >= 0);
  CHECK(chosen.back() < many);
}

TEST_CASE("what is shuffled is all still there, rows stay rows") {
  const int sites = GENERATE(1, 2, 7);
  auto context = rt::Context::loopback(sites);
  const rt::Array<double, 1> x = rt::arange(140'000.0);
  const auto shuffled = rt::random::shuffle(x, Seed{4});
  std::vector<double> found = rt::to_vector(shuffled);
  std::sort(found.begin(), found.end());
  CHECK(found == rt::to_vector(x));
  const auto rows = rt::random::permutation(rt::reshape(rt::arange(60.0), {20, 3}), Seed{4});
  const std::vector<double> elements = rt::to_vector(rows);
  for (std::size_t row = 0; row < 20; ++row) {
    CHECK(elements[3 * row + 1] == elements[3 * row] + 1);
    CHECK(elements[3 * row + 2] == elements[3 * row] + 2);
  }
}

}  // namespace permutation_test
