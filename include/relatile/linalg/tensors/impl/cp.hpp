// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/tensors/cp.hpp"

#include <cmath>

#include "relatile/linalg/spectral/eigh.hpp"
#include "relatile/linalg/spectral/least_squares.hpp"
#include "relatile/random/distributions.hpp"

namespace relatile::detail {

/// Labels of a tensor's modes, 0, 1, ..., and of a component, the last one.
RELATILE_INLINE tra::Labelling component_labels(int modes) {
  tra::Labelling labelling;
  for (int k = 0; k < modes; ++k) labelling.names.push_back("i" + std::to_string(k));
  labelling.names.push_back("r");
  return labelling;
}

template <class T>
tra::NodePtr mttkrp_node(const tra::NodePtr& x, const std::vector<tra::NodePtr>& factors,
                         int mode) {
  const int modes = x->type.rank();
  tra::Labelling labelling = component_labels(modes);
  std::vector<tra::NodePtr> operands{x};
  labelling.operands.emplace_back();
  for (int k = 0; k < modes; ++k) labelling.operands[0].push_back(k);
  for (int k = 0; k < modes; ++k) {
    if (k == mode) continue;
    operands.push_back(factors[static_cast<std::size_t>(k)]);
    labelling.operands.push_back({k, modes});
  }
  labelling.output = {mode, modes};
  return einsum_detail::einsum_node<PlusTimes, T>("mttkrp", operands, labelling);
}

template <class T>
tra::NodePtr cp_to_tensor_node(const tra::NodePtr& weights,
                               const std::vector<tra::NodePtr>& factors) {
  const int modes = static_cast<int>(factors.size());
  tra::Labelling labelling = component_labels(modes);
  std::vector<tra::NodePtr> operands{weights};
  labelling.operands.push_back({modes});
  for (int k = 0; k < modes; ++k) {
    operands.push_back(factors[static_cast<std::size_t>(k)]);
    labelling.operands.push_back({k, modes});
    labelling.output.push_back(k);
  }
  return einsum_detail::einsum_node<PlusTimes, T>("cp_to_tensor", operands, labelling);
}

/// A matrix of columns of norm 1, or 0: squares of what is left are numbers.
template <class T>
Array<T, 2> with_unit_columns(const Array<T, 2>& factor) {
  const Array<T, 1> largest = max(abs(factor), axis(0));
  const Array<T, 2> scaled = factor / expand_dims(where(largest > T(0), largest, T(1)), 0);
  const Array<T, 1> norms = sqrt(sum(square(scaled), axis(0)));
  return scaled / expand_dims(where(norms > T(0), norms, T(1)), 0);
}

/// Sweeps of alternating least squares.
template <class T>
class CpSweeps {
 public:
  CpSweeps(const tra::NodePtr& x, double norm, std::vector<Array<T, 2>> factors)
      : x_(x), norm_(norm), factors_(std::move(factors)) {
    for (auto& factor : factors_) {
      factor = with_unit_columns(factor);
      grams_.push_back(gram_of(factor));
    }
    std::vector<tra::NodePtr> nodes;
    for (const auto& factor : factors_) nodes.push_back(factor.node());
    for (const auto& gram : grams_) nodes.push_back(gram.node());
    Session::current().evaluate(nodes);
  }

  /// Fits all factors once, and gives the relative error.
  double sweep() {
    Array<double, 0> inner;
    Array<double, 0> square_of_fit;
    std::vector<tra::NodePtr> nodes;
    for (std::size_t mode = 0; mode < factors_.size(); ++mode) {
      const Array<T, 2> right = right_side(mode);
      const Array<T, 2> others = product_of_grams(mode);
      const Array<T, 2> fitted = solution(right, others);
      if (mode + 1 == factors_.size()) {
        inner = sum(astype<double>(right) * astype<double>(fitted));
        square_of_fit = sum(astype<double>(others) * astype<double>(gram_of(fitted)));
      }
      weights_ = sqrt(sum(square(fitted), axis(0)));
      const Array<T, 1> scale = where(weights_ > T(0), T(1) / weights_, T(0));
      factors_[mode] = fitted * expand_dims(scale, 0);
      grams_[mode] = gram_of(factors_[mode]);
      nodes.push_back(factors_[mode].node());
      nodes.push_back(grams_[mode].node());
    }
    nodes.push_back(weights_.node());
    const auto numbers = evaluated_scalars({inner, square_of_fit}, nodes);
    return relative_error(norm_, numbers[0], numbers[1]);
  }

