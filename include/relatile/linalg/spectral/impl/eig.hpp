// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/eig.hpp"

#include "relatile/kernel/spectral/eigenvalues.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/spectral/derivatives.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile::detail {

template <class T>
EigNodes eig_nodes(const std::string& function, const tra::NodePtr& a) {
  using Complex = std::complex<real_t<T>>;
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  if (n == 0) return {zeros_node<Complex>(shape_of_vectors(shape, 0)), zeros_node<Complex>(shape)};
  const tra::NodePtr packed = shared_by_parts(
      differentiable_eig<T>(make_of_matrices({{a}}, {element_type_of<Complex>(), n + 1, n},
                                             kernel::eig_kernel<T>(function, true),
                                             25 * double(n) * double(n) * double(n)),
                            a));
  return {row_of_matrices(packed, 0, {0, n}), block_of_matrices(packed, {1, n + 1}, {0, n})};
}

template <class T>
tra::NodePtr eigvals_node(const std::string& function, const tra::NodePtr& a) {
  using Complex = std::complex<real_t<T>>;
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  if (n == 0) return zeros_node<Complex>(shape_of_vectors(shape, 0));
  const tra::NodePtr row = make_of_matrices({{a}}, {element_type_of<Complex>(), 1, n},
                                            kernel::eig_kernel<T>(function, false),
                                            10 * double(n) * double(n) * double(n));
  return differentiable_eigvals<T>(row_of_matrices(row, 0, {0, n}), a);
}

template <class T>
EigNodes schur_nodes(const std::string& function, const tra::NodePtr& a) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  if (n == 0) return {a, a};
  const tra::NodePtr packed =
      make_of_matrices({{a}}, {element_type_of<T>(), 2 * n, n}, kernel::schur_kernel<T>(function),
                       25 * double(n) * double(n) * double(n));
  return {block_of_matrices(packed, {0, n}, {0, n}), block_of_matrices(packed, {n, 2 * n}, {0, n})};
}

}  // namespace relatile::detail
