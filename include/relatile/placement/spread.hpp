// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/placement.hpp"

namespace relatile::placement {

/// A digit of an index that is written in the number of a site: site / stride % size.
struct Digit {
  int size = 1;
  int stride = 1;
  int of(int site) const { return site / stride % size; }
  friend bool operator==(const Digit&, const Digit&) = default;
};

/// How one dimension of a value is spread: `label_extent` is cut evenly into as many parts as the
/// digits (most significant first) can count, and the access says what such a part touches.
struct SpreadDim {
  std::vector<Digit> digits;
  std::int64_t label_extent = 1;
  AccessDim access;

  int parts() const;
  Range range(int site) const;
  /// Equal ranges on every site, whatever number the label has in the operator it comes from.
  friend bool operator==(const SpreadDim& a, const SpreadDim& b) {
    AccessDim same_label = b.access;
    if (a.access.label >= 0 && b.access.label >= 0) same_label.label = a.access.label;
    return a.digits == b.digits && a.label_extent == b.label_extent && a.access == same_label;
  }
};

/// A placement in closed form: a word a dimension instead of a box a site, so that planning for a
/// thousand sites costs what planning for four does. Data that sites hold in irregular boxes
/// carries these instead.
struct Spread {
  int num_sites = 1;
  int working = 1;  ///< the sites from here on hold nothing
  std::vector<SpreadDim> dims;
  std::vector<Digit> zeros;  ///< sites where one of these digits is not 0 hold nothing
  bool nothing = false;      ///< no site holds anything
  std::shared_ptr<const Placement> irregular;
  std::string text;  ///< in words: "split(i:4)", "all"
  /// The range of every dimension at every site, dimension by dimension, if they were written down.
  std::shared_ptr<const std::vector<Range>> ranges;

  /// True if the site's box is not empty by rule; it may still be by its extents.
  bool holds(int site) const;
  Box box(int site) const;
  /// The same for any placement.
  Placement boxes() const {
    if (irregular) return *irregular;
    const auto box = [](int site, const Spread& spread) { return spread.box(site); };
    return {BoxOfSite(num_sites, box, *this), text};
  }
  /// Writes down the ranges: a spread is compared with hundreds of others.
  void write_down_ranges();
  /// Equal words; the same placement in other words may compare unequal.
  friend bool operator==(const Spread& a, const Spread& b) {
    if (a.irregular || b.irregular) {
      return a.irregular && b.irregular &&
             (a.irregular == b.irregular || *a.irregular == *b.irregular);
    }
    return a.working == b.working && a.nothing == b.nothing && a.dims == b.dims &&
           a.zeros == b.zeros;
  }
};

/// True if one mesh axis cuts two dimensions: what is off the diagonal is left out.
RELATILE_INLINE bool cuts_a_diagonal(const Spread& spread);

/// True if every element of `extents` is somewhere: what a slice touches need not be everything.
/// Irregular placements hold everything.
RELATILE_INLINE bool covers(const Spread& spread, const Extents& extents);

/// At how many sites every element is, if that is the same for all of them.
RELATILE_INLINE std::optional<std::int64_t> copies_of_each(const Spread& spread,
                                                           const Extents& extents);

/// What is in boxes already.
RELATILE_INLINE Spread irregular_spread(Placement placement);

/// Appends a digit, melted into the one before where the two are one digit of the site number.
RELATILE_INLINE void append_digit(std::vector<Digit>& digits, Digit digit);

/// What `access` touches if the sites work on label space as `layout` says.
RELATILE_INLINE Spread spread_of(const Layout& layout, const Extents& labels, const Access& access,
                                 int num_sites, std::string text);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/spread.hpp"
#endif
