// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/needed.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "relatile/array/lines/long_sort.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/needed.hpp"
#include "relatile/sparse/impl/entries.hpp"
#include "relatile/sparse/impl/structure.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// Where the parts of each of `count` rows of a table with as many columns begin, and all end, one
/// row after another; and where rows begin, in `starts`.
inline Numbers starts_of_parts(const Numbers& table, std::int64_t count, Numbers& starts) {
  Numbers begins;
  starts.assign(1, 0);
  for (std::int64_t row = 0; row < count; ++row) {
    std::int64_t begin = 0;
    for (std::int64_t part = 0; part < count; ++part) {
      begins.push_back(begin);
      begin += nth(table, row * count + part);
    }
    begins.push_back(begin);
    starts.push_back(starts.back() + begin);
  }
  return begins;
}

inline Numbers transposed_table(const Numbers& table, std::int64_t count) {
  Numbers made;
  for (std::int64_t row = 0; row < count; ++row) {
    for (std::int64_t part = 0; part < count; ++part) {
      made.push_back(nth(table, part * count + row));
    }
  }
  return made;
}

/// What readers need that they do not own, of a table of how many elements each needs of each
/// owner.
inline std::int64_t lacking_in(const Numbers& table, std::int64_t count) {
  std::int64_t lacking = 0;
  for (std::int64_t at = 0; at < count * count; ++at) {
    if (at / count != at % count) lacking += nth(table, at);
  }
  return lacking;
}

/// The entries of part `part` of `parts` even parts of the blocks of rows.
inline Range entries_of_part(const SparseStructure& s, std::int64_t parts, std::int64_t part) {
  const Range blocks = even_part(s.blocks(), parts, part);
  return {nth(*s.entries, blocks.low), nth(*s.entries, blocks.high)};
}

/// Into how many parts the rows of a matrix are to be cut: as they lie, if that is in even parts on
/// the first sites, so that no entries move; else for all sites.
inline std::int64_t parts_as_they_lie(const SparseStructure& s, std::int64_t sites) {
  const tra::NodePtr columns = s.columns.node();
  if (!columns->evaluated()) return sites;
  const auto& held = columns->value->held;
  const auto parts = std::count_if(held.begin(), held.end(), [](const std::vector<Box>& boxes) {
    return std::any_of(boxes.begin(), boxes.end(), [](const Box& box) { return !box.empty(); });
  });
  if (parts < 2) return sites;
  for (std::int64_t part = 0; part < parts; ++part) {
    const Range entries = entries_of_part(s, parts, part);
    const Box wanted{{entries.low}, {entries.high}};
    const std::vector<Box>& boxes = nth(held, part);
    if (boxes.size() != 1 || !(boxes.front() == wanted)) return sites;
  }
  return parts;
}

/// An array of parts between cuts, one by one on the first sites: where products want it, though
/// fewer sites could make it.
inline Array<kernel::SparseIndex, 1> one_part_a_site(const tra::NodePtr& made,
                                                     const tra::SharedNumbers& cuts,
                                                     const char* parts) {
  made->pins.boxes.resize(static_cast<std::size_t>(Session::current().num_sites()));
  for (std::size_t part = 0; part + 1 < cuts->size(); ++part) {
    const Box box{{nth(*cuts, part)}, {nth(*cuts, part + 1)}};
    if (!box.empty()) made->pins.boxes[part].push_back(box);
  }
  made->pins.place = std::string("split(") + parts + ":" + std::to_string(cuts->size() - 1) + ")";
  return Array<kernel::SparseIndex, 1>(made);
}

