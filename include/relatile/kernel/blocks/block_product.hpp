// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <type_traits>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/blocks/eigen_matrix.hpp"
#include "relatile/kernel/products/matrix_product.hpp"

// Products of whole blocks, which kernels return unevaluated. Eigen would compile each of them for
// all sizes that it has loops for, wherever one is written; the library has them compiled.

namespace relatile::kernel {

namespace detail {

template <class T>
inline constexpr bool is_multiplied = is_scalar_type_v<T> && !std::is_same_v<T, bool>;

/// The number type of a whole block that is read; void of any other expression.
template <class M>
struct BlockElement {
  using type = void;
};
template <class T, int Columns, int Order>
struct BlockElement<Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Columns, Order>>> {
  static constexpr bool is_block = std::is_same_v<Eigen::Matrix<T, Eigen::Dynamic, Columns, Order>,
                                                  EigenOf<T, Columns == 1 ? 1 : 2>>;
  using type = std::conditional_t<is_block && is_multiplied<T>, T, void>;
};

template <class E>
inline constexpr bool is_block_product = false;
template <class A, class B>
inline constexpr bool is_block_product<Eigen::Product<A, B, 0>> =
    !std::is_void_v<typename BlockElement<A>::type> &&
    std::is_same_v<typename BlockElement<A>::type, typename BlockElement<B>::type>;

/// A block as products see it; vectors are columns.
template <class M>
MatrixRef matrix_ref(const M& m) {
  auto* const data = const_cast<typename M::Scalar*>(m.data());  // of operands it is only read
  return {reinterpret_cast<std::byte*>(data), m.rows(), m.cols(), m.cols(), 1};
}

}  // namespace detail

/// Whether `Target` is a block that `E`, a product of two whole blocks, is written to by
/// matrix_product.
template <class Target, class E>
concept TakesBlockProduct = detail::is_block_product<E> &&
    (std::is_same_v<Target, Eigen::Map<EigenOf<typename E::Scalar, 1>>> ||
     std::is_same_v<Target, Eigen::Map<EigenOf<typename E::Scalar, 2>>>);

/// target = product, or target += product; it overlaps no operand.
template <class Target, class E>
  requires TakesBlockProduct<Target, E>
void multiply_into(Target& target, const E& product, Into into) {
  matrix_product<typename E::Scalar>(detail::matrix_ref(product.lhs()),
                                     detail::matrix_ref(product.rhs()), detail::matrix_ref(target),
                                     into);
}

}  // namespace relatile::kernel
