// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <relatile/reference/evaluate.hpp>
#include <relatile/relatile.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/traffic.hpp"

// The reference evaluator takes long to compile: what needs it is in against_reference.cpp.

namespace relatile::test {

/// The site counts that loop-back tests run on: one, few, primes, more than most arrays have rows.
inline const std::vector<int> site_counts{1, 2, 3, 4, 5, 7, 12};

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

/// Which of `count` elements T disagrees, in words; empty if none does.
template <class T>
std::string disagreement(const std::byte* actual, const std::byte* expected, std::int64_t count,
                         double tolerance) {
  const auto* a = reinterpret_cast<const T*>(actual);
  const auto* b = reinterpret_cast<const T*>(expected);
  for (std::int64_t i = 0; i < count; ++i) {
    if (agrees(a[i], b[i], tolerance)) continue;
    std::ostringstream text;
    text << "element " << i << " is " << a[i] << ", not " << b[i];
    return text.str();
  }
  return "";
}
using Disagreement = decltype(disagreement<double>);

/// What require_reference does for arrays of any type.
void require_reference_of(const tra::NodePtr& node, double tolerance,
                          Disagreement* disagreement_of);

/// Evaluates `x` by plan and by the reference, and requires equal elements and exact traffic.
/// Integer-valued floating-point data is exact under any plan: tolerance 0 demands equal values.
template <class E>
void require_reference(const E& x, double tolerance = 0) {
  require_reference_of(to_node(x), tolerance, &disagreement<element_of<E>>);
}

}  // namespace relatile::test
