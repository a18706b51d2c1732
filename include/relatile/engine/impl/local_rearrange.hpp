// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/local_rearrange.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/engine/by_labels.hpp"
#include "relatile/kernel/copy_in_order.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::engine {
namespace detail {

/// On how many threads `bytes` are worth copying.
inline int copying_threads(std::int64_t bytes) {
  return static_cast<int>(
      std::clamp<std::int64_t>(bytes / bytes_per_copying_thread, 1, runtime::max_threads()));
}

/// Copies a box of labels, on all threads.
inline void copy_labels(const ByLabels& to, const ByLabels& from, const Extents& extents,
                        std::int64_t size) {
  int outer = 0;
  for (int l = 0; l < extents.rank(); ++l) {
    if (extents[l] > 1 && to.strides[l] > to.strides[outer]) outer = l;
  }
  const int tasks = extents.rank() == 0
                        ? 1
                        : static_cast<int>(std::min<std::int64_t>(
                              copying_threads(volume(extents) * size), extents[outer]));
  runtime::parallel_for(tasks, [&](int t) {
    Extents part = extents;
    std::int64_t first = 0;
    if (tasks > 1) {
      const Range range = even_part(extents[outer], tasks, t);
      first = range.low;
      part[outer] = range.high - range.low;
    }
    const auto start = [&](const ByLabels& side) {
      return tasks > 1 ? side.data + first * side.strides[outer] * size : side.data;
    };
    kernel::copy_strided(start(to), to.strides, start(from), from.strides, part, size);
  });
}

}  // namespace detail

RELATILE_INLINE void run_reshape(const tra::Node& node, const Box& iteration, const SiteData& input,
                                 const SiteData& output) {
  const Box read = node.accesses[0].image(iteration);
  const Box made = node.output.image(iteration);
  const ArrayPiece* const from = input.piece_holding(read);
  const ArrayPiece* const to = output.piece_holding(made);
  RELATILE_ASSERT(from != nullptr && to != nullptr);
  const auto size = static_cast<std::int64_t>(node.type.block.element.size);
  const std::int64_t count = made.count();
  const int tasks = detail::copying_threads(count * size);
  runtime::parallel_for(tasks, [&](int t) {
    const Range part = even_part(count, tasks, t);
    kernel::copy_in_order({to->data.get(), to->box, made}, {from->data.get(), from->box, read},
                          part.low, part.high - part.low, size);
  });
}

namespace detail {

/// Of a box of the result what an operand at `place`, whose elements are `spacing` apart there, has
/// in it: from its first element to its last one.
inline Box made_of(const Box& iteration, const Box& place, const Extents& spacing) {
  Box made = intersect(iteration, place);
  for (int d = 0; d < made.rank() && !made.empty(); ++d) {
    const std::int64_t apart = spacing[d];
    made.low[d] += (apart - (made.low[d] - place.low[d]) % apart) % apart;
    if (made.high[d] > made.low[d]) {
      made.high[d] = made.low[d] + (made.high[d] - made.low[d] - 1) / apart * apart + 1;
    }
  }
  return made;
}

}  // namespace detail

RELATILE_INLINE void run_assemble(const tra::Node& node, const Box& iteration,
                                  const std::vector<const SiteData*>& inputs,
                                  const SiteData& output) {
  const auto& assemble = tra::op_of<tra::Assemble>(node);
  const auto size = static_cast<std::int64_t>(node.type.block.element.size);
  const ArrayPiece* const to = output.piece_holding(iteration);
  RELATILE_ASSERT(to != nullptr);
  if (!assemble.fill.empty()) {
    std::string element = assemble.fill;
    const ByLabels filled{reinterpret_cast<std::byte*>(element.data()),
                          Extents::filled(iteration.rank(), 0)};
    detail::copy_labels(ByLabels::of(*to, node.output, iteration, size), filled,
                        iteration.extents(), size);
  }
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    const Extents& spacing = assemble.spacing[x];
    const Box made = detail::made_of(iteration, assemble.places[x], spacing);
    if (made.empty()) continue;
    const Access& access = node.accesses[x];
    const ArrayPiece* const from = inputs[x]->piece_holding(access.image(made));
    RELATILE_ASSERT(from != nullptr);
    if (from->data == to->data) continue;  // assigned to where it is
    ByLabels target = ByLabels::of(*to, node.output, made, size);
    Extents extents = made.extents();
    for (int d = 0; d < made.rank(); ++d) {
      target.strides[d] *= spacing[d];
      extents[d] = (extents[d] + spacing[d] - 1) / spacing[d];
    }
    detail::copy_labels(target, ByLabels::of(*from, access, made, size), extents, size);
  }
}

namespace detail {

/// The lines of one call along an axis, of one block of them or of all of it.
class LinesOfCall {
 public:
  LinesOfCall(const tra::Node& node, const Box& iteration,
              const std::vector<const SiteData*>& inputs, const SiteData& output)
      : along_(tra::op_of<tra::AlongAxis>(node)),
        made_access_(&node.output),
        others_(iteration.extents()) {
    read_ = side(*inputs[0], node.accesses[0], *node.inputs[0], iteration);
    made_ = side(output, node.output, node, iteration);
    if (inputs.size() > 1) second_ = side(*inputs[1], node.accesses[1], *node.inputs[1], iteration);
    others_[along_.axis] = 1;
    // Neighbouring lines are those whose elements lie next to each other; the rest is counted.
    for (int l = 0; l < others_.rank(); ++l) {
      if (others_[l] == 1) continue;
      if (next_ < 0 || std::abs(read_.strides[l]) < std::abs(read_.strides[next_])) next_ = l;
    }
    if (next_ >= 0) neighbours_ = std::exchange(others_[next_], 1);
  }

