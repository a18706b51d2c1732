// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/products/contraction_tiles.hpp"

namespace relatile::kernel {

/// What the parts of a tiled product cost, in multiplications and additions of a large one: 0.02 to
/// 0.04 ns each on the machine they were measured on. Only their proportions matter.
struct ContractionCosts {
  double call = 5000;      ///< one matrix product, however small
  double packed = 12;      ///< an element of an operand, which the BLAS copies for itself
  double updated = 20;     ///< an element of a result, read and written once more
  double copied = 15;      ///< an element that is copied to become part of a matrix
  double touched = 300;    ///< a cache line that such a copy touches
  double run = 250;        ///< one run along a vector
  double run_element = 5;  ///< an element of it
};

/// Searches the ways to make an einsum of two operands from matrix products: which axes are loops
/// around them, and which arrays are copied.
class TileSearch {
 public:
  TileSearch(const Product& product, std::int64_t element_size, std::int64_t most_scratch)
      : product_(product), most_copied_(most_scratch / element_size) {}

  Tiles best() {
    Tiles whole = candidate(0);
    // Nothing is copied, or the product is too small for a search to pay.
    const bool copies = whole.copied[0] || whole.copied[1] || whole.copied[2];
    if (!copies || whole.cost < small) return whole;
    std::vector<std::size_t> loops;
    for (std::size_t i = 0; i < product_.axes.size(); ++i) {
      if (product_.axes[i].role != Role::batch) loops.push_back(i);
    }
    if (loops.size() > most_loops) loops.resize(most_loops);
    for (unsigned subset = 1; subset < (1U << loops.size()); ++subset) {
      unsigned axes = 0;
      for (std::size_t i = 0; i < loops.size(); ++i) {
        if ((subset >> i & 1U) != 0) axes |= 1U << loops[i];
      }
      Tiles other = candidate(axes);
      if (other.cost < whole.cost) whole = std::move(other);
    }
    return whole;
  }

 private:
  static constexpr double small = 1 << 18;
  static constexpr std::size_t most_loops = 7;
  /// Batches along an array's consecutive elements that are copied at once.
  static constexpr std::int64_t batch_tile = 16;

  /// What to halve where copies are too much: of any role or of one kind, and of its axes the
  /// longest, or the outermost, so that the inner ones stay in one stretch.
  enum class Halve { any, summed, kept };
  enum class Which { longest, outermost };

  /// The best tiles if these axes, as bits, are loops around matrix products.
  Tiles candidate(unsigned looped) const {
    std::vector<std::int64_t> size;
    for (std::size_t i = 0; i < product_.axes.size(); ++i) {
      size.push_back(in_tile_role(i, looped) == Role::batch ? batch_size(product_.axes[i])
                                                            : product_.axes[i].extent);
    }
    Tiles best;
    best.cost = std::numeric_limits<double>::max();
    for (const auto& order : orders(size, looped)) {
      bool halved = true;
      for (Which which : {Which::longest, Which::outermost}) {
        for (Halve what : {Halve::any, Halve::summed, Halve::kept}) {
          if (!halved) break;
          Tiles tiles;
          tiles.size = size;
          tiles.order = order;
          halved = false;
          while (halve_copies(tiles, what, which)) halved = true;
          set_cost(tiles);
          if (tiles.cost < best.cost) best = std::move(tiles);
        }
      }
    }
    return best;
  }
  /// An axis that is looped over is one more batch of the matrix products.
  Role in_tile_role(std::size_t axis, unsigned looped) const {
    return (looped >> axis & 1U) != 0 ? Role::batch : product_.axes[axis].role;
  }
  /// Some at once where an array has them side by side: it is read by whole cache lines then. What
  /// only one operand has, and is summed, is none: a tile's batches have their own results.
  static std::int64_t batch_size(const Axis& axis) {
    const auto& strides = axis.strides;
    const bool consecutive = std::find(strides.begin(), strides.end(), 1) != strides.end();
    return consecutive && axis.stride(Part::result) != 0 ? std::min(axis.extent, batch_tile) : 1;
  }

  /// The orders of the axes inside a tile worth trying: each role as one or the other of its arrays
  /// has it.
  std::vector<std::array<std::vector<int>, 4>> orders(const std::vector<std::int64_t>& size,
                                                      unsigned looped) const {
    std::vector<std::array<std::vector<int>, 4>> result(1);
    for (Role role : {Role::batch, Role::row, Role::col, Role::summed}) {
      const auto r = static_cast<std::size_t>(role);
      const auto [first, second] = parts_of(role);
      const std::vector<int> by_first = sorted(role, first, size, looped);
      const std::vector<int> by_second = sorted(role, second, size, looped);
      const std::size_t num = result.size();
      for (std::size_t i = 0; i < num; ++i) {
        result[i][r] = by_first;
        if (by_second == by_first) continue;
        result.push_back(result[i]);
        result.back()[r] = by_second;
      }
    }
    return result;
  }
  static std::pair<Part, Part> parts_of(Role role) {
    switch (role) {
      case Role::row: return {Part::result, Part::left};
      case Role::col: return {Part::result, Part::right};
      case Role::summed: return {Part::left, Part::right};
      default: return {Part::result, Part::result};
    }
  }
  std::vector<int> sorted(Role role, Part part, const std::vector<std::int64_t>& size,
                          unsigned looped) const {
    std::vector<int> axes;
    for (std::size_t i = 0; i < product_.axes.size(); ++i) {
      if (in_tile_role(i, looped) == role && size[i] > 1) axes.push_back(int(i));
    }
    std::stable_sort(axes.begin(), axes.end(), [&](int a, int b) {
      return nth(product_.axes, a).stride(part) > nth(product_.axes, b).stride(part);
    });
    return axes;
  }

