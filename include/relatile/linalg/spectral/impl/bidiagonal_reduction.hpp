// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/bidiagonal_reduction.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/spectral/bidiagonal.hpp"
#include "relatile/linalg/spectral/reflected_back.hpp"
#include "relatile/linalg/spectral/scaled.hpp"

// [Großer and Lang, Efficient parallel reduction to bidiagonal form, Parallel Computing 25, 1999].

namespace relatile::detail {

/// The reduction of a square matrix to a band, by panels of columns and of rows in turn.
template <class W>
class BidiagonalReduction {
 public:
  BidiagonalReduction(const tra::NodePtr& a, std::int64_t width)
      : n_(a->type.extents[0]), width_(width) {
    tra::NodePtr rest = a;
    for (std::int64_t column = 0; rest; column += width_) rest = reduce(column, rest);
  }

  /// Beside each other the blocks on the diagonal and the adjoints of those right of it.
  tra::NodePtr band() const {
    return matrix_of_parts("band", element_type_of<W>(), {n_, 2 * width_}, blocks_);
  }
  const FactoredPanels& from_left() const { return from_left_; }
  const FactoredPanels& from_right() const { return from_right_; }

 private:
  /// Reflects the first columns of what is left and the first rows of what becomes of it, keeps
  /// them, and returns what then is left below and right of both.
  tra::NodePtr reduce(std::int64_t column, const tra::NodePtr& rest) {
    const ElementType element = element_type_of<W>();
    const std::int64_t m = n_ - column;
    const std::int64_t k = std::min(m, width_);
    const double flops = 2.0 * double(m) * double(k);
    const tra::NodePtr columns = make_of_matrices({{rest, {}, 0, 0, m, k}}, {element, m + k, k},
                                                  kernel::qr_kernel<W>(), flops_of_qr(m, k));
    from_left_.push_back({columns, column});
    blocks_.push_back({upper_rows<W>(columns, k), column, 0});
    const std::int64_t q = m - k;
    if (q == 0) return nullptr;
    const tra::NodePtr left =
        make_of_matrices({{columns}}, {element, m, 2 * k},
                         kernel::explicit_reflections_kernel<W>(k, true), flops * double(k));
    const MatrixBlocks all = shared_matrix_blocks(MatrixCut::rows, m);
    const tra::NodePtr y =
        make_of_matrices({{rest, all, 0, k}, {left, all, 0, k}}, {element, k, q, {}, sum_},
                         kernel::from_left_kernel<W>(), flops * double(q));
    const std::int64_t p = std::min(q, k);
    const tra::NodePtr rows = make_of_matrices({{rest, {}, 0, k, k, q}, {left}, {y}},
                                               {element, q + p, k}, kernel::row_panel_kernel<W>(),
                                               flops * double(k) + flops_of_qr(std::max(q, k), p));
    from_right_.push_back({rows, column + k});
    blocks_.push_back({upper_rows<W>(rows, p), column, width_});
    const tra::NodePtr right =
        make_of_matrices({{rows}}, {element, q, 2 * p},
                         kernel::explicit_reflections_kernel<W>(p, false), flops * double(k));
    const MatrixBlocks cuts = shared_matrix_blocks(MatrixCut::rows, q);
    const tra::NodePtr u =
        make_of_matrices({{rest, cuts, k, k}, {right, {}, 0, 0, q, p}}, {element, q, p, cuts},
                         kernel::from_right_kernel<W>(), flops * double(q));
    const tra::NodePtr below =
        make_of_matrices({{y}, {right}}, {element, k + p, q}, kernel::below_panels_kernel<W>(),
                         2 * flops * double(k));
    return make_of_matrices({{rest, cuts, k, k}, {u, cuts}, {below}, {left}}, {element, q, q, cuts},
                            kernel::reduce_columns_kernel<W>(cuts.cuts), 2 * flops * double(q));
  }

  std::int64_t n_;
  std::int64_t width_;
  std::shared_ptr<const Reduction> sum_ =
      std::make_shared<const Reduction>(kernel::make_reduction<kernel::Sum, W>());
  FactoredPanels from_left_;
  FactoredPanels from_right_;
  std::vector<PlacedMatrix> blocks_;
};

template <class T>
tra::NodePtr banded_svd_node(const std::string& function, const tra::NodePtr& a, bool vectors,
                             std::int64_t width) {
  using W = kernel::detail::wide_t<T>;
  const std::int64_t n = a->type.extents[0];
  const double square = double(n) * double(n);
  const ElementType element = element_type_of<W>();
  const auto scaled = scaled_matrix<W>(Array<W, 2>(astype<W>(Array<T, 2>(a))));
  const BidiagonalReduction<W> reduction(scaled.matrix.node(), width);
  const tra::NodePtr chase = make_of_matrices(
      {{reduction.band()}}, {element, vectors ? 2 * n + 2 : 2, n},
      kernel::chase_upper_kernel<W>(function, width, vectors), 8 * square * double(width));
  const tra::NodePtr exponent = reshape_node(scaled.exponent.node(), {1, 1});
  tra::NodePtr found = make_of_matrices(
      {{chase}, {exponent}}, {element, vectors ? 2 * n + 1 : 1, n},
      kernel::bidiagonal_kernel<W>(function, vectors), square * (vectors ? 2 * double(n) : 30.0));
  if (vectors) {
    const auto back = [&](std::int64_t first, const FactoredPanels& panels) {
      const VectorsBelowRow columns{found, first, n};
      return reflected_back<W>(panels, chased_back<W>({chase, first, n}, columns, width));
    };
    const tra::NodePtr u = back(0, reduction.from_left());
    const Array<W, 2> v(part_of_matrix(back(n, reduction.from_right()), {1, n + 1}, {0, n}));
    found = matrix_of_parts("svd", element, {2 * n + 1, n},
                            {{part_of_matrix(u, {1, n + 1}, {0, n}), 0, 0},
                             {part_of_matrix(u, {0, 1}, {0, n}), n, 0},
                             {conjugate_of<W, 2>(v).node(), n + 1, 0}});
  }
  return Array<T, 2>(astype<T>(Array<W, 2>(found))).node();
}

}  // namespace relatile::detail
