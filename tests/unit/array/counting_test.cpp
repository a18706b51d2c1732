// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Histograms, counts of numbers and sums of shifted vectors, against plain loops.

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <relatile/relatile.hpp>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace counting_test {

namespace rt = relatile;

namespace {

using Counts = std::vector<std::int64_t>;
using Numbers = std::vector<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

rt::Array<double, 1> stored(const Numbers& numbers) {
  return rt::from_span(numbers, {std::int64_t(numbers.size())});
}

/// The first bin whose edges are on both sides; the last one has its upper edge, too. Edges rise,
/// so the first upper edge above a number is the only one to look at.
Counts counted(const Numbers& values, const Numbers& edges) {
  Counts counts(edges.size() - 1);
  for (const double x : values) {
    auto upper = std::upper_bound(edges.begin() + 1, edges.end(), x);
    if (upper == edges.end() && x == edges.back()) --upper;
    if (upper == edges.end() || !(x >= upper[-1])) continue;
    ++counts[std::size_t(upper - edges.begin()) - 1];
  }
  return counts;
}

/// Numbers on edges, next to them, outside, infinite and none.
Numbers values_around(const Numbers& edges, std::int64_t count) {
  std::mt19937_64 random(3);
  Numbers values;
  for (std::int64_t i = 0; i < count; ++i) {
    const double edge = edges[random() % edges.size()];
    switch (random() % 8) {
      case 0: values.push_back(edge); break;
      case 1: values.push_back(std::nextafter(edge, inf)); break;
      case 2: values.push_back(std::nextafter(edge, -inf)); break;
      case 3: values.push_back(random() % 50 == 0 ? nan : edge + 0.01); break;
      case 4: values.push_back(random() % 50 == 0 ? -inf : edge - 0.01); break;
      default: values.push_back(std::uniform_real_distribution<double>(-5, 5)(random));
    }
  }
  return values;
}

/// sum over k of x[k] v[i - k], in full.
Numbers convolved(const Numbers& x, const Numbers& v) {
  Numbers sums(x.size() + v.size() - 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < v.size(); ++k) sums[i + k] += x[i] * v[k];
  }
  return sums;
}

Numbers wholes(std::size_t count, std::size_t factor) {
  Numbers numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(double(i * factor % 11) - 4);
  return numbers;
}

}  // namespace

