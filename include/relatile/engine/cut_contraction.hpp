// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::engine {

/// How a product of two arrays is cut for threads.
struct ContractionCut {
  enum class Kind : std::uint8_t {
    grid,      ///< every thread computes a box of the result
    summed,    ///< every thread sums a part of what is summed
    triangle,  ///< of a matrix times its transpose the threads compute the squares of one half
  };
  Kind kind = Kind::grid;
  Extents parts;   ///< grid: per label
  int label = -1;  ///< summed: the label that is cut; triangle: the rows' label
  int other = -1;  ///< triangle: the columns' label
  double cost = std::numeric_limits<double>::max();
};

/// Chooses among all cuts the one whose busiest thread has least to do: multiplications, and what
/// its operands and results cost to read and write, which is why blocks become nearly square.
class CutSearch {
 public:
  CutSearch(const LocalCall& call, int threads, std::int64_t most_accumulated);

  ContractionCut best() const;

 private:
  // In multiplications and additions of a large product.
  static constexpr double element_cost = 16;
  static constexpr double added_cost =
      20;  ///< an element of one thread's sums, added to the rest's
  static constexpr std::int64_t fewest_rows = 64;  ///< of a square of the triangle

  static void consider(ContractionCut& best, const ContractionCut& other) {
    if (other.cost < best.cost) best = other;
  }
  bool is_kept(int label) const { return !nth(call_.aggregated, label); }
  bool in(std::size_t operand, int label) const {
    return call_.inputs[operand].strides[label] != 0;
  }

  /// A matrix times its transpose, of which the kernel computes half: one label of rows, one of
  /// columns that is the same one of the same memory.
  void find_symmetry();

  ContractionCut grid() const;
  std::int64_t largest_output_stride() const {
    return *std::max_element(call_.output_strides.begin(), call_.output_strides.end());
  }
  ContractionCut summed(int label) const;
  ContractionCut triangle() const;

  /// Of the busiest thread, if every label is cut into so many parts.
  double cost(const Extents& parts) const;

  const LocalCall& call_;
  Extents extents_;
  int threads_;
  std::int64_t most_accumulated_;
  int rows_ = -1;  ///< of a matrix times its transpose
  int cols_ = -1;
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/cut_contraction.hpp"
#endif
