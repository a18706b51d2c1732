// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "relatile/core/scalar_types.hpp"
#include "relatile/expr/conjugate.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/sparse/tensors/mttkrp.hpp"

// How gradients pass through mttkrp. It is linear in the entries and in each factor: the cotangent
// stands in the place of the factor that the mode lacks, and the derivative by a factor is the
// mttkrp in that factor's mode; by the entries it is what all factors have there.

namespace relatile::detail {

/// For each entry the sum over columns of the products of the elements that the factors, one for
/// each axis, have there; with its derivatives.
template <class T>
tra::NodePtr factors_at_entries(const SparsePattern& pattern, const Extents& shape,
                                const std::vector<tra::NodePtr>& factors);

/// mttkrp over + and *.
template <class T>
tra::NodePtr sums_of_products(const SparseNodes& s, const Extents& shape, int mode,
                              const std::vector<tra::NodePtr>& factors) {
  return mttkrp_node<function::Multiply, kernel::Sum, T>(s, shape, mode, factors);
}

template <class T>
std::vector<tra::NodePtr> conjugate_factors(std::vector<tra::NodePtr> factors) {
  for (tra::NodePtr& factor : factors) factor = conjugate_of(Array<T, 2>(factor)).node();
  return factors;
}
inline std::vector<tra::NodePtr> without(std::vector<tra::NodePtr> factors, int axis) {
  factors.erase(factors.begin() + axis);
  return factors;
}

template <class T>
tra::NodePtr differentiable_mttkrp(tra::NodePtr product, const SparseNodes& s, const Extents& shape,
                                   int mode, const std::vector<tra::NodePtr>& factors) {
  std::vector<tra::NodePtr> made_of{s.values};
  made_of.insert(made_of.end(), factors.begin(), factors.end());
  const bool is_empty = volume(product->type.extents) == 0 || s.pattern->nnz() == 0;
  return with_pullback(
      std::move(product), std::move(made_of),
      [pattern = s.pattern, shape, mode, is_empty](
          const tra::NodePtr&, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        if (is_empty) return std::vector<tra::NodePtr>(of.size());
        std::vector<tra::NodePtr> every = conjugate_factors<T>({of.begin() + 1, of.end()});
        every.insert(every.begin() + mode, g);
        const SparseNodes entries{pattern, conjugate_of(Array<T, 1>(of[0])).node()};
        std::vector<tra::NodePtr> parts{factors_at_entries<T>(pattern, shape, every)};
        for (int axis = 0; axis < shape.rank(); ++axis) {
          if (axis == mode) continue;
          parts.push_back(sums_of_products<T>(entries, shape, axis, without(every, axis)));
        }
        return parts;
      });
}

template <class T>
tra::NodePtr differentiable_factors(tra::NodePtr entries, const SparsePattern& pattern,
                                    const Extents& shape,
                                    const std::vector<tra::NodePtr>& factors) {
  return with_pullback(
      std::move(entries), factors,
      [pattern, shape](const tra::NodePtr&, const std::vector<tra::NodePtr>& of,
                       const tra::NodePtr& g) {
        const std::vector<tra::NodePtr> every = conjugate_factors<T>(of);
        std::vector<tra::NodePtr> parts;
        for (int axis = 0; axis < shape.rank(); ++axis) {
          parts.push_back(sums_of_products<T>({pattern, g}, shape, axis, without(every, axis)));
        }
        return parts;
      });
}

}  // namespace relatile::detail
