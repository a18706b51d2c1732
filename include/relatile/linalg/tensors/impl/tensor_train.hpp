// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/tensors/tensor_train.hpp"

#include <algorithm>
#include <cmath>

#include "relatile/core/text/number_text.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_train(const std::vector<Extents>& shapes) {
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const std::int64_t before = k == 0 ? 1 : shapes[k - 1][2];
    const bool ends = k + 1 < shapes.size() || shapes[k][2] == 1;
    if (shapes[k][0] == before && ends) continue;
    throw ShapeMismatch("relatile: tt_to_tensor: core " + std::to_string(k) + " has shape " +
                        to_string(shapes[k]) + ", after a rank of " + std::to_string(before) +
                        "; ranks of neighbours are equal, and 1 at both ends");
  }
}

template <class T>
tra::NodePtr tt_to_tensor_node(const std::vector<tra::NodePtr>& cores) {
  const int modes = static_cast<int>(cores.size());
  tra::Labelling labelling;
  for (int k = 0; k < modes; ++k) labelling.names.push_back("i" + std::to_string(k));
  for (int k = 0; k <= modes; ++k) labelling.names.push_back("r" + std::to_string(k));
  for (int k = 0; k < modes; ++k) {
    labelling.operands.push_back({modes + k, k, modes + k + 1});
    labelling.output.push_back(k);
  }
  return einsum_detail::einsum_node<PlusTimes, T>("tt_to_tensor", cores, labelling);
}

/// As few of the values, descending, as leave out no more than `allowed`, in the root of squares.
template <class T>
std::int64_t rank_that_keeps(const std::vector<T>& values, double allowed) {
  auto rank = static_cast<std::int64_t>(values.size());
  double left_out = 0;
  while (rank > 1) {
    const auto next = static_cast<double>(values[static_cast<std::size_t>(rank) - 1]);
    left_out += next * next;
    if (std::sqrt(left_out) > allowed) break;
    --rank;
  }
  return rank;
}

/// Of decomposition number k, the rank that was asked for; ShapeMismatch where there are no such
/// many singular values.
RELATILE_INLINE std::int64_t rank_asked_for(const Extents& ranks, int k, const Extents& matrix) {
  const std::int64_t most = std::min(matrix[0], matrix[1]);
  const std::int64_t rank = ranks[k];
  if (rank >= 1 && rank <= most) return rank;
  throw ShapeMismatch("relatile: tensor_train: rank " + std::to_string(rank) + " before mode " +
                      std::to_string(k) + ", where a matrix of shape " + to_string(matrix) +
                      " is decomposed; a rank is from 1 to " + std::to_string(most));
}

RELATILE_INLINE void require_train_options(const Extents& ranks, double tolerance) {
  if (!ranks.empty() && (ranks[0] != 1 || ranks.back() != 1)) {
    throw ShapeMismatch("relatile: tensor_train: ranks " + to_string(ranks) +
                        " have to be 1 at both ends");
  }
  if (tolerance >= 0 && tolerance < 1) return;
  throw Error("relatile: tensor_train: the tolerance " + number_text(tolerance) +
              " is not in [0, 1); ranks go in braces: tensor_train(x, {1, 2, 2, 1})");
}

template <class T>
std::vector<Array<T, 3>> tensor_train(const tra::NodePtr& x, double norm, const Extents& ranks,
                                      double tolerance) {
  require_train_options(ranks, tolerance);
  const Extents& shape = x->type.extents;
  const int modes = shape.rank();
  // The parts left out of all decompositions are orthogonal: their squares add up.
  const double allowed = tolerance * norm / std::sqrt(double(modes - 1));
  std::vector<Array<T, 3>> cores;
  std::int64_t rank = 1;
  std::int64_t columns = volume(shape) / shape[0];
  Array<T, 2> rest(reshape_node(x, Extents{shape[0], columns}));
  for (int k = 0; k + 1 < modes; ++k) {
    const std::int64_t asked = ranks.empty() ? 0 : rank_asked_for(ranks, k + 1, rest.shape());
    const auto found = svd_of<T, 2>("tensor_train", rest);
    const auto values = evaluated_numbers<T>(found.S, {found.U.node(), found.Vh.node()});
    const std::int64_t next = asked > 0 ? asked : rank_that_keeps(values, allowed);
    cores.push_back(reshape(found.U(all_of_axis, slice(0, next)), {rank, shape[k], next}));
    const Array<T, 2> left =
        expand_dims(found.S(slice(0, next)), 1) * found.Vh(slice(0, next), all_of_axis);
    columns /= shape[k + 1];
    rest = reshape(left, {next * shape[k + 1], columns});
    evaluate_all(cores.back(), rest);
    rank = next;
  }
  cores.push_back(reshape(rest, {rank, shape[modes - 1], std::int64_t{1}}));
  evaluate_all(cores.back());
  return cores;
}

}  // namespace relatile::detail
