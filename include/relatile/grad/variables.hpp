// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/foreign.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/expr/relation.hpp"
#include "relatile/grad/reverse.hpp"

// What derivatives are by: arrays, relations, and sparse arrays, of which the entries count.

namespace relatile {

template <class T, int R>
struct Dense;

namespace detail {

/// How a variable is a node, and its derivative a value of the same kind; no member: it is none.
template <class X>
struct Variable {};

template <class T, int N>
struct Variable<Array<T, N>> {
  using element = T;
  static tra::NodePtr node(const Array<T, N>& x) { return x.node(); }
  static Array<T, N> like(const Array<T, N>&, tra::NodePtr node) {
    return Array<T, N>(std::move(node));
  }
};

template <class Block>
struct ElementOfBlock {
  using type = Block;
};
template <class T, int R>
struct ElementOfBlock<Dense<T, R>> {
  using type = T;
};
template <class Block, int K>
struct Variable<Relation<Block, K>> {
  using element = typename ElementOfBlock<Block>::type;
  static tra::NodePtr node(const Relation<Block, K>& x) { return x.node(); }
  static Relation<Block, K> like(const Relation<Block, K>&, tra::NodePtr node) {
    return Relation<Block, K>(std::move(node));
  }
};

/// The elements of the entries as they are stored, which is what products read: rows of a matrix by
/// columns are made of them. What stands for a transpose that is not made yet while a function is
/// called is by columns, since that stays so when its rows are made.
template <SparseLike S>
struct Variable<S> {
  using element = typename S::value_type;
  static tra::NodePtr node(const S& s) {
    if constexpr (SparseTensor<S>) {
      return s.values().node();
    } else {
      return s.stored_values().node();
    }
  }
  static S like(const S& s, tra::NodePtr node) {
    const Array<element, 1> values(std::move(node));
    if constexpr (SparseTensor<S>) {
      return s.with_values(values);
    } else {
      return s.with_stored_values(values);
    }
  }
};

/// What something may be derived by.
template <class X>
concept VariableLike = requires {
  typename Variable<X>::element;
};
template <class X>
using element_of_variable = typename Variable<X>::element;

/// The derivatives by variables, whose nodes they are: of one variable one, of several a tuple.
template <class... X, std::size_t... I>
auto like_variables(const std::vector<tra::NodePtr>& nodes, std::index_sequence<I...>,
                    const X&... x) {
  if constexpr (sizeof...(X) == 1) {
    return (Variable<X>::like(x, nodes[I]), ...);
  } else {
    return std::tuple(Variable<X>::like(x, nodes[I])...);
  }
}
template <class... X>
auto like_variables(const std::vector<tra::NodePtr>& nodes, const X&... x) {
  return like_variables(nodes, std::index_sequence_for<X...>(), x...);
}
/// Refuses a transpose that was not made when something read it: expressions read it as the matrix
/// itself, and what was computed of the one can't be told from what was of the other.
template <class X>
void require_variable(const X& x) {
  if constexpr (SparseLike<X> && !SparseTensor<X>) {
    if (x.is_read_as_other()) refuse_transpose();
  }
}
template <class... X>
std::vector<tra::NodePtr> nodes_of_variables(const X&... x) {
  (require_variable(x), ...);
  return {Variable<X>::node(x)...};
}

}  // namespace detail
}  // namespace relatile
