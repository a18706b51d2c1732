// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/neighbour_reads.hpp"

#include <algorithm>

#include "relatile/core/assert.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::engine {

RELATILE_INLINE bool NeighbourReads::any() const {
  bool found = false;
  for_each([&](std::size_t, const plan::Transfer&) { found = true; });
  return found;
}

RELATILE_INLINE bool NeighbourReads::are_reachable(const LocalSite& local) const {
  bool reachable = true;
  for_each([&](std::size_t s, const plan::Transfer& transfer) {
    if (transfer.from == local.site) reachable = reachable && number_of(local, s, transfer) >= 0;
  });
  return reachable;
}

RELATILE_INLINE void NeighbourReads::meet(std::vector<LocalSite>& local) {
  std::vector<std::size_t> shown(static_cast<std::size_t>(plan_.num_sites), 0);
  for_each([&](std::size_t, const plan::Transfer& transfer) {
    ++shown[static_cast<std::size_t>(transfer.from)];
  });
  const std::size_t width = *std::max_element(shown.begin(), shown.end());
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < local.size(); ++i) {
    for_each([&](std::size_t s, const plan::Transfer& transfer) {
      if (transfer.from == local[i].site) mine.push_back(number_of(local[i], s, transfer));
    });
    mine.resize((i + 1) * width, -1);
  }
  const std::vector<std::int64_t> all = transport_.gather(mine);
  makers_ = plan_.makers();
  reads_.assign(local.size(), std::vector<std::vector<InPlaceRead>>(plan_.steps.size()));
  std::fill(shown.begin(), shown.end(), 0);
  for_each([&](std::size_t s, const plan::Transfer& transfer) {
    const auto from = static_cast<std::size_t>(transfer.from);
    const std::int64_t number = all[from * width + shown[from]++];
    for (std::size_t i = 0; i < local.size(); ++i) {
      if (transfer.to == local[i].site) add(local[i], i, s, transfer, number);
    }
  });
}

RELATILE_INLINE std::int64_t NeighbourReads::number_of(const LocalSite& local, std::size_t s,
                                                       const plan::Transfer& transfer) const {
  const ArrayPiece* piece = local.value(plan_.steps[s].inputs[0]).piece_holding(transfer.region);
  RELATILE_ASSERT(piece != nullptr);
  return transport_.neighbours()->offset_of(piece->data.get());
}

RELATILE_INLINE void NeighbourReads::add(LocalSite& local, std::size_t i, std::size_t s,
                                         const plan::Transfer& transfer, std::int64_t number) {
  const plan::Step& step = plan_.steps[s];
  const placement::SiteBoxes boxes =
      schedule::pieces_of(plan_, makers_, step.inputs[0], transfer.from);
  const Box box = schedule::detail::box_holding(boxes, transfer.region);
  std::byte* const data = transport_.neighbours()->find(transfer.from, number);
  reads_[i][s].push_back({transfer, box, data});
  if (!schedule::borrowed(plan_, step, local.site)) return;
  // Nobody here owns it: the sender keeps it for as long as it is read.
  local.value(step.output).pieces = {{box, Buffer(std::shared_ptr<void>(), data)}};
}

}  // namespace relatile::engine
