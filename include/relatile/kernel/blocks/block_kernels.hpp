// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <type_traits>

#include "relatile/function/list.hpp"
#include "relatile/kernel/blocks/block_kernel.hpp"

// Ready kernels on blocks, for join, transform and aggregate.

namespace relatile::kernel {

namespace detail {

template <class X>
inline constexpr bool is_tensor_view = false;
template <class T, int R>
inline constexpr bool is_tensor_view<TensorView<T, R>> = true;

/// Whether a ready kernel can be asked for blocks A and B: Eigen and the kernel itself say what is
/// wrong with two matrices; two structs must have the operator Op.
template <class Op, class A, class B>
concept ReadyOperands = is_eigen<A> || is_eigen<B> || is_tensor_view<A> || is_tensor_view<B> ||
                        (is_scalar_type_v<A>&& is_scalar_type_v<B>) ||
                        std::is_invocable_v<Op, const A&, const B&>;

inline void require_same(const char* name, const Extents& a, const Extents& b) {
  if (a == b) return;
  throw ShapeMismatch("relatile: kernel " + std::string(name) + ": blocks of shapes " +
                      to_string(a) + " and " + to_string(b) + "; they must be equal");
}

/// `on_blocks` of two Eigen expressions, or of two blocks of more dimensions taken as vectors;
/// F, as arrays use it, of two numbers of one type: small integers stay small, and wrap;
/// `otherwise` of anything else, structs with operators for instance.
template <class F, class A, class B, class OnBlocks, class Otherwise>
auto element_by_element(const char* name, const A& a, const B& b, OnBlocks&& on_blocks,
                        Otherwise&& otherwise) {
  if constexpr (is_tensor_view<A> && is_tensor_view<B>) {
    require_same(name, a.extents(), b.extents());
    return a.like(on_blocks(a.flat(), b.flat()));
  } else if constexpr (is_eigen<A> && is_eigen<B>) {
    require_same(name, {a.rows(), a.cols()}, {b.rows(), b.cols()});
    return on_blocks(a, b);
  } else if constexpr (std::is_same_v<A, B> && is_scalar_type_v<A>) {
    return F::apply(a, b);
  } else {
    return otherwise(a, b);
  }
}

/// F on every pair of elements, where Eigen has no operator that means the same.
template <class F>
struct PairByPair {
  template <class A, class B>
  auto operator()(const A& a, const B& b) const {
    using T = typename A::Scalar;
    return a.binaryExpr(b, [](T x, T y) { return F::apply(x, y); });
  }
};

}  // namespace detail

/// a + b, element by element; as an aggregate it accumulates in place. Of bool it is `or`.
struct Add {
  static constexpr const char* name = "add";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = true,
            .has_identity = true,
            .idempotent = false,
            .zero_preserving = true,
            .elementwise = true,
            .distributes_over = {}};
  }
  template <class A, class B>
    requires detail::ReadyOperands<std::plus<>, A, B>
  auto operator()(const A& a, const B& b) const {
    const auto sum = [](const auto& x, const auto& y) {
      if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(x)>::Scalar, bool>) {
        return detail::PairByPair<function::Add>{}(x, y);
      } else {
        return x + y;
      }
    };
    return detail::element_by_element<function::Add>(name, a, b, sum, std::plus<>());
  }
  template <class Target, class X>
    requires(is_eigen<X> || requires(Target & target, const X& x) { target += x; })
  static void accumulate(Target& target, const X& x) {
    if constexpr (is_scalar_type_v<X>) {
      target = function::Add::apply(target, x);
    } else if constexpr (!is_eigen<X>) {
      target += x;
    } else if constexpr (TakesBlockProduct<Target, X>) {
      multiply_into(target, x, Into::sum);
    } else if constexpr (std::is_base_of_v<Eigen::ArrayBase<X>, X>) {
      target.array() += x;
    } else {
      target.noalias() += x;
    }
  }
};
/// For join and aggregate: the sum of two blocks of one shape. An aggregate of a join by it makes
/// no block for a pair.
inline constexpr Add add{};

