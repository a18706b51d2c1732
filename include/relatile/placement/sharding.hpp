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

/// An axis of the mesh that the sites are arranged in: a site's coordinate on it is
/// site / stride % size, a digit of its number.
struct SiteAxis {
  int size = 1;
  int stride = 1;
  int of(int site) const { return site / stride % size; }
  friend bool operator==(const SiteAxis&, const SiteAxis&) = default;
};

/// How one dimension of a value is sharded: `label_extent` is cut evenly into as many parts as the
/// mesh axes (the outermost first) can count, and the access says what such a part touches.
struct ShardingDim {
  std::vector<SiteAxis> axes;
  std::int64_t label_extent = 1;
  AccessDim access;

  int parts() const;
  Range range(int site) const;
  /// Of the sites that have as much along the dimension as any the first one.
  int fullest_site() const;
  /// How its indices are cut, if each value of the label is one of them: evenly, or as a slice of a
  /// longer range.
  std::optional<LabelSlice> cut(std::int64_t extent) const;
  /// Equal ranges on every site, whatever number the label has in the operator it comes from.
  friend bool operator==(const ShardingDim& a, const ShardingDim& b) {
    AccessDim same_label = b.access;
    if (a.access.label >= 0 && b.access.label >= 0) same_label.label = a.access.label;
    return a.axes == b.axes && a.label_extent == b.label_extent && a.access == same_label;
  }
};

/// A placement in closed form: a word a dimension instead of a box a site, so that planning for a
/// thousand sites costs what planning for four does. Data that sites hold in irregular boxes
/// carries these instead.
struct Sharding {
  int num_sites = 1;
  int working = 1;  ///< the sites from here on hold nothing
  std::vector<ShardingDim> dims;
  std::vector<SiteAxis> zeros;  ///< sites where one of these axes is not 0 hold nothing
  bool nothing = false;         ///< no site holds anything
  std::shared_ptr<const Placement> irregular;
  std::string text;  ///< in words: "split(i:4)", "all"
  /// The range of every dimension at every site, dimension by dimension, if they were written down.
  /// Whoever changes a copy resets them: what has them at one address is one placement.
  std::shared_ptr<const std::vector<Range>> ranges;

  /// True if the site's box is not empty by rule; it may still be by its extents.
  bool holds(int site) const;
  Box box(int site) const;
  /// A site that has as much as any, of boxes that are not irregular. It is the first one unless an
  /// access is clipped.
  int fullest_site() const;
  /// The boxes of any placement.
  Placement boxes() const {
    if (irregular) return *irregular;
    const auto box = [](int site, const Sharding& sharding) { return sharding.box(site); };
    return {BoxOfSite(num_sites, box, *this), text};
  }
  /// Writes down the ranges: a sharding is compared with hundreds of others.
  void write_down_ranges();
  /// The same placement with its ranges written down, for whoever compares it with many for a
  /// while.
  Sharding written_down() const;
  /// Equal words; the same placement in other words may compare unequal.
  friend bool operator==(const Sharding& a, const Sharding& b) {
    if (a.irregular || b.irregular) {
      return a.irregular && b.irregular &&
             (a.irregular == b.irregular || *a.irregular == *b.irregular);
    }
    if (a.ranges && a.ranges == b.ranges) return true;
    return a.working == b.working && a.nothing == b.nothing && a.dims == b.dims &&
           a.zeros == b.zeros;
  }
};

/// True if one mesh axis cuts two dimensions: what is off the diagonal is left out.
RELATILE_INLINE bool cuts_a_diagonal(const Sharding& sharding);

/// True if every element of `extents` is somewhere: what a slice touches need not be everything.
/// Irregular placements hold everything.
RELATILE_INLINE bool covers(const Sharding& sharding, const Extents& extents);

/// At how many sites every element is, if that is the same for all of them.
RELATILE_INLINE std::optional<std::int64_t> copies_of_each(const Sharding& sharding,
                                                           const Extents& extents);

/// What is in boxes already.
RELATILE_INLINE Sharding irregular_sharding(Placement placement);

/// Appends an axis, melted into the one before where the two are one.
RELATILE_INLINE void append_axis(std::vector<SiteAxis>& axes, SiteAxis axis);

/// What `access` touches if the sites work on label space as `layout` says.
RELATILE_INLINE Sharding sharding_of(const Layout& layout, const Extents& labels,
                                     const Access& access, int num_sites, std::string text);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/sharding.hpp"
#endif
