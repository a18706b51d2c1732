// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/einsum/semiring.hpp"
#include "relatile/kernel/compiled_function.hpp"
#include "relatile/kernel/own_function.hpp"
#include "relatile/tra/contract_many.hpp"
#include "relatile/tra/semiring.hpp"

// The nodes of einsums whose operands all have elements of one type, and whose results have too.

namespace relatile::einsum_detail {

/// The product of two operands by labels, for arithmetic with + and *: by matrix products.
template <class T>
tra::NodePtr contract(std::string name, const tra::NodePtr& a, const tra::NodePtr& b,
                      const tra::Labelling& labelling);

/// A semiring of elements of one type, as nodes are made of it.
struct TypedSemiring {
  Stage combine;  ///< makes one element of two; which ones, a node says
  Reduction reduce;
  bool distributes = false;  ///< combinations over the reduction
  bool any_order = false;    ///< combinations are associative and commutative
  /// Set if the kernel of matrix products computes einsums of two operands.
  decltype(&contract<double>) product = nullptr;
};

/// The elements of `count` operands, combined from left to right.
Program combination(const Stage& combine, std::size_t count);

/// One pass over all labels that combines the operands and reduces over labels that the output
/// lacks: any pair of functions, at the speed of elementwise work.
tra::NodePtr fold_by(const TypedSemiring& semiring, std::string name,
                     const std::vector<tra::NodePtr>& operands, const tra::Labelling& labelling);

/// The einsum of any number of operands.
tra::NodePtr einsum_node(const TypedSemiring& semiring, const std::string& name,
                         const std::vector<tra::NodePtr>& operands,
                         const tra::Labelling& labelling);

/// True where the kernel of matrix products computes the einsum.
template <class S, class T>
inline constexpr bool is_product = std::is_same_v<S, PlusTimes> && !std::is_same_v<T, bool>;

/// C of two elements, to one of the same type.
template <class C, class T>
Stage stage_of() {
  static_assert(std::is_same_v<function::result_t<C, T>, T>);
  return kernel::function_of<C, T>().stage();
}

template <class S, class T>
TypedSemiring typed_semiring() {
  TypedSemiring semiring;
  semiring.combine = stage_of<combination_t<S>, T>();
  semiring.reduce = kernel::make_reduction<reduction_t<S>, T>();
  if constexpr (DeclaredSemiring<S, T>) {
    semiring.combine.identity.may_throw = true;
    semiring.reduce.kernel_identity.may_throw = true;
  }
  semiring.distributes = S::distributes;
  semiring.any_order = S::distributes;
  if constexpr (is_product<S, T>) semiring.product = &contract<T>;
  return semiring;
}

/// The einsum of any number of operands by a semiring of any kind.
template <class S, class T>
tra::NodePtr einsum_node(const std::string& name, const std::vector<tra::NodePtr>& operands,
                         const tra::Labelling& labelling) {
  if constexpr (!Parts<S>::template are_for<T>) {
    static_assert(Parts<S>::template are_for<T>,
                  "relatile: einsum: this is no semiring of such elements; it lacks a member, see "
                  "einsum/semiring.hpp");
    return nullptr;  // so that the message above stays the only one
  } else {
    static_assert(!chooses<S> || !is_complex_v<T>,
                  "relatile: einsum: complex numbers have no least or greatest");
    if constexpr (chooses<S> && is_complex_v<T>) {
      return nullptr;
    } else {
      if constexpr (chooses<S>) {
        constexpr bool least = std::is_same_v<reduction_t<S>, kernel::Min>;
        require_elements(least ? Reduce::min : Reduce::max, labelling, tra::shapes_of(operands));
      }
      return einsum_node(typed_semiring<S, T>(), name, operands, labelling);
    }
  }
}

}  // namespace relatile::einsum_detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/einsum/impl/nodes.hpp"
#endif
