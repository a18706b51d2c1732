// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/csv.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/array/stored.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/io/csv_text.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/operation.hpp"

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

/// The lines of every local site. Collective.
inline std::vector<CsvShare> read_shares(transport::Transport& sites, transport::File& file) {
  std::vector<CsvShare> shares(sites.local_sites().size());
  transport::together(sites, [&] {
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const int site = sites.local_sites()[i];
      read_share(file, even_part(file.size(), sites.num_sites(), site), shares[i]);
    }
  });
  std::vector<std::int64_t> counts;
  for (const CsvShare& share : shares) counts.push_back(count_lines(share.lines));
  counts = sites.gather(counts);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    for (int before = 0; before < sites.local_sites()[i]; ++before) {
      shares[i].first_line += nth(counts, before);
    }
  }
  return shares;
}

/// The number of columns of the file's first row; 0 if there is none. Collective.
inline std::int64_t agree_on_columns(transport::Transport& sites,
                                     const std::vector<CsvShare>& shares, const CsvFormat& format) {
  std::vector<std::int64_t> columns;
  for (const CsvShare& share : shares) {
    columns.push_back(count_columns(share.lines, format, share.first_line));
  }
  columns = sites.gather(columns);
  const auto first = std::find_if(columns.begin(), columns.end(), [](auto c) { return c > 0; });
  return first == columns.end() ? 0 : *first;
}

/// The rows of every site, as boxes of the array that they make together; collective.
inline std::vector<std::vector<Box>> boxes_of_rows(transport::Transport& sites,
                                                   std::vector<std::int64_t> local_rows,
                                                   std::int64_t columns) {
  std::vector<std::vector<Box>> held;
  std::int64_t low = 0;
  for (const std::int64_t rows : sites.gather(local_rows)) {
    held.emplace_back();
    if (rows > 0) held.back().push_back({{low, 0}, {low + rows, columns}});
    low += rows;
  }
  return held;
}

/// The numbers of one site's lines.
struct CsvNumbers {
  Buffer elements;
  std::int64_t rows = 0;
};

/// Parses the lines as numbers of type T; their text is let go before as much again is allocated.
template <class T>
CsvNumbers parse_share(CsvShare& share, const CsvFormat& format, std::int64_t columns,
                       const std::string& path) {
  std::vector<T> parsed;
  parse_csv_lines(share.lines, format, columns, share.first_line, path, parsed);
  std::string().swap(share.text);
  CsvNumbers numbers;
  if (parsed.empty()) return numbers;
  numbers.rows = std::ssize(parsed) / columns;
  numbers.elements = allocate_buffer(std::ssize(parsed) * std::int64_t(sizeof(T)));
  std::memcpy(numbers.elements.get(), parsed.data(), parsed.size() * sizeof(T));
  return numbers;
}

inline CsvNumbers parse_share(ElementType element, CsvShare& share, const CsvFormat& format,
                              std::int64_t columns, const std::string& path) {
  return visit_scalar_type(element, [&]<class T>(std::type_identity<T>) -> CsvNumbers {
    if constexpr (CsvNumber<T>) {
      return parse_share<T>(share, format, columns, path);
    } else {
      throw Error("relatile: load_csv: no text holds elements of type " + element.name());
    }
  });
}

RELATILE_INLINE tra::NodePtr load_csv_node(ElementType element, const std::string& path,
                                           const CsvFormat& format) {
  const transport::Operation operation(
      "load_csv", path + " as " + element.name() + " (delimiter '" + format.delimiter +
                      "', skip_rows " + std::to_string(format.skip_rows) + ")");
  transport::Transport& sites = transport::current();
  const auto file = sites.open_file(path);
  std::vector<CsvShare> shares = read_shares(sites, *file);
  const std::int64_t columns = agree_on_columns(sites, shares, format);
  std::vector<std::int64_t> rows(shares.size(), 0);
  std::vector<Buffer> numbers(shares.size());
  transport::together(sites, [&] {
    for (std::size_t i = 0; i < shares.size(); ++i) {
      CsvNumbers parsed = parse_share(element, shares[i], format, columns, path);
      rows[i] = parsed.rows;
      numbers[i] = std::move(parsed.elements);
    }
  });
  auto held = boxes_of_rows(sites, rows, columns);
  std::vector<SiteData> local(shares.size());
  for (std::size_t i = 0; i < local.size(); ++i) {
    const auto site = static_cast<std::size_t>(sites.local_sites()[i]);
    if (numbers[i]) local[i].pieces.push_back({held[site][0], std::move(numbers[i])});
  }
  std::int64_t height = 0;
  for (const auto& boxes : held) height += boxes.empty() ? 0 : boxes[0].extents()[0];
  return relatile::detail::stored_node(path.substr(path.rfind('/') + 1),
                                       tra::array_type(element, {height, columns}), std::move(held),
                                       "rows as read", std::move(local));
}

}  // namespace relatile::io::detail
