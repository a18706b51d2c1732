// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstring>
#include <relatile/reference/evaluate.hpp>
#include <relatile/relatile.hpp>
#include <vector>

#include "support/catch.hpp"

namespace relatile::test {

/// The site counts that loop-back tests run on: one, few, primes, more than most arrays have rows.
inline const std::vector<int> site_counts{1, 2, 3, 4, 5, 7, 12};

/// Asserts the law that what a plan predicts is what it sends, per step and per site.
inline void require_exact(const engine::Report& report) {
  for (std::size_t s = 0; s < report.plan.steps.size(); ++s) {
    const plan::Step& step = report.plan.steps[s];
    if (step.kind == plan::StepKind::exchange) {
      REQUIRE(*step.traffic == report.measured.traffic[s]);
    } else {
      REQUIRE(report.measured.traffic[s].total() == Bytes{0});
    }
  }
}

/// True if two elements agree to `tolerance`, relative to the larger; NaN equals NaN.
template <class T>
bool agrees(const T& a, const T& b, double tolerance) {
  if constexpr (std::is_integral_v<T>) {
    return a == b;
  } else if constexpr (is_complex_v<T>) {
    return agrees(a.real(), b.real(), tolerance) && agrees(a.imag(), b.imag(), tolerance);
  } else {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (a == b) return true;
    const double scale = std::max({1.0, std::abs(double(a)), std::abs(double(b))});
    return std::abs(double(a) - double(b)) <= tolerance * scale;
  }
}

/// Evaluates `x` by plan and by the reference, and requires equal elements and exact traffic.
/// Integer-valued floating-point data is exact under any plan: tolerance 0 demands equal values.
template <class E>
void require_reference(const E& x, double tolerance = 0) {
  using T = element_of<E>;
  const auto array = as_array(x);
  const reference::Value expected = reference::evaluate(array.node());
  evaluate(array);
  if (array.node()->value->report) require_exact(report(array));
  const reference::Value actual = reference::from_stored(*array.node());
  REQUIRE(actual.elements.size() == expected.elements.size());
  const auto* a = reinterpret_cast<const T*>(actual.elements.data());
  const auto* b = reinterpret_cast<const T*>(expected.elements.data());
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (agrees(a[i], b[i], tolerance)) continue;
    INFO("element " << i << " of " << to_string(array.shape()) << " is " << a[i] << ", not "
                    << b[i]);
    REQUIRE(agrees(a[i], b[i], tolerance));
  }
}

}  // namespace relatile::test
