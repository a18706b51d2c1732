// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/io/csv_text.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/together.hpp"

// The lines of a text, which all sites read at once.

namespace relatile::io::detail {

/// The lines of a file that begin in one site's range of its bytes.
struct CsvShare {
  std::string text;
  std::string_view lines;  ///< part of the text
  std::int64_t first_line = 1;
};

/// Reads the lines that begin in `range`, the last one to its end. Not collective.
inline void read_share(transport::File& file, Range range, CsvShare& share) {
  constexpr std::int64_t rest_of_a_line = 4096;  // at first; then as much again as there is
  if (range.low >= range.high) return;
  const std::int64_t begin = std::max<std::int64_t>(range.low - 1, 0);
  std::int64_t end = range.high + rest_of_a_line;
  for (std::size_t have = 0;; have = share.text.size()) {
    end = std::min(end, file.size());
    share.text.resize(static_cast<std::size_t>(end - begin));
    file.read(begin + static_cast<std::int64_t>(have),
              std::as_writable_bytes(std::span(share.text)).subspan(have));
    if (const auto lines = whole_lines(share.text, range, end == file.size())) {
      share.lines = *lines;
      return;
    }
    end += end - begin;
  }
}

/// The lines of all sites, those of the local ones with their text.
struct CsvShares {
  std::vector<CsvShare> local;
  std::vector<std::int64_t> first_lines;  // of every site, and of what would follow the last
};

/// The lines of every local site. Collective.
inline CsvShares read_shares(transport::Transport& sites, transport::File& file) {
  CsvShares shares;
  shares.local.resize(sites.local_sites().size());
  transport::together(sites, [&] {
    for (std::size_t i = 0; i < shares.local.size(); ++i) {
      const int site = sites.local_sites()[i];
      read_share(file, even_part(file.size(), sites.num_sites(), site), shares.local[i]);
    }
  });
  std::vector<std::int64_t> counts;
  for (const CsvShare& share : shares.local) counts.push_back(count_lines(share.lines));
  shares.first_lines.push_back(1);
  for (const std::int64_t lines : sites.gather(counts)) {
    shares.first_lines.push_back(shares.first_lines.back() + lines);
  }
  for (std::size_t i = 0; i < shares.local.size(); ++i) {
    shares.local[i].first_line = nth(shares.first_lines, sites.local_sites()[i]);
  }
  return shares;
}

/// One line of the file, on all sites; empty if it has fewer. Collective.
inline std::string line_of(transport::Transport& sites, const CsvShares& shares,
                           std::int64_t number) {
  const auto& first = shares.first_lines;
  if (number < 1 || number >= first.back()) return {};
  const auto site = std::upper_bound(first.begin(), first.end(), number) - first.begin() - 1;
  std::string text;
  for (const CsvShare& share : shares.local) {
    if (share.first_line != first[static_cast<std::size_t>(site)] || share.lines.empty()) continue;
    std::string_view lines = share.lines;
    for (auto at = share.first_line; at < number; ++at) lines.remove_prefix(lines.find('\n') + 1);
    text = lines.substr(0, lines.find('\n'));
  }
  return sites.text_from(static_cast<int>(site), text);
}

}  // namespace relatile::io::detail
