// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/local_pieces.hpp"

#include <algorithm>
#include <memory>

#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/engine/combine_region.hpp"
#include "relatile/engine/local_array.hpp"
#include "relatile/engine/run_kernels.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/tra/flops.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::engine {
namespace detail {

/// What a box of labels touches of an array of which `held` has that.
inline Piece touched_piece(const ArrayPiece& held, std::int64_t size, const Access& access,
                           const Box& labels) {
  Piece piece;
  piece.strides = Extents::filled(labels.rank(), 0);
  const Box image = access.image(labels);
  if (image.empty()) return piece;
  const Extents strides = row_major_strides(held.box.extents());
  Extents first = image.low;
  for (int d = 0; d < access.rank(); ++d) {
    const AccessDim& dim = nth(access.dims, d);
    if (dim.label < 0) {
      piece.cut = {image.low[d], image.high[d]};
    } else if (dim.cuts) {
      piece.cut = {image.low[d], image.high[d]};
      piece.strides[dim.label] = strides[d];
    } else {
      first[d] = dim.offset + dim.step * labels.low[dim.label];
      piece.strides[dim.label] += dim.step * strides[d];
    }
  }
  piece.data = held.data.get() + offset_in(held.box, first) * size;
  return piece;
}

/// One site's run of a kernel on pieces.
class PieceRun {
 public:
  PieceRun(const tra::Node& node, const Box& iteration, const std::vector<const SiteData*>& inputs,
           const SiteData& output)
      : node_(node),
        op_(tra::op_of<tra::OnPieces>(node)),
        iteration_(iteration),
        inputs_(inputs),
        made_(piece_with(output, node.output.image(iteration))) {
    RELATILE_ASSERT(made_ || node.output.image(iteration).empty());
  }

  /// The blocks `some`, on all threads.
  void run(const Range& some) const {
    const bool adds = node_.aggregates(0);
    const std::int64_t tasks = tasks_of(some, adds);
    std::vector<ArrayPiece> own(static_cast<std::size_t>(tasks));
    runtime::parallel_for(static_cast<int>(tasks), [&](int t) {
      Box labels = iteration_;
      labels.low[0] = begin_of(some, tasks, t);
      labels.high[0] = begin_of(some, tasks, t + 1);
      if (labels.empty()) return;
      if (adds && t > 0 && made_) nth(own, t) = new_accumulator();
      run_blocks(labels, adds && t > 0 && made_ ? &nth(own, t) : made_);
    });
    for (const ArrayPiece& other : own) {
      if (!other.data) continue;
      combine_region(*op_.reduction, *made_, other.data.get(), other.box, other.box);
    }
  }

  /// Where part `part` of the blocks begins, if parts are to have equal work.
  std::int64_t begin_of(const Range& some, std::int64_t parts, std::int64_t part) const {
    if (part == parts) return some.high;
    const auto first = op_.work->begin();
    const double wanted =
        static_cast<double>(nth(*op_.work, some.low)) +
        static_cast<double>(part) / static_cast<double>(parts) *
            static_cast<double>(nth(*op_.work, some.high) - nth(*op_.work, some.low));
    const auto at =
        std::lower_bound(first + some.low, first + some.high, static_cast<std::int64_t>(wanted));
    return at - first;
  }

  /// The flops of blocks and of all other labels of the site's part.
  std::int64_t work_of(const Range& some) const {
    Box labels = iteration_;
    labels.low[0] = some.low;
    labels.high[0] = some.high;
    return tra::flops_on(node_, labels).value;
  }

 private:
  static const ArrayPiece* piece_with(const SiteData& data, const Box& image) {
    return image.empty() ? nullptr : data.piece_holding(image);
  }

  /// As many as threads, each of equal work; if these take turns, some times as many, whose work is
  /// worth a turn.
  std::int64_t tasks_of(const Range& some, bool adds) const {
    constexpr std::int64_t turns_per_thread = 8;
    constexpr std::int64_t work_per_turn = 1 << 17;
    const std::int64_t work = work_of(some);
    const std::int64_t per_thread = op_.factors ? factoring_per_thread : work_per_thread;
    std::int64_t tasks = std::min<std::int64_t>(runtime::max_threads(), work / per_thread);
    if (adds) {
      tasks = std::min(tasks, 1 + most_accumulators());
    } else if (op_.kernel->in_turns && tasks > 1) {
      tasks = std::clamp(work / work_per_turn, tasks, turns_per_thread * tasks);
    }
    return std::clamp<std::int64_t>(tasks, 1, std::max<std::int64_t>(some.high - some.low, 1));
  }

