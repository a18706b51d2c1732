// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/kernel/products/choose_tiles.hpp"
#include "relatile/kernel/products/contraction_tiles.hpp"
#include "relatile/kernel/products/matrix_ref.hpp"
#include "relatile/kernel/products/run_products.hpp"

namespace relatile::kernel {

/// What a contraction does with elements, whose type it does not know otherwise.
struct ElementProducts {
  std::int64_t size;  ///< of an element, in bytes
  void (*multiply)(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into);
  /// One run along an axis of such strides, of which one may be 0.
  void (*run)(const std::array<std::int64_t, 3>& strides, const std::byte* left,
              const std::byte* right, std::byte* result, std::int64_t count, Into into);
};

/// Addresses in the three arrays of a product, moved along axes.
struct PartPointers {
  std::int64_t size;  ///< of an element
  const std::byte* left;
  const std::byte* right;
  std::byte* result;

  void move(const Axis& axis, std::int64_t steps) {
    left += steps * axis.strides[0] * size;
    right += steps * axis.strides[1] * size;
    result += steps * axis.strides[2] * size;
  }
};

template <class T>
void run_products(const std::array<std::int64_t, 3>& strides, const std::byte* left,
                  const std::byte* right, std::byte* result, std::int64_t count, Into into) {
  const auto* a = reinterpret_cast<const T*>(left);
  const auto* b = reinterpret_cast<const T*>(right);
  auto* to = reinterpret_cast<T*>(result);
  const bool writes = into == Into::nothing;
  if (strides[2] == 0) {
    const T sum = detail::dot(a, b, count);
    *to = writes ? sum : static_cast<T>(*to + sum);
  } else if (strides[0] == 0) {
    writes ? detail::add_scaled<true>(*a, b, count, to)
           : detail::add_scaled<false>(*a, b, count, to);
  } else if (strides[1] == 0) {
    writes ? detail::add_scaled<true>(*b, a, count, to)
           : detail::add_scaled<false>(*b, a, count, to);
  } else {
    writes ? detail::add_products<true>(a, b, count, to)
           : detail::add_products<false>(a, b, count, to);
  }
}

/// An einsum of two operands as loops around vector operations along one axis: for batches along
/// consecutive elements, dot products, and all that has too few rows or columns to be a matrix.
class RunContraction {
 public:
  RunContraction(const Product& product, const ElementProducts& elements) : elements_(elements) {
    for (std::size_t i = 0; i < product.axes.size(); ++i) {
      const Axis& axis = product.axes[i];
      if (can_run(axis) && (run_ < 0 || axis.extent > along_.extent)) {
        run_ = int(i);
        along_ = axis;
      }
    }
    for (std::size_t i = 0; i < product.axes.size(); ++i) {
      if (int(i) != run_) loops_.push_back(product.axes[i]);
    }
    sort_loops(product);
    cut_run();
  }

  bool possible() const { return run_ >= 0; }
  double cost() const {
    const ContractionCosts costs;
    double runs = 1;
    for (const Axis& loop : loops_) runs *= double(loop.extent);
    const double pieces = double(whole_run_) / double(along_.extent);
    return runs * (costs.run * pieces + costs.run_element * double(whole_run_));
  }

  void run(PartPointers at, bool begins) const {
    for (std::int64_t done = 0; done < whole_run_; done += along_.extent) {
      run_loops(at, std::min(along_.extent, whole_run_ - done), begins);
      at.move(along_, along_.extent);
    }
  }

 private:
  /// What is summed into stays in the first-level cache.
  static constexpr std::int64_t longest_run = 1024;

  static bool can_run(const Axis& axis) {
    int consecutive = 0;
    for (std::int64_t stride : axis.strides) {
      if (stride != 0 && stride != 1) return false;
      consecutive += stride == 1 ? 1 : 0;
    }
    return consecutive >= 2;
  }
  /// In the order of the memory of the largest array.
  void sort_loops(const Product& product) {
    std::array<double, 3> elements{1, 1, 1};
    for (const Axis& axis : product.axes) {
      for (std::size_t x = 0; x < 3; ++x)
        elements[x] *= axis.strides[x] != 0 ? double(axis.extent) : 1;
    }
    const auto largest = static_cast<std::size_t>(
        std::max_element(elements.begin(), elements.end()) - elements.begin());
    std::stable_sort(loops_.begin(), loops_.end(), [&](const Axis& a, const Axis& b) {
      return std::abs(a.strides[largest]) > std::abs(b.strides[largest]);
    });
  }
  void cut_run() {
    whole_run_ = along_.extent;
    const bool sums = std::any_of(loops_.begin(), loops_.end(),
                                  [](const Axis& loop) { return loop.strides[2] == 0; });
    if (sums && along_.strides[2] == 1) along_.extent = std::min(along_.extent, longest_run);
  }

  void run_loops(PartPointers at, std::int64_t count, bool begins) const {
    std::array<std::int64_t, std::size_t(max_rank)> index{};
    int summed_before = 0;  // loops over what is summed that are not at their start
    for (;;) {
      one_run(at, count, begins && summed_before == 0);
      std::size_t l = loops_.size();
      while (l-- > 0) {
        const Axis& loop = loops_[l];
        at.move(loop, 1);
        ++index[l];
        if (loop.strides[2] == 0 && index[l] == 1) ++summed_before;
        if (index[l] < loop.extent) break;
        at.move(loop, -loop.extent);
        if (loop.strides[2] == 0) --summed_before;
        index[l] = 0;
      }
      if (l == std::size_t(-1)) return;
    }
  }
  void one_run(const PartPointers& at, std::int64_t count, bool writes) const {
    elements_.run(along_.strides, at.left, at.right, at.result, count,
                  writes ? Into::nothing : Into::sum);
  }

  const ElementProducts& elements_;
  int run_ = -1;
  Axis along_;
  std::int64_t whole_run_ = 1;
  std::vector<Axis> loops_;
};

}  // namespace relatile::kernel
