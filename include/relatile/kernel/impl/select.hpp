// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/select.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::kernel {

namespace detail {

/// Copies of elements of a size that the compiler knows.
template <std::size_t Size>
struct Assign {
  static constexpr std::int64_t size = Size;
  static void apply(std::byte* output, const std::byte* data, std::int64_t) {
    std::memcpy(output, data, Size);
  }
};
/// Of any size.
template <>
struct Assign<0> {
  static constexpr std::int64_t size = 0;
  static void apply(std::byte* output, const std::byte* data, std::int64_t bytes) {
    std::memcpy(output, data, static_cast<std::size_t>(bytes));
  }
};

template <class Op, class T>
struct CombineOne {
  static constexpr std::int64_t size = sizeof(T);
  static void apply(std::byte* output, const std::byte* data, std::int64_t) {
    T& result = *reinterpret_cast<T*>(output);
    result = Op::combine(result, *reinterpret_cast<const T*>(data));
  }
};

template <class One>
void along_run(std::byte* output, std::int64_t output_step, const std::byte* data,
               std::int64_t data_step, std::int64_t count, std::int64_t size) {
  for (std::int64_t i = 0; i < count; ++i) {
    One::apply(output + i * output_step * size, data + i * data_step * size, size);
  }
}

/// `step_of_label` is the label's, which the compiler had better know. Where what indices point to
/// is not in a near cache, they are looked at a batch ahead.
template <class One, class Step>
void along_indices_by(const IndexedRun& run, Step step_of_label) {
  // Copies, since elements are written that could be anything.
  IndexedLabel label = run.label;
  label.step = step_of_label;
  const std::int64_t size = One::size > 0 ? One::size : run.size;
  const std::int64_t* const indices = run.indices;
  const std::int64_t index_step = run.index_step;
  const std::int64_t output_step = run.output_step * size;
  const std::int64_t output_by_value = run.output_by_value * size;
  const std::int64_t data_step = run.data_step * size;
  const std::int64_t data_by_value = run.data_by_value * size;
  std::byte* output = run.output;
  const std::byte* data = run.data;
  constexpr std::int64_t near = std::int64_t{1} << 19;
  const bool far =
      std::max(std::abs(output_by_value), std::abs(data_by_value)) * label.count > near;
  std::array<std::int64_t, 32> values;
  for (std::int64_t low = 0; far && low < run.count; low += std::ssize(values)) {
    const std::int64_t batch = std::min(std::ssize(values), run.count - low);
    for (std::int64_t b = 0; b < batch; ++b) {
      const std::int64_t value = label.value_of(indices[(low + b) * index_step]);
      nth(values, b) = value;
      if (value < 0) continue;
      __builtin_prefetch(output + b * output_step + value * output_by_value, 1);
      __builtin_prefetch(data + b * data_step + value * data_by_value);
    }
    for (std::int64_t b = 0; b < batch; ++b, output += output_step, data += data_step) {
      const std::int64_t value = nth(values, b);
      if (value >= 0)
        One::apply(output + value * output_by_value, data + value * data_by_value, size);
    }
  }
  for (std::int64_t i = 0; !far && i < run.count; ++i, output += output_step, data += data_step) {
    const std::int64_t value = label.value_of(indices[i * index_step]);
    if (value >= 0)
      One::apply(output + value * output_by_value, data + value * data_by_value, size);
  }
}

template <class One>
void along_indices(const IndexedRun& run) {
  if (run.label.step == 1) return along_indices_by<One>(run, std::integral_constant<int, 1>());
  along_indices_by<One>(run, run.label.step);
}

struct AssignRow {
  template <class Each>
  static void with(std::int64_t row, std::int64_t size, const Each& each) {
    with_row_length(static_cast<std::size_t>(row * size), [&](auto bytes) {
      each([bytes](std::byte* output, const std::byte* data) { std::memcpy(output, data, bytes); });
    });
  }
};

template <class Op, class T>
struct CombineRow {
  template <class Each>
  static void with(std::int64_t row, std::int64_t, const Each& each) {
    each([row](std::byte* output, const std::byte* data) {
      auto* const results = reinterpret_cast<T*>(output);
      const auto* const elements = reinterpret_cast<const T*>(data);
      for (std::int64_t i = 0; i < row; ++i) results[i] = Op::combine(results[i], elements[i]);
    });
  }
};

/// Indices are looked at a batch ahead of the rows they point to, which are on their way from
/// memory meanwhile.
template <class Row>
void along_indexed_rows(const IndexedRun& run, std::int64_t row) {
  std::array<std::int64_t, 32> values;
  const auto data_at = [&](std::int64_t i, std::int64_t value) {
    return run.data + (i * run.data_step + value * run.data_by_value) * run.size;
  };
  const auto output_at = [&](std::int64_t i, std::int64_t value) {
    return run.output + (i * run.output_step + value * run.output_by_value) * run.size;
  };
  Row::with(row, run.size, [&](const auto& one_row) {
    for (std::int64_t low = 0; low < run.count; low += std::ssize(values)) {
      const std::int64_t batch = std::min(std::ssize(values), run.count - low);
      for (std::int64_t b = 0; b < batch; ++b) {
        const std::int64_t value = run.label.value_of(run.indices[(low + b) * run.index_step]);
        nth(values, b) = value;
        if (value < 0) continue;
        __builtin_prefetch(data_at(low + b, value));
        __builtin_prefetch(output_at(low + b, value), 1);
      }
      for (std::int64_t b = 0; b < batch; ++b) {
        const std::int64_t value = nth(values, b);
        if (value >= 0) one_row(output_at(low + b, value), data_at(low + b, value));
      }
    }
  });
}

/// One call: which label the inner loop runs along, and what the others add to addresses.
class Selector {
 public:
  Selector(const LocalCall& call, const Stage& stage, const Extents& extents,
           const IntoResult& into)
      : call_(call),
        into_(into),
        data_(nth(call.inputs, stage.operands.back())),
        extents_(call.labels.extents()) {
    for (std::size_t s = 0; s + 1 < stage.operands.size(); ++s) {
      add_index(nth(call.inputs, stage.operands[s]), stage.coordinates->dims[s], extents[int(s)]);
    }
    choose_inner();
  }

