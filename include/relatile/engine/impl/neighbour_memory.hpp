// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/neighbour_memory.hpp"

#include <algorithm>

#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/site_data.hpp"

namespace relatile::engine {

RELATILE_INLINE bool NeighbourMemory::are_reachable(const LocalSite& local) const {
  const auto& shown = local.program.shown;
  return std::all_of(shown.begin(), shown.end(),
                     [&](const auto& one) { return number_of(local, one) >= 0; });
}

RELATILE_INLINE void NeighbourMemory::rendezvous(const std::vector<LocalSite>& local) {
  width_ = local.front().program.most_shown;
  if (width_ == 0) return;
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < local.size(); ++i) {
    for (const auto& shown : local[i].program.shown) mine.push_back(number_of(local[i], shown));
    mine.resize((i + 1) * width_, -1);
  }
  numbers_ = transport_.gather(mine);
}

RELATILE_INLINE std::byte* NeighbourMemory::find(const schedule::NeighbourRead& read) const {
  const auto from = static_cast<std::size_t>(read.transfer.from);
  return transport_.neighbours()->find(read.transfer.from, numbers_[from * width_ + read.number]);
}

RELATILE_INLINE std::int64_t NeighbourMemory::number_of(
    const LocalSite& local, const schedule::SiteProgram::Shown& shown) const {
  const plan::Step& step = nth(plan_.steps, shown.step);
  const ArrayPiece* piece = local.value(step.inputs[0]).piece_holding(shown.transfer.region);
  RELATILE_ASSERT(piece != nullptr);
  return transport_.neighbours()->offset_of(piece->data.get());
}

}  // namespace relatile::engine
