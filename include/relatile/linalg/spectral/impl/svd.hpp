// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/svd.hpp"

#include "relatile/expr/function_node.hpp"
#include "relatile/kernel/spectral/svd.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/spectral/band_reduction.hpp"
#include "relatile/linalg/spectral/bidiagonal_reduction.hpp"
#include "relatile/linalg/spectral/derivatives.hpp"

namespace relatile::detail {

/// How a matrix is decomposed.
struct SvdWay {
  std::int64_t m, n, k;
  std::int64_t width = 0;  ///< of the band that a square matrix is reduced to; 0: by one site
  bool tall = false;       ///< by its triangular factor
  bool wide = false;       ///< by that of its transpose

  SvdWay(const std::string& function, const Extents& shape, const SvdOptions& options)
      : m(shape[shape.rank() - 2]), n(shape[shape.rank() - 1]), k(std::min(m, n)) {
    const std::int64_t of_band = band_width_of(function, k, options.panel);
    if (shape.rank() != 2 || (options.full_matrices && m != n)) return;
    const double most = of_band > 0 ? 1 : 2;
    tall = m != n && double(m) >= most * double(n);
    wide = m != n && double(n) >= most * double(m);
    width = m == n ? of_band : 0;
  }
};

template <class T>
SvdNodes svd_of_nothing(const Extents& shape, const SvdWay& way, bool full) {
  const auto units = [&](std::int64_t n) {
    return function_node<function::Add, T>(zeros_node<T>(shape_of_matrices(shape, n, n)),
                                           eye<T>(n).node());
  };
  return {full ? units(way.m) : zeros_node<T>(shape_of_matrices(shape, way.m, 0)),
          zeros_node<T>(shape_of_vectors(shape, 0)),
          full ? units(way.n) : zeros_node<T>(shape_of_matrices(shape, 0, way.n))};
}

/// U, a row of singular values and conj(V) one below the other.
template <class T>
tra::NodePtr packed_svd_node(const std::string& function, const tra::NodePtr& a, const SvdWay& way,
                             bool full) {
  if (way.width > 0) return banded_svd_node<T>(function, a, true, way.width);
  const auto vectors = full ? kernel::SingularVectors::full : kernel::SingularVectors::thin;
  return make_of_matrices(
      {{a}}, {element_type_of<T>(), way.m + 1 + way.n, full ? std::max(way.m, way.n) : way.k},
      kernel::svd_kernel<T>(function, vectors), 20 * double(way.m) * double(way.n) * double(way.k));
}

/// Of a matrix that is not reduced to a triangular factor first, or of every matrix of an array.
template <class T>
SvdNodes local_svd(const std::string& function, const tra::NodePtr& a, const SvdOptions& options) {
  const SvdWay way(function, a->type.extents, options);
  const bool full = options.full_matrices;
  const auto [m, n, k] = std::tuple(way.m, way.n, way.k);
  const tra::NodePtr packed =
      shared_by_parts(differentiable_svd<T>(packed_svd_node<T>(function, a, way, full), a, full));
  const tra::NodePtr v = block_of_matrices(packed, {m + 1, m + 1 + n}, {0, full ? n : k});
  std::vector<int> axes;
  const int rank = v->type.extents.rank();
  for (int d = 0; d + 2 < rank; ++d) axes.push_back(d);
  axes.insert(axes.end(), {rank - 1, rank - 2});
  return {block_of_matrices(packed, {0, m}, {0, full ? m : k}), row_of_matrices(packed, m, {0, k}),
          tra::make_transpose(v, axes)};
}

template <class T>
SvdNodes svd_nodes(const std::string& function, const tra::NodePtr& a, const SvdOptions& options) {
  const SvdWay way(function, a->type.extents, options);
  if (way.k == 0) return svd_of_nothing<T>(a->type.extents, way, options.full_matrices);
  if (!way.tall && !way.wide) return local_svd<T>(function, a, options);
  if (way.wide) {
    const SvdNodes turned = svd_nodes<T>(function, adjoint<T, 2>(Array<T, 2>(a)).node(), options);
    return {adjoint<T, 2>(Array<T, 2>(turned.vh)).node(), turned.s,
            adjoint<T, 2>(Array<T, 2>(turned.u)).node()};
  }
  const ThinQr<T> qr = thin_qr<T>(Array<T, 2>(a));
  shared_by_parts(qr.q.node());
  shared_by_parts(qr.r.node());
  const SvdNodes small = local_svd<T>(function, qr.r.node(), options);
  return {as_array(matmul(qr.q, Array<T, 2>(small.u))).node(), small.s, small.vh};
}

template <class T>
tra::NodePtr found_singular_values(const std::string& function, const tra::NodePtr& a,
                                   const SvdOptions& options) {
  const SvdWay way(function, a->type.extents, options);
  if (way.wide) {
    return found_singular_values<T>(function, adjoint<T, 2>(Array<T, 2>(a)).node(), options);
  }
  if (way.tall) {
    return found_singular_values<T>(function, thin_qr<T>(Array<T, 2>(a)).r.node(), options);
  }
  const tra::NodePtr row =
      way.width > 0
          ? banded_svd_node<T>(function, a, false, way.width)
          : make_of_matrices({{a}}, {element_type_of<T>(), 1, way.k},
                             kernel::svd_kernel<T>(function, kernel::SingularVectors::none),
                             4 * double(way.m) * double(way.n) * double(way.k));
  return row_of_matrices(row, 0, {0, way.k});
}

template <class T>
tra::NodePtr singular_values_node(const std::string& function, const tra::NodePtr& a,
                                  const SvdOptions& options) {
  const Extents& shape = a->type.extents;
  if (SvdWay(function, shape, options).k == 0) return zeros_node<T>(shape_of_vectors(shape, 0));
  return differentiable_singular_values<T>(found_singular_values<T>(function, a, options), a);
}

}  // namespace relatile::detail