/// The matrix product of two blocks, unevaluated: under `add` it becomes one fused accumulate.
/// Vectors are columns; numbers multiply.
struct Matmul {
  static constexpr const char* name = "matmul";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = false,
            .has_identity = false,
            .idempotent = false,
            .zero_preserving = true,
            .elementwise = false,
            .distributes_over = {"add"}};
  }
  static Flops flops(std::span<const Extents> extents) {
    return Flops{2 * volume(extents[0]) * (extents[1].rank() == 2 ? extents[1].back() : 1)};
  }
  template <class A, class B>
    requires detail::ReadyOperands<std::multiplies<>, A, B>
  auto operator()(const A& a, const B& b) const {
    if constexpr (is_eigen<A> && is_eigen<B>) {
      if (a.cols() != b.rows()) {
        throw ShapeMismatch("relatile: kernel matmul: blocks of shapes " +
                            to_string(Extents{a.rows(), a.cols()}) + " and " +
                            to_string(Extents{b.rows(), b.cols()}) + " have no product");
      }
      return a * b;
    } else if constexpr (std::is_same_v<A, B> && is_scalar_type_v<A>) {
      return function::Multiply::apply(a, b);
    } else {
      return a * b;
    }
  }
};
/// For join: the matrix product of two blocks, m x p and p x n.
///
///   errors  ShapeMismatch if the blocks have no product
inline constexpr Matmul matmul{};

/// The elementwise (Hadamard) product; a number scales a block.
struct Multiply {
  static constexpr const char* name = "multiply";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = true,
            .has_identity = true,
            .idempotent = false,
            .zero_preserving = true,
            .elementwise = true,
            .distributes_over = {"add"}};
  }
  template <class A, class B>
    requires detail::ReadyOperands<std::multiplies<>, A, B>
  auto operator()(const A& a, const B& b) const {
    const auto product = [](const auto& x, const auto& y) { return x.cwiseProduct(y); };
    return detail::element_by_element<function::Multiply>(name, a, b, product, std::multiplies<>());
  }
};
/// For join and aggregate: the elementwise product of two blocks of one shape.
inline constexpr Multiply multiply{};

/// The elementwise minimum; NaN propagates. Structs compare by operator<.
struct Minimum {
  static constexpr const char* name = "minimum";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = true,
            .has_identity = true,
            .idempotent = true,
            .zero_preserving = false,
            .elementwise = true,
            .distributes_over = {}};
  }
  template <class A, class B>
    requires detail::ReadyOperands<std::less<>, A, B>
  auto operator()(const A& a, const B& b) const {
    using F = function::Minimum;
    const auto smaller = [](const auto& x, const auto& y) { return y < x ? y : x; };
    return detail::element_by_element<F>(name, a, b, detail::PairByPair<F>{}, smaller);
  }
};
/// For join and aggregate: the lesser of every two elements, of blocks of one shape.
inline constexpr Minimum minimum{};

/// The elementwise maximum; NaN propagates. Structs compare by operator<.
struct Maximum {
  static constexpr const char* name = "maximum";
  static KernelLaws laws() {
    return {.associative = true,
            .commutative = true,
            .has_identity = true,
            .idempotent = true,
            .zero_preserving = false,
            .elementwise = true,
            .distributes_over = {}};
  }
  template <class A, class B>
    requires detail::ReadyOperands<std::less<>, A, B>
  auto operator()(const A& a, const B& b) const {
    using F = function::Maximum;
    const auto larger = [](const auto& x, const auto& y) { return x < y ? y : x; };
    return detail::element_by_element<F>(name, a, b, detail::PairByPair<F>{}, larger);
  }
};
/// For join and aggregate: the greater of every two elements, of blocks of one shape.
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
            .elementwise = false,
            .distributes_over = {"add"}};
  }
  template <class A>
  auto operator()(const A& a) const {
    return a.rowwise().sum();
  }
};
/// For transform: of an m x n block, the m sums of its rows.
inline constexpr RowSum row_sum{};

}  // namespace relatile::kernel
