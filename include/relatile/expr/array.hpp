// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/foreign.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/shape.hpp"
#include "relatile/expr/braced.hpp"
#include "relatile/expr/listed.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/tra/node.hpp"

namespace relatile {

/// Anything that lowers to an array node: Array, or an elementwise expression of arrays.
template <class E>
concept ArrayExpression = requires {
  typename std::remove_cvref_t<E>::value_type;
  typename std::remove_cvref_t<E>::relatile_array_expression;
};

/// The element type of an array expression, known without evaluating it: NumPy's dtype.
template <class E>
using element_of = typename std::remove_cvref_t<E>::value_type;
/// The number of dimensions of an array expression.
template <class E>
inline constexpr int rank_of = std::remove_cvref_t<E>::rank;

template <class T, int N, class... Indices>
class ArrayPart;

/// The user's hold on a node, which all arrays share that name it: while one lives, the node's
/// value is worth keeping.
using Handle = std::shared_ptr<const void>;

/// The node's handle, made if it has none: while it lives, the node's value is kept. Operands that
/// know no line of the program are given the node's.
RELATILE_INLINE Handle handle_of(tra::Node& node);

namespace detail {
template <class T, class U>
inline constexpr bool same_element = std::is_same_v<T, U>;
template <class T, class U>
  requires(is_scalar_type_v<T>&& is_scalar_type_v<U>)
inline constexpr bool same_element<T, U> = std::is_same_v<canonical_t<T>, canonical_t<U>>;

/// The extent of an axis, from the end if it is negative.
RELATILE_INLINE std::int64_t extent_of(const Extents& shape, int axis);
/// Of an Array that was never assigned. Apart, since arrays' nodes are asked for everywhere.
[[noreturn]] RELATILE_INLINE void refuse_unassigned();
/// Whether one element of type T says what a U is, and nothing of it is lost but precision.
template <class T, class U>
concept NumberFrom = std::is_same_v<T, U> ||
    (is_scalar_type_v<T>&& is_scalar_type_v<U> &&
     (is_complex_v<U> || std::is_same_v<U, bool> || !is_complex_v<T>));

/// Arrays become numbers only when asked, since that evaluates them. An implicit conversion finds
/// an operator that is deleted: what compilers print of it, its line and `Say`, is advice.
template <class U, int N>
concept ScalarAsNumber = N == 0 && is_scalar_type_v<U>;
template <class U, int N>
concept ManyAsNumber = N >
0 && is_scalar_type_v<U>;
/// What elements are copied to when asked: a std::vector of numbers, or an Eigen matrix.
template <class U>
inline constexpr bool is_vector_of_numbers = false;
template <class T>
inline constexpr bool is_vector_of_numbers<std::vector<T>> = is_scalar_type_v<T>;
template <class U>
concept CopyOfElements = is_vector_of_numbers<U> || EigenLike<U>;

/// Of floating-point types only one is wanted implicitly, so that std::sqrt(x), of which there is
/// one for each of them, finds this advice and no ambiguity.
template <class T, class U, class Say>
using advice_t = std::enable_if_t<
    !std::is_floating_point_v<U> ||
        std::is_same_v<U, std::conditional_t<std::is_same_v<T, float>, float, double>>,
    Say>;
struct ItemOrCastOrRtExp {};
struct AllOrSumThenItemOrRtExp {};

template <class X>
void refuse_assignment() {
  static_assert(sizeof(X) == 0,
                "relatile: elements and slices can't be assigned to where the array is const, "
                "sparse, or has no name: arrays are values, and nobody would see the change");
}
template <class... X>
void refuse_numbers(X...) {
  static_assert(sizeof...(X) == 0,
                "relatile: Array: neither sizes nor numbers make an array by themselves: zeros({4, "
                "4}) makes one of a shape, array({1.0, 2.0}) one of numbers, array({{1.0, 2.0}}) "
                "one of rows");
}
}  // namespace detail

/// An N-dimensional distributed array of elements T; a cheap handle, copied by sharing.
///
/// Assigning an expression to an Array does not evaluate it: programs of many statements become one
/// graph. Evaluation happens on `evaluate(x, ...)` and where a value is needed: printing, saving,
/// conversion to a scalar or an Eigen matrix. All ranks must then do the same (collective).
template <class T, int N>
class Array : public detail::listed_t<T, N> {
 public:
  using value_type = T;                    ///< element_of<E> is this of any expression
  using relatile_array_expression = void;  ///< says that this is an ArrayExpression
  static constexpr int rank = N;           ///< the number of dimensions, up to max_rank
  static_assert(N >= 0 && N <= max_rank, "relatile: an array has between 0 and 16 dimensions");

