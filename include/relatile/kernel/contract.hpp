// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/kernel/gemm.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::kernel {

namespace detail {

/// The labels of one role in a product (rows, columns, summed, batch), outermost first.
struct LabelGroup {
  std::vector<int> labels;
  std::int64_t count = 1;
};

/// The one stride with which the group's labels run through memory as a single index, if any.
inline std::optional<std::int64_t> merged_stride(const LabelGroup& group, const Extents& extents,
                                                 const Extents& strides) {
  std::int64_t stride = 0;
  std::int64_t expected = -1;
  for (std::size_t i = group.labels.size(); i-- > 0;) {
    const int label = group.labels[i];
    if (extents[label] == 1) continue;
    if (expected < 0) {
      stride = strides[label];
    } else if (strides[label] != expected) {
      return std::nullopt;
    }
    expected = strides[label] * extents[label];
  }
  return expected < 0 ? 1 : stride;
}

}  // namespace detail

/// An einsum of two operands as matrix products: labels are grouped into batch, rows, columns and
/// summed ones; a group that no single stride describes is permuted into scratch first.
template <class T>
class Contraction {
 public:
  /// Bytes that may be copied to be multiplied at once; larger products are cut in halves.
  static constexpr std::int64_t most_scratch = std::int64_t(1) << 22;

  explicit Contraction(const LocalCall& call) : call_(call), extents_(call.labels.extents()) {
    for (int l = 0; l < extents_.rank(); ++l) {
      const bool in_a = call.inputs[0].strides[l] != 0;
      const bool in_b = call.inputs[1].strides[l] != 0;
      const bool in_c = !call.aggregated[static_cast<std::size_t>(l)];
      if (in_c && in_a && !in_b) {
        add(rows_, l);
      } else if (in_c && in_b && !in_a) {
        add(cols_, l);
      } else if (!in_c && in_a && in_b) {
        add(summed_, l);
      } else {
        add(batch_, l);
      }
    }
    // Rows and columns follow the output, so that it is written in place; sums follow operand a.
    sort_by(rows_, call.output_strides);
    sort_by(cols_, call.output_strides);
    sort_by(summed_, call.inputs[0].strides);
    if (unit_last(rows_, call.output_strides) && !unit_last(cols_, call.output_strides)) {
      swapped_ = true;  // C^T = B^T A^T has rows of consecutive elements
      std::swap(rows_, cols_);
    }
  }

  void run() {
    if (call_.labels.empty()) return;
    if (const int label = label_to_halve(); label >= 0) return run_halves(label);
    Extents batch;
    for (int label : batch_.labels) batch.push_back(extents_[label]);
    for_each_coordinate(Box::whole(batch), [&](const Extents& at) { multiply(at); });
  }

 private:
  using Group = detail::LabelGroup;

  void add(Group& group, int label) {
    group.labels.push_back(label);
    group.count *= extents_[label];
  }
  static void sort_by(Group& group, const Extents& strides) {
    std::stable_sort(group.labels.begin(), group.labels.end(),
                     [&](int a, int b) { return strides[a] > strides[b]; });
  }
  bool unit_last(const Group& group, const Extents& strides) const {
    return group.count > 1 && strides[group.labels.back()] == 1;
  }

  /// What is copied to be multiplied at once: operands, or a result, that no matrix describes.
  struct Copied {
    std::int64_t elements = 0;
    std::array<const Group*, 2> groups{};
  };
  bool operand_in_place(const Extents& strides, const Group& rows, const Group& cols) const {
    const auto row = detail::merged_stride(rows, extents_, strides);
    const auto col = detail::merged_stride(cols, extents_, strides);
    return row && col && (*row == 1 || *col == 1 || rows.count == 1 || cols.count == 1);
  }
  bool result_in_place() const {
    const auto row = detail::merged_stride(rows_, extents_, call_.output_strides);
    const auto col = detail::merged_stride(cols_, extents_, call_.output_strides);
    return row && col && (*col == 1 || cols_.count == 1);
  }
  /// Strided memory as the matrix that it is.
  MatrixRef matrix(std::byte* data, const Extents& strides, const Group& rows,
                   const Group& cols) const {
    return {data, rows.count, cols.count, *detail::merged_stride(rows, extents_, strides),
            *detail::merged_stride(cols, extents_, strides)};
  }
  /// The longest label of the largest copy, if all copies take more than `most_scratch`; else -1.
  int label_to_halve() const {
    const std::size_t left = swapped_ ? 1 : 0;
    std::int64_t total = 0;
    Copied largest;
    const auto add_copy = [&](const Group& rows, const Group& cols) {
      const std::int64_t elements = rows.count * cols.count;
      total += elements;
      if (elements > largest.elements) largest = {elements, {&rows, &cols}};
    };
    const Extents& a = call_.inputs[left].strides;
    const Extents& b = call_.inputs[1 - left].strides;
    if (!operand_in_place(a, rows_, summed_)) add_copy(rows_, summed_);
    if (!operand_in_place(b, summed_, cols_)) add_copy(summed_, cols_);
    if (!result_in_place()) add_copy(rows_, cols_);
    if (total * std::int64_t(sizeof(T)) <= most_scratch) return -1;
    int longest = -1;
    for (const Group* group : largest.groups) {
      for (int label : group->labels) {
        if (longest < 0 || extents_[label] > extents_[longest]) longest = label;
      }
    }
    return longest;
  }
  void run_halves(int label) const {
    const std::int64_t middle = call_.labels.low[label] + extents_[label] / 2;
    LocalCall first = call_;
    LocalCall second = call_;
    if (call_.aggregated[static_cast<std::size_t>(label)]) second.begins = false;
    first.labels.high[label] = second.labels.low[label] = middle;
    const std::int64_t skipped = (extents_[label] / 2) * std::int64_t(sizeof(T));
    for (auto& input : second.inputs) input.data += skipped * input.strides[label];
    second.output += skipped * call_.output_strides[label];
    Contraction(first).run();
    Contraction(second).run();
  }