TEST_CASE("a histogram counts what is between edges, wherever they are") {
  const int sites = GENERATE(1, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  // Of equal distance, of very different ones, repeated, two alone, infinite, and too far apart for
  // their distance to be a number.
  const std::vector<Numbers> all_edges{
      {-3, -1.5, 0, 1.5, 3}, {-3, -2.999, -2.998, 2, 2.5, 2.500001, 3},
      {-1, 0, 0, 0, 1, 1},   {-0.5, 0.25},
      {-inf, -1, 0, 2, inf}, {-1.7e308, 0, 1, 1.7e308}};
  for (const Numbers& edges : all_edges) {
    for (const std::int64_t count : {0, 1, 1'009, 140'000}) {
      const Numbers values = values_around(edges, count);
      const rt::Array<std::int64_t, 1> counts = rt::histogram(stored(values), stored(edges)).counts;
      rt::evaluate(counts);
      rt::test::require_exact_traffic(rt::report(counts));
      CHECK(rt::to_vector(counts) == counted(values, edges));
    }
  }
}

TEST_CASE("tables are parts of arrays, too") {
  const int sites = GENERATE(1, 2, 3);
  auto context = rt::Context::loopback(sites);
  const Numbers values{-1, 0.5, 2.5, 3, 3.5, 9};
  const rt::Array<double, 1> x = stored(values);
  const rt::Array<double, 1> edges = stored({0, 1, 2, 3, 4, 7});
  const rt::Array<double, 2> rows = rt::reshape(stored({9, 0, 9, 1, 9, 2, 9, 3, 9, 4}), {5, 2});
  rt::evaluate(edges);
  rt::evaluate(rows);
  const auto same_with = [&](const auto& table) {
    const Counts found = rt::to_vector(rt::searchsorted(table, x));
    CHECK(found == Counts{0, 1, 3, 3, 4, 5});
    CHECK(rt::to_vector(rt::digitize(x, table)) == Counts{0, 1, 3, 4, 4, 5});
    CHECK(rt::to_vector(rt::histogram(x, table).counts) == Counts{1, 0, 1, 2});
    CHECK(rt::to_vector(rt::interp(x, table, 2 * table)) == Numbers{0, 1, 5, 6, 7, 8});
  };
  same_with(edges(rt::slice(0, 5)));
  same_with(rows(rt::all_of_axis, 1));
  same_with(rt::transpose(rows)(1, rt::all_of_axis));
  same_with(rt::flip(-1.0 * edges(rt::slice(0, 5))) + 4.0);
}

TEST_CASE("edges of bins may fall") {
  const int sites = GENERATE(1, 2, 3);
  auto context = rt::Context::loopback(sites);
  const rt::Array<double, 1> x = stored({2, 1, 0.5, 0, -0.5, -1, -2, nan, inf, -inf});
  rt::evaluate(x);
  const auto numbers = [&](const Numbers& edges, bool right) {
    return Counts(rt::to_vector(rt::digitize(x, stored(edges), right)));
  };
  // As numpy.digitize gives them.
  CHECK(numbers({1, 0, -1}, false) == Counts{0, 0, 1, 1, 2, 2, 3, 0, 0, 3});
  CHECK(numbers({1, 0, -1}, true) == Counts{0, 1, 1, 2, 2, 3, 3, 0, 0, 3});
  CHECK(numbers({1, 0, 0, -1, -1}, false) == Counts{0, 0, 1, 1, 3, 3, 5, 0, 0, 5});
  CHECK(numbers({1, 0, 0, -1, -1}, true) == Counts{0, 1, 1, 3, 3, 5, 5, 0, 0, 5});
  CHECK(numbers({0, 0}, false) == Counts{2, 2, 2, 2, 0, 0, 0, 2, 2, 0});
  CHECK(numbers({0.5}, true) == Counts{1, 1, 0, 0, 0, 0, 0, 1, 1, 0});
  const auto flags = rt::array({true, false});
  CHECK(rt::to_vector(rt::digitize(flags, rt::array({true, false}))) == Counts{0, 1});
  CHECK(rt::to_vector(rt::digitize(rt::array({7, 3}), rt::array({9, 5, 1}))) == Counts{1, 2});
}

TEST_CASE("elements are found among few and among many, wherever they lie") {
  const int sites = GENERATE(1, 2, 3);
  auto context = rt::Context::loopback(sites);
  const rt::Array<std::int64_t, 1> x = rt::arange<std::int64_t>(3'000) % 50;
  const rt::Array<double, 1> y = stored({1, nan, -0.0, inf, 2});
  rt::evaluate(x, y);
  for (const std::int64_t count : {0, 1, 3, 16, 17, 40}) {
    const rt::Array<std::int64_t, 1> among = rt::arange<std::int64_t>(count) * 2 + 7;
    const auto of = [&](std::int64_t number) {
      return number >= 7 && number % 2 == 1 && number < 7 + 2 * count;
    };
    const auto found = rt::to_vector(rt::isin(x, among));
    const auto found_back = rt::to_vector(rt::isin(x(rt::slice({}, {}, -3)), among));
    for (std::int64_t i = 0; i < 3'000; ++i) CHECK(found[std::size_t(i)] == of(i % 50));
    for (std::int64_t i = 0; i < 1'000; ++i) {
      CHECK(found_back[std::size_t(i)] == of((2'999 - 3 * i) % 50));
    }
  }
  using Truths = std::vector<bool>;
  const auto truths = [](const auto& found) {
    const auto values = rt::to_vector(found);
    return Truths(values.begin(), values.end());
  };
  CHECK(truths(rt::isin(y, stored({nan, 0, inf}))) == Truths{false, false, true, true, false});
  CHECK(truths(rt::isin(y, rt::arange(-20.0, 3.0))) == Truths{true, false, true, false, true});
  CHECK(truths(rt::isin(rt::array({true, false}), rt::array({true}))) == Truths{true, false});
}

TEST_CASE("values between points are found in any order of places") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  for (const Numbers& places : {Numbers{0}, Numbers{-2, 0, 1, 1, 3}, Numbers{0, 0, 1, 2, 2}}) {
    Numbers values;
    for (std::size_t i = 0; i < places.size(); ++i) values.push_back(double(i * i) - 2);
    Numbers rising;
    for (int i = -15; i <= 20; ++i) rising.push_back(i / 4.0);
    Numbers any = values_around(places, 200);
    for (const Numbers& x : {rising, Numbers(rising.rbegin(), rising.rend()), any}) {
      const Numbers found = rt::to_vector(rt::interp(stored(x), stored(places), stored(values)));
      const rt::Array<std::complex<double>, 1> turned = stored(values) * std::complex<double>(0, 2);
      const auto both = rt::to_vector(rt::interp(stored(x), stored(places), turned));
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto above = std::upper_bound(places.begin(), places.end(), x[i]);
        const auto after = std::size_t(above - places.begin());
        double wanted = after == 0 ? values.front() : values.back();
        if (std::isnan(x[i])) wanted = nan;
        if (above != places.begin() && above != places.end()) {
          const double part = (x[i] - above[-1]) / (above[0] - above[-1]);
          wanted = values[after - 1] + part * (values[after] - values[after - 1]);
        }
        CAPTURE(x[i]);
        if (std::isnan(wanted)) {
          CHECK(std::isnan(found[i]));
          CHECK(std::isnan(both[i].imag()));
        } else {
          CHECK(found[i] == Approx(wanted));
          CHECK(both[i].imag() == Approx(2 * wanted));
        }
      }
    }
  }
}

TEST_CASE("edges of bins that rise and fall are refused") {
  const int sites = GENERATE(1, 2, 3);
  auto context = rt::Context::loopback(sites);
  const rt::Array<double, 1> x = stored({0.5});
  for (const Numbers& edges : {Numbers{0, 1, 0.5}, Numbers{1, 1, 0, 0, 2}}) {
    const auto bins = rt::digitize(x, stored(edges));
    CHECK_THROWS_AS(rt::evaluate(bins), rt::KernelError);
  }
}

TEST_CASE("tables and masks may be empty, parts of arrays too") {
  const int sites = GENERATE(1, 2, 3);
  auto context = rt::Context::loopback(sites);
  const rt::Array<double, 1> x = stored({0.5, 2, 3});
  rt::evaluate(x);
  for (const rt::Array<double, 1>& none :
       {rt::Array<double, 1>(x(rt::slice(1, 1))), rt::Array<double, 1>(rt::zeros({0}))}) {
    CHECK(rt::to_vector(rt::searchsorted(none, x)) == Counts{0, 0, 0});
    CHECK(rt::to_vector(rt::digitize(x, none)) == Counts{0, 0, 0});
    const rt::Array<double, 1> kept = none(none > 2);
    CHECK(kept.shape() == rt::Extents{0});
    CHECK(rt::to_vector(rt::concatenate({kept, x})) == rt::to_vector(x));
    CHECK(rt::to_vector(rt::compress(none > 2, x, 0)).empty());
    CHECK(rt::to_vector(std::get<0>(rt::nonzero(none))).empty());
    CHECK(rt::to_vector(rt::unique(none)).empty());
  }
}

TEST_CASE("edges that fall are refused on all sites") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  for (const std::int64_t count : {9, 130'000}) {
    const auto counts = rt::histogram(rt::arange(double(count)), stored({0, 2, 1, 3})).counts;
    CHECK_THROWS_WITH(rt::evaluate(counts),
                      Catch::Contains("histogram: edges must rise, and 1.000000 follows 2.0"));
  }
}

TEST_CASE("bins of one width reach from the least element to the greatest") {
  const int sites = GENERATE(1, 2, 7);
  auto context = rt::Context::loopback(sites);
  for (const std::int64_t bins : {1, 3, 10, 144, 1'000}) {
    for (const std::int64_t count : {7, 130'001}) {
      Numbers values = values_around({0, 0.1, 0.2, 0.3}, count);
      for (double& x : values) x = std::isfinite(x) ? x : 0.05;
      const rt::Histogram histogram = rt::histogram(stored(values), bins);
      CHECK(rt::to_vector(histogram.counts) == counted(values, rt::to_vector(histogram.edges)));
      CHECK(rt::sum(histogram.counts).item() == count);
      const rt::Histogram inside = rt::histogram(stored(values), bins, -1, 0.3);
      CHECK(rt::to_vector(inside.counts) == counted(values, rt::to_vector(inside.edges)));
    }
  }
}

TEST_CASE("numbers are counted in vectors of every length, few of them and many") {
  const int sites = GENERATE(1, 2, 3, 7);
  auto context = rt::Context::loopback(sites);
  for (const std::int64_t count : {0, 1, 13, 125'003, 800'000}) {
    for (const std::int64_t bins : {1, 5, 150, 20'000}) {
      std::vector<std::int64_t> numbers;
      for (std::int64_t i = 0; i < count; ++i) numbers.push_back(i * i * 7 % bins);
      Counts wanted(std::size_t(bins) + 2);
      for (const std::int64_t number : numbers) ++wanted[std::size_t(number)];
      const auto counts = rt::bincount(rt::from_span(numbers, {count}), bins + 2);
      rt::evaluate(counts);
      rt::test::require_exact_traffic(rt::report(counts));
      CHECK(rt::to_vector(counts) == wanted);
    }
  }
}

TEST_CASE("convolve and correlate are sums of shifted vectors") {
  const int sites = GENERATE(1, 2, 3, 7);
  auto context = rt::Context::loopback(sites);
  for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{1, 1},
                             {9, 1},
                             {1, 6},
                             {23, 4},
                             {4, 23},
                             {8, 8},
                             {9, 8},
                             {101, 7},
                             {150, 149},
                             {12'000, 45}}) {
    const Numbers x = wholes(n, 5);
    const Numbers v = wholes(m, 3);
    const Numbers full = convolved(x, v);
    const std::size_t less = std::min(n, m);
    const auto part = [&](const Numbers& sums, std::size_t low, std::size_t length) {
      const auto from = sums.begin() + std::ptrdiff_t(low);
      return Numbers(from, from + std::ptrdiff_t(length));
    };
    CHECK(rt::to_vector(rt::convolve(stored(x), stored(v))) == full);
    CHECK(rt::to_vector(rt::convolve(stored(x), stored(v), "same")) ==
          part(full, (less - 1) / 2, std::max(n, m)));
    CHECK(rt::to_vector(rt::convolve(stored(x), stored(v), "valid")) ==
          part(full, less - 1, std::max(n, m) - less + 1));
    const Numbers back = convolved(x, Numbers(v.rbegin(), v.rend()));
    CHECK(rt::to_vector(rt::correlate(stored(x), stored(v), "full")) == back);
    CHECK(rt::to_vector(rt::correlate(stored(x), stored(v), "valid")) ==
          part(back, less - 1, std::max(n, m) - less + 1));
  }
}

TEST_CASE("convolutions of other elements than double") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  using Complex = std::complex<float>;
  const auto z = rt::array({Complex(1, 2), Complex(0, -1), Complex(3, 0)});
  CHECK(rt::to_vector(rt::convolve(z, rt::array({Complex(0, 1), Complex(2, 0)}))) ==
        std::vector<Complex>{{-2, 1}, {3, 4}, {0, 1}, {6, 0}});
  const auto bytes = rt::astype<std::uint8_t>(rt::array({200, 100}));
  CHECK(rt::to_vector(rt::convolve(bytes, bytes)) == std::vector<std::uint8_t>{64, 64, 16});
  const auto truths = rt::array({true, false, true});
  CHECK(rt::to_vector(rt::convolve(truths, truths)) ==
        std::vector<bool>{true, false, true, false, true});
  CHECK(rt::to_vector(rt::convolve(rt::array({1, 2}), rt::array({0.5}))) == Numbers{0.5, 1});
}

}  // namespace counting_test
