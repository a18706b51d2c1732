// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "relatile/linalg/tensors/sweeps.hpp"
#include "relatile/linalg/tensors/unfolding.hpp"

namespace relatile {

/// A core tensor multiplied by a factor along each mode.
template <class T, int N>
struct TuckerTensor {
  Array<T, N> core;       ///< of the ranks' shape
  Factors<T, N> factors;  ///< (n_k, rank_k), of orthonormal columns
};

struct TuckerOptions {
  std::int64_t max_iter = 100;  ///< sweeps over all modes
  double tolerance = 1e-8;      ///< converged: the relative error changes by no more in a sweep
};

/// What tucker has found.
template <class T, int N>
struct TuckerResult : TuckerTensor<T, N>, TensorSweeps {};

namespace detail {

/// x times the factors, or their transposes, along all modes but `but`.
template <class T>
tra::NodePtr multi_mode_dot_node(const std::string& function, const tra::NodePtr& x,
                                 const std::vector<tra::NodePtr>& factors, bool transposed,
                                 int but);

template <class T>
struct TuckerRun {
  std::vector<Array<T, 2>> factors;
  TensorSweeps told;
};
template <class T>
TuckerRun<T> tucker(const tra::NodePtr& x, double norm, const Extents& ranks,
                    const TuckerOptions& options);

}  // namespace detail

/// The tensor that a core and factors stand for: tensorly.tucker_to_tensor.
///
///   shapes  (r0,r1,...), factors (n_k, r_k) -> (n0,n1,...)
///   errors  ShapeMismatch for factors of other columns than the core has
template <class T, std::size_t N>
Array<T, static_cast<int>(N)> tucker_to_tensor(const Array<T, static_cast<int>(N)>& core,
                                               const std::array<Array<T, 2>, N>& factors,
                                               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  for (std::size_t k = 0; k < N; ++k) {
    detail::require_inner("tucker_to_tensor", core.shape(), static_cast<int>(k), factors[k].shape(),
                          1);
  }
  return Array<T, static_cast<int>(N)>(detail::multi_mode_dot_node<T>(
      "tucker_to_tensor", core.node(), detail::nodes_of(factors), false, -1));
}
template <class T, int N>
Array<T, N> tucker_to_tensor(const TuckerTensor<T, N>& tucker,
                             SourceLine line = SourceLine::current()) {
  return tucker_to_tensor<T, static_cast<std::size_t>(N)>(tucker.core, tucker.factors, line);
}

/// Tucker's decomposition: a core of these ranks and factors of orthonormal columns. It begins with
/// the leading eigenvectors of each unfolding's Gram matrix (HOSVD) and sweeps over the modes
/// (HOOI): the best factor of one mode for those of the others. A sweep is one plan. Errors come
/// from norms, so that in double they are 0 to about 1e-8.
///
///   shapes  (n0,n1,...) -> core (r0,r1,...), factors (n_k, r_k)
///   errors  ShapeMismatch for ranks below 1 or above the extents; Error for max_iter below 1, and
///           for NaN or infinities in x
///   cost    a sweep: N products of x with N - 1 factors, and eigenvalues of n_k x n_k matrices,
///           each by one site
///   source  [De Lathauwer, De Moor and Vandewalle 2000]; [Kolda and Bader 2009], figure 4.4
template <ArrayExpression X>
auto tucker(const X& x, const ModeRanks<rank_of<X>>& ranks, const TuckerOptions& options = {},
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<X>;
  const auto [tensor, norm, unit] = detail::tensor_of_argument("tucker", x);
  using T = element_of<decltype(tensor)>;
  auto run = detail::tucker<T>(tensor.node(), norm, Extents(ranks), options);
  const Factors<T, N> factors = detail::factors_of<N>(run.factors);
  const Array<T, N> core(
      detail::multi_mode_dot_node<T>("tucker", tensor.node(), detail::nodes_of(factors), true, -1));
  detail::evaluate_all(core);
  return TuckerResult<T, N>{{detail::times_unit(core, unit), factors}, std::move(run.told)};
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/tensors/impl/tucker.hpp"
#endif