  const std::byte* at_batch(const std::byte* data, const Extents& strides,
                            const Extents& at) const {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < batch_.labels.size(); ++i) {
      offset += at[static_cast<int>(i)] * strides[batch_.labels[i]];
    }
    return data + offset * std::int64_t(sizeof(T));
  }

  /// An operand as a matrix of (row group, column group): in place if its strides allow.
  MatrixRef operand(std::size_t x, const Extents& at, const Group& rows, const Group& cols,
                    std::vector<T>& scratch) const {
    const Extents& strides = call_.inputs[x].strides;
    // Eigen's maps of constant matrices are built from a mutable pointer type that is only read.
    auto* data = const_cast<std::byte*>(at_batch(call_.inputs[x].data, strides, at));
    if (operand_in_place(strides, rows, cols)) return matrix(data, strides, rows, cols);
    scratch.resize(static_cast<std::size_t>(rows.count * cols.count));
    copy_dense(reinterpret_cast<std::byte*>(scratch.data()), data, strides, rows, cols, true);
    return {reinterpret_cast<std::byte*>(scratch.data()), rows.count, cols.count, cols.count, 1};
  }

  /// Copies between a dense row-major (rows, cols) matrix and strided memory.
  void copy_dense(std::byte* dense, std::byte* strided, const Extents& strides, const Group& rows,
                  const Group& cols, bool into_dense) const {
    Extents count;
    Extents outside;
    for (const auto* group : {&rows, &cols}) {
      for (int label : group->labels) {
        count.push_back(extents_[label]);
        outside.push_back(strides[label]);
      }
    }
    const Extents inside = row_major_strides(count);
    if (into_dense) {
      copy_strided(dense, inside, strided, outside, count, std::int64_t(sizeof(T)));
    } else {
      copy_strided(strided, outside, dense, inside, count, std::int64_t(sizeof(T)));
    }
  }

  void multiply(const Extents& at) {
    const std::size_t left = swapped_ ? 1 : 0;
    const MatrixRef a = operand(left, at, rows_, summed_, scratch_[0]);
    const MatrixRef b = operand(1 - left, at, summed_, cols_, scratch_[1]);
    const Extents& strides = call_.output_strides;
    auto* data = const_cast<std::byte*>(at_batch(call_.output, strides, at));
    if (result_in_place()) {
      return gemm<T>(a, b, matrix(data, strides, rows_, cols_), into());
    }
    auto& dense = scratch_[2];
    dense.resize(static_cast<std::size_t>(rows_.count * cols_.count));
    auto* memory = reinterpret_cast<std::byte*>(dense.data());
    if (into() == Into::sum) copy_dense(memory, data, strides, rows_, cols_, true);
    gemm<T>(a, b, {memory, rows_.count, cols_.count, cols_.count, 1}, into());
    copy_dense(memory, data, strides, rows_, cols_, false);
  }

  Into into() const { return call_.begins ? Into::nothing : Into::sum; }

  const LocalCall& call_;
  Extents extents_;
  Group batch_;
  Group rows_;
  Group cols_;
  Group summed_;
  bool swapped_ = false;
  std::array<std::vector<T>, 3> scratch_;
};

/// The kernel of an einsum by multiplication and addition: output += a * b, or output = a * b.
template <class T>
void contract(const LocalCall& call) {
  Contraction<T>(call).run();
}

}  // namespace relatile::kernel
