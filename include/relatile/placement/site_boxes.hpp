// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::placement {

/// What one site holds: a few boxes that a table has, or one that follows from the site's number.
/// Must not outlive the placement that it was asked of.
class SiteBoxes {
 public:
  /// One box, or none if that is empty.
  explicit SiteBoxes(const Box& one) : one_(one), size_(one.empty() ? 0 : 1) {}
  /// The same, of a box that stays where it is.
  explicit SiteBoxes(const Box* one) : table_(one), size_(one->empty() ? 0 : 1) {}
  SiteBoxes(const std::vector<Box>& table)  // NOLINT(google-explicit-constructor): a view
      : table_(table.data()), size_(table.size()) {}

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Box* begin() const { return table_ ? table_ : &one_; }
  const Box* end() const { return begin() + size_; }
  Box operator[](std::size_t i) const { return begin()[i]; }
  Box front() const { return *begin(); }
  std::vector<Box> written_out() const;

  friend bool operator==(const SiteBoxes& a, const SiteBoxes& b) { return a.is_equal(b); }

 private:
  bool is_equal(const SiteBoxes& other) const;

  const Box* table_ = nullptr;  ///< null: `one_`
  Box one_;
  std::size_t size_;
};

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/site_boxes.hpp"
#endif