  void run() const {
    Extents outer = extents_;
    for (int l = 0; l < outer.rank(); ++l) {
      if (l == inner_ || l == rows_ || nth(selected_, l)) outer[l] = 1;
    }
    for_each_coordinate(Box::whole(outer), [&](const Extents& at) {
      if (!along_indices_) {
        run_row(at);
      } else if (rows_ >= 0) {
        into_.indexed_rows(indexed_run(at), extents_[rows_]);
      } else {
        into_.indexed(indexed_run(at));
      }
    });
  }

 private:
  struct Index {
    StridedOperand operand;
    int label = -1;  ///< of the call; -1: it has one value alone
    IndexedLabel values;
  };

  void add_index(const StridedOperand& operand, const AccessDim& coordinate, std::int64_t extent) {
    Index index{operand, coordinate.label, {extent, coordinate.offset, coordinate.step, 1}};
    if (index.label >= 0) {
      index.values.offset += coordinate.step * call_.labels.low[index.label];
      index.values.count = extents_[index.label];
      nth(selected_, index.label) = true;
    }
    indices_.push_back(index);
  }

  bool has_indices(int label) const {
    return std::any_of(indices_.begin(), indices_.end(),
                       [&](const Index& index) { return index.operand.strides[label] != 0; });
  }

  /// The inner loop runs along the one array of indices, and moves rows that lie together as such;
  /// along rows that don't, if they are long enough to be worth it, or if there are several arrays.
  void choose_inner() {
    int row = -1;
    int indexed = -1;
    for (int l = 0; l < extents_.rank(); ++l) {
      if (nth(selected_, l)) continue;
      if (has_indices(l)) {
        if (indexed < 0 || extents_[l] > extents_[indexed]) indexed = l;
      } else if (row < 0 || std::pair(lies_together(l), extents_[l]) >
                                std::pair(lies_together(row), extents_[row])) {
        row = l;
      }
    }
    const bool together = row >= 0 && lies_together(row);
    const bool long_row = row >= 0 && extents_[row] >= shortest_row;
    along_indices_ = indices_.size() == 1 && indexed >= 0 && (together || !long_row);
    inner_ = along_indices_ ? indexed : row;
    if (along_indices_ && together) rows_ = row;
  }

  bool lies_together(int label) const {
    return extents_[label] > 1 && data_.strides[label] == 1 && call_.output_strides[label] == 1;
  }

  static std::int64_t offset_of(const Extents& at, const Extents& strides) {
    std::int64_t offset = 0;
    for (int l = 0; l < at.rank(); ++l) offset += at[l] * strides[l];
    return offset;
  }
  static std::int64_t stride_of(const Extents& strides, int label) {
    return label < 0 ? 0 : strides[label];
  }

  void run_row(const Extents& at) const {
    std::int64_t output = offset_of(at, call_.output_strides);
    std::int64_t data = offset_of(at, data_.strides);
    for (const Index& index : indices_) {
      const auto* const held = reinterpret_cast<const std::int64_t*>(index.operand.data);
      const std::int64_t value = index.values.value_of(held[offset_of(at, index.operand.strides)]);
      if (value < 0) return;
      output += value * stride_of(call_.output_strides, index.label);
      data += value * stride_of(data_.strides, index.label);
    }
    into_.run(call_.output + output * into_.size, stride_of(call_.output_strides, inner_),
              data_.data + data * into_.size, stride_of(data_.strides, inner_),
              inner_ < 0 ? 1 : extents_[inner_], into_.size);
  }

