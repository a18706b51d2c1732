// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/products/choose_tiles.hpp"
#include "relatile/kernel/products/contract.hpp"
#include "relatile/kernel/products/contract_runs.hpp"
#include "relatile/kernel/products/contraction_tiles.hpp"
#include "relatile/kernel/products/gemm.hpp"
#include "relatile/kernel/scratch.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::kernel {

/// An einsum of two operands as matrix products of tiles; what no strides describe as a matrix is
/// copied to scratch first, tile by tile.
class TiledContraction {
 public:
  TiledContraction(const Product& product, const ElementProducts& elements, Tiles tiles,
                   PartPointers data, bool begins)
      : product_(product),
        elements_(elements),
        tiles_(std::move(tiles)),
        data_(data),
        begins_(begins) {
    full_size_ = tiles_.size;
    add_loops(Role::batch);
    for (Role role : tiles_.loops) add_loops(role);
  }

  void run() {
    std::vector<std::int64_t> at(product_.axes.size(), 0);
    for (;;) {
      run_tile(at);
      std::size_t l = loops_.size();
      while (l-- > 0) {
        const auto axis = static_cast<std::size_t>(loops_[l]);
        at[axis] += full_size_[axis];
        if (at[axis] < product_.axes[axis].extent) break;
        at[axis] = 0;
      }
      if (l == std::size_t(-1)) break;
    }
    flush_result();
  }

 private:
  /// An array of a tile: the matrices of its batches, in place or copied.
  struct Matrices {
    MatrixRef first;
    std::vector<std::int64_t> steps;  ///< in elements, per batch axis of the tile
  };
  /// The copy of a tile's array, and of which memory it is one.
  struct Copy {
    const std::byte* of = nullptr;
    std::vector<std::int64_t> size;
  };

  void add_loops(Role role) {
    std::vector<int> axes;
    for (std::size_t i = 0; i < product_.axes.size(); ++i) {
      const Axis& axis = product_.axes[i];
      if (axis.role == role && tiles_.size[i] < axis.extent) axes.push_back(int(i));
    }
    const std::size_t part = role == Role::summed ? 0 : 2;
    std::stable_sort(axes.begin(), axes.end(), [&](int a, int b) {
      return nth(product_.axes, a).strides[part] > nth(product_.axes, b).strides[part];
    });
    loops_.insert(loops_.end(), axes.begin(), axes.end());
  }

  void run_tile(const std::vector<std::int64_t>& at) {
    PartPointers data = data_;
    bool begins = begins_;
    for (std::size_t i = 0; i < product_.axes.size(); ++i) {
      const Axis& axis = product_.axes[i];
      tiles_.size[i] = std::min(full_size_[i], axis.extent - at[i]);
      data.move(axis, at[i]);
      if (axis.strides[2] == 0 && at[i] > 0) begins = false;
    }
    const Matrices a = operand(Part::left, data.left);
    const Matrices b = operand(Part::right, data.right);
    const Matrices c = result(data.result, begins);
    multiply(a, b, c, begins ? Into::nothing : Into::sum);
  }

  void multiply(const Matrices& a, const Matrices& b, const Matrices& c, Into into) const {
    Extents batch;
    for (int axis : tiles_.axes_of(Role::batch)) {
      batch.push_back(nth(tiles_.size, axis));
    }
    for_each_coordinate(Box::whole(batch), [&](const Extents& at) {
      elements_.multiply(moved(a, at), moved(b, at), moved(c, at), into);
    });
  }
  MatrixRef moved(const Matrices& m, const Extents& at) const {
    MatrixRef matrix = m.first;
    for (int d = 0; d < at.rank(); ++d) {
      matrix.data += at[d] * nth(m.steps, d) * elements_.size;
    }
    return matrix;
  }

  Matrices operand(Part part, const std::byte* data) {
    auto* memory = const_cast<std::byte*>(data);  // which is only read
    if (const auto strides = in_place(product_, tiles_, part)) {
      return as_stored(part, memory, *strides);
    }
    Copy& copy = nth(copies_, part);
    if (copy.of != data || copy.size != tiles_.size) {
      copy_tile(part, dense(part), memory, true);
      copy = {data, tiles_.size};
    }
    return as_copied(part);
  }
  Matrices result(std::byte* data, bool begins) {
    if (const auto strides = in_place(product_, tiles_, Part::result)) {
      return as_stored(Part::result, data, *strides);
    }
    Copy& copy = nth(copies_, Part::result);
    if (copy.of != data || copy.size != tiles_.size) {
      flush_result();
      copy = {data, tiles_.size};
      copied_order_ = tiles_;
      if (!begins) copy_tile(Part::result, dense(Part::result), data, true);
    }
    return as_copied(Part::result);
  }
  /// Writes the copied tile of the result to where it belongs.
  void flush_result() {
    Copy& copy = nth(copies_, Part::result);
    if (copy.of == nullptr) return;
    std::swap(tiles_, copied_order_);
    copy_tile(Part::result, dense(Part::result), const_cast<std::byte*>(copy.of), false);
    std::swap(tiles_, copied_order_);
    copy.of = nullptr;
  }

