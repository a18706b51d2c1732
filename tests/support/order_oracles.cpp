// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/order_oracles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

namespace relatile::test {
namespace {

bool before(double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); }

/// A type of this file's, so that the sorts below are as well: the linker keeps one of several
/// copies of a standard function, and that may be of a test that is not optimised.
struct Less {
  bool operator()(double a, double b) const { return a < b; }
};

}  // namespace

bool equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::vector<double> numbers(const std::string& kind, std::int64_t count) {
  std::mt19937_64 random(7);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto is = [&](const char* name) { return kind == name; };
  const bool ties = is("ties"), equal = is("equal"), ascending = is("ascending");
  const bool descending = is("descending"), periodic = is("periodic"), ends = is("ends");
  const bool few_nan = is("few nan"), much_nan = is("much nan"), one = is("one number");
  const bool only_nan = is("nan");
  std::vector<double> all;
  all.reserve(std::size_t(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const double number = std::uniform_real_distribution<double>(-1, 1)(random);
    const std::uint64_t die = random() % 10;
    double x = number;
    if (ties) x = double(die % 3);
    if (equal) x = 4;
    if (ascending) x = double(i);
    if (descending) x = -double(i);
    if (periodic) x = double(i % 8);
    if (ends && die < 4) x = die < 2 ? inf : -inf;
    if (ends && die > 8) x = die % 2 == 0 ? 0.0 : -0.0;
    if (few_nan && i % 9'999 == 5) x = nan;
    if (much_nan && die < 7) x = nan;
    if (one) x = i == count / 3 ? 1.5 : nan;
    if (only_nan) x = nan;
    all.push_back(x);
  }
  return all;
}

std::vector<double> sorted_as_numpy(std::vector<double> line) {
  const auto end =
      std::partition(line.begin(), line.end(), [](double x) { return !std::isnan(x); });
  std::sort(line.begin(), end, Less{});
  return line;
}

double element_in_order(std::vector<double> line, std::int64_t place) {
  std::nth_element(line.begin(), line.begin() + place, line.end(), Less{});
  return line[std::size_t(place)];
}

std::vector<double> in_order(const std::vector<double>& line,
                             const std::vector<std::int64_t>& order) {
  std::vector<double> found;
  found.reserve(order.size());
  for (const std::int64_t i : order) found.push_back(line.at(std::size_t(i)));
  return found;
}

std::int64_t num_left_out(const std::vector<std::int64_t>& order, std::size_t count) {
  std::vector<char> seen(count, 0);
  for (const std::int64_t i : order) seen.at(std::size_t(i)) = 1;
  return std::count(seen.begin(), seen.end(), 0);
}

std::int64_t on_wrong_side(const std::vector<double>& line, std::int64_t place) {
  const double at = line[std::size_t(place)];
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < std::int64_t(line.size()); ++i) {
    const double x = line[std::size_t(i)];
    wrong += i < place ? before(at, x) : before(x, at);
  }
  return wrong;
}

std::int64_t differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::int64_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += !equal(a[i], b[i]);
  return different;
}

std::int64_t negative_zeros(const std::vector<double>& line) {
  return std::count_if(line.begin(), line.end(),
                       [](double x) { return x == 0 && std::signbit(x); });
}

double quantile_of(const std::vector<double>& sorted, double q, const std::string& method,
                   bool skip_nan) {
  const auto end =
      std::partition_point(sorted.begin(), sorted.end(), [](double x) { return !std::isnan(x); });
  if (end == sorted.begin() || (end != sorted.end() && !skip_nan)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const std::size_t last = std::size_t(end - sorted.begin()) - 1;
  double place = q * double(last);
  if (method == "lower") place = std::floor(place);
  if (method == "higher") place = std::ceil(place);
  if (method == "nearest") place = std::nearbyint(place);
  const auto low = std::size_t(place);
  const double below = sorted[low];
  const double above = sorted[std::min(low + 1, last)];
  double part = place - double(low);
  if (part == 0 || below == above) return below;
  if (method == "midpoint") part = 0.5;
  return part < 0.5 ? below + (above - below) * part : above - (above - below) * (1 - part);
}

}  // namespace relatile::test
