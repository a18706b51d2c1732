// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/kernel/choose_tiles.hpp"
#include "relatile/kernel/contraction_tiles.hpp"

namespace relatile::kernel {

/// Addresses in the three arrays of a product, moved along axes.
template <class T>
struct PartPointers {
  const T* left;
  const T* right;
  T* result;

  void move(const Axis& axis, std::int64_t steps) {
    left += steps * axis.strides[0];
    right += steps * axis.strides[1];
    result += steps * axis.strides[2];
  }
};

/// An einsum of two operands as loops around vector operations along one axis: for batches along
/// consecutive elements, dot products, and all that has too few rows or columns to be a matrix.
template <class T>
class RunContraction {
 public:
  explicit RunContraction(const Product& product) {
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

  void run(PartPointers<T> at, bool begins) const {
    for (std::int64_t done = 0; done < whole_run_; done += along_.extent) {
      run_loops(at, std::min(along_.extent, whole_run_ - done), begins);
      at.move(along_, along_.extent);
    }
  }

 private:
  using Run = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;
  using ConstRun = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;
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

  void run_loops(PartPointers<T> at, std::int64_t count, bool begins) const {
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
  void one_run(const PartPointers<T>& at, std::int64_t count, bool writes) const {
    if (along_.strides[2] == 0) {
      const T sum = (ConstRun(at.left, count) * ConstRun(at.right, count)).sum();
      *at.result = writes ? sum : T(*at.result + sum);
    } else if (along_.strides[0] == 0) {
      store(at.result, count, ConstRun(at.right, count) * *at.left, writes);
    } else if (along_.strides[1] == 0) {
      store(at.result, count, ConstRun(at.left, count) * *at.right, writes);
    } else {
      store(at.result, count, ConstRun(at.left, count) * ConstRun(at.right, count), writes);
    }
  }
  template <class E>
  static void store(T* to, std::int64_t count, const E& e, bool writes) {
    if (writes) {
      Run(to, count) = e;
    } else {
      Run(to, count) += e;
    }
  }

  int run_ = -1;
  Axis along_;
  std::int64_t whole_run_ = 1;
  std::vector<Axis> loops_;
};

}  // namespace relatile::kernel
