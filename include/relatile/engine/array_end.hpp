// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "relatile/core/site_data.hpp"
#include "relatile/cost/staging.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::engine {

/// A transfer that the receiver reads in the sender's memory: the piece that holds it there.
struct InPlaceRead {
  const plan::Transfer* transfer = nullptr;
  Box box;
  std::byte* data = nullptr;
};

/// One local site's part in an exchange of an array.
struct ArrayEnd {
  int site = 0;
  const SiteData* input = nullptr;
  SiteData* output = nullptr;  ///< pieces allocated; shared with the input where they fit
  std::byte* staging = nullptr;
  cost::Staging staged;                      ///< messages
  std::vector<InPlaceRead> in_place;         ///< what is read of others
  std::vector<const plan::Transfer*> shown;  ///< what others read
  const cost::CombineOrder* order = nullptr;
  bool borrows = false;  ///< the output is a neighbour's memory
  bool begins = true;    ///< no slice before this one has combined anything
};

/// Returns once a neighbour has made what an exchange reads of it.
using Await = std::function<void(int site)>;

inline std::byte* address(const cost::StagedTransfer& t, const SiteData& data, std::byte* staging) {
  if (!t.direct) return staging + t.offset;
  return data.piece_holding(t.transfer->region)->data.get() + t.offset;
}

/// Packs what leaves in a round and does not leave from where it is.
inline void pack(const ArrayEnd& end, int round, std::int64_t element_size) {
  const cost::StagedTransfer* before = nullptr;
  for (const auto& t : end.staged.outgoing) {
    if (t.round != round || t.direct) continue;
    const bool packed = before && before->offset == t.offset;  // the same for another site
    before = &t;
    if (packed) continue;
    const Box& region = t.transfer->region;
    const ArrayPiece* piece = end.input->piece_holding(region);
    kernel::copy_region(end.staging + t.offset, region, piece->data.get(), piece->box, region,
                        element_size);
  }
}

inline void unpack(const ArrayEnd& end, std::int64_t element_size) {
  for (const auto& t : end.staged.incoming) {
    if (t.direct) continue;
    const Box& region = t.transfer->region;
    const ArrayPiece* piece = end.output->piece_holding(region);
    kernel::copy_region(piece->data.get(), piece->box, end.staging + t.offset, region, region,
                        element_size);
  }
}

/// Copies what a site keeps: its own part of what it needs.
inline void keep_own(const ArrayEnd& end, std::int64_t element_size) {
  if (end.borrows) return;
  for (const auto& to : end.output->pieces) {
    for (const auto& from : end.input->pieces) {
      if (to.data == from.data) continue;
      kernel::copy_region(to.data.get(), to.box, from.data.get(), from.box,
                          intersect(to.box, from.box), element_size);
    }
  }
}

/// Copies what neighbours have, once they have it; what is borrowed is not copied.
inline void read_in_place(const ArrayEnd& end, std::int64_t element_size, const Await& await) {
  for (const auto& read : end.in_place) {
    await(read.transfer->from);
    if (end.borrows) continue;
    const Box& region = read.transfer->region;
    const ArrayPiece* piece = end.output->piece_holding(region);
    kernel::copy_region(piece->data.get(), piece->box, read.data, read.box, region, element_size);
  }
}

}  // namespace relatile::engine