  /// An empty handle; assign to it before use.
  Array() = default;
  /// The result of an operator of the logical algebra, which is kept while an array names it.
  explicit Array(tra::NodePtr node)
      : detail::listed_t<T, N>(std::move(node)), handle_(handle_of(*node_)) {}

  /// The array that an expression will be; nothing is computed yet. Element type and rank must be
  /// those of the expression: astype<T>(x) converts.
  template <ArrayExpression E>
    requires(!std::is_same_v<std::remove_cvref_t<E>, Array>)
  Array(const E& expression,  // NOLINT: an expression is an array
        SourceLine line = SourceLine::current()) {
    static_assert(detail::same_element<T, element_of<E>>,
                  "relatile: this expression has elements of another type than the Array it is "
                  "assigned to; convert it with astype<T>(x)");
    static_assert(rank_of<E> == N,
                  "relatile: this expression has another number of dimensions than the Array it is "
                  "assigned to");
    const AskedFrom scope(line);
    node_ = to_node(expression);
    handle_ = handle_of(*node_);
  }

  template <class M>
    requires(detail::EigenLike<M> || detail::SparseLike<M> || detail::NoOperand<M>)
  Array(const M&) {  // NOLINT: refused, with advice
    static_assert(!detail::EigenLike<M>,
                  "relatile: an Eigen matrix is no array; make one of it: from_eigen(m)");
    static_assert(!detail::SparseLike<M>,
                  "relatile: a sparse array is no dense one; make one of it: to_dense(s)");
    static_assert(!detail::NoOperand<M>,
                  "relatile: a std::vector is no array; make one of it: array(v), or of another "
                  "shape from_span(v, {rows, columns})");
  }

  /// Array<double, 2> x = {{1.0, 2.0}, {3.0, 4.0}}: rows, which can be no sizes.
  Array(detail::BracedRows<T> rows) requires(N == 2)  // NOLINT: implicit
      : Array(rows.size() == 0 ? Array() : detail::ArrayInBraces<T>::of(rows)) {}
  /// The same of matrices.
  Array(detail::BracedMatrices<T> matrices) requires(N == 3)  // NOLINT: implicit
      : Array(matrices.size() == 0 ? Array() : detail::ArrayInBraces<T>::of(matrices)) {}

  /// Sizes, or numbers in braces.
  template <class... X>
    requires(sizeof...(X) >= 2 && (std::is_arithmetic_v<X> && ...))
  Array(X... x) {  // NOLINT: refused, also where braces ask for it
    detail::refuse_numbers(x...);
  }
  template <class X>
    requires std::is_arithmetic_v<X>
  explicit Array(X x) { detail::refuse_numbers(x); }

