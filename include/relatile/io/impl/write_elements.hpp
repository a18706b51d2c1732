// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/kernel_identity.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/io/shares.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/together.hpp"

// The elements of arrays as they are in memory, into files.

namespace relatile::io::detail {

/// The elements of `box` in a piece that holds them, packed into `scratch` where they lie apart.
inline std::span<const std::byte> dense_part(const ArrayPiece& piece, const Box& box,
                                             std::int64_t size, std::vector<std::byte>& scratch) {
  const auto bytes = static_cast<std::size_t>(box.count() * size);
  if (is_contiguous(box, piece.box)) {
    return {piece.data.get() + offset_in(piece.box, box.low) * size, bytes};
  }
  scratch.resize(bytes);
  kernel::copy_region(scratch.data(), box, piece.data.get(), piece.box, box, size);
  return scratch;
}

/// Writes the elements of an evaluated array, each once; `look(boxes)` sees every box that the
/// local sites write. Collective.
template <class Look>
void write_parts(transport::File& file, const transport::FileArray& array,
                 const tra::StoredValue& value, Look&& look) {
  transport::Transport& sites = transport::current();
  const std::vector<std::vector<Box>> shares = shares_of(value.held);
  std::size_t rounds = 0;
  for (const auto& share : shares) rounds = std::max(rounds, share.size());
  std::vector<std::vector<std::byte>> scratch(value.local.size());
  std::vector<transport::WriteBox> boxes(value.local.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    transport::together(sites, [&] {
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto& share = nth(shares, value.local_sites[i]);
        boxes[i] = {Box::nothing(array.extents.rank()), {}};
        if (round >= share.size()) continue;
        const ArrayPiece& piece = *value.local[i].piece_holding(share[round]);
        boxes[i] = {share[round], dense_part(piece, share[round], array.element_size, scratch[i])};
      }
    });
    look(boxes);
    file.write_boxes(array, boxes);
  }
}

inline void write_parts(transport::File& file, const transport::FileArray& array,
                        const tra::StoredValue& value) {
  write_parts(file, array, value, [](const std::vector<transport::WriteBox>&) {});
}

/// Throws PlanMismatch where sites would write parts of different arrays into one file.
inline void require_same_array(const char* operation, const tra::Node& node,
                               const std::string& header) {
  transport::Transport& sites = transport::current();
  const std::int64_t number = node.value->number;
  const std::vector<std::int64_t> mine{
      static_cast<std::int64_t>(relatile::detail::hash_of_name(header)), number};
  const std::vector<std::int64_t> all = transport::agree(sites, {}, mine);
  for (std::size_t at = mine.size(); at < all.size(); at += mine.size()) {
    const auto site = static_cast<int>(at / mine.size());
    const bool same = std::equal(all.begin(), all.begin() + std::ptrdiff_t(mine.size()),
                                 all.begin() + std::ptrdiff_t(at));
    if (same) continue;
    const std::string told = tra::description(node) + " of shape " + to_string(node.type.extents) +
                             " " + node.type.block.element.name() + ", stored value number " +
                             std::to_string(number);
    const std::string first = sites.text_from(0, told);
    const std::string other = sites.text_from(site, told);
    throw PlanMismatch("relatile: " + std::string(operation) + ": site " + std::to_string(site) +
                       " saves another array, " + other + ", than site 0, " + first +
                       "; all ranks must save the same one, each writes its part of it");
  }
}

}  // namespace relatile::io::detail
