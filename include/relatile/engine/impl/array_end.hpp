// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/array_end.hpp"

#include "relatile/kernel/strided_copy.hpp"

namespace relatile::engine {

RELATILE_INLINE void pack(const ArrayEnd& end, int round, std::int64_t element_size) {
  const schedule::StagedTransfer* before = nullptr;
  for (const auto& t : end.part->staging.outgoing) {
    if (t.round != round || t.direct) continue;
    const bool packed = before && before->offset == t.offset;  // the same for another site
    before = &t;
    if (packed) continue;
    const Box& region = t.transfer.region;
    const ArrayPiece* piece = end.input->piece_holding(region);
    kernel::copy_region(end.staging + t.offset, region, piece->data.get(), piece->box, region,
                        element_size);
  }
}

RELATILE_INLINE void unpack(const ArrayEnd& end, std::int64_t element_size) {
  for (const auto& t : end.part->staging.incoming) {
    if (t.direct) continue;
    const Box& region = t.transfer.region;
    const ArrayPiece* piece = end.output->piece_holding(region);
    kernel::copy_region(piece->data.get(), piece->box, end.staging + t.offset, region, region,
                        element_size);
  }
}

RELATILE_INLINE void keep_own(const ArrayEnd& end, std::int64_t element_size) {
  if (end.part->borrows) return;
  for (const auto& to : end.output->pieces) {
    for (const auto& from : end.input->pieces) {
      if (to.data == from.data) continue;
      const auto keep = [&](const Box& region) {
        kernel::copy_region(to.data.get(), to.box, from.data.get(), from.box, region, element_size);
      };
      const Box common = intersect(to.box, from.box);
      if (!end.with_gaps) {
        keep(common);
        continue;
      }
      for (const Box& own : *end.with_gaps) keep(intersect(common, own));
    }
  }
}

RELATILE_INLINE void read_in_place(const ArrayEnd& end, std::int64_t element_size,
                                   const Await& await) {
  for (std::size_t r = 0; r < end.part->reads.size(); ++r) {
    const schedule::NeighbourRead& read = end.part->reads[r];
    await(read.transfer.from);
    if (end.part->borrows) continue;
    const Box& region = read.transfer.region;
    const ArrayPiece* piece = end.output->piece_holding(region);
    kernel::copy_region(piece->data.get(), piece->box, end.neighbours[r], read.box, region,
                        element_size);
  }
}

}  // namespace relatile::engine
