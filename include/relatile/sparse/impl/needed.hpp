// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/needed.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/lines/long_sort.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/needed.hpp"
#include "relatile/sparse/structure/impl/entries.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

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

/// How rows and elements are cut for a look, and how many elements each part needs of each.
struct LookToBegin {
  std::int64_t parts;
  tra::SharedNumbers readers;  ///< where the entries of parts begin
  tra::SharedNumbers owners;   ///< where their elements do
  Handle kept;
  std::vector<tra::NodePtr> counts;  ///< one array, of all sites
};

RELATILE_INLINE void prepare_look(const SparseStructure& s) {
  const std::int64_t sites = Session::current().num_sites();
  if (s.looked_at->done || sites < 2 || s.nnz() == 0) return;
  const std::int64_t parts = parts_as_they_lie(s, sites);
  Numbers entries{0};
  Numbers owners{0};
  for (std::int64_t part = 0; part < parts; ++part) {
    const std::int64_t end = even_part(s.blocks(), parts, part).high;
    entries.push_back(nth(*s.entries, end));
    // Of square matrices elements lie as rows do: results are multiplied again.
    owners.push_back(s.shape[0] == s.shape[1] ? nth(*s.rows, end)
                                              : even_part(s.shape[1], parts, part).high);
  }
  LookToBegin look{parts, shared(std::move(entries)), shared(std::move(owners)), {}, {}};
  const Array<std::int64_t, 1> counts =
      counts_of_blocks(s.columns.node(), tra::blocks_between(0, *look.readers),
                       kernel::count_of_needed(look.owners), parts);
  look.counts = {placed_array(counts.node(), everywhere)};
  look.kept = handle_of(*look.counts.front());
  s.looked_at->to_begin = std::make_shared<const LookToBegin>(std::move(look));
}

/// What parts need, as it is listed before it is evaluated.
struct ListedNeeds {
  std::shared_ptr<NeededColumns> needed;  ///< null if there are too many
  tra::SharedNumbers of_readers;          ///< where what each reader needs begins
  Handle kept;                            ///< of what is read twice
};

/// Lists what parts need, of a table of how many elements each needs of each.
inline ListedNeeds listed_needs(const SparseStructure& s, const LookToBegin& look,
                                const Numbers& counts) {
  const std::int64_t parts = look.parts;
  auto needed = std::make_shared<NeededColumns>();
  needed->owners = look.owners;
  Numbers starts_of_readers;
  Numbers packed;
  const Numbers begins_of_readers = starts_of_parts(counts, parts, starts_of_readers);
  needed->begins = starts_of_parts(transposed_table(counts, parts), parts, packed);
  needed->packed = shared(std::move(packed));
  needed->count = starts_of_readers.back();
  needed->lacking = lacking_in(counts, parts);
  if (needed->count > std::numeric_limits<kernel::SparseIndex>::max()) return {};

  const tra::SharedNumbers of_readers = shared(std::move(starts_of_readers));
  const tra::SharedNumbers& readers = look.readers;
  const ElementType index = element_type_of<kernel::SparseIndex>();
  const auto by_readers = [&](std::vector<tra::TouchedArray> operands, const PieceKernel& kernel,
                              const tra::SharedNumbers& made) {
    return tra::make_on_pieces(
        {{parts}, {"readers"}, {}}, operands, {index, {made->back()}, {tra::between_cuts(made)}},
        {std::make_shared<const PieceKernel>(kernel), nullptr, work_between(*readers, 8)});
  };
  const tra::TouchedArray of_entries{s.columns.node(), {tra::between_cuts(readers)}};
  const tra::NodePtr different =
      by_readers({of_entries}, kernel::needed_columns(readers, of_readers, s.shape[1]), of_readers);
  Handle kept = handle_of(*different);
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
  return {std::move(needed), of_readers, std::move(kept)};
}

/// Says of each block of rows what it touches of what came together.
inline void say_what_blocks_touch(const SparseStructure& s, std::int64_t parts,
                                  const Numbers& of_readers, NeededColumns& needed) {
  Numbers lows;
  Numbers ends;
  for (std::int64_t part = 0; part < parts; ++part) {
    const Range blocks = even_part(s.blocks(), parts, part);
    const auto count = static_cast<std::size_t>(blocks.high - blocks.low);
    lows.insert(lows.end(), count, nth(of_readers, part));
    ends.insert(ends.end(), count, nth(of_readers, part + 1));
  }
  needed.lows = shared(std::move(lows));
  needed.ends = shared(std::move(ends));
}

/// Finds what is needed of a matrix with entries by each of its parts. What sites do by themselves
/// between what they do together, they tell each other the end of: if some knew what is needed, and
/// one did not, their programs would differ from then on.
inline std::shared_ptr<const NeededColumns> needed_columns_of(const SparseStructure& s,
                                                              const LookToBegin& look) {
  static std::int64_t number = 0;
  transport::Transport& sites = transport::current();
  Session::current().evaluate(look.counts);
  ListedNeeds listed;
  transport::together(sites, [&] {
    Numbers counts;
    take_here(look.counts.front(), &take_all<std::int64_t>, &counts);
    listed = listed_needs(s, look, counts);
  });
  const std::shared_ptr<NeededColumns>& needed = listed.needed;
  if (!needed) return nullptr;
  Session::current().evaluate({needed->places.node(), needed->wanted.node()});
  transport::together(sites,
                      [&] { say_what_blocks_touch(s, look.parts, *listed.of_readers, *needed); });
  needed->number = ++number;
  return needed;
}

RELATILE_INLINE std::shared_ptr<const NeededColumns> look_at(const SparseStructure& s) {
  LookedAt& looked = *s.looked_at;
  if (!looked.done && looked.to_begin) looked.needed = needed_columns_of(s, *looked.to_begin);
  looked.to_begin = nullptr;
  looked.done = true;
  return looked.needed;
}

RELATILE_INLINE SparsePattern with_needed_columns(const SparsePattern& pattern) {
  const transport::Operation operation("with_needed_rows");
  if (pattern->needed) return pattern;
  transport::Transport& sites = transport::current();
  std::shared_ptr<SparseStructure> made;
  transport::together(sites, [&] {
    made = std::make_shared<SparseStructure>(*pattern);
    prepare_look(*pattern);
  });
  made->needed = look_at(*pattern);
  return made->needed ? made : pattern;
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