  const Array<T, 1>& weights() const { return weights_; }
  const std::vector<Array<T, 2>>& factors() const { return factors_; }

 private:
  static Array<T, 2> gram_of(const Array<T, 2>& factor) {
    return matmul(transpose(factor), factor);
  }
  Array<T, 2> right_side(std::size_t mode) const {
    std::vector<tra::NodePtr> nodes;
    for (const auto& factor : factors_) nodes.push_back(factor.node());
    return Array<T, 2>(mttkrp_node<T>(x_, nodes, static_cast<int>(mode)));
  }
  Array<T, 2> product_of_grams(std::size_t mode) const {
    Array<T, 2> product;
    bool first = true;
    for (std::size_t k = 0; k < grams_.size(); ++k) {
      if (k == mode) continue;
      product = first ? grams_[k] : Array<T, 2>(product * grams_[k]);
      first = false;
    }
    return product;
  }
  /// The shortest solution, since components may be alike, or 0.
  static Array<T, 2> solution(const Array<T, 2>& right, const Array<T, 2>& gram) {
    const auto found = eigh_of<T, 2>("cp_als", gram);
    const double rtol = rank_tolerance<T>(gram.shape(), {});
    const Array<T, 1> inverse = inverted<T, 1>(found.eigenvalues, rtol);
    const Array<T, 2> along = matmul(right, found.eigenvectors) * expand_dims(inverse, 0);
    return matmul(along, transpose(found.eigenvectors));
  }

  tra::NodePtr x_;
  double norm_;
  std::vector<Array<T, 2>> factors_;
  std::vector<Array<T, 2>> grams_;
  Array<T, 1> weights_;
};

/// Keeps first factors apart from what users draw of small seeds, perhaps the tensor's own factors.
inline constexpr std::uint64_t seed_of_factors = 0x9E3779B97F4A7C15;

template <class T>
CpRun<T> cp_als(const tra::NodePtr& x, double norm, const CpLimits& limits,
                std::vector<Array<T, 2>> factors) {
  if (limits.rank < 1 || limits.max_iter < 1) {
    throw Error("relatile: cp_als: rank " + std::to_string(limits.rank) + " in " +
                std::to_string(limits.max_iter) + " sweeps; both have to be at least 1");
  }
  const Extents& shape = x->type.extents;
  if (factors.empty()) {
    for (int k = 0; k < shape.rank(); ++k) {
      const random::Seed seed{(limits.seed ^ seed_of_factors) * 64 + std::uint64_t(k)};
      factors.push_back(random::normal<T>(T(0), T(1), {shape[k], limits.rank}, seed));
    }
  }
  std::vector<Extents> shapes;
  for (const auto& factor : factors) shapes.push_back(factor.shape());
  require_factors("cp_als", shape, shapes, -1);
  if (shapes[0][1] != limits.rank) {
    throw ShapeMismatch("relatile: cp_als: of rank " + std::to_string(limits.rank) +
                        " the first factors have " + std::to_string(shapes[0][1]) + " columns");
  }
  CpSweeps<T> sweeps(x, norm, std::move(factors));
  CpRun<T> run;
  run.told = sweep_until(limits.tolerance, limits.max_iter, [&] { return sweeps.sweep(); });
  run.weights = sweeps.weights();
  run.factors = sweeps.factors();
  return run;
}

}  // namespace relatile::detail