  /// Halves an axis of the largest copy, its longest or its outermost, if all copies are too much;
  /// false if they fit.
  bool halve_copies(Tiles& tiles, Halve what, Which which) const {
    std::int64_t total = 0;
    std::int64_t largest = 0;
    Part largest_part = Part::left;
    for (Part part : all_parts) {
      nth(tiles.copied, part) = !in_place(product_, tiles, part);
      if (!tiles.copies(part)) continue;
      const std::int64_t elements = tile_elements(tiles, part);
      total += elements;
      if (elements > largest) {
        largest = elements;
        largest_part = part;
      }
    }
    if (total <= most_copied_) return false;
    const auto [rows, cols] = sides(largest_part);
    std::int64_t* longest = nullptr;
    const auto consider = [&](Role role, std::int64_t least) {
      for (int axis : tiles.axes_of(role)) {
        std::int64_t& size = nth(tiles.size, axis);
        if (size < least) continue;
        if (longest == nullptr || (which == Which::longest && size > *longest)) longest = &size;
      }
    };
    for (Role role : {rows, cols}) {
      if (what == Halve::any || (role == Role::summed) == (what == Halve::summed)) {
        consider(role, 16);
      }
    }
    if (longest == nullptr) {
      for (Role role : {rows, cols, Role::batch}) consider(role, 2);
    }
    if (longest == nullptr) return false;
    *longest = (*longest + 1) / 2;
    return true;
  }
  std::int64_t tile_elements(const Tiles& tiles, Part part) const {
    return copied_batch(product_, tiles, part) * tiles.count(sides(part).first) *
           tiles.count(sides(part).second);
  }
  double num_tiles(const Tiles& tiles, Role role) const {
    double product = 1;
    for (std::size_t i = 0; i < product_.axes.size(); ++i) {
      const Axis& axis = product_.axes[i];
      if (axis.role == role) product *= double((axis.extent + tiles.size[i] - 1) / tiles.size[i]);
    }
    return product;
  }

  void set_cost(Tiles& tiles) const {
    const auto padded = [](std::int64_t n) { return double((n + 7) / 8 * 8); };
    const std::int64_t m = tiles.count(Role::row);
    const std::int64_t n = tiles.count(Role::col);
    const std::int64_t k = tiles.count(Role::summed);
    // A vector times a matrix is bound by memory, and by calls that are cheap.
    const bool vector = m == 1 || n == 1;
    const double one = vector ? costs_.call / 8 + costs_.packed * double(m) * double(n) * double(k)
                              : costs_.call + padded(m) * padded(n) * double(k) +
                                    costs_.packed * (double(m) + double(n)) * double(k) +
                                    costs_.updated * double(m) * double(n);
    double num = double(tiles.count(Role::batch));
    for (Role role : {Role::batch, Role::row, Role::col, Role::summed}) {
      num *= num_tiles(tiles, role);
    }
    tiles.cost = num * one + set_loops(tiles);
  }
  /// Chooses the order of the loops that copies least; returns what the copies cost.
  double set_loops(Tiles& tiles) const {
    if (!tiles.copied[0] && !tiles.copied[1] && !tiles.copied[2]) return 0;
    std::array<double, 3> of_element{};
    for (Part part : all_parts) nth(of_element, part) = copy_cost(tiles, part);
    double best = std::numeric_limits<double>::max();
    std::array<Role, 3> loops{Role::row, Role::col, Role::summed};
    std::sort(loops.begin(), loops.end());
    do {
      double cost = 0;
      for (Part part : all_parts) {
        if (!tiles.copies(part)) continue;
        cost += nth(of_element, part) * copied_elements(tiles, part, loops);
      }
      if (cost < best) {
        best = cost;
        tiles.loops = loops;
      }
    } while (std::next_permutation(loops.begin(), loops.end()));
    return best;
  }
  /// Of an element, by how many of its neighbours in memory are in the same tile.
  double copy_cost(const Tiles& tiles, Part part) const {
    std::int64_t run = 1;
    for (std::size_t i = 0; i < product_.axes.size(); ++i) {
      if (product_.axes[i].stride(part) == 1) run = std::min<std::int64_t>(tiles.size[i], 8);
    }
    return costs_.copied + costs_.touched / double(run);
  }
  /// A copy is kept while only loops that its array does not have go on.
  double copied_elements(const Tiles& tiles, Part part, const std::array<Role, 3>& loops) const {
    const auto [rows, cols] = sides(part);
    double times = num_tiles(tiles, Role::batch);
    double pending = 1;
    for (Role role : loops) {
      pending *= num_tiles(tiles, role);
      if (role != rows && role != cols) continue;
      times *= pending;
      pending = 1;
    }
    const bool again =
        part == Part::result && loops[2] != Role::summed && num_tiles(tiles, Role::summed) > 1;
    return times * double(tile_elements(tiles, part)) * (again ? 2 : 1);
  }

  const Product& product_;
  std::int64_t most_copied_;
  ContractionCosts costs_;
};

}  // namespace relatile::kernel
