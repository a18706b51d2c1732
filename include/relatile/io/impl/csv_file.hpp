// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/stored.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/io/csv_columns.hpp"
#include "relatile/io/csv_text.hpp"
#include "relatile/io/impl/text_shares.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"

namespace relatile::io::detail {

/// What all sites have to know of a text to read their rows.
struct CsvTable {
  std::vector<std::string> names;
  std::int64_t columns = 0;          // 0 if there are neither rows nor names
  bool all = true;                   // columns are meant
  std::vector<std::int64_t> chosen;  // otherwise these
  std::int64_t width() const { return all ? columns : std::ssize(chosen); }
};

/// The number of columns of the file's first row; 0 if there is none. Collective.
inline std::int64_t agree_on_columns(transport::Transport& sites, const CsvShares& shares,
                                     const CsvFormat& format) {
  std::vector<std::int64_t> columns;
  for (const CsvShare& share : shares.local) {
    columns.push_back(count_columns(share.lines, format, share.first_line));
  }
  columns = sites.gather(columns);
  const auto first = std::find_if(columns.begin(), columns.end(), [](auto c) { return c > 0; });
  return first == columns.end() ? 0 : *first;
}

/// Finds out what is asked for, and is there. Collective.
inline CsvTable describe(transport::Transport& sites, const CsvShares& shares,
                         const CsvFormat& format, const std::string& path) {
  CsvTable table;
  if (format.header) {
    table.names = parse_csv_header(line_of(sites, shares, format.skip_rows + 1), format);
  }
  table.columns = std::ssize(table.names);
  if (table.columns == 0) table.columns = agree_on_columns(sites, shares, format);
  table.all = format.usecols.empty();
  if (table.columns == 0) {
    table.chosen.resize(format.usecols.size());
  } else {
    table.chosen = chosen_columns(format.usecols, table.columns, table.names, path);
  }
  return table;
}

/// The numbers of one site's lines.
struct CsvNumbers {
  Buffer elements;
  std::int64_t rows = 0;
};

/// Numbers as elements of an array, `columns` a row.
template <class T>
CsvNumbers elements_of(std::vector<T>& parsed, std::int64_t columns) {
  CsvNumbers numbers;
  if (parsed.empty()) return numbers;
  numbers.rows = std::ssize(parsed) / columns;
  numbers.elements = allocate_buffer(std::ssize(parsed) * std::int64_t(sizeof(T)));
  std::memcpy(numbers.elements.get(), parsed.data(), parsed.size() * sizeof(T));
  return numbers;
}

/// Calls `visit(std::type_identity<T>())` with the number type that `element` is.
template <class Visit>
auto visit_csv_type(ElementType element, Visit&& visit) {
  using Result = decltype(visit(std::type_identity<double>()));
  return visit_scalar_type(element, [&]<class T>(std::type_identity<T> type) -> Result {
    if constexpr (CsvNumber<T>) {
      return visit(type);
    } else {
      throw Error("relatile: load_csv: no text holds elements of type " + element.name());
    }
  });
}

/// Parses the lines as numbers; their text is let go before as much again is allocated.
inline CsvNumbers parse_share(ElementType element, CsvShare& share, const CsvFormat& format,
                              const CsvTable& table, const std::string& path) {
  return visit_csv_type(element, [&]<class T>(std::type_identity<T>) {
    std::vector<T> parsed;
    if (table.all) {
      parse_csv_lines(share.lines, format, table.columns, share.first_line, path, parsed);
    } else if (table.columns > 0) {
      parse_csv_columns(share.lines, format, table.columns, table.chosen, share.first_line, path,
                        parsed);
    }
    std::string().swap(share.text);
    return elements_of(parsed, table.width());
  });
}

/// The array that the rows of all sites make together, a matrix or, if `is_vector`, its only
/// column. Collective.
inline tra::NodePtr array_of_rows(transport::Transport& sites, const std::string& path,
                                  ElementType element, std::vector<CsvNumbers> numbers,
                                  std::int64_t columns, bool is_vector) {
  std::vector<std::int64_t> rows;
  for (const CsvNumbers& part : numbers) rows.push_back(part.rows);
  std::vector<std::vector<Box>> held;
  std::int64_t height = 0;
  for (const std::int64_t more : sites.gather(rows)) {
    held.emplace_back();
    Box box{{height}, {height + more}};
    if (!is_vector) box = {{height, 0}, {height + more, columns}};
    if (more > 0) held.back().push_back(box);
    height += more;
  }
  std::vector<SiteData> local(numbers.size());
  for (std::size_t i = 0; i < local.size(); ++i) {
    const auto site = static_cast<std::size_t>(sites.local_sites()[i]);
    if (numbers[i].rows > 0) {
      local[i].pieces.push_back({held[site][0], std::move(numbers[i].elements)});
    }
  }
  const Extents shape = is_vector ? Extents{height} : Extents{height, columns};
  return relatile::detail::stored_node(path.substr(path.rfind('/') + 1),
                                       tra::array_type(element, shape), std::move(held),
                                       "rows as read", std::move(local));
}

/// The matrix in an open text file. Collective.
inline tra::NodePtr load_csv_file(transport::File& file, ElementType element,
                                  const CsvFormat& format) {
  transport::Transport& sites = transport::current();
  CsvShares shares = read_shares(sites, file);
  const CsvTable table = describe(sites, shares, format, file.path());
  std::vector<CsvNumbers> numbers(shares.local.size());
  transport::together(sites, [&] {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = parse_share(element, shares.local[i], format, table, file.path());
    }
  });
  return array_of_rows(sites, file.path(), element, std::move(numbers), table.width(), false);
}

}  // namespace relatile::io::detail
