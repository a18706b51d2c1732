// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/buffer.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/memory.hpp"

// Kernels made of kernels, for rules that move work from one operator into another. What passes
// between two of them lives in scratch memory for one call.

namespace relatile {

namespace detail {

/// A block that lives as long as one call.
class ScratchBlock {
 public:
  ScratchBlock(const BlockType& type, const Extents& extents) : extents_(extents) {
    if (type.object) {
      memory_ = type.object->make();
    } else {
      memory_ = allocate_buffer(volume(extents) * std::int64_t(type.element.size));
    }
  }
  BlockRef ref() const { return {memory_.get(), extents_}; }

 private:
  Extents extents_;
  std::shared_ptr<void> memory_;
};

/// A kernel's shape rule, asked once per combination of operands: a rule may run the kernel to
/// know.
class CachedShape {
 public:
  explicit CachedShape(std::function<Extents(std::span<const Extents>)> rule)
      : state_(std::make_shared<State>()) {
    state_->rule = std::move(rule);
  }
  Extents operator()(std::span<const Extents> operands) const {
    const std::vector<Extents> key(operands.begin(), operands.end());
    const std::lock_guard lock(state_->mutex);
    auto found = state_->known.find(key);
    if (found == state_->known.end()) found = state_->known.emplace(key, state_->rule(key)).first;
    return found->second;
  }

 private:
  struct State {
    std::function<Extents(std::span<const Extents>)> rule;
    std::mutex mutex;
    std::map<std::vector<Extents>, Extents> known;
  };
  std::shared_ptr<State> state_;
};

}  // namespace detail

/// outer(inner(blocks...)), where `middle` is the type of inner's result. What both distribute over
/// the composition distributes over; nothing else is inherited but zeros.
RELATILE_INLINE BlockKernel compose(const BlockKernel& outer, const BlockKernel& inner,
                                    const BlockType& middle);

/// outer(inner[0](a), inner[1](b), ...), where `middle` are the types of the inner results; an
/// inner kernel without `run` stands for the operand itself.
RELATILE_INLINE BlockKernel compose_operands(const BlockKernel& outer,
                                             const std::vector<BlockKernel>& inner,
                                             const std::vector<BlockType>& middle);

/// The kernel, able to accumulate by `combine` into what its output holds: in place if it can do
/// that already, through a scratch block otherwise. `block` is the type of its result.
RELATILE_INLINE BlockKernel accumulating(const BlockKernel& kernel, const BlockCombine& combine,
                                         const BlockType& block);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/compose_kernels.hpp"
#endif