  Array(const Array&) = default;
  Array(Array&&) = default;
  Array& operator=(const Array&) & = default;
  Array& operator=(Array&&) & = default;
  template <class X>
    requires(!ArrayExpression<X> && !std::is_convertible_v<const X&, Array>)
  Array& operator=(const X&) & {
    static_assert(sizeof(X) == 0,
                  "relatile: only an array can be assigned to an Array; full_like(x, value) makes "
                  "one of a number, from_span one of a std::vector");
    return *this;
  }
  /// x = {1.0, 2.0}: x becomes a name for what array({1.0, 2.0}) makes; x = {} has no value.
  Array& operator=(detail::BracedRow<T> row) & requires(N == 1) {
    return *this = row.size() == 0 ? Array() : detail::ArrayInBraces<T>::of(row);
  }
  /// A part of an array that is const, or has no name, is an array of its own: assigning to it
  /// would change nothing.
  template <class X>
  Array& operator=(const X&) && {
    detail::refuse_assignment<X>();
    return *this;
  }
  void operator=(detail::BracedRow<T>) && { detail::refuse_assignment<T>(); }
  void operator=(detail::BracedRows<T>) && { detail::refuse_assignment<T>(); }
  void operator=(detail::BracedMatrices<T>) && { detail::refuse_assignment<T>(); }

  /// The operator that computes it, or has its value; throws Error if there is none yet.
  const tra::NodePtr& node() const {
    if (!node_) detail::refuse_unassigned();
    return node_;
  }
  /// The extents of all axes, known before anything is evaluated: auto [rows, columns] = x.shape().
  Shape<N> shape() const { return Shape<N>(node()->type.extents); }
  /// The extent of an axis, from the end if it is negative; ShapeMismatch if there is none.
  std::int64_t shape(int axis) const { return detail::extent_of(node()->type.extents, axis); }
  /// The number of elements, on all sites together.
  std::int64_t size() const { return volume(node()->type.extents); }
  /// The number of dimensions.
  static constexpr int ndim() { return N; }
  /// The element type as NumPy calls it: "float64", "bool", "complex128"; structs are "struct" and
  /// their size in bytes.
  std::string dtype() const { return node()->type.block.element.name(); }

  /// The value of an array of one element, on every rank: see array/conversion.hpp. Collective.
  T item(SourceLine line = SourceLine::current()) const;
  /// The element at these indices, x.item(1, 2), or the one that a number counts to, row after row:
  /// x.item(5). Negative ones count from the end. Collective.
  template <class... I>
  [[gnu::always_inline]] T item(std::int64_t first, const I&... more) const;
  /// The same of an array without dimensions, which a condition or a cast asks for. Collective.
  template <class U, class Say = void>
    requires(detail::ScalarAsNumber<U, N>&& detail::NumberFrom<T, U>)
  [[gnu::always_inline]] explicit operator U() const {
    return convert_element<U>(item(SourceLine::unknown_here()));
  }
  template <class U>
    requires(N == 0 && std::is_same_v<T, U> && !is_scalar_type_v<U>)
  [[gnu::always_inline]] explicit operator U() const { return item(SourceLine::unknown_here()); }
  template <class U, class Say = detail::advice_t<T, U, detail::ItemOrCastOrRtExp>>
    requires detail::ScalarAsNumber<U, N>
  operator U() const = delete;  // say x.item() or double(x); functions: rt::exp(x)
  template <class U, class Say = detail::advice_t<T, U, detail::AllOrSumThenItemOrRtExp>>
    requires detail::ManyAsNumber<U, N>
  operator U() const = delete;  // an array: say all(x).item(), sum, x(0, 0); functions: rt::exp(x)
  template <class U>
    requires detail::CopyOfElements<U>
  operator U() const = delete;  // a copy on every rank: rt::to_vector(x), rt::to_eigen(x)

  /// An array is no range: its elements may be on other ranks.
  const T* begin() const = delete;  // no loops over arrays: for (T e : rt::to_vector(x))
  const T* end() const = delete;    // no loops over arrays: for (T e : rt::to_vector(x))

  /// The same array inside an expression, which needs it but is no name for it.
  Array as_operand() const {
    Array operand;
    operand.node_ = node();
    return operand;
  }