  IndexedRun indexed_run(const Extents& at) const {
    const Index& index = indices_.front();
    IndexedRun run;
    run.output = call_.output + offset_of(at, call_.output_strides) * into_.size;
    run.output_step = call_.output_strides[inner_];
    run.output_by_value = stride_of(call_.output_strides, index.label);
    run.data = data_.data + offset_of(at, data_.strides) * into_.size;
    run.data_step = data_.strides[inner_];
    run.data_by_value = stride_of(data_.strides, index.label);
    run.indices = reinterpret_cast<const std::int64_t*>(index.operand.data) +
                  offset_of(at, index.operand.strides);
    run.index_step = index.operand.strides[inner_];
    run.count = extents_[inner_];
    run.size = into_.size;
    run.label = index.values;
    return run;
  }

  static constexpr std::int64_t shortest_row = 4;

  const LocalCall& call_;
  const IntoResult& into_;
  StridedOperand data_;
  Extents extents_;
  std::vector<Index> indices_;
  std::array<bool, max_rank> selected_{};
  int inner_ = -1;
  int rows_ = -1;  ///< the label that rows which lie together run along; -1: they have one element
  bool along_indices_ = false;
};

}  // namespace detail

RELATILE_INLINE IntoResult assigned(std::int64_t size) {
  const auto one_by_one = [size] {
    switch (size) {
      case 1: return &detail::along_indices<detail::Assign<1>>;
      case 4: return &detail::along_indices<detail::Assign<4>>;
      case 8: return &detail::along_indices<detail::Assign<8>>;
      default: return &detail::along_indices<detail::Assign<0>>;
    }
  };
  return {size, &copy_run, one_by_one(), &detail::along_indexed_rows<detail::AssignRow>};
}

template <class Op, class T>
IntoResult combined() {
  using OneElement = detail::CombineOne<Op, T>;
  return {sizeof(T), &detail::along_run<OneElement>, &detail::along_indices<OneElement>,
          &detail::along_indexed_rows<detail::CombineRow<Op, T>>};
}

RELATILE_INLINE Reduction only_one(const ElementType& element) {
  const std::vector<std::byte> nothing(element.size);
  Reduction reduction = detail::reduction_named("only", element, nothing.data(), true);
  const auto size = std::int64_t(element.size);
  const auto put = [](void* accumulator, const void* elements, std::int64_t bytes) {
    auto* const to = static_cast<std::byte*>(accumulator);
    const auto* const from = static_cast<const std::byte*>(elements);
    for (std::int64_t b = 0; b < bytes; ++b) to[b] |= from[b];
  };
  reduction.combine = [put, size](void* accumulator, const void* run, std::int64_t count) {
    put(accumulator, run, count * size);
  };
  reduction.plain = [put, size](void* accumulator, const void* one) {
    put(accumulator, one, size);
  };
  reduction.fold = [put, size](void* accumulators, std::int64_t step, const void* runs,
                               std::int64_t num_runs, std::int64_t count) {
    const auto* from = static_cast<const std::byte*>(runs);
    for (std::int64_t r = 0; r < num_runs; ++r) {
      auto* const to = static_cast<std::byte*>(accumulators) + r * step * size;
      for (std::int64_t i = 0; i < count; ++i, from += size) put(to, from, size);
    }
  };
  reduction.kernel_identity.type = relatile::detail::hash_of_name("only_one");
  reduction.kernel_identity.pure = true;
  return reduction;
}

RELATILE_INLINE Stage selecting_stage(const Extents& extents, const Access& coordinates,
                                      const ElementType& element,
                                      std::vector<std::byte> otherwise) {
  Stage stage;
  stage.name = "select";
  for (int x = 0; x <= extents.rank(); ++x) stage.operands.push_back(x);
  stage.output = element;
  stage.flops_per_element = Flops{0};
  stage.coordinates = coordinates;
  const std::size_t size = element.size;
  stage.plain = [extents, otherwise = std::move(otherwise), size](
                    std::span<const void* const> inputs, void* output, const Extents& at) {
    bool there = true;
    for (int s = 0; s < extents.rank(); ++s) {
      const std::int64_t index = *static_cast<const std::int64_t*>(nth(inputs, s));
      there = position_of(index, extents[s]) == at[s] && there;
    }
    std::memcpy(output, there ? inputs.back() : otherwise.data(), size);
  };
  stage.identity.type = relatile::detail::hash_of_name("selecting_stage");
  stage.identity.state = to_string(extents);
  stage.identity.pure = true;
  return stage;
}

RELATILE_INLINE SelectKernel select_kernel(const Extents& extents, const IntoResult& into) {
  return [extents, into](const LocalCall& call, const Stage& stage) {
    detail::Selector(call, stage, extents, into).run();
  };
}

}  // namespace relatile::kernel
