// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::kernel {

/// Elements that all stages of a program work on before the next ones are touched: small enough
/// for the first-level cache, long enough to hide the type-erased call.
inline constexpr std::int64_t chunk_elements = 1024;

/// Runs a fused elementwise program over a box of label space, with or without a reduction, in one
/// pass over memory.
class ProgramRun {
 public:
  ProgramRun(const Program& program, const Reduction* reduction, const LocalCall& call)
      : program_(program), reduction_(reduction), call_(call) {
    loops_ = ordered_loops();
    allocate_scratch();
  }

  void run() {
    if (call_.labels.empty()) return;
    const Loop inner = loops_.back();
    Extents outer;
    for (std::size_t l = 0; l + 1 < loops_.size(); ++l) outer.push_back(loops_[l].count);
    for_each_coordinate(Box::whole(outer), [&](const Extents& at) {
      Extents start = call_.labels.low;
      std::vector<std::int64_t>& offsets = offsets_;
      std::fill(offsets.begin(), offsets.end(), 0);
      for (int l = 0; l < outer.rank(); ++l) {
        const Loop& loop = loops_[static_cast<std::size_t>(l)];
        start[loop.label] += at[l];
        for (std::size_t x = 0; x < offsets.size(); ++x) offsets[x] += at[l] * loop.strides[x];
      }
      run_inner(inner, start);
    });
  }

 private:
  /// A loop over one label, or over several merged ones; strides of the inputs, then the output.
  struct Loop {
    int label = 0;
    std::int64_t count = 1;
    bool aggregated = false;
    std::vector<std::int64_t> strides;
  };

  std::size_t num_inputs() const { return program_.inputs.size(); }
  std::int64_t input_size(std::size_t x) const { return std::int64_t(program_.inputs[x].size); }
  std::int64_t output_size() const {
    return std::int64_t(program_.stages.empty() ? program_.inputs[0].size
                                                : program_.stages.back().output.size);
  }

  /// Labels longer than one as loops, the best one to run along last, neighbours merged.
  std::vector<Loop> ordered_loops() const {
    std::vector<Loop> loops;
    for (int l = 0; l < call_.labels.rank(); ++l) {
      Loop loop{l,
                call_.labels.high[l] - call_.labels.low[l],
                call_.aggregated[static_cast<std::size_t>(l)],
                {}};
      if (loop.count == 1) continue;
      for (const auto& input : call_.inputs) loop.strides.push_back(input.strides[l]);
      loop.strides.push_back(call_.output_strides[l]);
      loops.push_back(std::move(loop));
    }
    if (loops.empty()) {
      loops.push_back({0, 1, call_.labels.rank() > 0 && call_.aggregated[0],
                       std::vector<std::int64_t>(num_inputs() + 1, 0)});
      return loops;
    }
    std::stable_sort(loops.begin(), loops.end(),
                     [](const Loop& a, const Loop& b) { return closeness(a) < closeness(b); });
    const bool generates = std::any_of(program_.stages.begin(), program_.stages.end(),
                                       [](const Stage& s) { return s.coordinates.has_value(); });
    if (!generates) merge(loops);
    return loops;
  }
  /// Larger is better to run along: operands that advance by one element, few that jump.
  static std::int64_t closeness(const Loop& loop) {
    std::int64_t score = 0;
    for (auto stride : loop.strides) score += stride == 1 ? 4 : (stride == 0 ? 0 : -2);
    return score;
  }
  static void merge(std::vector<Loop>& loops) {
    while (loops.size() > 1) {
      const Loop inner = loops.back();
      const auto outer = std::find_if(loops.begin(), loops.end() - 1, [&](const Loop& candidate) {
        if (candidate.aggregated != inner.aggregated) return false;
        for (std::size_t x = 0; x < inner.strides.size(); ++x) {
          if (candidate.strides[x] != inner.strides[x] * inner.count) return false;
        }
        return true;
      });
      if (outer == loops.end() - 1) return;
      loops.back().count *= outer->count;
      loops.erase(outer);
    }
  }

  void allocate_scratch() {
    offsets_.assign(num_inputs() + 1, 0);
    splat_source_.assign(num_inputs(), nullptr);
    splat_count_.assign(num_inputs(), 0);
    std::int64_t total = 0;
    std::vector<std::int64_t> starts;
    const auto reserve = [&](std::int64_t size) {
      starts.push_back(total);
      total += aligned_size(chunk_elements * size);
    };
    for (std::size_t x = 0; x < num_inputs(); ++x) reserve(input_size(x));
    for (const auto& stage : program_.stages) reserve(std::int64_t(stage.output.size));
    reserve(output_size());  // results of chunks, waiting to be folded together
    scratch_.resize(static_cast<std::size_t>(total) + buffer_alignment);
    void* base = scratch_.data();
    std::size_t space = scratch_.size();
    std::align(buffer_alignment, static_cast<std::size_t>(total), base, space);
    for (auto start : starts) slots_.push_back(static_cast<std::byte*>(base) + start);
    operands_.resize(num_inputs() + program_.stages.size());
  }

