// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/placement/site_boxes.hpp"
#include "relatile/schedule/endpoint.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::engine {

/// One local site's part in an exchange of an array, and the memory for it.
struct ArrayEnd {
  int site = 0;
  const schedule::Endpoint* part = nullptr;
  const SiteData* input = nullptr;
  SiteData* output = nullptr;  ///< pieces allocated; shared with the input where they fit
  std::byte* staging = nullptr;
  /// What the site has of the input, if its pieces have gaps: more is in them than that.
  std::optional<std::vector<Box>> with_gaps;
  std::vector<const std::byte*> neighbours;  ///< per read of the part, the neighbour's piece
};

/// Whether a value's pieces are larger than what a site is said to hold of it: it may share the
/// memory of another value, of which the site has more, or does not have all that is between.
inline bool has_gaps(const SiteData& value, const placement::SiteBoxes& held) {
  std::int64_t in_pieces = 0;
  for (const ArrayPiece& piece : value.pieces) in_pieces += piece.box.count();
  for (const Box& box : held) in_pieces -= box.count();
  return in_pieces > 0;
}

/// Returns once a neighbour has made what an exchange reads of it.
using Await = std::function<void(int site)>;

inline std::byte* address(const schedule::StagedTransfer& t, const SiteData& data,
                          std::byte* staging) {
  if (!t.direct) return staging + t.offset;
  return data.piece_holding(t.transfer.region)->data.get() + t.offset;
}

/// Packs what leaves in a round and does not leave from where it is.
RELATILE_INLINE void pack(const ArrayEnd& end, int round, std::int64_t element_size);

RELATILE_INLINE void unpack(const ArrayEnd& end, std::int64_t element_size);

/// Copies what a site keeps: its own part of what it needs.
RELATILE_INLINE void keep_own(const ArrayEnd& end, std::int64_t element_size);

/// Copies what neighbours have, once they have it; what is borrowed is not copied.
RELATILE_INLINE void read_in_place(const ArrayEnd& end, std::int64_t element_size,
                                   const Await& await);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/array_end.hpp"
#endif
