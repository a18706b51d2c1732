// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/band_reduction.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/kernel/spectral/tridiagonal.hpp"
#include "relatile/linalg/spectral/reflected_back.hpp"
#include "relatile/linalg/spectral/scaled.hpp"

// [Bischof, Lang and Sun, A framework for symmetric band reduction, ACM TOMS 26, 2000].

namespace relatile::detail {

RELATILE_INLINE std::int64_t band_width_of(const std::string& function, std::int64_t n,
                                           std::int64_t panel) {
  if (panel < 0) {
    throw ShapeMismatch("relatile: " + function + ": a panel of " + std::to_string(panel) +
                        " columns");
  }
  if (panel > 0) return panel < n ? panel : 0;
  constexpr std::int64_t alone = 1024;
  return n <= alone ? 0 : 64;
}

/// The reduction of a Hermitian matrix to a band, panel by panel from the left.
template <class W>
class BandReduction {
 public:
  BandReduction(const Array<W, 2>& a, std::int64_t width) : n_(a.shape()[0]), width_(width) {
    tra::NodePtr rest = a.node();
    for (std::int64_t column = 0; rest; column += width_) rest = reduce(column, rest);
  }

  /// Beside each other the blocks on the diagonal and those below them.
  tra::NodePtr band() const {
    return matrix_of_parts("band", element_type_of<W>(), {n_, 2 * width_}, blocks_);
  }

  const FactoredPanels& panels() const { return panels_; }

 private:
  /// Keeps the first columns of what is left, and returns what then is left below and right of
  /// them.
  tra::NodePtr reduce(std::int64_t column, const tra::NodePtr& rest) {
    const std::int64_t all = n_ - column;
    const std::int64_t first = std::min(width_, all);
    blocks_.push_back({part_of_matrix(rest, {0, first}, {0, first}), column, 0});
    const std::int64_t m = all - first;
    if (m == 0) return nullptr;
    const ElementType element = element_type_of<W>();
    const std::int64_t k = std::min(m, width_);
    const double flops = 2.0 * double(m) * double(k);
    const tra::NodePtr stored =
        make_of_matrices({{rest, {}, first, 0, m, width_}}, {element, m + k, width_},
                         kernel::qr_kernel<W>(), flops_of_qr(m, k));
    panels_.push_back({stored, column + first});
    blocks_.push_back({upper_rows<W>(stored, k), column, width_});
    const tra::NodePtr reflections =
        make_of_matrices({{stored}}, {element, m, 2 * k},
                         kernel::explicit_reflections_kernel<W>(k, false), flops * double(k));
    const MatrixBlocks rows = shared_matrix_blocks(MatrixCut::rows, m);
    const tra::NodePtr w =
        make_of_matrices({{rest, rows, first, first}, {reflections, {}, 0, 0, m, k}},
                         {element, m, k, rows}, kernel::from_right_kernel<W>(), flops * double(m));
    const tra::NodePtr both =
        make_of_matrices({{w}, {reflections}}, {element, m, 3 * k}, kernel::both_sides_kernel<W>(),
                         2 * flops * double(k));
    return make_of_matrices({{rest, rows, first, first}, {both}}, {element, m, m, rows},
                            kernel::reduce_kernel<W>(rows.cuts), 2 * flops * double(m));
  }

  std::int64_t n_;
  std::int64_t width_;
  FactoredPanels panels_;
  std::vector<PlacedMatrix> blocks_;
};

template <class T>
tra::NodePtr banded_eigh_node(const std::string& function, const tra::NodePtr& a, bool lower,
                              bool vectors, std::int64_t width) {
  using W = kernel::detail::wide_t<T>;
  const std::int64_t n = a->type.extents[0];
  const double square = double(n) * double(n);
  const ElementType element = element_type_of<W>();
  const auto scaled = scaled_hermitian<W>(Array<W, 2>(astype<W>(Array<T, 2>(a))), lower);
  const BandReduction<W> reduction(scaled.matrix, width);
  const tra::NodePtr chase = make_of_matrices(
      {{reduction.band()}}, {element, vectors ? n + 2 : 2, n},
      kernel::chase_kernel<W>(function, width, vectors), 4 * square * double(width));
  const tra::NodePtr exponent = reshape_node(scaled.exponent.node(), {1, 1});
  tra::NodePtr found = make_of_matrices({{chase}, {exponent}}, {element, vectors ? n + 1 : 1, n},
                                        kernel::tridiagonal_kernel<W>(function, vectors),
                                        square * (vectors ? double(n) : 30.0));
  if (vectors) {
    found = reflected_back<W>(reduction.panels(),
                              chased_back<W>({chase, 0, n}, {std::move(found), 0, n}, width));
  }
  return Array<T, 2>(astype<T>(Array<W, 2>(found))).node();
}

}  // namespace relatile::detail
