// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "relatile/core/buffer.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/program_loops.hpp"
#include "relatile/kernel/scratch.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::kernel {

/// Elements that all stages of a program work on before the next ones are touched: small enough
/// for the first-level cache, long enough to hide the type-erased call.
inline constexpr std::int64_t chunk_elements = 1024;

/// The rows of a panel, whose elements that lie across are transposed together.
inline constexpr std::int64_t panel_rows = 64;

/// As many, where there is one stage that reads and writes memory as it lies: nothing is waited for
/// in a cache, and calls are few.
inline constexpr std::int64_t direct_elements = std::int64_t(1) << 20;

/// Runs a fused elementwise program over a box of label space, with or without a reduction, in one
/// pass over memory.
class ProgramRun {
 public:
  ProgramRun(const Program& program, const Reduction* reduction, const LocalCall& call)
      : program_(program), reduction_(reduction), call_(call) {
    loops_ = program_loops(program, call);
    across_ = loop_across(loops_, num_inputs());
    allocate_scratch();
  }

  void run() {
    if (call_.labels.empty()) return;
    if (across_) return run_panels(loops_[*across_], loops_.back());
    const ProgramLoop inner = loops_.back();
    ProgramLoop rows{-1, 1, false, std::vector<std::int64_t>(num_inputs() + 1, 0)};
    std::size_t num_outer = loops_.size() - 1;
    const bool pairs = num_outer > 0 && 2 * inner.count <= chunk_elements;
    if (pairs) rows = loops_[--num_outer];
    Extents outer;
    for (std::size_t l = 0; l < num_outer; ++l) outer.push_back(loops_[l].count);
    for_each_coordinate(Box::whole(outer), [&](const Extents& at) {
      start_ = call_.labels.low;
      std::fill(offsets_.begin(), offsets_.end(), 0);
      for (int l = 0; l < outer.rank(); ++l) advance(nth(loops_, l), at[l]);
      if (rows.label < 0) return run_inner(inner);
      const std::int64_t most = std::min(rows.count, chunk_elements / inner.count);
      std::byte* const output = call_.output + offsets_.back() * output_size();
      const bool folds_rows = reduction_ && rows.aggregated && !inner.aggregated;
      for (std::int64_t row = 0; row < rows.count; row += most) {
        const std::int64_t count = std::min(most, rows.count - row);
        const std::byte* result = run_rows(rows, inner, count);
        if (folds_rows) {
          wait_as_rows(result, row == 0, count * inner.count);
        } else if (result) {
          put_rows(rows, inner, result, count);
        }
        advance(rows, count);
      }
      if (folds_rows) fold_rows(output, inner, most);
    });
  }

