// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <span>
#include <type_traits>

#include "relatile/function/elementwise/add.hpp"
#include "relatile/function/elementwise/maximum.hpp"
#include "relatile/function/elementwise/minimum.hpp"
#include "relatile/function/elementwise/multiply.hpp"
#include "relatile/kernel/block_kernel.hpp"

// Ready kernels on blocks, for join, transform and aggregate.

namespace relatile::kernel {

namespace detail {

/// F of two numbers as on arrays: small integers stay small, and wrap. Structs use operators.
template <class F, class A, class B, class Otherwise>
auto of_numbers(const A& a, const B& b, Otherwise&& otherwise) {
  if constexpr (std::is_same_v<A, B> && is_scalar_type_v<A>) {
    return F::apply(a, b);
  } else {
    return otherwise(a, b);
  }
}

template <class A>
inline constexpr bool is_eigen_of_bool = false;
template <class A>
  requires is_eigen<A>
inline constexpr bool is_eigen_of_bool<A> = std::is_same_v<typename A::Scalar, bool>;

}  // namespace detail

/// a + b, element by element; as an aggregate it accumulates in place.
struct Add {
  static constexpr const char* name = "add";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = true,
            .has_identity = true,
            .idempotent = false,
            .zero_preserving = true,
            .distributes_over = {}};
  }
  template <class A, class B>
  auto operator()(const A& a, const B& b) const {
    if constexpr (detail::is_eigen_of_bool<A>) {
      return a.binaryExpr(b, [](bool x, bool y) { return x || y; });
    } else {
      return detail::of_numbers<function::Add>(a, b, std::plus<>());
    }
  }
  template <class Target, class X>
  static void accumulate(Target& target, const X& x) {
    if constexpr (is_scalar_type_v<X>) {
      target = function::Add::apply(target, x);
    } else if constexpr (!is_eigen<X>) {
      target += x;
    } else if constexpr (std::is_base_of_v<Eigen::ArrayBase<X>, X>) {
      target.array() += x;
    } else {
      target.noalias() += x;
    }
  }
};
inline constexpr Add add{};

/// The matrix product of two blocks, unevaluated: under `add` it becomes one fused accumulate.
struct Matmul {
  static constexpr const char* name = "matmul";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = false,
            .has_identity = false,
            .idempotent = false,
            .zero_preserving = true,
            .distributes_over = {"add"}};
  }
  static Flops flops(std::span<const Extents> extents) {
    return Flops{2 * volume(extents[0]) * extents[1].back()};
  }
  template <class A, class B>
  auto operator()(const A& a, const B& b) const {
    return detail::of_numbers<function::Multiply>(a, b, std::multiplies<>());
  }
};
inline constexpr Matmul matmul{};

/// The elementwise (Hadamard) product.
struct Multiply {
  static constexpr const char* name = "multiply";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = true,
            .has_identity = true,
            .idempotent = false,
            .zero_preserving = true,
            .distributes_over = {"add"}};
  }
  template <class A, class B>
  auto operator()(const A& a, const B& b) const {
    if constexpr (is_eigen<A>) {
      return a.cwiseProduct(b);
    } else {
      return detail::of_numbers<function::Multiply>(a, b, std::multiplies<>());
    }
  }
};
inline constexpr Multiply multiply{};

/// The elementwise minimum; NaN propagates.
struct Minimum {
  static constexpr const char* name = "minimum";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = true,
            .has_identity = true,
            .idempotent = true,
            .zero_preserving = false,
            .distributes_over = {}};
  }
  template <class A, class B>
  auto operator()(const A& a, const B& b) const {
    if constexpr (is_eigen<A>) {
      using T = typename A::Scalar;
      return a.binaryExpr(b, [](T x, T y) { return function::Minimum::apply(x, y); });
    } else {
      return function::Minimum::apply(a, b);
    }
  }
};
inline constexpr Minimum minimum{};

/// The elementwise maximum; NaN propagates.
struct Maximum {
  static constexpr const char* name = "maximum";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = true,
            .has_identity = true,
            .idempotent = true,
            .zero_preserving = false,
            .distributes_over = {}};
  }
  template <class A, class B>
  auto operator()(const A& a, const B& b) const {
    if constexpr (is_eigen<A>) {
      using T = typename A::Scalar;
      return a.binaryExpr(b, [](T x, T y) { return function::Maximum::apply(x, y); });
    } else {
      return function::Maximum::apply(a, b);
    }
  }
};
inline constexpr Maximum maximum{};

/// The sum of every row, as a vector.
struct RowSum {
  static constexpr const char* name = "row_sum";
  static KernelLaws laws() {
    return {.associative = false,
            .commutative = false,
            .has_identity = false,
            .idempotent = false,
            .zero_preserving = true,
            .distributes_over = {"add"}};
  }
  template <class A>
  auto operator()(const A& a) const {
    return a.rowwise().sum();
  }
};
inline constexpr RowSum row_sum{};

}  // namespace relatile::kernel
