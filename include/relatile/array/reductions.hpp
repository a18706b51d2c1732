// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/kernel/reductions.hpp"

// sum, prod, min, max, mean, any, all, argmin, argmax: over all axes, sum(x); over some, sum(x, 0),
// sum(x, axis(0, 2)); axes stay with extent one with `keepdims` as the last argument.

namespace relatile {

/// Axes to reduce over; their number is part of the type, so that the result's rank is known.
template <int K>
struct Axes {
  std::array<int, static_cast<std::size_t>(K)> values{};
};
template <class... I>
Axes<static_cast<int>(sizeof...(I))> axis(I... axes) {
  return {{static_cast<int>(axes)...}};
}
struct KeepDims {};
inline constexpr KeepDims keepdims{};

namespace detail {

template <int N>
Axes<N> all_axes() {
  Axes<N> axes;
  for (int d = 0; d < N; ++d) axes.values[static_cast<std::size_t>(d)] = d;
  return axes;
}

/// Reduces `x`, whose elements already have the type of the result.
template <class Op, bool Keep, ArrayExpression E, int K>
auto reduce(const E& x, const Axes<K>& axes) {
  using T = element_of<E>;
  static_assert(K <= rank_of<E>, "relatile: more axes to reduce over than the array has");
  constexpr int result_rank = Keep ? rank_of<E> : rank_of<E> - K;
  const std::vector<int> normal =
      normal_axes(Op::name, {axes.values.begin(), axes.values.end()}, rank_of<E>);
  const tra::NodePtr node = to_node(x);
  if constexpr (std::is_same_v<Op, kernel::Min> || std::is_same_v<Op, kernel::Max>) {
    static_assert(!is_complex_v<T>, "relatile: min and max: complex numbers have no order here");
    require_elements(Op::name, node->type.extents, normal);
  }
  return Array<T, result_rank>(
      tra::make_reduce(node, normal, Keep, kernel::make_reduction<Op, T>()));
}

/// What sums and products of T are computed in: NumPy widens bool and small integers.
template <class T>
using sum_type = std::conditional_t<
    std::is_same_v<T, bool>, std::int64_t,
    std::conditional_t<std::is_integral_v<T>,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>, T>>;

struct Widened {
  template <ArrayExpression E>
  static auto prepare(const E& x) {
    return astype<sum_type<element_of<E>>>(x);
  }
};
struct Unchanged {
  template <ArrayExpression E>
  static auto prepare(const E& x) {
    return as_array(x);
  }
};
struct AsBool {
  template <ArrayExpression E>
  static auto prepare(const E& x) {
    return astype<bool>(x);
  }
};

}  // namespace detail

/// The ways to name the axes of a reduction. `Function::reduce<Keep>(x, axes)` does it.
template <class Function>
struct ReducesAxes {
  template <ArrayExpression E>
  auto operator()(const E& x, SourceLine line = SourceLine::current()) const {
    return (*this)(x, detail::all_axes<rank_of<E>>(), line);
  }
  template <ArrayExpression E>
  auto operator()(const E& x, KeepDims, SourceLine line = SourceLine::current()) const {
    return (*this)(x, detail::all_axes<rank_of<E>>(), keepdims, line);
  }
  template <ArrayExpression E>
  auto operator()(const E& x, int one, SourceLine line = SourceLine::current()) const {
    return (*this)(x, axis(one), line);
  }
  template <ArrayExpression E>
  auto operator()(const E& x, int one, KeepDims, SourceLine line = SourceLine::current()) const {
    return (*this)(x, axis(one), keepdims, line);
  }
  template <ArrayExpression E, int K>
  auto operator()(const E& x, const Axes<K>& axes, SourceLine line = SourceLine::current()) const {
    const AskedFrom scope(line);
    return Function::template reduce<false>(x, axes);
  }
  template <ArrayExpression E, int K>
  auto operator()(const E& x, const Axes<K>& axes, KeepDims,
                  SourceLine line = SourceLine::current()) const {
    const AskedFrom scope(line);
    return Function::template reduce<true>(x, axes);
  }
};

/// A reduction as users call it; one object per function of NumPy.
template <class Op, class Prepare>
struct ReductionFunction : ReducesAxes<ReductionFunction<Op, Prepare>> {
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    return detail::reduce<Op, Keep>(Prepare::prepare(x), axes);
  }
};

/// numpy.sum: bool and small integers are summed as 64-bit ones; an empty sum is 0.
inline constexpr ReductionFunction<kernel::Sum, detail::Widened> sum{};
/// numpy.prod; an empty product is 1.
inline constexpr ReductionFunction<kernel::Prod, detail::Widened> prod{};
/// numpy.min: NaN propagates; of no elements: ShapeMismatch.
inline constexpr ReductionFunction<kernel::Min, detail::Unchanged> min{};
/// numpy.max: NaN propagates; of no elements: ShapeMismatch.
inline constexpr ReductionFunction<kernel::Max, detail::Unchanged> max{};
/// numpy.any: whether some element is not zero (NaN is not).
inline constexpr ReductionFunction<kernel::Any, detail::AsBool> any{};
/// numpy.all: whether no element is zero.
inline constexpr ReductionFunction<kernel::All, detail::AsBool> all{};