 private:
  /// Panel by panel of some rows: what lies across is transposed, by whole cache lines, before the
  /// panel's rows read it.
  void run_panels(const ProgramLoop& rows, const ProgramLoop& inner) {
    std::vector<ProgramLoop> others(loops_.begin(), loops_.end() - 1);
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(*across_));
    Extents outer;
    for (const ProgramLoop& loop : others) outer.push_back(loop.count);
    for_each_coordinate(Box::whole(outer), [&](const Extents& at) {
      start_ = call_.labels.low;
      std::fill(offsets_.begin(), offsets_.end(), 0);
      for (int l = 0; l < outer.rank(); ++l) advance(nth(others, l), at[l]);
      for (std::int64_t row = 0; row < rows.count; row += panel_rows) {
        ProgramLoop some_rows = rows;
        some_rows.count = std::min(panel_rows, rows.count - row);
        for (std::int64_t done = 0; done < inner.count; done += chunk_elements) {
          ProgramLoop part = inner;
          part.count = std::min(chunk_elements, inner.count - done);
          run_panel(some_rows, part);
          advance(inner, part.count);
        }
        advance(inner, -inner.count);
        advance(rows, some_rows.count);
      }
    });
  }
  void run_panel(const ProgramLoop& rows, const ProgramLoop& inner) {
    for (std::size_t x = 0; x < num_inputs(); ++x) {
      if (!in_panels_[x]) continue;
      const std::int64_t size = input_size(x);
      copy_strided(slots_[x], {inner.count, 1}, call_.inputs[x].data + offsets_[x] * size,
                   {rows.strides[x], inner.strides[x]}, {rows.count, inner.count}, size);
    }
    for (panel_row_ = 0; panel_row_ < rows.count; ++panel_row_) {
      const Extents start = start_;
      run_inner(inner);
      start_ = start;
      advance(rows, 1);
    }
    advance(rows, -rows.count);
  }

  /// Moves the start of what comes next by some steps of a loop.
  void advance(const ProgramLoop& loop, std::int64_t steps) {
    start_[loop.label] += steps;
    for (std::size_t x = 0; x < offsets_.size(); ++x) offsets_[x] += steps * loop.strides[x];
  }

  std::size_t num_inputs() const { return program_.inputs.size(); }
  std::int64_t input_size(std::size_t x) const { return std::int64_t(program_.inputs[x].size); }
  std::int64_t output_size() const {
    return std::int64_t(program_.stages.empty() ? program_.inputs[0].size
                                                : program_.stages.back().output.size);
  }

  void allocate_scratch() {
    offsets_.assign(num_inputs() + 1, 0);
    repeated_.assign(num_inputs(), {});
    std::int64_t total = 0;
    std::vector<std::int64_t> starts;
    const auto reserve = [&](std::int64_t size) {
      starts.push_back(total);
      total += aligned_size(chunk_elements * size);
    };
    for (std::size_t x = 0; x < num_inputs(); ++x) {
      in_panels_.push_back(across_ && lies_across(x, loops_[*across_], loops_.back()));
      reserve(in_panels_[x] ? panel_rows * input_size(x) : input_size(x));
    }
    for (const auto& stage : program_.stages) reserve(std::int64_t(stage.output.size));
    reserve(output_size());  // results of chunks, waiting to be folded together
    std::byte* const base = program_scratch().reserve(static_cast<std::size_t>(total));
    for (auto start : starts) slots_.push_back(base + start);
    operands_.resize(num_inputs() + program_.stages.size());
    for (const auto& stage : program_.stages) {
      stage_operands_.emplace_back(stage.operands.size());
      Chunk chunk;
      chunk.inputs = stage_operands_.back();
      chunks_.push_back(chunk);
    }
  }

  /// One long loop, chunk by chunk.
  void run_inner(const ProgramLoop& inner) {
    std::byte* output = call_.output + offsets_.back() * output_size();
    const std::int64_t output_stride = inner.strides.back();
    const bool direct = !reduction_ && output_stride == 1 && !program_.stages.empty();
    const Accumulators sums{reduction_ && inner.aggregated ? output : nullptr, 0};
    const std::int64_t most = direct && reads_in_place(inner) ? direct_elements : chunk_elements;
    std::int64_t waiting = 0;
    for (std::int64_t done = 0; done < inner.count; done += most) {
      const std::int64_t count = std::min(most, inner.count - done);
      for (std::size_t x = 0; x < num_inputs(); ++x) {
        operands_[x] = stage_input(x, {1, 0, count, inner.strides[x], done * inner.strides[x]});
      }
      std::byte* target = output + done * output_stride * output_size();
      const void* result = run_stages(inner, inner, {1, count}, direct ? target : nullptr, sums);
      if (inner.count > 1) start_[inner.label] += count;
      if (direct || !result) continue;
      if (!reduction_) {
        copy_run(target, output_stride, static_cast<const std::byte*>(result), 1, count,
                 output_size());
      } else if (inner.aggregated) {
        waiting = fold_chunk(output, result, count, waiting, inner.count <= chunk_elements);
      } else {
        combine(target, output_stride, static_cast<const std::byte*>(result), count);
      }
    }
    if (waiting > 0) fold(output, slots_.back(), waiting);
  }
  /// True if one stage's operands are all consecutive elements.
  bool reads_in_place(const ProgramLoop& inner) const {
    return program_.stages.size() == 1 &&
           std::all_of(inner.strides.begin(), inner.strides.end() - 1,
                       [](std::int64_t stride) { return stride == 1; });
  }

  /// Where a chunk's rows are combined, each `step` elements after the one before; null if not.
  struct Accumulators {
    std::byte* first;
    std::int64_t step;
  };

  /// Several times a short loop, as one chunk: its result, or null if that is where it belongs.
  const std::byte* run_rows(const ProgramLoop& rows, const ProgramLoop& inner,
                            std::int64_t num_rows) {
    for (std::size_t x = 0; x < num_inputs(); ++x) {
      operands_[x] = stage_input(x, {num_rows, rows.strides[x], inner.count, inner.strides[x], 0});
    }
    const bool one_run =
        inner.strides.back() == 1 && (num_rows == 1 || rows.strides.back() == inner.count);
    const bool direct = !reduction_ && one_run && !program_.stages.empty();
    std::byte* output = call_.output + offsets_.back() * output_size();
    const Accumulators sums{reduction_ && inner.aggregated ? output : nullptr,
                            rows.aggregated ? 0 : rows.strides.back()};
    const void* result =
        run_stages(rows, inner, {num_rows, inner.count}, direct ? output : nullptr, sums);
    return direct ? nullptr : static_cast<const std::byte*>(result);
  }
  /// Writes or folds a chunk's rows to where they belong.
  void put_rows(const ProgramLoop& rows, const ProgramLoop& inner, const std::byte* result,
                std::int64_t num_rows) {
    const std::int64_t size = output_size();
    const std::int64_t step = inner.strides.back();
    std::byte* target = call_.output + offsets_.back() * size;
    if (reduction_ && rows.aggregated && inner.aggregated) {
      return fold(target, result, num_rows * inner.count);
    }
    if (reduction_ && inner.aggregated) {
      return reduction_->fold(target, rows.strides.back(), result, num_rows, inner.count);
    }
    for (std::int64_t row = 0; row < num_rows; ++row) {
      if (!reduction_) {
        copy_run(target, step, result, 1, inner.count, size);
      } else {
        combine(target, step, result, inner.count);
      }
      target += rows.strides.back() * size;
      result += inner.count * size;
    }
  }
  /// Rows that are combined with each other wait as a chunk of rows, with which the next chunks are
  /// combined in runs as long as they are.
  void wait_as_rows(const std::byte* result, bool first, std::int64_t count) {
    if (!first) return reduction_->combine(slots_.back(), result, count);
    std::memcpy(slots_.back(), result, static_cast<std::size_t>(count * output_size()));
  }
  /// Combines the rows that waited, by halves, and what they come to with the output.
  void fold_rows(std::byte* output, const ProgramLoop& inner, std::int64_t num_rows) {
    std::byte* const rows = slots_.back();
    const std::int64_t bytes = inner.count * output_size();
    while (num_rows > 1) {
      const std::int64_t kept = (num_rows + 1) / 2;
      reduction_->combine(rows, rows + kept * bytes, (num_rows - kept) * inner.count);
      num_rows = kept;
    }
    combine(output, inner.strides.back(), rows, inner.count);
  }
  void combine(std::byte* target, std::int64_t stride, const std::byte* from, std::int64_t count) {
    if (stride == 1) return reduction_->combine(target, from, count);
    for (std::int64_t i = 0; i < count; ++i) {
      reduction_->combine(target + i * stride * output_size(), from + i * output_size(), 1);
    }
  }

  void fold(std::byte* target, const void* run, std::int64_t count) {
    reduction_->fold(target, 0, run, 1, count);
  }

  /// Folds a chunk. In a long run the chunks' own results wait to be folded together: a tree, so
  /// that rounding errors grow with its height and not with the number of chunks.
  std::int64_t fold_chunk(std::byte* output, const void* result, std::int64_t count,
                          std::int64_t waiting, bool short_run) {
    if (short_run) {
      fold(output, result, count);
      return 0;
    }
    std::byte* slot = slots_.back() + waiting * output_size();
    std::memcpy(slot, reduction_->identity.data(), reduction_->identity.size());
    fold(slot, result, count);
    if (++waiting < chunk_elements) return waiting;
    fold(output, slots_.back(), waiting);
    return 0;
  }

  /// The elements of an input that a chunk reads: rows, and their distance; elements of a row, and
  /// theirs; how far from the input's start.
  struct Elements {
    std::int64_t rows;
    std::int64_t row_step;
    std::int64_t count;
    std::int64_t step;
    std::int64_t offset;
  };
  /// What a slot holds that is the same in many chunks.
  struct Repeated {
    const std::byte* from = nullptr;
    std::int64_t rows = 0;
    std::int64_t count = 0;
  };

  /// A contiguous run of input `x`: in place, repeated, or gathered.
  const void* stage_input(std::size_t x, const Elements& e) {
    const std::int64_t size = input_size(x);
    if (in_panels_[x]) return slots_[x] + panel_row_ * e.count * size;
    const std::byte* from = call_.inputs[x].data + (offsets_[x] + e.offset) * size;
    const bool row_in_place = e.step == 1 || e.count == 1;
    const bool rows_in_place = e.rows == 1 || e.row_step == e.count;
    if (row_in_place && rows_in_place) return from;
    const bool repeats = e.rows > 1 ? e.row_step == 0 : e.step == 0;
    Repeated& held = repeated_[x];
    if (repeats && held.from == from) {
      const bool enough = e.rows > 1 ? held.count == e.count && held.rows >= e.rows
                                     : held.rows == 1 && held.count >= e.count;
      if (enough) return slots_[x];
    }
    const std::int64_t bytes = e.count * size;
    const std::int64_t different = repeats ? 1 : e.rows;
    for (std::int64_t row = 0; row < different; ++row) {
      copy_run(slots_[x] + row * bytes, 1, from + row * e.row_step * size, e.step, e.count, size);
    }
    for (std::int64_t row = different; row < e.rows; ++row) {
      std::memcpy(slots_[x] + row * bytes, slots_[x], static_cast<std::size_t>(bytes));
    }
    held = repeats ? Repeated{from, e.rows, e.count} : Repeated{};
    return slots_[x];
  }

  /// The rows of a chunk, and their elements.
  struct Rows {
    std::int64_t rows;
    std::int64_t count;
  };

  /// The last stage's results, in `target` if there is one; null if they are in `sums` already.
  const void* run_stages(const ProgramLoop& rows, const ProgramLoop& inner, Rows shape,
                         std::byte* target, const Accumulators& sums) {
    for (std::size_t s = 0; s < program_.stages.size(); ++s) {
      const Stage& stage = program_.stages[s];
      auto& operands = stage_operands_[s];
      for (std::size_t x = 0; x < operands.size(); ++x) {
        operands[x] = nth(operands_, stage.operands[x]);
      }
      const bool last = s + 1 == program_.stages.size();
      Chunk chunk = chunks_[s];
      chunk.count = shape.rows * shape.count;
      chunk.output = last && target ? target : slots_[num_inputs() + s];
      if (stage.coordinates) {
        chunk.start = stage.coordinates->coordinate(start_);
        chunk.step = steps_along(*stage.coordinates, inner);
        chunk.row = shape.count;
        chunk.row_step = steps_along(*stage.coordinates, rows);
      }
      const bool folds = last && sums.first && stage.fold;
      if (folds && stage.fold(chunk, sums.first, sums.step)) return nullptr;
      if (!operands.empty()) {
        stage.run(chunk);
      } else if (!is_held(chunk, chunks_[s])) {
        stage.run(chunk);
        chunks_[s] = chunk;
      }
      operands_[num_inputs() + s] = chunk.output;
    }
    return operands_.back();
  }
  /// True if a generator has left what a chunk asks for where it asks for it.
  static bool is_held(const Chunk& chunk, const Chunk& before) {
    return chunk.output == before.output && chunk.count <= before.count &&
           chunk.start == before.start && chunk.step == before.step && chunk.row == before.row &&
           chunk.row_step == before.row_step;
  }
  static Extents steps_along(const Access& coordinates, const ProgramLoop& loop) {
    Extents steps;
    for (const auto& dim : coordinates.dims) {
      steps.push_back(dim.label == loop.label && loop.count > 1 ? dim.step : 0);
    }
    return steps;
  }

  const Program& program_;
  const Reduction* reduction_;
  const LocalCall& call_;
  std::vector<ProgramLoop> loops_;
  std::optional<std::size_t> across_;  ///< the rows of panels, in loops_
  std::vector<bool> in_panels_;        ///< per input, whether it lies across: its slot is a panel
  std::int64_t panel_row_ = 0;
  std::vector<std::int64_t> offsets_;
  std::vector<std::byte*> slots_;
  std::vector<const void*> operands_;
  std::vector<std::vector<const void*>> stage_operands_;  ///< per stage
  std::vector<Chunk> chunks_;                             ///< per stage, the last one
  std::vector<Repeated> repeated_;                        ///< per input
  Extents start_;  ///< the coordinate of what comes next, by label
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
