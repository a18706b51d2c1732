// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "relatile/array/reductions.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/kernel/reductions.hpp"

namespace relatile {

namespace detail {

/// A reduction by an object of the user's, which may have captures.
template <class T, class F>
Reduction own_reduction(const F& f, const T& identity) {
  Reduction reduction = kernel::detail::reduction_named("reduce", element_type_of<T>(),
                                                        std::addressof(identity), false);
  reduction.fold = [f](void* accumulators, std::int64_t step, const void* runs,
                       std::int64_t num_runs, std::int64_t count) {
    const auto* elements = static_cast<const T*>(runs);
    for (std::int64_t r = 0; r < num_runs; ++r, elements += count) {
      T& result = static_cast<T*>(accumulators)[r * step];
      for (std::int64_t i = 0; i < count; ++i) result = f(result, elements[i]);
    }
  };
  reduction.combine = [f](void* accumulator, const void* run, std::int64_t count) {
    auto* const results = static_cast<T*>(accumulator);
    for (std::int64_t i = 0; i < count; ++i)
      results[i] = f(results[i], static_cast<const T*>(run)[i]);
  };
  reduction.plain = [f](void* accumulator, const void* element) {
    T& result = *static_cast<T*>(accumulator);
    result = f(result, *static_cast<const T*>(element));
  };
  reduction.kernel_identity = identity_of(f);
  reduction.kernel_identity.state += bytes_of(identity);
  return reduction;
}

template <ArrayExpression E, class F, int K>
auto reduced_by(const E& x, const F& f, const element_of<E>& identity, const Axes<K>& axes) {
  using T = element_of<E>;
  constexpr bool combines = std::is_invocable_r_v<T, const F&, const T&, const T&>;
  static_assert(combines, "relatile: reduce: f takes two elements of x and gives one");
  if constexpr (combines) {
    return Array<T, rank_of<E> - K>(reduce_node(to_node(x),
                                                {axes.values.begin(), axes.values.end()}, false,
                                                false, own_reduction<T>(f, identity)));
  } else {
    return as_array(x);
  }
}

}  // namespace detail

/// The elements of x along an axis put together by f, a function of two elements that is
/// associative and commutative, as a ufunc's reduce: a reduction by a monoid of the user's, of
/// which `identity` changes nothing and is the result of no elements. Elements may be structs, and
/// f may have captures; several threads call it at once.
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E, class F>
auto reduce(const E& x, const F& f, const element_of<E>& identity, int axis,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::reduced_by(x, f, identity, relatile::axis(axis));
}
/// Over several axes: reduce(x, f, identity, axis(0, 2)).
template <ArrayExpression E, class F, int K>
auto reduce(const E& x, const F& f, const element_of<E>& identity, const Axes<K>& axes,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::reduced_by(x, f, identity, axes);
}
/// Over all axes.
template <ArrayExpression E, class F>
auto reduce(const E& x, const F& f, const element_of<E>& identity,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::reduced_by(x, f, identity, detail::all_axes<rank_of<E>>());
}

}  // namespace relatile
