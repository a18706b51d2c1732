// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/eigh.hpp"

#include "relatile/kernel/spectral/eigenvalues.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/spectral/band_reduction.hpp"
#include "relatile/linalg/spectral/derivatives.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile::detail {

RELATILE_INLINE bool reads_lower(const std::string& function, char uplo) {
  if (uplo == 'L' || uplo == 'U') return uplo == 'L';
  throw ShapeMismatch("relatile: " + function + ": there is no half '" + std::string(1, uplo) +
                      "' of a matrix; there are 'L' and 'U'");
}

/// A row of the values, with `vectors` on top of these: of one large matrix by all sites.
template <class T>
tra::NodePtr packed_eigh_node(const std::string& function, const tra::NodePtr& a,
                              const EighOptions& options, bool vectors) {
  const bool lower = reads_lower(function, options.uplo);
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  const std::int64_t width = band_width_of(function, n, options.panel);
  if (shape.rank() == 2 && width > 0) {
    return banded_eigh_node<T>(function, a, lower, vectors, width);
  }
  const double cubed = double(n) * double(n) * double(n);
  return make_of_matrices({{a}}, {element_type_of<T>(), vectors ? n + 1 : 1, n},
                          kernel::eigh_kernel<T>(function, lower, vectors),
                          vectors ? 9 * cubed : 4 * cubed / 3);
}

template <class T>
EighNodes eigh_nodes(const std::string& function, const tra::NodePtr& a,
                     const EighOptions& options) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  const bool lower = reads_lower(function, options.uplo);
  if (n == 0) return {zeros_node<T>(shape_of_vectors(shape, 0)), a};
  const tra::NodePtr packed = shared_by_parts(
      differentiable_eigh<T>(packed_eigh_node<T>(function, a, options, true), a, lower));
  return {row_of_matrices(packed, 0, {0, n}), block_of_matrices(packed, {1, n + 1}, {0, n})};
}

template <class T>
tra::NodePtr eigvalsh_node(const std::string& function, const tra::NodePtr& a,
                           const EighOptions& options) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  const bool lower = reads_lower(function, options.uplo);
  if (n == 0) return zeros_node<T>(shape_of_vectors(shape, 0));
  const tra::NodePtr row = packed_eigh_node<T>(function, a, options, false);
  return differentiable_eigvalsh<T>(row_of_matrices(row, 0, {0, n}), a, lower);
}

}  // namespace relatile::detail