  /// How many accumulators have no more bytes than what the operands have of them.
  std::int64_t most_accumulators() const {
    std::int64_t read = 0;
    for (const SiteData* const input : inputs_) {
      for (const ArrayPiece& held : input->pieces) read += held.box.count();
    }
    return read / std::max<std::int64_t>(node_.output.image(iteration_).count(), 1);
  }

  /// Memory of a thread's own for the sums of this site's part, which are to begin with nothing.
  ArrayPiece new_accumulator() const {
    const Box made = node_.output.image(iteration_);
    const auto bytes = static_cast<std::size_t>(made.count()) * node_.type.block.element.size;
    const ArrayPiece piece{made, Buffer(new std::byte[bytes], std::default_delete<std::byte[]>())};
    fill_identity(*op_.reduction, piece.data.get(), made.count());
    return piece;
  }

  /// Calls the kernel with blocks that find all they touch of an operand in one piece. Those at the
  /// ends of a site's part may find it in another piece than what lies between: see
  /// schedule/borders.hpp.
  void run_blocks(const Box& labels, const ArrayPiece* to) const {
    std::vector<const ArrayPiece*> held;
    for (std::size_t x = 0; x < inputs_.size(); ++x) {
      const Box image = node_.accesses[x].image(labels);
      held.push_back(piece_with(*inputs_[x], image));
      if (image.empty() || held.back()) continue;
      const std::int64_t middle = labels.low[0] + (labels.high[0] - labels.low[0]) / 2;
      RELATILE_ASSERT(middle > labels.low[0]);
      Box half = labels;
      half.high[0] = middle;
      run_blocks(half, to);
      half.high[0] = labels.high[0];
      half.low[0] = middle;
      return run_blocks(half, to);
    }
    call(labels, held, to);
  }

  void call(const Box& labels, const std::vector<const ArrayPiece*>& held,
            const ArrayPiece* to) const {
    PieceCall call;
    call.labels = labels;
    for (std::size_t x = 0; x < held.size(); ++x) {
      const auto size = static_cast<std::int64_t>(node_.inputs[x]->type.block.element.size);
      call.inputs.push_back(held[x] ? touched_piece(*held[x], size, node_.accesses[x], labels)
                                    : Piece{nullptr, Extents::filled(labels.rank(), 0)});
    }
    const auto size = static_cast<std::int64_t>(node_.type.block.element.size);
    call.output = to ? touched_piece(*to, size, node_.output, labels)
                     : Piece{nullptr, Extents::filled(labels.rank(), 0)};
    op_.kernel->run(call);
  }

  const tra::Node& node_;
  const tra::OnPieces& op_;
  const Box& iteration_;
  const std::vector<const SiteData*>& inputs_;
  const ArrayPiece* const made_;
};

}  // namespace detail

RELATILE_INLINE void run_on_pieces(const tra::Node& node, const plan::Slice& slice,
                                   const Box& iteration, const std::vector<const SiteData*>& inputs,
                                   SiteData& output, MovingMessages* messages) {
  if (slice.index == 0) fill_pieces(node, output);
  if (iteration.empty()) return;
  const detail::PieceRun run(node, iteration, inputs, output);
  const Range all{iteration.low[0], iteration.high[0]};
  if (messages == nullptr) return run.run(all);
  const std::int64_t stretches = std::clamp<std::int64_t>(
      run.work_of(all) / flops_between_messages, 1, std::max<std::int64_t>(all.high - all.low, 1));
  for (std::int64_t s = 0; s < stretches; ++s) {
    run.run({run.begin_of(all, stretches, s), run.begin_of(all, stretches, s + 1)});
    messages->move();
  }
}

}  // namespace relatile::engine
