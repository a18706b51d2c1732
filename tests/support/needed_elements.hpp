// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <relatile/sparse.hpp>
#include <set>
#include <vector>

// What products of sparse matrices send if sites are brought what their entries touch, counted in
// plain loops.

namespace relatile::test {

/// On how many sites entries of a matrix are, or all sites where it does not lie in even parts.
inline int sites_with_entries(const SparseArray<double, 2>& s, int sites) {
  const auto& held = s.columns().node()->value->held;
  std::int64_t all = 0;
  int holders = 0;
  for (const auto& boxes : held) {
    for (const Box& box : boxes) all += volume(box.extents());
    holders += boxes.empty() || boxes.front().empty() ? 0 : 1;
  }
  return holders < 2 || all != s.nnz() ? sites : holders;
}

/// How many elements of x sites lack that their rows have entries for, x lying as rows do where the
/// matrix is square, and else evenly.
inline std::int64_t lacking(const SparseArray<double, 2>& s, int all_sites) {
  const int sites = sites_with_entries(s, all_sites);
  const std::vector<std::int32_t> counts = to_vector(s.row_counts());
  const std::vector<std::int32_t> columns = to_vector(s.columns());
  const std::vector<std::int64_t>& blocks = *s.row_blocks();
  const auto num_blocks = static_cast<std::int64_t>(blocks.size()) - 1;
  std::int64_t lacking = 0;
  std::size_t e = 0;
  for (int site = 0; site < sites; ++site) {
    const Range of_site = even_part(num_blocks, sites, site);
    const std::int64_t first = blocks[std::size_t(of_site.low)];
    const std::int64_t end = blocks[std::size_t(of_site.high)];
    const Range own =
        s.shape(0) == s.shape(1) ? Range{first, end} : even_part(s.shape(1), sites, site);
    std::set<std::int32_t> needed;
    for (std::int64_t row = first; row < end; ++row) {
      for (std::int32_t k = 0; k < counts[std::size_t(row)]; ++k) needed.insert(columns[e++]);
    }
    for (const std::int32_t column : needed) {
      lacking += column < own.low || column >= own.high ? 1 : 0;
    }
  }
  return lacking;
}

}  // namespace relatile::test
