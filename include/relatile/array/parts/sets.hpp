// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tuple>
#include <type_traits>

#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/compress.hpp"
#include "relatile/array/parts/unique.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"

// Arrays as sets of their elements. How many there are is computed at once, so that most of these
// functions are collective.

namespace relatile {

/// Which elements of x are among those of `among`: numpy.isin.
template <ArrayExpression E, ArrayExpression S>
auto isin(const E& x, const S& among, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = promote_t<element_of<E>, element_of<S>>;
  const Array<T, 1> sorted = sort(ravel(astype<T>(among)));
  return Array<bool, rank_of<E>>(
      detail::is_among_node<canonical_t<T>>(sorted.node(), to_node(astype<T>(x))));
}
/// isin, of all elements of x in one axis: numpy.in1d.
template <ArrayExpression E, ArrayExpression S>
auto in1d(const E& x, const S& among, SourceLine line = SourceLine::current()) {
  return isin(ravel(x, line), among, line);
}
/// The elements that both have, in order: numpy.intersect1d. Collective.
template <ArrayExpression E, ArrayExpression S>
auto intersect1d(const E& x, const S& y, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = promote_t<element_of<E>, element_of<S>>;
  const Array<T, 1> one = unique(astype<T>(x));
  return compress(isin(one, y), one, 0, line);
}
/// The elements that either has, in order: numpy.union1d. Collective.
template <ArrayExpression E, ArrayExpression S>
auto union1d(const E& x, const S& y, SourceLine line = SourceLine::current()) {
  return unique(concatenate(std::make_tuple(ravel(x, line), ravel(y, line))), line);
}
/// The elements of x that y has not, in order: numpy.setdiff1d. Collective.
template <ArrayExpression E, ArrayExpression S>
auto setdiff1d(const E& x, const S& y, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Array<element_of<E>, 1> one = unique(x);
  return compress(!isin(one, y), one, 0, line);
}
/// The elements that one of them has, and not both, in order: numpy.setxor1d. Collective.
template <ArrayExpression E, ArrayExpression S>
auto setxor1d(const E& x, const S& y, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = promote_t<element_of<E>, element_of<S>>;
  const Array<T, 1> left = astype<T>(setdiff1d(x, y));
  const Array<T, 1> right = astype<T>(setdiff1d(y, x));
  return sort(concatenate({left, right}));
}

}  // namespace relatile