  /// All lines, on all threads.
  void run(std::int64_t bytes) const {
    const int tasks = copying_threads(bytes);
    const std::int64_t groups = volume(others_);
    const std::int64_t parts = groups >= tasks ? 1 : std::min<std::int64_t>(tasks, neighbours_);
    runtime::parallel_for(tasks, [&](int t) {
      const Range range = even_part(groups * parts, tasks, t);
      for (std::int64_t i = range.low; i < range.high; ++i) {
        run_neighbours(key_from_linear_index(i / parts, others_),
                       even_part(neighbours_, parts, i % parts));
      }
    });
  }

 private:
  struct Side {
    std::byte* data = nullptr;
    std::int64_t size = 0;
    std::int64_t step = 0;   ///< between the elements of a line
    std::int64_t count = 0;  ///< of a line
    Extents strides;
  };

  Side side(const SiteData& data, const Access& access, const tra::Node& value,
            const Box& iteration) const {
    const bool is_made = &access == made_access_;
    const Box image = access.image(iteration);
    if (image.empty()) return {nullptr, 0, 0, 0, Extents::filled(iteration.rank(), 0)};
    const ArrayPiece* const piece = data.piece_holding(image);
    RELATILE_ASSERT(piece != nullptr);
    const auto size = static_cast<std::int64_t>(value.type.block.element.size);
    const Extents strides = row_major_strides(piece->box.extents());
    Side side{nullptr, size, 0, iteration.extents()[along_.axis],
              access.label_strides(strides, iteration.rank())};
    side.step = side.strides[along_.axis];
    Extents first = access.coordinate(iteration.low);
    for (int d = 0; d < access.rank(); ++d) {
      // A block, or what no label runs along: what was made of a line, or a table for all lines.
      const AccessDim& dim = nth(access.dims, d);
      const bool is_line = dim.label < 0 ? dim.width > 1 || (is_made && d == along_.axis)
                                         : along_.in_blocks && dim.label == along_.axis;
      if (!is_line) continue;
      first[d] = image.low[d];
      side.step = strides[d];
      side.count = image.high[d] - image.low[d];
    }
    side.data = piece->data.get() + offset_in(piece->box, first) * size;
    return side;
  }

  void run_neighbours(const Extents& at, const Range& some) const {
    const auto address = [&](const Side& side) {
      std::int64_t offset = next_ < 0 ? 0 : some.low * side.strides[next_];
      for (int l = 0; l < others_.rank(); ++l) offset += at[l] * side.strides[l];
      return side.data + offset * side.size;
    };
    const auto next = [&](const Side& side) { return next_ < 0 ? 0 : side.strides[next_]; };
    Lines lines;
    lines.from = address(read_);
    lines.from_step = read_.step;
    lines.from_next = next(read_);
    lines.count = read_.count;
    lines.to = address(made_);
    lines.to_step = made_.step;
    lines.to_next = next(made_);
    lines.to_count = made_.count;
    lines.lines = some.high - some.low;
    if (second_.data) {
      lines.second = address(second_);
      lines.second_step = second_.step;
      lines.second_next = next(second_);
      lines.second_count = second_.count;
    }
    along_.kernel->run(lines);
  }

  const tra::AlongAxis& along_;
  const Access* made_access_;
  Extents others_;  ///< the labels of lines that are counted
  int next_ = -1;   ///< the label of neighbouring lines
  std::int64_t neighbours_ = 1;
  Side read_;
  Side made_;
  Side second_;
};

}  // namespace detail

RELATILE_INLINE void run_along_axis(const tra::Node& node, const Box& iteration,
                                    const std::vector<const SiteData*>& inputs,
                                    const SiteData& output) {
  const auto& along = tra::op_of<tra::AlongAxis>(node);
  const auto bytes_of = [&](const Box& part) {
    return node.accesses[0].image(part).count() *
           static_cast<std::int64_t>(node.inputs[0]->type.block.element.size);
  };
  if (!along.in_blocks) {
    detail::LinesOfCall(node, iteration, inputs, output).run(bytes_of(iteration));
    return;
  }
  // Of blocks there are more than of threads, or few lines in each.
  const Range blocks{iteration.low[along.axis], iteration.high[along.axis]};
  const std::int64_t count = blocks.high - blocks.low;
  const int tasks =
      static_cast<int>(std::min<std::int64_t>(detail::copying_threads(bytes_of(iteration)), count));
  runtime::parallel_for(tasks, [&](int t) {
    const Range some = even_part(count, tasks, t);
    for (std::int64_t b = some.low; b < some.high; ++b) {
      Box block = iteration;
      block.low[along.axis] = blocks.low + b;
      block.high[along.axis] = blocks.low + b + 1;
      detail::LinesOfCall(node, block, inputs, output).run(0);
    }
  });
}

}  // namespace relatile::engine
