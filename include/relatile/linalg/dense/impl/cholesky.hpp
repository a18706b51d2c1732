// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/cholesky.hpp"

#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/factorizations/cholesky.hpp"
#include "relatile/linalg/dense/derivatives.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/small_triangular.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/products.hpp"

namespace relatile::detail {

template <class T>
tra::NodePtr whole_cholesky_node(const std::string& function, const MatrixOperand& a,
                                 std::int64_t n, std::int64_t first) {
  const double cubed = double(n) * double(n) * double(n);
  return make_of_matrices({a}, {element_type_of<T>(), n, n},
                          kernel::cholesky_kernel<T>(function, first), cubed / 3);
}

/// The conjugate of a matrix' transpose.
template <class T>
Array<T, 2> adjoint_of(const tra::NodePtr& x) {
  if constexpr (is_complex_v<T>) {
    return conj(transpose(Array<T, 2>(x)));
  } else {
    return transpose(Array<T, 2>(x));
  }
}

/// Panels of columns, each from its diagonal element down: of a first, then without what earlier
/// panels contribute, then of L. Half of all panels are factored, contribute to the others in one
/// product for each, and so on within both halves: so products sum over as many columns as they
/// can, and no element above the panels' diagonal blocks is computed.
template <class T>
class CholeskyPanels {
 public:
  CholeskyPanels(std::string function, const tra::NodePtr& a, std::int64_t panel)
      : function_(std::move(function)), n_(a->type.extents[0]), panels_(panels_of(n_, panel)) {
    for (const Range& p : panels_) columns_.push_back(part_of_matrix(a, {p.low, n_}, p));
    diagonal_.resize(panels_.size());
    below_.resize(panels_.size());
  }

  tra::NodePtr factored() {
    factor(0, panels_.size());
    std::vector<PlacedMatrix> parts;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      const auto& [low, high] = panels_[p];
      parts.push_back({diagonal_[p], low, low});
      if (below_[p]) parts.push_back({below_[p], high, low});
    }
    return matrix_of_parts("cholesky", element_type_of<T>(), {n_, n_}, parts);
  }

 private:
  void factor(std::size_t begin, std::size_t end) {
    if (end - begin == 1) return factor_panel(begin);
    const std::size_t middle = (begin + end) / 2;
    factor(begin, middle);
    subtract(begin, middle, end);
    factor(middle, end);
  }

  void factor_panel(std::size_t p) {
    const auto& [low, high] = panels_[p];
    const std::int64_t width = high - low;
    diagonal_[p] =
        whole_cholesky_node<T>(function_, {columns_[p], {}, 0, 0, width, width}, width, low);
    if (high == n_) return;
    kernel::TriangularSystem system{function_};
    system.from_right = true;
    system.applied = kernel::Applied::adjoint;
    system.first = low;
    below_[p] = small_triangular_node<T>(
        {diagonal_[p]}, {columns_[p], {}, width, 0, n_ - high, width}, system, n_ - high, width);
  }

  /// From the panels middle .. end - 1, what begin .. middle - 1 contribute.
  void subtract(std::size_t begin, std::size_t middle, std::size_t end) {
    const std::int64_t top = panels_[middle].low;
    std::vector<PlacedMatrix> parts;
    for (std::size_t p = begin; p < middle; ++p) {
      const std::int64_t height = n_ - panels_[p].high;
      const std::int64_t width = panels_[p].high - panels_[p].low;
      parts.push_back({part_of_matrix(below_[p], {height - (n_ - top), height}, {0, width}), 0,
                       panels_[p].low - panels_[begin].low});
    }
    const std::int64_t columns = top - panels_[begin].low;
    const tra::NodePtr left = parts.size() == 1 ? parts[0].array
                                                : matrix_of_parts("panels", element_type_of<T>(),
                                                                  {n_ - top, columns}, parts);
    for (std::size_t p = middle; p < end; ++p) {
      const auto& [low, high] = panels_[p];
      const Array<T, 2> rows(part_of_matrix(left, {low - top, n_ - top}, {0, columns}));
      const Array<T, 2> across =
          adjoint_of<T>(part_of_matrix(left, {low - top, high - top}, {0, columns}));
      columns_[p] = to_node(Array<T, 2>(Array<T, 2>(columns_[p]) - matmul(rows, across)));
    }
  }

  std::string function_;
  std::int64_t n_;
  std::vector<Range> panels_;
  std::vector<tra::NodePtr> columns_;   ///< each panel of what is left of a
  std::vector<tra::NodePtr> diagonal_;  ///< L's diagonal blocks
  std::vector<tra::NodePtr> below_;     ///< and what is below them
};

template <class T>
tra::NodePtr cholesky_node(const std::string& function, const tra::NodePtr& a, std::int64_t panel) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  const bool whole = shape.rank() > 2 || n <= panel;
  return differentiable_cholesky<T>(whole ? whole_cholesky_node<T>(function, {a}, n, 0)
                                          : CholeskyPanels<T>(function, a, panel).factored(),
                                    a, panel);
}

}  // namespace relatile::detail