/// Finds what is needed of a matrix with entries by each of its parts.
inline std::shared_ptr<const NeededColumns> needed_columns_of(const SparseStructure& s,
                                                              std::int64_t parts) {
  static std::int64_t number = 0;
  Numbers entries{0};
  Numbers owners{0};
  for (std::int64_t part = 0; part < parts; ++part) {
    const std::int64_t end = even_part(s.blocks(), parts, part).high;
    entries.push_back(nth(*s.entries, end));
    // Of square matrices elements lie as rows do: results are multiplied again.
    owners.push_back(s.shape[0] == s.shape[1] ? nth(*s.rows, end)
                                              : even_part(s.shape[1], parts, part).high);
  }
  auto needed = std::make_shared<NeededColumns>();
  needed->number = ++number;
  needed->owners = shared(std::move(owners));
  const tra::SharedNumbers readers = shared(std::move(entries));
  const tra::NodePtr columns = s.columns.node();
  const Numbers counts = of_blocks(columns, tra::blocks_between(0, *readers),
                                   kernel::count_of_needed(needed->owners), parts);
  Numbers starts_of_readers;
  Numbers packed;
  const Numbers begins_of_readers = starts_of_parts(counts, parts, starts_of_readers);
  needed->begins = starts_of_parts(transposed_table(counts, parts), parts, packed);
  needed->packed = shared(std::move(packed));
  needed->count = starts_of_readers.back();
  needed->lacking = lacking_in(counts, parts);
  if (needed->count > std::numeric_limits<kernel::SparseIndex>::max()) return nullptr;

  const tra::SharedNumbers of_readers = shared(std::move(starts_of_readers));
  const ElementType index = element_type_of<kernel::SparseIndex>();
  const auto by_readers = [&](std::vector<tra::TouchedArray> operands, const PieceKernel& kernel,
                              const tra::SharedNumbers& made) {
    return tra::make_on_pieces(
        {{parts}, {"readers"}, {}}, operands, {index, {made->back()}, {tra::between_cuts(made)}},
        {std::make_shared<const PieceKernel>(kernel), nullptr, work_between(*readers, 8)});
  };
  const tra::TouchedArray of_entries{columns, {tra::between_cuts(readers)}};
  const tra::NodePtr different =
      by_readers({of_entries}, kernel::needed_columns(readers, of_readers, s.shape[1]), of_readers);
  const Handle kept = handle_of(*different);
  const tra::TouchedArray of_different{different, {tra::between_cuts(of_readers)}};
  needed->places =
      one_part_a_site(by_readers({of_entries, of_different},
                                 kernel::places_of_needed(readers, of_readers), readers),
                      readers, "readers");
  // From here on what owners pack lies with them.
  const tra::NodePtr together = gathered_parts(different, *of_readers, begins_of_readers, parts);
  const AccessDim by_owner = tra::between_cuts(needed->packed);
  needed->wanted = one_part_a_site(
      tra::make_on_pieces({{parts}, {"owners"}, {}}, {{together, {by_owner}}},
                          {index, {needed->count}, {by_owner}},
                          {std::make_shared<const PieceKernel>(kernel::copy_entries(index.size)),
                           nullptr, work_between(*needed->packed, 8)}),
      needed->packed, "owners");
  Session::current().evaluate({needed->places.node(), needed->wanted.node()});

  Numbers lows;
  Numbers ends;
  for (std::int64_t part = 0; part < parts; ++part) {
    const Range blocks = even_part(s.blocks(), parts, part);
    lows.insert(lows.end(), static_cast<std::size_t>(blocks.high - blocks.low),
                nth(*of_readers, part));
    ends.insert(ends.end(), static_cast<std::size_t>(blocks.high - blocks.low),
                nth(*of_readers, part + 1));
  }
  needed->lows = shared(std::move(lows));
  needed->ends = shared(std::move(ends));
  return needed;
}

RELATILE_INLINE std::shared_ptr<const NeededColumns> look_at(const SparseStructure& s) {
  LookedAt& looked = *s.looked_at;
  const std::int64_t sites = Session::current().num_sites();
  if (!looked.done && sites > 1 && s.nnz() > 0) {
    looked.needed = needed_columns_of(s, parts_as_they_lie(s, sites));
  }
  looked.done = true;
  return looked.needed;
}

RELATILE_INLINE SparsePattern with_needed_columns(const SparsePattern& pattern) {
  const transport::Operation operation("with_needed_rows");
  if (pattern->needed) return pattern;
  auto needed = look_at(*pattern);
  if (!needed) return pattern;
  auto made = std::make_shared<SparseStructure>(*pattern);
  made->needed = std::move(needed);
  return made;
}

RELATILE_INLINE tra::SharedNumbers times_width(const tra::SharedNumbers& rows, std::int64_t width) {
  if (width == 1) return rows;
  Numbers elements = *rows;
  for (std::int64_t& number : elements) number *= width;
  return shared(std::move(elements));
}

RELATILE_INLINE tra::NodePtr needed_elements(const NeededColumns& needed, const tra::NodePtr& x) {
  const ElementType element = x->type.block.element;
  const auto owners = static_cast<std::int64_t>(needed.owners->size()) - 1;
  const bool of_rows = x->type.extents.rank() == 2;
  const std::int64_t width = of_rows ? x->type.extents[1] : 1;
  const tra::SharedNumbers packed_at = times_width(needed.packed, width);
  tra::PieceLabels labels{{owners}, {"owners"}, {}};
  std::vector<AccessDim> owned{tra::between_cuts(needed.owners)};
  if (of_rows) {
    labels = {{owners, width}, {"owners", "columns"}, {1}};
    owned.push_back(tra::along_label(1));
  }
  const tra::NodePtr packed = tra::make_on_pieces(
      labels, {{x, owned}, {needed.wanted.node(), {tra::between_cuts(needed.packed)}}},
      {element, {packed_at->back()}, {tra::between_cuts(packed_at)}},
      {std::make_shared<const PieceKernel>(kernel::packed_rows(element.size, width)), nullptr,
       work_between(*packed_at, 1)});
  Numbers begins = needed.begins;
  for (std::int64_t& begin : begins) begin *= width;
  return gathered_parts(packed, *packed_at, begins, owners);
}

}  // namespace relatile::detail
