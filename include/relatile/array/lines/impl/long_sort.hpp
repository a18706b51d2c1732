// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/long_sort.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/placed.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/stored.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/blocks.hpp"
#include "relatile/tra/concat.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/rekey.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// Parts, and blocks, of a long vector: enough for as many sites, few enough for a plan.
inline constexpr std::int64_t parts_of_sort = 48;
/// Samples of a block for every part: where a part begins is known to within as many elements as
/// lie between two samples of each block, so that parts are at most 1/16 longer than others.
inline constexpr std::int64_t samples_a_part = 32;

RELATILE_INLINE Splitting::Splitting(std::vector<std::int64_t> lengths,
                                     std::vector<std::int64_t> first,
                                     std::vector<std::int64_t> last)
    : lengths_(std::move(lengths)), first_(std::move(first)), last_(std::move(last)) {}

RELATILE_INLINE std::vector<std::int64_t> Splitting::begins(std::int64_t parts) const {
  const std::size_t blocks = lengths_.size();
  const std::size_t splitters = first_.size() / blocks;
  const std::int64_t count = std::accumulate(lengths_.begin(), lengths_.end(), std::int64_t{0});
  const auto before = [&](const std::vector<std::int64_t>& places, std::size_t s) {
    std::int64_t sum = 0;
    for (std::size_t b = 0; b < blocks; ++b) sum += places[b * splitters + s];
    return sum;
  };
  std::vector<std::int64_t> firsts(splitters);
  std::vector<std::int64_t> lasts(splitters);
  for (std::size_t s = 0; s < splitters; ++s) {
    firsts[s] = before(first_, s);
    lasts[s] = before(last_, s);
  }
  const auto width = static_cast<std::size_t>(parts) + 1;
  std::vector<std::int64_t> begins(blocks * width, 0);
  for (std::size_t b = 0; b < blocks; ++b) begins[b * width + width - 1] = lengths_[b];
  for (std::int64_t part = 1; part < parts; ++part) {
    const std::int64_t wanted = even_part(count, parts, part).low;
    // The splitter whose equal elements are nearest to where the part should begin.
    const auto distance = [&](std::size_t s) {
      return std::max({firsts[s] - wanted, wanted - lasts[s], std::int64_t{0}});
    };
    std::size_t best = 0;
    for (std::size_t s = 1; s < splitters; ++s) {
      if (distance(s) < distance(best)) best = s;
    }
    std::int64_t equal = std::clamp(wanted, firsts[best], lasts[best]) - firsts[best];
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::int64_t low = first_[b * splitters + best];
      const std::int64_t taken = std::min(equal, last_[b * splitters + best] - low);
      equal -= taken;
      begins[b * width + static_cast<std::size_t>(part)] = low + taken;
    }
  }
  return begins;
}

/// All elements of a small vector, on every rank, as bytes.
inline std::vector<std::byte> bytes_of_vector(const tra::NodePtr& x) {
  std::vector<std::byte> bytes;
  struct Target {
    std::vector<std::byte>* bytes;
    std::size_t size;
  } target{&bytes, x->type.block.element.size};
  const auto take = [](void* result, const std::byte* elements, const Extents& shape) {
    const Target& to = *static_cast<const Target*>(result);
    to.bytes->resize(static_cast<std::size_t>(volume(shape)) * to.size);
    if (!to.bytes->empty()) std::memcpy(to.bytes->data(), elements, to.bytes->size());
  };
  take_whole("sort", x, everywhere, take, &target);
  return bytes;
}

RELATILE_INLINE std::vector<std::byte> elements_at(const tra::NodePtr& x,
                                                   const std::vector<std::int64_t>& places) {
  std::vector<tra::NodePtr> parts;
  for (const std::int64_t place : places) {
    parts.push_back(part_node("elements", x, 0, {place, place + 1}));
  }
  return bytes_of_vector(concatenate_node("elements", parts, 0));
}

RELATILE_INLINE tra::NodePtr vector_everywhere(const std::vector<std::byte>& elements,
                                               ElementType element) {
  const Extents shape{static_cast<std::int64_t>(elements.size() / element.size)};
  const Session& session = Session::current();
  const ArrayPiece piece = new_piece(Box::whole(shape), element);
  std::memcpy(piece.data.get(), elements.data(), elements.size());
  SiteData data;
  data.pieces.push_back(piece);
  const placement::Placement target = resolve(everywhere, shape, session.num_sites());
  return stored_node("splitters", tra::array_type(element, shape), target.table(), target.text,
                     std::vector<SiteData>(session.local_sites().size(), data));
}

