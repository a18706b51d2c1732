// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::placement {

/// For up to this many sites, what has a closed form is written out as well: it is asked for in
/// every run of a plan, and takes little memory.
inline constexpr int most_sites_written_out = 64;

/// A box for each of many sites: written out, or in closed form, as a function of the site's
/// number. Copies share it, so that what many steps of a plan have in common is there once.
class BoxOfSite {
 public:
  /// For no site.
  BoxOfSite() = default;
  /// Written out.
  BoxOfSite(std::vector<Box> boxes);  // NOLINT(google-explicit-constructor): tables are assigned
  /// In closed form: `rule(site)` gives the box of `site`, and the same one whenever it is asked.
  BoxOfSite(int num_sites, std::function<Box(int)> rule);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  /// The box of a site where it is written out, else null.
  const Box* written(std::size_t site) const { return table_ ? &(*table_)[site] : nullptr; }
  Box operator[](std::size_t site) const { return table_ ? (*table_)[site] : by_rule(site); }

  /// Goes through the boxes in the order of the sites.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Box;
    using difference_type = std::ptrdiff_t;
    using pointer = const Box*;
    using reference = Box;

    Iterator(const BoxOfSite& boxes, std::size_t site) : boxes_(&boxes), site_(site) {}
    Box operator*() const { return (*boxes_)[site_]; }
    Iterator& operator++() {
      ++site_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.site_ == b.site_; }

   private:
    const BoxOfSite* boxes_;
    std::size_t site_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }

  /// All of them, written out.
  std::vector<Box> written_out() const;

  /// Equal boxes at every site, in whatever form.
  friend bool operator==(const BoxOfSite& a, const BoxOfSite& b) { return a.is_equal(b); }

 private:
  Box by_rule(std::size_t site) const;
  bool is_equal(const BoxOfSite& other) const;

  std::size_t size_ = 0;
  std::shared_ptr<const std::vector<Box>> table_;
  std::shared_ptr<const std::function<Box(int)>> rule_;
};

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/box_of_site.hpp"
#endif
