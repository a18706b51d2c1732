// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Places in order without a sort: partition, argpartition and quantiles of short and long lines,
// against sorts in plain loops.

#include <algorithm>
#include <complex>
#include <cstdint>
#include <relatile/relatile.hpp>
#include <span>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/order_oracles.hpp"

namespace selection_test {

namespace rt = relatile;
using rt::test::differences;
using rt::test::element_in_order;
using rt::test::equal;
using rt::test::in_order;
using rt::test::negative_zeros;
using rt::test::num_left_out;
using rt::test::numbers;
using rt::test::on_wrong_side;
using rt::test::quantile_of;
using rt::test::sorted_as_numpy;

namespace {

const std::vector<std::string> kinds{"plain",      "ties",       "equal", "ascending",
                                     "descending", "periodic",   "ends",  "few nan",
                                     "much nan",   "one number", "nan"};

rt::Array<double, 1> array_of(const std::vector<double>& all) {
  return rt::from_span(std::span<const double>(all), {std::int64_t(all.size())});
}

/// Whether a line is a permutation of `sorted` with the element of `place` where it is there.
void require_partition(const std::vector<double>& sorted, const std::vector<double>& found,
                       std::int64_t place) {
  REQUIRE(found.size() == sorted.size());
  REQUIRE(equal(found[std::size_t(place)], sorted[std::size_t(place)]));
  CHECK(on_wrong_side(found, place) == 0);
  CHECK(differences(sorted_as_numpy(found), sorted) == 0);
  CHECK(negative_zeros(found) == negative_zeros(sorted));
}

void require_partitions(const std::vector<double>& line, const std::vector<double>& sorted,
                        std::int64_t place) {
  const auto x = array_of(line);
  require_partition(sorted, rt::to_vector(rt::partition(x, place)), place);
  const auto order = rt::to_vector(rt::argpartition(x, place));
  CHECK(num_left_out(order, line.size()) == 0);
  require_partition(sorted, in_order(line, order), place);
}
void require_partitions(const std::vector<double>& line, std::int64_t place) {
  require_partitions(line, sorted_as_numpy(line), place);
}

}  // namespace

TEST_CASE("short and long vectors are partitioned at any place, with NaN, ties and infinities") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  for (const std::string& kind : kinds) {
    INFO(kind << " on " << sites << " sites");
    require_partitions(numbers(kind, 1), 0);
    for (const std::int64_t place : {0, 12, 28}) require_partitions(numbers(kind, 29), place);
    const std::int64_t many = (std::int64_t{1} << 18) + 7;
    const std::vector<double> line = numbers(kind, many);
    const std::vector<double> sorted = sorted_as_numpy(line);
    for (const std::int64_t place : {std::int64_t{0}, many / 2, many - 1})
      require_partitions(line, sorted, place);
  }
}

TEST_CASE("a partition that needs a second look at a very long vector") {
  auto context = rt::Context::loopback(3);
  const std::int64_t many = 13'000'001;
  const std::vector<double> line = numbers("plain", many);
  const auto x = array_of(line);
  CHECK(rt::median(x).item() == element_in_order(line, many / 2));
}

TEST_CASE("lines along any axis are partitioned") {
  const int sites = GENERATE(1, 2, 3, 7);
  auto context = rt::Context::loopback(sites);
  const std::vector<double> all = numbers("few nan", 24 * 31);
  const rt::Array<double, 2> x = rt::reshape(array_of(all), {24, 31});
  const auto rows = rt::to_vector(rt::partition(x, -4, 1));
  const auto columns = rt::to_vector(rt::partition(x, 5, 0));
  for (std::int64_t i = 0; i < 24; ++i) {
    const auto from = all.begin() + i * 31;
    const auto to = rows.begin() + i * 31;
    require_partition(sorted_as_numpy({from, from + 31}), {to, to + 31}, 27);
  }
  for (std::int64_t j = 0; j < 31; ++j) {
    std::vector<double> line;
    std::vector<double> found;
    for (std::int64_t i = 0; i < 24; ++i) {
      line.push_back(all[std::size_t(i * 31 + j)]);
      found.push_back(columns[std::size_t(i * 31 + j)]);
    }
    require_partition(sorted_as_numpy(line), found, 5);
  }
  CHECK_THROWS_AS(rt::partition(x, 31, 1), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::argpartition(x, -25, 0), rt::ShapeMismatch);
  CHECK(rt::partition(rt::zeros<double>({3, 0}), 0).shape() == rt::Extents{3, 0});
}

TEST_CASE("long vectors of whole and complex numbers are partitioned at their ends") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  const std::int64_t many = std::int64_t{1} << 18;
  const rt::Array<std::uint8_t, 1> bytes =
      rt::from_function({many}, [](std::int64_t i) { return std::uint8_t(i * 7 % 256); });
  for (const std::int64_t place : {std::int64_t{0}, many / 3, many - 1}) {
    const auto found = rt::to_vector(rt::partition(bytes, place));
    const auto sorted = rt::to_vector(rt::sort(bytes));
    CHECK(found[std::size_t(place)] == sorted[std::size_t(place)]);
    CHECK(*std::max_element(found.begin(), found.begin() + place + 1) == found[std::size_t(place)]);
    CHECK(*std::min_element(found.begin() + place, found.end()) == found[std::size_t(place)]);
  }
  CHECK(rt::median(bytes).item() == 127.5);
  const rt::Array<std::complex<double>, 1> z = rt::from_function(
      {many}, [](std::int64_t i) { return std::complex<double>(double(i % 5), double(-i)); });
  const auto parted = rt::to_vector(rt::partition(z, many / 2));
  const auto sorted = rt::to_vector(rt::sort(z));
  CHECK(parted[std::size_t(many / 2)] == sorted[std::size_t(many / 2)]);
}

TEST_CASE("quantiles of long vectors are those of a sort") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  for (const std::string& kind : kinds) {
    INFO(kind << " on " << sites << " sites");
    const std::vector<double> line = numbers(kind, (std::int64_t{1} << 18) + 10);
    const std::vector<double> sorted = sorted_as_numpy(line);
    const auto x = array_of(line);
    for (const char* method : {"linear", "lower", "higher", "midpoint", "nearest"}) {
      for (const double q : {0.0, 0.3, 0.5, 1.0}) {
        CHECK(equal(rt::quantile(x, q, 0, method).item(), quantile_of(sorted, q, method, false)));
      }
    }
    CHECK(equal(rt::nanquantile(x, 0.25, 0).item(), quantile_of(sorted, 0.25, "linear", true)));
    const auto three = rt::to_vector(rt::quantile(x, std::vector<double>{0.9, 0.1, 0.5}, 0));
    CHECK(equal(three[0], quantile_of(sorted, 0.9, "linear", false)));
    CHECK(equal(three[1], quantile_of(sorted, 0.1, "linear", false)));
    CHECK(equal(three[2], quantile_of(sorted, 0.5, "linear", false)));
  }
}

}  // namespace selection_test
