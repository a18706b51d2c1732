// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/linalg/iterative/linear_operator.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile {

struct RandomizedOptions {
  std::int64_t oversample = 10;       ///< so many more vectors than wanted
  std::int64_t power_iterations = 4;  ///< products with a and its transpose that sharpen the space
  std::uint64_t seed = 0;
};

namespace detail {
template <class T>
SvdResult<T, 2> randomized_svd(const LinearOperator<T>& a, std::int64_t k,
                               const RandomizedOptions& options);
template <class A>
struct ElementOfOperator {
  using type = factored_t<typename std::remove_cvref_t<A>::value_type>;
};
}  // namespace detail

/// About the k largest singular values, and their vectors, of a matrix, dense or sparse, or a
/// LinearOperator with both products, computed at once: scikit-learn's randomized_svd, by products
/// with random vectors. The same on any number of sites for one seed.
///
///   shapes  (m,n) -> (m,k), (k), (k,n)
///   errors  ShapeMismatch for more values than a has; Error for an operator without rmatvec
///   cost    2 (power_iterations + 1) products with k + oversample vectors, and as many
///           orthogonalisations of tall matrices
///   source  [Halko, Martinsson and Tropp 2011], algorithms 4.4 and 5.1
template <class A>
auto randomized_svd(const A& a, std::int64_t k, const RandomizedOptions& options = {},
                    SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = typename detail::ElementOfOperator<A>::type;
  return detail::randomized_svd<T>(LinearOperator<T>(a), k, options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/randomized.hpp"
#endif