  /// x(slice(0, 10), all, 3): see view.hpp. What is assigned to it x gets: see
  /// array/parts/update.hpp.
  template <class... Indices>
  auto operator()(const Indices&... indices) & {
    return ArrayPart<T, N, Indices...>(*this, indices...);
  }
  template <class... Indices>
  auto operator()(const Indices&... indices) const& {
    return index(*this, indices...);
  }
  /// What has no name is not kept for it: of matmul(x, y)(0, all) one row is computed.
  template <class... Indices>
  auto operator()(const Indices&... indices) && {
    const Array operand = as_operand();
    handle_.reset();
    return index(operand, indices...);
  }
  void operator()(std::initializer_list<std::int64_t>) const = delete;  // rt::take(x, {0, 2}, 0)

 private:
  using detail::listed_t<T, N>::node_;
  Handle handle_;
};

namespace detail {
template <class T, int N, class... Indices>
using indexed_t =
    decltype(index(std::declval<const Array<T, N>&>(), std::declval<const Indices&>()...));
}

/// A part of an array that has a name: an array of its own, and, until it has a name itself, what
/// is assigned to it the whole array gets. x(0, all) = y gives x a new first row.
template <class T, int N, class... Indices>
class ArrayPart : public detail::indexed_t<T, N, Indices...> {
 public:
  using Own = detail::indexed_t<T, N, Indices...>;

  ArrayPart(Array<T, N>& whole, const Indices&... indices)
      : Own(index(std::as_const(whole), indices...)), whole_(&whole), indices_(indices...) {}
  ArrayPart(const ArrayPart&) = default;

  /// x(0, all) = y: see array/parts/update.hpp.
  template <class Value>
  void operator=(const Value& value) && {
    std::move(*this).assign(value);
  }
  void operator=(const ArrayPart& value) && { std::move(*this).assign(value); }
  /// x(0) = {1.0, 2.0}
  void operator=(detail::BracedRow<T> row) && {
    std::move(*this).assign(detail::ArrayInBraces<T>::of(row));
  }
  /// x(slice(0, 2), slice(0, 2)) = {{1.0, 2.0}, {3.0, 4.0}}
  void operator=(detail::BracedRows<T> rows) && {
    std::move(*this).assign(detail::ArrayInBraces<T>::of(rows));
  }
  void operator=(detail::BracedMatrices<T> matrices) && {
    std::move(*this).assign(detail::ArrayInBraces<T>::of(matrices));
  }
  /// auto row = x(0, all); row = y: row is a name for y from here on, and x as it was.
  template <class Value>
  ArrayPart& operator=(const Value& value) & {
    Own::operator=(value);
    return *this;
  }
  ArrayPart& operator=(const ArrayPart& value) & {
    Own::operator=(value);
    return *this;
  }
  ArrayPart& operator=(detail::BracedRow<T> row) & requires(rank_of<Own> == 1) {
    Own::operator=(row);
    return *this;
  }
  ArrayPart& operator=(detail::BracedRows<T> rows) & requires(rank_of<Own> == 2) {
    Own::operator=(Own(rows));
    return *this;
  }
  ArrayPart& operator=(detail::BracedMatrices<T> matrices) & requires(rank_of<Own> == 3) {
    Own::operator=(Own(matrices));
    return *this;
  }

  /// What it was taken from becomes a name for the array with `value` here.
  template <class Value>
  void assign(const Value& value) &&;
  /// And with change(this part, value), an elementwise function.
  template <class Value, class Change>
  void change(const Value& value, const Change& change) &&;

 private:
  Array<T, N>* whole_;
  std::tuple<Indices...> indices_;
};

/// The operator behind an array, which need not be evaluated.
template <class T, int N>
const tra::NodePtr& to_node(const Array<T, N>& array) {
  return array.node();
}

/// The shape of any array expression, known before it is evaluated.
template <class T, int N>
Extents shape_of(const Array<T, N>& array) {
  return array.shape();
}

/// Any array expression as an Array, so that functions can take it by one type.
template <ArrayExpression E>
Array<element_of<E>, rank_of<E>> as_array(const E& expression,
                                          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(to_node(expression));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/expr/impl/array.hpp"
#endif