  void run_inner(const Loop& inner, Extents start) {
    std::byte* output = call_.output + offsets_.back() * output_size();
    const std::int64_t output_stride = inner.strides.back();
    const bool fold = reduction_ && inner.aggregated;
    std::int64_t waiting = 0;
    for (std::int64_t done = 0; done < inner.count; done += chunk_elements) {
      const std::int64_t count = std::min(chunk_elements, inner.count - done);
      for (std::size_t x = 0; x < num_inputs(); ++x)
        operands_[x] = stage_input(x, inner, done, count);
      std::byte* target = output + done * output_stride * output_size();
      const bool direct = !reduction_ && output_stride == 1 && !program_.stages.empty();
      const void* result = run_stages(inner, start, count, direct ? target : nullptr);
      if (inner.count > 1) start[inner.label] += count;
      if (direct) continue;
      if (!reduction_) {
        copy_run(target, output_stride, static_cast<const std::byte*>(result), 1, count,
                 output_size());
      } else if (fold) {
        waiting = fold_chunk(output, result, count, waiting, inner.count <= chunk_elements);
      } else if (output_stride == 1) {
        reduction_->combine(target, result, count);
      } else {
        for (std::int64_t i = 0; i < count; ++i) {
          reduction_->combine(target + i * output_stride * output_size(),
                              static_cast<const std::byte*>(result) + i * output_size(), 1);
        }
      }
    }
    if (waiting > 0) reduction_->fold(output, slots_.back(), waiting);
  }

  /// Folds a chunk. In a long run the chunks' own results wait to be folded together: a tree, so
  /// that rounding errors grow with its height and not with the number of chunks.
  std::int64_t fold_chunk(std::byte* output, const void* result, std::int64_t count,
                          std::int64_t waiting, bool short_run) {
    if (short_run) {
      reduction_->fold(output, result, count);
      return 0;
    }
    std::byte* slot = slots_.back() + waiting * output_size();
    std::memcpy(slot, reduction_->identity.data(), reduction_->identity.size());
    reduction_->fold(slot, result, count);
    if (++waiting < chunk_elements) return waiting;
    reduction_->fold(output, slots_.back(), waiting);
    return 0;
  }

  /// A contiguous run of input `x`: in place, repeated, or gathered.
  const void* stage_input(std::size_t x, const Loop& inner, std::int64_t done, std::int64_t count) {
    const std::int64_t stride = inner.strides[x];
    const std::int64_t size = input_size(x);
    const std::byte* from = call_.inputs[x].data + (offsets_[x] + done * stride) * size;
    if (stride == 1 || count == 1) return from;
    if (stride == 0 && splat_source_[x] == from && splat_count_[x] >= count) return slots_[x];
    copy_run(slots_[x], 1, from, stride, count, size);
    splat_source_[x] = stride == 0 ? from : nullptr;
    splat_count_[x] = count;
    return slots_[x];
  }

  const void* run_stages(const Loop& inner, const Extents& start, std::int64_t count,
                         std::byte* target) {
    for (std::size_t s = 0; s < program_.stages.size(); ++s) {
      const Stage& stage = program_.stages[s];
      stage_operands_.clear();
      for (int slot : stage.operands) {
        stage_operands_.push_back(operands_[static_cast<std::size_t>(slot)]);
      }
      Chunk chunk;
      chunk.inputs = stage_operands_;
      chunk.count = count;
      const bool last = s + 1 == program_.stages.size();
      chunk.output = last && target ? target : slots_[num_inputs() + s];
      if (stage.coordinates) {
        chunk.start = stage.coordinates->coordinate(start);
        for (const auto& dim : stage.coordinates->dims) {
          chunk.step.push_back(dim.label == inner.label && inner.count > 1 ? dim.step : 0);
        }
      }
      stage.run(chunk);
      operands_[num_inputs() + s] = chunk.output;
    }
    return operands_.back();
  }

  const Program& program_;
  const Reduction* reduction_;
  const LocalCall& call_;
  std::vector<Loop> loops_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::byte> scratch_;
  std::vector<std::byte*> slots_;
  std::vector<const void*> operands_;
  std::vector<const void*> stage_operands_;
  std::vector<const void*> splat_source_;
  std::vector<std::int64_t> splat_count_;
};

/// One pass of `program` over the call's box; a view is a plain strided copy.
inline void run_program(const Program& program, const Reduction* reduction, const LocalCall& call) {
  if (program.stages.empty() && !reduction) {
    copy_strided(call.output, call.output_strides, call.inputs[0].data, call.inputs[0].strides,
                 call.labels.extents(), std::int64_t(program.inputs[0].size));
    return;
  }
  ProgramRun(program, reduction, call).run();
}

}  // namespace relatile::kernel
