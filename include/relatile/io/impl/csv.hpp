// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/csv.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/io/impl/csv_file.hpp"
#include "relatile/io/number_text.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io::detail {

/// Reads one column's field after the other, and gives what it has read.
struct CsvColumnReader {
  std::int64_t column = 0;
  std::function<void(std::string_view field, std::int64_t line)> read;
  std::function<CsvNumbers()> finish;
};

inline CsvColumnReader column_reader(ElementType element, std::int64_t column,
                                     const CsvFormat& format, const std::string& path) {
  return visit_csv_type(element, [&]<class T>(std::type_identity<T>) {
    const auto parsed = std::make_shared<std::vector<T>>();
    const CsvReader<T> reader(format, path);
    const auto read = [parsed, reader, column](std::string_view field, std::int64_t line) {
      parsed->push_back(reader.number(field, line, column + 1));
    };
    return CsvColumnReader{column, read, [parsed] { return elements_of(*parsed, 1); }};
  });
}

/// Parses columns of different types.
inline std::vector<CsvNumbers> parse_share(const std::vector<ElementType>& elements,
                                           const CsvShare& share, const CsvFormat& format,
                                           const CsvTable& table, const std::string& path) {
  std::vector<CsvColumnReader> readers;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto column = table.all ? static_cast<std::int64_t>(i) : table.chosen[i];
    readers.push_back(column_reader(elements[i], column, format, path));
  }
  if (table.columns > 0) {
    for_each_fields(share.lines, format, table.columns, share.first_line, path,
                    [&](const std::vector<std::string_view>& fields, std::int64_t line) {
                      for (const auto& reader : readers) {
                        reader.read(fields[static_cast<std::size_t>(reader.column)], line);
                      }
                    });
  }
  std::vector<CsvNumbers> numbers;
  for (const auto& reader : readers) numbers.push_back(reader.finish());
  return numbers;
}

/// What all sites have to ask for alike.
inline std::string text_of(const CsvFormat& format) {
  std::string text = std::string("delimiter '") + format.delimiter + "', skip_rows " +
                     std::to_string(format.skip_rows) + (format.header ? ", header" : "");
  for (const CsvColumn& column : format.usecols) {
    text += (&column == format.usecols.data() ? ", usecols " : " ") +
            (column.name.empty() ? std::to_string(column.number) : column.name);
  }
  text += std::string(", comment '") + format.comment + "', quote '" + format.quote + "'";
  if (format.filling_value) append_number(text += ", filling_value ", *format.filling_value);
  for (const std::string& word : format.missing_values) text += ", missing '" + word + "'";
  return text;
}

RELATILE_INLINE tra::NodePtr load_csv_node(ElementType element, const std::string& path,
                                           const CsvFormat& format) {
  const transport::Operation operation(
      "load_csv", path + " as " + element.name() + " (" + text_of(format) + ")");
  const auto file = transport::current().open_file(path);
  return load_csv_file(*file, element, format);
}

RELATILE_INLINE std::vector<tra::NodePtr> load_csv_nodes(const std::vector<ElementType>& elements,
                                                         const std::string& path,
                                                         const CsvFormat& format) {
  std::string types;
  for (const ElementType element : elements) types += " " + element.name();
  const transport::Operation operation("load_csv_columns",
                                       path + " as" + types + " (" + text_of(format) + ")");
  transport::Transport& sites = transport::current();
  const auto file = sites.open_file(path);
  const CsvShares shares = read_shares(sites, *file);
  const CsvTable table = describe(sites, shares, format, path);
  const bool is_empty = table.all && table.columns == 0;
  if (!is_empty && table.width() != std::ssize(elements)) {
    throw ShapeMismatch("relatile: load_csv_columns: " + std::to_string(table.width()) +
                        " columns of " + path + ", but " + std::to_string(elements.size()) +
                        " types of elements");
  }
  std::vector<std::vector<CsvNumbers>> numbers(elements.size());  // by column, by local site
  transport::together(sites, [&] {
    for (const CsvShare& share : shares.local) {
      auto parsed = parse_share(elements, share, format, table, path);
      for (std::size_t c = 0; c < parsed.size(); ++c) numbers[c].push_back(std::move(parsed[c]));
    }
  });
  std::vector<tra::NodePtr> nodes;
  for (std::size_t c = 0; c < elements.size(); ++c) {
    nodes.push_back(array_of_rows(sites, path, elements[c], std::move(numbers[c]), 1, true));
  }
  return nodes;
}

}  // namespace relatile::io::detail

namespace relatile {

RELATILE_INLINE std::vector<std::string> csv_names(const std::string& path, CsvFormat format,
                                                   SourceLine line) {
  const AskedFrom scope(line);
  format.header = true;
  const transport::Operation operation("csv_names",
                                       path + " (" + io::detail::text_of(format) + ")");
  transport::Transport& sites = transport::current();
  const auto file = sites.open_file(path);
  const io::detail::CsvShares shares = io::detail::read_shares(sites, *file);
  return io::parse_csv_header(io::detail::line_of(sites, shares, format.skip_rows + 1), format);
}

}  // namespace relatile
