// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/linalg/tensors/sweeps.hpp"
#include "relatile/linalg/tensors/unfolding.hpp"

namespace relatile {

/// A sum of outer products of columns, one of each factor: sum over r of
/// weights(r) factors[0](:, r) o factors[1](:, r) o ...
template <class T, int N>
struct CpTensor {
  Array<T, 1> weights;    ///< (rank)
  Factors<T, N> factors;  ///< (n_k, rank), of columns of norm 1, or 0 where a weight is 0
};

template <class T, int N>
struct CpOptions {
  std::int64_t max_iter = 100;  ///< sweeps over all modes
  double tolerance = 1e-8;      ///< converged: the relative error changes by no more in a sweep
  std::uint64_t seed = 0;       ///< of the normal numbers that factors begin with
  std::optional<Factors<T, N>> init{};  ///< factors to begin with, whose scale does not matter
};

/// What cp_als has found.
template <class T, int N>
struct CpResult : CpTensor<T, N>, TensorSweeps {};

namespace detail {

template <class T>
tra::NodePtr mttkrp_node(const tra::NodePtr& x, const std::vector<tra::NodePtr>& factors, int mode);
template <class T>
tra::NodePtr cp_to_tensor_node(const tra::NodePtr& weights,
                               const std::vector<tra::NodePtr>& factors);

/// Matrices, weights and what is told of them, of any number of modes.
template <class T>
struct CpRun {
  Array<T, 1> weights;
  std::vector<Array<T, 2>> factors;
  TensorSweeps told;
};
struct CpLimits {
  std::int64_t rank = 1;
  std::int64_t max_iter = 0;
  double tolerance = 0;
  std::uint64_t seed = 0;
};
/// `factors` are those to begin with, or none.
template <class T>
CpRun<T> cp_als(const tra::NodePtr& x, double norm, const CpLimits& limits,
                std::vector<Array<T, 2>> factors);

}  // namespace detail

/// The tensor's unfolding times the Khatri-Rao product of all factors but the mode's own, which is
/// not read: one einsum, of which the planner chooses the order, and no product is ever stored that
/// it does not need.
///
///   shapes  (n0,n1,...), factors (n_k, r) -> (n_mode, r), of the type that both promote to
///   errors  ShapeMismatch for a mode that x lacks and for factors that do not fit
///   cost    about 2 r flops an element of x
template <ArrayExpression X, class F>
auto mttkrp(const X& x, const Factors<F, std::remove_cvref_t<X>::rank>& factors, int mode,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> >= 2, "relatile: mttkrp takes a tensor of two modes or more");
  using T = promote_t<element_of<X>, F>;
  constexpr bool known = std::is_same_v<T, float> || std::is_same_v<T, double>;
  static_assert(known,
                "relatile: mttkrp: the tensor and factors together are of type float or double, "
                "and so is the product; convert them: astype<double>(x)");
  const Array<T, rank_of<X>> tensor = astype<T>(x);
  const int axis = detail::normal_axis("mttkrp", mode, rank_of<X>);
  detail::require_factors("mttkrp", tensor.shape(), detail::shapes_of_factors(factors), axis);
  Factors<T, rank_of<X>> promoted;
  for (std::size_t k = 0; k < factors.size(); ++k) promoted[k] = astype<T>(factors[k]);
  if constexpr (known) {
    return Array<T, 2>(detail::mttkrp_node<T>(tensor.node(), detail::nodes_of(promoted), axis));
  } else {
    return Array<T, 2>();
  }
}
/// The same of factors in braces: mttkrp(x, {a, b, c}, 0).
template <ArrayExpression X, class F>
auto mttkrp(const X& x, const Array<F, 2> (&factors)[std::size_t(std::remove_cvref_t<X>::rank)],
            int mode, SourceLine line = SourceLine::current()) {
  return mttkrp(x, std::to_array(factors), mode, line);
}

/// The tensor that weights and factors stand for: tensorly.cp_to_tensor.
///
///   shapes  (r), factors (n_k, r) -> (n0,n1,...)
///   errors  ShapeMismatch for factors of different numbers of columns
template <class T, std::size_t N>
Array<T, static_cast<int>(N)> cp_to_tensor(const Array<T, 1>& weights,
                                           const std::array<Array<T, 2>, N>& factors,
                                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  for (const auto& factor : factors) {
    detail::require_inner("cp_to_tensor", weights.shape(), 0, factor.shape(), 1);
  }
  return Array<T, static_cast<int>(N)>(
      detail::cp_to_tensor_node<T>(weights.node(), detail::nodes_of(factors)));
}
template <class T, int N>
Array<T, N> cp_to_tensor(const CpTensor<T, N>& cp, SourceLine line = SourceLine::current()) {
  return cp_to_tensor(cp.weights, cp.factors, line);
}

/// A canonical polyadic decomposition by alternating least squares: tensorly's parafac. A sweep
/// fits the factor of one mode after the other to x and the other factors, with columns brought to
/// norm 1; it is one plan, which later sweeps use again. Errors come from norms and products of
/// factors, without the difference of tensors, so that in double they are 0 to about 1e-8.
///
///   shapes  (n0,n1,...) -> weights (rank), factors (n_k, rank)
///   errors  Error for a rank or max_iter below 1, and for NaN or infinities in x; ShapeMismatch
///           for first factors of other shapes
///   cost    a sweep: an mttkrp of each mode, and eigenvalues of rank x rank matrices
///   source  [Kolda and Bader 2009], figure 3.3
template <ArrayExpression X>
auto cp_als(const X& x, std::int64_t rank,
            const CpOptions<detail::factored_t<element_of<X>>, rank_of<X>>& options = {},
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<X>;
  const auto [tensor, norm, unit] = detail::tensor_of_argument("cp_als", x);
  using T = element_of<decltype(tensor)>;
  std::vector<Array<T, 2>> first;
  if (options.init) first.assign(options.init->begin(), options.init->end());
  auto run = detail::cp_als<T>(tensor.node(), norm,
                               {rank, options.max_iter, options.tolerance, options.seed},
                               std::move(first));
  return CpResult<T, N>{{detail::times_unit(run.weights, unit), detail::factors_of<N>(run.factors)},
                        std::move(run.told)};
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/tensors/impl/cp.hpp"
#endif
