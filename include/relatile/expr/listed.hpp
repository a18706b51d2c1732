// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include "relatile/core/promotion.hpp"
#include "relatile/tra/node.hpp"

// What braces hold, as in concatenate({x, -x}): a function cannot have a parameter for each of
// them, but what all of them derive from the compiler finds.

namespace relatile {

template <class T, int N>
class Array;

namespace detail {

/// The base of all array expressions of elements T and N dimensions, by which a function takes a
/// std::initializer_list of them, of whatever types they are. There it holds the node of each.
template <class T, int N>
class Listed {
 public:
  /// Of an expression with this base, lowered where the list is made.
  template <class E>
  Listed(const E& expression) : node_(to_node(expression)) {}  // NOLINT: an expression is one
  const tra::NodePtr& listed_node() const { return node_; }

  /// As Python writes it, and C++20 with one index at most.
  template <class I>
  Array<T, 0> operator[](const I&) const {
    static_assert(sizeof(I) == 0,
                  "relatile: x[...]: indices are written in parentheses: x(0, 1), x(slice(0, 2), "
                  "all_of_axis), x(mask), x(indices)");
    return {};
  }

 protected:
  Listed() = default;
  explicit Listed(tra::NodePtr node) : node_(std::move(node)) {}
  tra::NodePtr node_;
};

template <class T>
struct ListedElement {
  using type = T;
};
template <class T>
  requires is_scalar_type_v<T>
struct ListedElement<T> {
  using type = canonical_t<T>;
};
/// The base of an expression with elements T: different words for one type of numbers are one type.
template <class T, int N>
using listed_t = Listed<typename ListedElement<T>::type, N>;

/// Any array expression: what a list holds whose elements have no base in common, to refuse it.
struct Unlike {
  template <class E>
    requires requires { typename E::relatile_array_expression; }
  Unlike(const E&) {}  // NOLINT: any expression is one
};

}  // namespace detail
}  // namespace relatile