/// numpy.mean: integers give double; the mean of nothing is NaN.
struct MeanFunction : ReducesAxes<MeanFunction> {
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    using T = element_of<E>;
    using M = std::conditional_t<std::is_integral_v<T>, double, T>;
    const auto total =
        ReductionFunction<kernel::Sum, detail::Widened>::reduce<Keep>(astype<M>(x), axes);
    const double count =
        static_cast<double>(volume(shape_of(x))) / std::max(1.0, static_cast<double>(total.size()));
    const double divisor = total.size() == 0 ? 1.0 : count;
    return Array<M, rank_of<decltype(total)>>(total / static_cast<real_t<M>>(divisor));
  }
};
inline constexpr MeanFunction mean{};

namespace detail {

/// The index of the best element along `axes` (one axis, or all of them flattened).
template <class Op, class T, int N>
tra::NodePtr arg_reduce(const Array<T, N>& x, const std::vector<int>& axes) {
  static_assert(!is_complex_v<T>,
                "relatile: argmin and argmax: complex numbers have no order here");
  using Pair = kernel::ValueIndex<T>;
  const Extents shape = x.shape();
  require_elements(Op::name, shape, axes);
  // The index: the coordinate along the axis, or the row-major position in the whole array.
  Extents weights = Extents::filled(N, 0);
  if (static_cast<int>(axes.size()) == N) {
    weights = row_major_strides(shape);
  } else {
    weights[axes[0]] = 1;
  }
  const auto index = [weights](const Extents& at) {
    std::int64_t sum_of = 0;
    for (int d = 0; d < at.rank(); ++d) sum_of += at[d] * weights[d];
    return sum_of;
  };
  Stage pairs;
  pairs.name = Op::name;
  pairs.operands = {0};
  pairs.output = element_type_of<Pair>();
  pairs.coordinates = Access::identity(N);
  pairs.run = [index](const Chunk& chunk) {
    const auto* values = static_cast<const T*>(chunk.inputs[0]);
    auto* out = static_cast<Pair*>(chunk.output);
    const std::int64_t step = index(chunk.step);
    chunk.for_each_row([&](std::int64_t first, const Extents& at) {
      std::int64_t where = index(at);
      for (std::int64_t i = first; i < first + chunk.row; ++i, where += step) {
        out[i] = {values[i], where};
      }
    });
  };
  pairs.plain = [index](std::span<const void* const> inputs, void* output, const Extents& at) {
    *static_cast<Pair*>(output) = {*static_cast<const T*>(inputs[0]), index(at)};
  };
  Program make_pairs;
  make_pairs.inputs = {x.node()->type.block.element};
  make_pairs.stages.push_back(std::move(pairs));
  const tra::NodePtr paired = tra::make_map(Op::name, {x.node()}, {Access::identity(N)}, shape,
                                            std::move(make_pairs), element_type_of<Pair>());
  const tra::NodePtr best =
      tra::make_reduce(paired, axes, false, kernel::make_reduction<Op, Pair>());

  Stage take;
  take.name = "index";
  take.operands = {0};
  take.output = element_type_of<std::int64_t>();
  take.run = [](const Chunk& chunk) {
    const auto* values = static_cast<const Pair*>(chunk.inputs[0]);
    auto* out = static_cast<std::int64_t*>(chunk.output);
    for (std::int64_t i = 0; i < chunk.count; ++i) out[i] = values[i].index;
  };
  take.plain = [](std::span<const void* const> inputs, void* output, const Extents&) {
    *static_cast<std::int64_t*>(output) = static_cast<const Pair*>(inputs[0])->index;
  };
  Program take_index;
  take_index.inputs = {element_type_of<Pair>()};
  take_index.stages.push_back(std::move(take));
  return tra::make_map(Op::name, {best}, {Access::identity(best->type.rank())}, best->type.extents,
                       std::move(take_index), element_type_of<std::int64_t>());
}

}  // namespace detail

/// numpy.argmin and argmax: of all elements the row-major position, or along one axis; the first
/// of equal ones, the first NaN if there is one; of no elements: ShapeMismatch.
template <class Op>
struct ArgFunction {
  template <ArrayExpression E>
  auto operator()(const E& x, SourceLine line = SourceLine::current()) const {
    const AskedFrom scope(line);
    std::vector<int> axes;
    for (int d = 0; d < rank_of<E>; ++d) axes.push_back(d);
    return Array<std::int64_t, 0>(detail::arg_reduce<Op>(as_array(x), axes));
  }
  template <ArrayExpression E>
  auto operator()(const E& x, int one, SourceLine line = SourceLine::current()) const {
    const AskedFrom scope(line);
    const int normal = detail::normal_axis(Op::name, one, rank_of<E>);
    return Array<std::int64_t, rank_of<E> - 1>(detail::arg_reduce<Op>(as_array(x), {normal}));
  }
};
inline constexpr ArgFunction<kernel::ArgMin> argmin{};
inline constexpr ArgFunction<kernel::ArgMax> argmax{};

}  // namespace relatile
