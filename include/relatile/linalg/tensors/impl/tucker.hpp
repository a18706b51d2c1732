// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/tensors/tucker.hpp"

#include <cmath>

#include "relatile/array/shapes/flip.hpp"
#include "relatile/linalg/spectral/eigh.hpp"

namespace relatile::detail {

template <class T>
tra::NodePtr multi_mode_dot_node(const std::string& function, const tra::NodePtr& x,
                                 const std::vector<tra::NodePtr>& factors, bool transposed,
                                 int but) {
  const int modes = x->type.rank();
  tra::Labelling labelling;
  for (int k = 0; k < modes; ++k) labelling.names.push_back("i" + std::to_string(k));
  std::vector<tra::NodePtr> operands{x};
  labelling.operands.emplace_back();
  for (int k = 0; k < modes; ++k) {
    labelling.operands[0].push_back(k);
    labelling.output.push_back(k);
  }
  for (int k = 0; k < modes; ++k) {
    if (k == but) continue;
    const int made = static_cast<int>(labelling.names.size());
    labelling.names.push_back("r" + std::to_string(k));
    operands.push_back(factors[static_cast<std::size_t>(k)]);
    labelling.operands.push_back(transposed ? std::vector<int>{k, made}
                                            : std::vector<int>{made, k});
    labelling.output[static_cast<std::size_t>(k)] = made;
  }
  return einsum_detail::einsum_node<PlusTimes, T>(function, operands, labelling);
}

/// The unfolding along a mode times its transpose.
template <class T>
Array<T, 2> gram_of_mode(const tra::NodePtr& x, int mode) {
  const int modes = x->type.rank();
  tra::Labelling labelling;
  for (int k = 0; k <= modes; ++k) labelling.names.push_back("i" + std::to_string(k));
  labelling.operands.resize(2);
  for (int k = 0; k < modes; ++k) {
    labelling.operands[0].push_back(k);
    labelling.operands[1].push_back(k == mode ? modes : k);
  }
  labelling.output = {mode, modes};
  return Array<T, 2>(einsum_detail::einsum_node<PlusTimes, T>("tucker", {x, x}, labelling));
}

/// The vectors of the largest eigenvalues, and the sum of these.
template <class T>
struct LeadingVectors {
  Array<T, 2> vectors;
  Array<double, 0> sum_of_values;
};
template <class T>
LeadingVectors<T> leading_vectors(const Array<T, 2>& gram, std::int64_t count) {
  const auto found = eigh_of<T, 2>("tucker", gram);
  const auto values = flip(found.eigenvalues, 0)(slice(0, count));
  return {flip(found.eigenvectors, 1)(all_of_axis, slice(0, count)), sum(astype<double>(values))};
}

RELATILE_INLINE void require_tucker(const Extents& shape, const Extents& ranks,
                                    const TuckerOptions& options) {
  if (options.max_iter < 1) {
    throw Error("relatile: tucker: " + std::to_string(options.max_iter) +
                " sweeps; max_iter has to be at least 1");
  }
  for (int k = 0; k < shape.rank(); ++k) {
    if (ranks[k] >= 1 && ranks[k] <= shape[k]) continue;
    throw ShapeMismatch("relatile: tucker: rank " + std::to_string(ranks[k]) + " along mode " +
                        std::to_string(k) + " of a tensor of shape " + to_string(shape) +
                        "; a rank is from 1 to the mode's extent");
  }
}

template <class T>
TuckerRun<T> tucker(const tra::NodePtr& x, double norm, const Extents& ranks,
                    const TuckerOptions& options) {
  require_tucker(x->type.extents, ranks, options);
  const int modes = ranks.rank();
  TuckerRun<T> run;
  std::vector<tra::NodePtr> nodes;
  for (int k = 0; k < modes; ++k) {
    run.factors.push_back(leading_vectors<T>(gram_of_mode<T>(x, k), ranks[k]).vectors);
    nodes.push_back(run.factors.back().node());
  }
  Session::current().evaluate(nodes);
  run.told = sweep_until(options.tolerance, options.max_iter, [&] {
    Array<double, 0> square_of_core;
    for (int k = 0; k < modes; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const tra::NodePtr rest = multi_mode_dot_node<T>("tucker", x, nodes, true, k);
      const auto found = leading_vectors<T>(gram_of_mode<T>(rest, k), ranks[k]);
      run.factors[at] = found.vectors;
      nodes[at] = found.vectors.node();
      square_of_core = found.sum_of_values;
    }
    // What the factors span is a projection of x: its product with x is its own square.
    const double square = evaluated_scalars({square_of_core}, nodes).front();
    return relative_error(norm, square, square);
  });
  return run;
}

}  // namespace relatile::detail
