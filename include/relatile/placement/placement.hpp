// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/placement/site_boxes.hpp"

namespace relatile::placement {

/// Whether a box of which so many elements are needed is worth the memory of all of it.
inline bool is_used(const Box& box, std::int64_t needed) { return 4 * needed >= 3 * box.count(); }

/// Which site holds what: per site, disjoint boxes of an array's elements or of a relation's keys.
///
/// Regular placements hold one box a site, in closed form; after rekey and filter a site may hold
/// scattered keys, one unit box each. ALL(R) of [tra21] is every site holding the whole box,
/// PART_D(R) disjoint boxes that split the dimensions D. Several boxes of an array may lie in one
/// piece of memory, with gaps between them: see `in_one_piece`.
class Placement {
 public:
  using Table = std::vector<std::vector<Box>>;  ///< per site

  /// On no site.
  Placement();
  /// Written out.
  Placement(Table boxes, std::string words);
  /// One box a site, or none where that is empty.
  template <std::same_as<BoxOfSite> OneBox>  // braces are a table
  Placement(OneBox box, std::string words) : text(std::move(words)), one_(std::move(box)) {}

  int num_sites() const { return static_cast<int>(table_ ? table_->size() : one_.size()); }
  SiteBoxes of(int site) const {
    const auto s = static_cast<std::size_t>(site);
    if (table_) return (*table_)[s];
    const Box* const one = one_.written(s);
    return one ? SiteBoxes(one) : SiteBoxes(one_[s]);
  }

  /// True if `site` holds all of `box` inside one of its boxes, or in several that lie in one
  /// piece, so that it can be read in place.
  bool holds(int site, const Box& box) const;

  /// The same placement of an array, of which a site's boxes lie in one piece of memory: that of
  /// the box around them, if most of it is used. Then what is in several of them can be
  /// read in place.
  Placement in_one_piece() &&;
  /// Whether that was asked for.
  bool is_in_one_piece() const { return in_one_piece_; }
  /// The boxes whose memory a site has for what it holds of an array.
  SiteBoxes pieces(int site) const;
  /// The boxes of every site, written out.
  Table table() const;
  /// Two placements are equal if every site holds equal boxes, whatever they are called.
  friend bool operator==(const Placement& a, const Placement& b) { return a.is_equal(b); }

  /// Equal by their form, which is a matter of a few comparisons; false says nothing.
  bool has_same_form(const Placement& other) const {
    if (in_one_piece_ != other.in_one_piece_) return false;
    return table_ ? table_ == other.table_ : !other.table_ && one_.has_same_form(other.one_);
  }
  friend bool is_same_value(const Placement& a, const Placement& b) { return a.has_same_form(b); }
  /// Equal for placements of the same form. Looks at a few boxes.
  std::size_t hash() const { return table_ ? table_->size() : one_.hash(); }

  std::string text;  ///< in words, for explain: "split(i:4)", "all"

 private:
  bool is_equal(const Placement& other) const;

  std::shared_ptr<const Table> table_;  ///< null: one box a site
  BoxOfSite one_;
  bool in_one_piece_ = false;
};

RELATILE_INLINE Placement replicated(int num_sites, const Extents& extents);

/// On every site what `box_of(site)` says; nothing where that is empty.
template <class BoxOf>
Placement one_box_a_site(int num_sites, std::string text, BoxOf&& box_of) {
  std::vector<Box> boxes;
  for (int site = 0; site < num_sites; ++site) boxes.push_back(box_of(site));
  return {BoxOfSite(std::move(boxes)), std::move(text)};
}

RELATILE_INLINE Placement on_site(int num_sites, int site, const Extents& extents);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/placement.hpp"
#endif
