// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>
#include <relatile/tra/graph.hpp>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace padding_test {

namespace rt = relatile;
using Numbers = std::vector<std::int64_t>;

namespace {

/// Where an axis of `extent` elements is read at place `at`, which may be beyond either end:
/// NumPy's rules. -1: nowhere.
std::int64_t place(const std::string& mode, std::int64_t at, std::int64_t extent) {
  const auto modulo = [&](std::int64_t period) { return (at % period + period) % period; };
  if (mode == "edge") return std::clamp<std::int64_t>(at, 0, extent - 1);
  if (mode == "wrap") return modulo(extent);
  if (mode == "symmetric") {
    const std::int64_t phase = modulo(2 * extent);
    return phase < extent ? phase : 2 * extent - 1 - phase;
  }
  if (mode == "reflect") {
    if (extent == 1) return 0;
    const std::int64_t phase = modulo(2 * (extent - 1));
    return phase < extent ? phase : 2 * (extent - 1) - phase;
  }
  return at >= 0 && at < extent ? at : -1;
}

/// The padded array of the numbers 0, 1, ... in `shape`, element by element.
Numbers padded(const rt::Extents& shape, const std::vector<rt::PadWidth>& widths,
               const std::string& mode, std::int64_t value) {
  rt::Extents all = shape;
  for (int d = 0; d < shape.rank(); ++d) {
    const rt::PadWidth& width = widths[static_cast<std::size_t>(d)];
    all[d] += width.before + width.after;
  }
  Numbers numbers;
  rt::for_each_coordinate(rt::Box::whole(all), [&](const rt::Extents& at) {
    std::int64_t number = 0;
    bool inside = true;
    for (int d = 0; d < shape.rank(); ++d) {
      const std::int64_t from =
          place(mode, at[d] - widths[static_cast<std::size_t>(d)].before, shape[d]);
      inside = inside && from >= 0;
      number = number * shape[d] + from;
    }
    numbers.push_back(inside ? number : mode == "empty" ? 0 : value);
  });
  return numbers;
}

rt::Array<std::int64_t, 3> counted(const rt::Extents& shape) {
  rt::Array<std::int64_t, 3> x =
      rt::reshape(rt::arange<std::int64_t>(rt::volume(shape)), {shape[0], shape[1], shape[2]});
  rt::evaluate(x);
  return x;
}

template <class E>
std::int64_t num_copies(const E& x) {
  const auto nodes = rt::tra::topological_order({rt::to_node(x)});
  return std::count_if(nodes.begin(), nodes.end(),
                       [](const auto& node) { return node->kind() == rt::tra::Kind::assemble; });
}

}  // namespace

TEST_CASE("padding is by NumPy's rules in every mode, along any axes, by any widths") {
  const int sites = GENERATE(1, 3, 4);
  auto context = rt::Context::loopback(sites);
  std::mt19937 random(static_cast<unsigned>(sites));
  const auto below = [&](int limit) { return static_cast<int>(random() % unsigned(limit)); };
  for (int round = 0; round < 60; ++round) {
    const rt::Extents shape{1 + below(7), 1 + below(5), 1 + below(6)};
    std::vector<rt::PadWidth> widths;
    // Mostly narrow; sometimes for more than one period, or for many.
    for (int d = 0; d < 3; ++d) {
      const int most = below(12) == 0 ? 40 : below(4) == 0 ? 12 : 3;
      widths.push_back({below(3) == 0 ? 0 : below(most), below(3) == 0 ? 0 : below(most)});
    }
    const std::vector<std::string> modes{"constant",  "edge", "reflect",
                                         "symmetric", "wrap", "empty"};
    const std::string& mode = modes[static_cast<std::size_t>(below(6))];
    const rt::Array<std::int64_t, 3> x = counted(shape);
    const rt::Array<std::int64_t, 3> y = rt::pad(x, widths, mode, -7);
    CAPTURE(sites, round, mode, shape, y.shape());
    for (const auto& width : widths) UNSCOPED_INFO(width.before << ", " << width.after);
    rt::evaluate(y);
    rt::test::require_exact_traffic(rt::report(y));
    REQUIRE(rt::to_vector(y) == padded(shape, widths, mode, -7));
  }
}

TEST_CASE("what is padded along several axes is copied once") {
  auto context = rt::Context::loopback(2);
  const auto x = counted({6, 5, 7});
  for (const char* mode : {"constant", "reflect", "symmetric", "wrap"}) {
    CAPTURE(mode);
    CHECK(num_copies(rt::pad(x, 2, mode)) == 1);
  }
  CHECK(num_copies(rt::pad(x, 1, "edge")) == 1);
  CHECK(num_copies(rt::pad(x, {{2, 2}, {2, 2}, {0, 0}}, "edge")) == 1);
  // Many parts take long to plan, and an edge that is put many times is a view of its own.
  CHECK(num_copies(rt::pad(x, {{20, 20}, {15, 15}, {1, 0}}, "wrap")) == 2);
  CHECK(num_copies(rt::pad(x, {{9, 0}, {0, 9}, {0, 0}}, "edge")) == 2);
}

TEST_CASE("an edge is sent to those sites alone that have it in their share") {
  auto context = rt::Context::loopback(4);
  context.plan_options().objective = "bytes";
  rt::Array<double, 2> x = rt::placed(rt::ones({8, 6}), rt::split(0));
  rt::evaluate(x);
  const rt::Array<double, 2> y = rt::placed(rt::pad(x, {{0, 0}, {1, 1}}, "edge"), rt::split(0));
  rt::evaluate(y);
  CHECK(rt::report(y).bytes_sent() == rt::Bytes{0});
  // Sites have rows 0 to 2, 3 and 4, 5 to 7, 8 and 9, of which the third one lacks x's row 6 alone.
  const rt::Array<double, 2> z = rt::placed(rt::pad(x, 1, "edge"), rt::split(0));
  rt::evaluate(z);
  rt::test::require_exact_traffic(rt::report(z));
  CHECK(rt::report(z).bytes_sent() == rt::Bytes{6 * 8});
}

}  // namespace padding_test
