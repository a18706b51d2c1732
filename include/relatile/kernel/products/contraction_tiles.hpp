// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::kernel {

/// What a label is in a product: of both operands and the result, of the left operand and the
/// result, of the right one and the result, or of the operands only.
enum class Role : std::uint8_t { batch, row, col, summed };

/// The three arrays of a product; they index the strides of an axis.
enum class Part : std::uint8_t { left, right, result };
inline constexpr std::array all_parts{Part::left, Part::right, Part::result};

/// A label of a product, or several that run through all arrays as one.
struct Axis {
  Role role = Role::batch;
  std::int64_t extent = 1;
  std::array<std::int64_t, 3> strides{};  ///< by Part

  std::int64_t stride(Part part) const { return nth(strides, part); }
};

/// An einsum of two operands as a family of matrix products. The result's rows are consecutive
/// elements wherever it has rows or columns at all: if need be, the operands change places.
struct Product {
  std::vector<Axis> axes;  ///< longer than one, in the order of the labels
  bool swapped = false;    ///< the left operand is the call's second one

  explicit Product(const LocalCall& call) {
    for (int l = 0; l < call.labels.rank(); ++l) {
      const std::int64_t extent = call.labels.high[l] - call.labels.low[l];
      if (extent == 1) continue;
      const Axis axis{
          role_of(call, l),
          extent,
          {call.inputs[0].strides[l], call.inputs[1].strides[l], call.output_strides[l]}};
      if (axis.role == Role::row && axis.stride(Part::result) == 1) swapped = true;
      axes.push_back(axis);
    }
    if (swapped) swap_operands();
    while (merge_any()) {
    }
  }

  std::int64_t count(Role role) const {
    std::int64_t product = 1;
    for (const Axis& axis : axes) product *= axis.role == role ? axis.extent : 1;
    return product;
  }

 private:
  static Role role_of(const LocalCall& call, int label) {
    const bool in_a = call.inputs[0].strides[label] != 0;
    const bool in_b = call.inputs[1].strides[label] != 0;
    const bool in_c = !nth(call.aggregated, label);
    if (in_c && in_a && !in_b) return Role::row;
    if (in_c && in_b && !in_a) return Role::col;
    return !in_c && in_a && in_b ? Role::summed : Role::batch;
  }
  void swap_operands() {
    for (Axis& axis : axes) {
      std::swap(axis.strides[0], axis.strides[1]);
      if (axis.role == Role::row || axis.role == Role::col) {
        axis.role = axis.role == Role::row ? Role::col : Role::row;
      }
    }
  }
  static bool continues(const Axis& outer, const Axis& inner) {
    if (outer.role != inner.role) return false;
    for (std::size_t x = 0; x < 3; ++x) {
      if (outer.strides[x] != inner.strides[x] * inner.extent) return false;
    }
    return true;
  }
  bool merge_any() {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      for (std::size_t o = 0; o < axes.size(); ++o) {
        if (i == o || !continues(axes[o], axes[i])) continue;
        axes[i].extent *= axes[o].extent;
        axes.erase(axes.begin() + std::ptrdiff_t(o));
        return true;
      }
    }
    return false;
  }
};

/// The two roles that make the rows and the columns of an array.
inline std::pair<Role, Role> sides(Part part) {
  switch (part) {
    case Part::left: return {Role::row, Role::summed};
    case Part::right: return {Role::summed, Role::col};
    default: return {Role::row, Role::col};
  }
}

/// An array of a tile as a matrix, if strides describe it as one that a BLAS takes.
struct MatrixStrides {
  std::int64_t row = 1;
  std::int64_t col = 1;
};

/// How a product is cut: the extent of every axis inside a tile, and the order of its axes there.
struct Tiles {
  std::vector<std::int64_t> size;         ///< per axis of the product
  std::array<std::vector<int>, 4> order;  ///< by Role: axes outermost first
  /// The order of the loops over tiles, outermost first, after that over batches.
  std::array<Role, 3> loops{Role::row, Role::col, Role::summed};
  std::array<bool, 3> copied{};  ///< by Part: no matrix inside a tile, so it is copied
  double cost = 0;               ///< in multiplications and additions of a large product

  const std::vector<int>& axes_of(Role role) const { return nth(order, role); }
  bool copies(Part part) const { return nth(copied, part); }
  std::int64_t count(Role role) const {
    std::int64_t product = 1;
    for (int axis : axes_of(role)) product *= nth(size, axis);
    return product;
  }
};

/// The one stride with which the axes of `role` run through an array as a single index, if any.
inline std::optional<std::int64_t> merged_stride(const Product& product, const Tiles& tiles,
                                                 Role role, Part part) {
  std::int64_t stride = 1;
  std::int64_t expected = -1;
  const auto& axes = tiles.axes_of(role);
  for (std::size_t i = axes.size(); i-- > 0;) {
    const auto axis = static_cast<std::size_t>(axes[i]);
    if (tiles.size[axis] == 1) continue;
    const std::int64_t own = product.axes[axis].stride(part);
    if (own <= 0) return std::nullopt;
    if (expected < 0) {
      stride = own;
    } else if (own != expected) {
      return std::nullopt;
    }
    expected = own * tiles.size[axis];
  }
  return stride;
}

/// The array of a tile as a matrix where it lies, if a BLAS takes it: results by rows only.
inline std::optional<MatrixStrides> in_place(const Product& product, const Tiles& tiles,
                                             Part part) {
  const auto [row_role, col_role] = sides(part);
  const auto row = merged_stride(product, tiles, row_role, part);
  const auto col = merged_stride(product, tiles, col_role, part);
  if (!row || !col) return std::nullopt;
  const std::int64_t rows = tiles.count(row_role);
  const std::int64_t cols = tiles.count(col_role);
  const bool by_rows = cols == 1 || (*col == 1 && (rows == 1 || *row >= cols));
  const bool by_cols = rows == 1 || (*row == 1 && (cols == 1 || *col >= rows));
  if (!by_rows && (!by_cols || part == Part::result)) return std::nullopt;
  return MatrixStrides{*row, *col};
}

/// The batches of a tile of which a part has matrices of its own.
inline std::int64_t copied_batch(const Product& product, const Tiles& tiles, Part part) {
  std::int64_t count = 1;
  for (int axis : tiles.axes_of(Role::batch)) {
    const auto a = static_cast<std::size_t>(axis);
    if (product.axes[a].stride(part) != 0) count *= tiles.size[a];
  }
  return count;
}

}  // namespace relatile::kernel
