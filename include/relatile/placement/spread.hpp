// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
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

  int parts() const {
    int product = 1;
    for (const auto& digit : digits) product *= digit.size;
    return product;
  }
  Range range(int site) const {
    if (access.label < 0) return {access.offset, access.offset + 1};
    int index = 0;
    int count = 1;
    for (const auto& digit : digits) {
      index = index * digit.size + digit.of(site);
      count *= digit.size;
    }
    const Range part = even_part(label_extent, count, index);
    if (part.high <= part.low) return {0, 0};
    if (access.cuts) {
      return {(*access.cuts)[static_cast<std::size_t>(part.low)],
              (*access.cuts)[static_cast<std::size_t>(part.high)]};
    }
    return {access.offset + access.step * part.low,
            access.offset + access.step * (part.high - 1) + access.width};
  }
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
  bool holds(int site) const {
    bool some = !nothing && site < working;
    for (const auto& digit : zeros) some = some && digit.of(site) == 0;
    return some;
  }
  Box box(int site) const {
    const int rank = static_cast<int>(dims.size());
    if (!holds(site)) return Box::nothing(rank);
    Box result = Box::whole(Extents::filled(rank, 0));
    for (int d = 0; d < rank; ++d) {
      const Range range = dims[static_cast<std::size_t>(d)].range(site);
      result.low[d] = range.low;
      result.high[d] = range.high;
    }
    return result;
  }
  /// The same, site by site.
  Placement boxes() const {
    if (irregular) return *irregular;
    return one_box_a_site(num_sites, text, [&](int site) { return box(site); });
  }
  /// Writes down the ranges: a spread is compared with hundreds of others.
  void write_down_ranges() {
    auto all = std::make_shared<std::vector<Range>>();
    all->reserve(dims.size() * static_cast<std::size_t>(num_sites));
    for (const auto& dim : dims) {
      for (int site = 0; site < num_sites; ++site) all->push_back(dim.range(site));
    }
    ranges = std::move(all);
  }
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
inline bool cuts_a_diagonal(const Spread& spread) {
  std::vector<Digit> digits;
  for (const auto& dim : spread.dims) {
    digits.insert(digits.end(), dim.digits.begin(), dim.digits.end());
  }
  std::sort(digits.begin(), digits.end(),
            [](const Digit& a, const Digit& b) { return a.stride < b.stride; });
  const auto overlap = [](const Digit& a, const Digit& b) { return a.stride * a.size > b.stride; };
  return std::adjacent_find(digits.begin(), digits.end(), overlap) != digits.end();
}

/// True if every element of `extents` is somewhere: what a slice touches need not be everything.
/// Irregular placements hold everything.
inline bool covers(const Spread& spread, const Extents& extents) {
  if (spread.irregular) return true;
  for (std::size_t d = 0; d < spread.dims.size(); ++d) {
    const auto& [digits, label_extent, access] = spread.dims[d];
    const std::int64_t extent = extents[static_cast<int>(d)];
    if (access.cuts) {
      if (access.cuts->front() != 0 || access.cuts->back() != extent) return false;
      continue;
    }
    const std::int64_t last = access.label < 0 ? 0 : label_extent - 1;
    const bool gaps = access.step > access.width && last > 0;
    if (access.offset != 0 || gaps || access.step * last + access.width < extent) return false;
  }
  return !spread.nothing && !cuts_a_diagonal(spread);
}

/// At how many sites every element is, if that is the same for all of them.
inline std::optional<std::int64_t> copies_of_each(const Spread& spread, const Extents& extents) {
  if (spread.irregular || !spread.zeros.empty() || !covers(spread, extents)) return std::nullopt;
  std::int64_t parts = 1;
  for (std::size_t d = 0; d < spread.dims.size(); ++d) {
    const AccessDim& access = spread.dims[d].access;
    const bool overlaps = access.width > access.step || access.cuts;
    const bool beyond =
        access.label >= 0 && spread.dims[d].label_extent > extents[static_cast<int>(d)];
    if (overlaps || beyond) return std::nullopt;
    parts *= spread.dims[d].parts();
  }
  return spread.working / parts;
}

/// What is in boxes already.
inline Spread irregular_spread(Placement placement) {
  Spread spread;
  spread.num_sites = placement.num_sites();
  spread.text = placement.text;
  spread.irregular = std::make_shared<const Placement>(std::move(placement));
  return spread;
}

/// Appends a digit, melted into the one before where the two are one digit of the site number.
inline void append_digit(std::vector<Digit>& digits, Digit digit) {
  if (digit.size == 1) return;
  if (!digits.empty() && digits.back().stride == digit.size * digit.stride) {
    digits.back() = {digits.back().size * digit.size, digit.stride};
  } else {
    digits.push_back(digit);
  }
}

/// What `access` touches if the sites work on label space as `layout` says.
inline Spread spread_of(const Layout& layout, const Extents& labels, const Access& access,
                        int num_sites, std::string text) {
  Spread spread;
  spread.num_sites = num_sites;
  spread.working = layout.num_working();
  spread.text = std::move(text);
  for (auto extent : labels) spread.nothing = spread.nothing || extent == 0;
  for (const auto& dim : access.dims) {
    SpreadDim made;
    made.access = dim;
    if (dim.label >= 0) {
      made.label_extent = labels[dim.label];
      for (const auto& axis : layout.axes) {
        if (axis.label == dim.label) append_digit(made.digits, {axis.size, axis.stride});
      }
    }
    spread.dims.push_back(std::move(made));
  }
  return spread;
}

}  // namespace relatile::placement