/// So many elements in memory as one line, whose function writes where it reads.
inline Lines line_in_memory(std::byte* elements, std::int64_t count) {
  Lines line;
  line.from = line.to = elements;
  line.from_step = line.to_step = 1;
  line.count = line.to_count = count;
  line.lines = 1;
  return line;
}

/// Where the parts should begin, by every so manieth element of the blocks: a vector that every
/// site holds.
inline tra::NodePtr splitters_of(const tra::NodePtr& blocks, std::int64_t distance,
                                 std::int64_t parts, const OrderedElements& order) {
  std::vector<std::byte> samples =
      bytes_of_vector(slice_node("samples", blocks, 0, slice(distance / 2, {}, distance)));
  const ElementType element = blocks->type.block.element;
  const auto count = static_cast<std::int64_t>(samples.size() / element.size);
  order.sort(line_in_memory(samples.data(), count));
  std::vector<std::byte> splitters;
  for (std::int64_t part = 1; part < parts; ++part) {
    const auto at = samples.begin() + even_part(count, parts, part).low * element.size;
    splitters.insert(splitters.end(), at, at + element.size);
  }
  return vector_everywhere(splitters, element);
}

RELATILE_INLINE tra::NodePtr gathered_parts(const tra::NodePtr& blocks,
                                            const std::vector<std::int64_t>& starts,
                                            const std::vector<std::int64_t>& begins,
                                            std::int64_t parts) {
  std::vector<std::int64_t> cuts;
  std::vector<std::pair<std::int64_t, Key>> keys;
  const auto width = static_cast<std::size_t>(parts) + 1;
  for (std::size_t b = 0; b + 1 < starts.size(); ++b) {
    for (std::size_t part = 0; part + 1 < width; ++part) {
      keys.emplace_back(static_cast<std::int64_t>(cuts.size()),
                        Key{static_cast<std::int64_t>(part), static_cast<std::int64_t>(b)});
      cuts.push_back(starts[b] + begins[b * width + part]);
    }
  }
  cuts.push_back(starts.back());
  const tra::NodePtr stretches = tra::make_blocks_between(blocks, std::move(cuts));
  const tra::NodePtr by_part = tra::make_key_map("rekey", stretches, keys, 2);
  return tra::make_unblocks(tra::make_concat(by_part, 1, 0));
}

RELATILE_INLINE tra::NodePtr sort_long(const tra::NodePtr& x, const OrderedElements& order) {
  const transport::Operation operation("sort");
  const std::int64_t count = x->type.extents[0];
  const std::int64_t parts = parts_of_sort;
  const tra::AxisBlocks cut = tra::even_blocks(0, count, parts);
  const tra::NodePtr blocks =
      tra::make_along_blocks(x, 0, cut, nullptr, {"sort.blocks", order.sort}, Flops{18});
  const Handle handle = handle_of(*blocks);  // kept, since it is read three times
  const std::int64_t distance = std::max<std::int64_t>(count / parts / (parts * samples_a_part), 1);
  const std::int64_t splitters = parts - 1;
  const tra::NodePtr table = splitters_of(blocks, distance, parts, order);
  const std::vector<std::int64_t> places = to_vector(Array<std::int64_t, 1>(
      tra::make_of_blocks(blocks, 0, cut, {"sort.places", order.places},
                          {element_type_of<std::int64_t>(), 2 * splitters}, Flops{1}, table)));
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> last;
  for (std::int64_t b = 0; b < parts; ++b) {
    const Range block = even_part(count, parts, b);
    starts.push_back(block.low);
    lengths.push_back(block.high - block.low);
    const auto of_block = places.begin() + 2 * b * splitters;
    first.insert(first.end(), of_block, of_block + splitters);
    last.insert(last.end(), of_block + splitters, of_block + 2 * splitters);
  }
  starts.push_back(count);
  const Splitting splitting(std::move(lengths), std::move(first), std::move(last));
  const std::vector<std::int64_t> begins = splitting.begins(parts);
  const tra::NodePtr gathered = gathered_parts(blocks, starts, begins, parts);
  std::vector<std::int64_t> ends(1, 0);
  for (std::int64_t part = 0; part < parts; ++part) {
    std::int64_t size = 0;
    for (std::int64_t b = 0; b < parts; ++b) {
      const auto at = static_cast<std::size_t>(b * (parts + 1) + part);
      size += begins[at + 1] - begins[at];
    }
    ends.push_back(ends.back() + size);
  }
  return tra::make_along_blocks(gathered, 0, tra::blocks_between(0, std::move(ends)), nullptr,
                                {"sort.merge", order.merge}, Flops{5});
}

}  // namespace relatile::detail
