// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/linalg/tensors/unfolding.hpp"

namespace relatile {

/// A tensor's cores, of shapes (r_k, n_k, r_k+1), with r_0 = r_N = 1: x(i0, i1, ...) is the product
/// of the matrices cores[k](:, i_k, :).
template <class T, int N>
using TensorTrain = std::array<Array<T, 3>, static_cast<std::size_t>(N)>;

namespace detail {

/// Of ranks, those given, or, where there are none, as few as keep the error below `tolerance`.
template <class T>
std::vector<Array<T, 3>> tensor_train(const tra::NodePtr& x, double norm, const Extents& ranks,
                                      double tolerance);
template <class T>
tra::NodePtr tt_to_tensor_node(const std::vector<tra::NodePtr>& cores);
/// ShapeMismatch unless neighbours have one rank, and the first and the last have 1 at the ends.
void require_train(const std::vector<Extents>& shapes);

template <int N, class T>
TensorTrain<T, N> train_of(const std::vector<Array<T, 3>>& cores, double unit) {
  TensorTrain<T, N> train;
  for (std::size_t k = 0; k < cores.size(); ++k) train[k] = cores[k];
  train.back() = times_unit(train.back(), unit);
  return train;
}

}  // namespace detail

/// The tensor-train decomposition by singular values of one unfolding after the other (TT-SVD),
/// with ranks as small as keep |x - tt| <= tolerance |x|, up to rounding. All cores but the last
/// are of orthonormal columns, as (r_k n_k, r_k+1) matrices.
///
///   shapes  (n0,n1,...) -> cores (r_k, n_k, r_k+1)
///   errors  Error for a tolerance that is not in [0, 1), and for NaN or infinities in x
///   cost    N - 1 singular value decompositions, of matrices (r_k n_k, n_k+1 n_k+2 ...): by all
///           sites where there are twice as many rows as columns, or the reverse
///   source  [Oseledets 2011], algorithm 1
template <ArrayExpression X>
auto tensor_train(const X& x, double tolerance, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto [tensor, norm, unit] = detail::tensor_of_argument("tensor_train", x);
  using T = element_of<decltype(tensor)>;
  return detail::train_of<rank_of<X>>(
      detail::tensor_train<T>(tensor.node(), norm, Extents{}, tolerance), unit);
}
/// The same of given ranks, with the ones at both ends, tensorly's tensor_train(x, {1, 2, 3, 1}).
///
///   errors  ShapeMismatch for ranks below 1, or larger than the unfoldings that are decomposed
template <ArrayExpression X>
auto tensor_train(const X& x, const ModeRanks<rank_of<X> + 1>& ranks,
                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto [tensor, norm, unit] = detail::tensor_of_argument("tensor_train", x);
  using T = element_of<decltype(tensor)>;
  return detail::train_of<rank_of<X>>(
      detail::tensor_train<T>(tensor.node(), norm, Extents(ranks), 0), unit);
}

/// The tensor that cores stand for: tensorly.tt_to_tensor.
///
///   shapes  cores (r_k, n_k, r_k+1) -> (n0,n1,...)
///   errors  ShapeMismatch for cores that do not fit
template <class T, std::size_t N>
Array<T, static_cast<int>(N)> tt_to_tensor(const std::array<Array<T, 3>, N>& cores,
                                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  std::vector<tra::NodePtr> nodes;
  std::vector<Extents> shapes;
  for (const auto& core : cores) {
    nodes.push_back(core.node());
    shapes.push_back(core.shape());
  }
  detail::require_train(shapes);
  return Array<T, static_cast<int>(N)>(detail::tt_to_tensor_node<T>(nodes));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/tensors/impl/tensor_train.hpp"
#endif