  Matrices as_stored(Part part, std::byte* data, const MatrixStrides& strides) const {
    const auto [rows, cols] = sides(part);
    Matrices result{{data, tiles_.count(rows), tiles_.count(cols), strides.row, strides.col}, {}};
    for (int axis : tiles_.axes_of(Role::batch)) {
      result.steps.push_back(nth(product_.axes, axis).stride(part));
    }
    return result;
  }
  /// Batches, rows and columns in this order, without gaps.
  Matrices as_copied(Part part) {
    const auto [rows, cols] = sides(part);
    const std::int64_t num_cols = tiles_.count(cols);
    Matrices result{{dense(part), tiles_.count(rows), num_cols, num_cols, 1}, {}};
    const auto& batch = tiles_.axes_of(Role::batch);
    result.steps.resize(batch.size());
    std::int64_t step = result.first.rows * num_cols;
    for (std::size_t i = batch.size(); i-- > 0;) {
      const auto axis = static_cast<std::size_t>(batch[i]);
      if (product_.axes[axis].stride(part) == 0) continue;
      result.steps[i] = step;
      step *= tiles_.size[axis];
    }
    return result;
  }
  std::byte* dense(Part part) const {
    const auto [rows, cols] = sides(part);
    const std::int64_t elements = std::max<std::int64_t>(
        copied_batch(product_, tiles_, part) * tiles_.count(rows) * tiles_.count(cols), 1);
    return nth(contraction_scratch(), part)
        .reserve(static_cast<std::size_t>(elements * elements_.size));
  }
  void copy_tile(Part part, std::byte* dense, std::byte* stored, bool into_dense) const {
    const auto [rows, cols] = sides(part);
    Extents count;
    Extents outside;
    for (Role role : {Role::batch, rows, cols}) {
      for (int axis : tiles_.axes_of(role)) {
        const auto a = static_cast<std::size_t>(axis);
        if (product_.axes[a].stride(part) == 0) continue;  // the same matrix for all of a batch
        count.push_back(tiles_.size[a]);
        outside.push_back(product_.axes[a].stride(part));
      }
    }
    const Extents inside = row_major_strides(count);
    if (into_dense) {
      copy_strided(dense, inside, stored, outside, count, elements_.size);
    } else {
      copy_strided(stored, outside, dense, inside, count, elements_.size);
    }
  }

  const Product& product_;
  const ElementProducts& elements_;
  Tiles tiles_;  ///< of the tile at hand: smaller at the ends of axes
  PartPointers data_;
  bool begins_;
  std::vector<std::int64_t> full_size_;
  std::vector<int> loops_;
  std::array<Copy, 3> copies_;
  Tiles copied_order_;  ///< of the copied result
};

/// Bytes of arrays that a contraction may hold copied at once, on every thread.
inline constexpr std::int64_t most_contraction_scratch = std::int64_t(1) << 23;

/// Runs a product that is one matrix product where its arrays lie; false if it is not that simple.
RELATILE_INLINE bool multiply_in_place(const Product& product, const ElementProducts& elements,
                                       const PartPointers& data, bool begins) {
  Tiles tiles;
  for (const Axis& axis : product.axes) {
    auto& axes = nth(tiles.order, axis.role);
    if (axis.role == Role::batch || !axes.empty()) return false;
    axes.push_back(int(tiles.size.size()));
    tiles.size.push_back(axis.extent);
  }
  if (tiles.count(Role::row) == 1 || tiles.count(Role::col) == 1) return false;
  std::array<MatrixRef, 3> matrices;
  for (Part part : all_parts) {
    const auto strides = in_place(product, tiles, part);
    if (!strides) return false;
    const auto [rows, cols] = sides(part);
    nth(matrices, part) = {nullptr, tiles.count(rows), tiles.count(cols), strides->row,
                           strides->col};
  }
  matrices[0].data = const_cast<std::byte*>(data.left);
  matrices[1].data = const_cast<std::byte*>(data.right);
  matrices[2].data = data.result;
  elements.multiply(matrices[0], matrices[1], matrices[2], begins ? Into::nothing : Into::sum);
  return true;
}

/// The kernel, whatever the elements are.
RELATILE_INLINE void contract_elements(const LocalCall& call, const ElementProducts& elements) {
  if (call.labels.empty()) return;
  const Product product(call);
  PartPointers data{elements.size, call.inputs[0].data, call.inputs[1].data, call.output};
  if (product.swapped) std::swap(data.left, data.right);
  if (multiply_in_place(product, elements, data, call.begins)) return;
  Tiles tiles = TileSearch(product, elements.size, most_contraction_scratch).best();
  const RunContraction runs(product, elements);
  if (runs.possible() && runs.cost() < tiles.cost) return runs.run(data, call.begins);
  TiledContraction(product, elements, std::move(tiles), data, call.begins).run();
}

/// Signed integers wrap; bit by bit, their products and sums are those of unsigned ones, whose
/// overflow C++ defines.
template <class T>
void contract(const LocalCall& call) {
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    contract<std::make_unsigned_t<T>>(call);
  } else {
    static constexpr ElementProducts elements{sizeof(T), &gemm<T>, &run_products<T>};
    contract_elements(call, elements);
  }
}

}  // namespace relatile::kernel
