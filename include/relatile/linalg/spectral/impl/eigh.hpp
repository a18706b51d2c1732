// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/eigh.hpp"

#include "relatile/kernel/spectral/eigenvalues.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/spectral/derivatives.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile::detail {

RELATILE_INLINE bool reads_lower(const std::string& function, char uplo) {
  if (uplo == 'L' || uplo == 'U') return uplo == 'L';
  throw ShapeMismatch("relatile: " + function + ": there is no half '" + std::string(1, uplo) +
                      "' of a matrix; there are 'L' and 'U'");
}

template <class T>
EighNodes eigh_nodes(const std::string& function, const tra::NodePtr& a, bool lower) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  if (n == 0) return {zeros_node<T>(shape_of_vectors(shape, 0)), a};
  const double cubed = double(n) * double(n) * double(n);
  const tra::NodePtr packed = shared_by_parts(differentiable_eigh<T>(
      make_of_matrices({{a}}, {element_type_of<T>(), n + 1, n},
                       kernel::eigh_kernel<T>(function, lower, true), 9 * cubed),
      a, lower));
  return {row_of_matrices(packed, 0, {0, n}), block_of_matrices(packed, {1, n + 1}, {0, n})};
}

template <class T>
tra::NodePtr eigvalsh_node(const std::string& function, const tra::NodePtr& a, bool lower) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  if (n == 0) return zeros_node<T>(shape_of_vectors(shape, 0));
  const double cubed = double(n) * double(n) * double(n);
  const tra::NodePtr row =
      make_of_matrices({{a}}, {element_type_of<T>(), 1, n},
                       kernel::eigh_kernel<T>(function, lower, false), 4 * cubed / 3);
  return differentiable_eigvalsh<T>(row_of_matrices(row, 0, {0, n}), a, lower);
}

}  // namespace relatile::detail
