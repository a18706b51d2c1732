// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "relatile/io/csv_columns.hpp"
#include "relatile/io/csv_text.hpp"

namespace relatile::fuzz {

/// What the sites read of a text is all of it, each line once, however much is read at a time.
inline void divide(std::string_view text, int num_sites, std::int64_t read_at_once) {
  const auto size = static_cast<std::int64_t>(text.size());
  std::size_t at = 0;
  for (int site = 0; site < num_sites; ++site) {
    const Range range = even_part(size, num_sites, site);
    const auto begin = static_cast<std::size_t>(std::max<std::int64_t>(range.low - 1, 0));
    auto end = static_cast<std::size_t>(range.high);
    auto lines = io::whole_lines(text.substr(begin, end - begin), range, end == text.size());
    while (!lines) {
      require(end < text.size(), "all of a text is enough");
      end = std::min(text.size(), end + static_cast<std::size_t>(read_at_once));
      lines = io::whole_lines(text.substr(begin, end - begin), range, end == text.size());
    }
    require(*lines == text.substr(at, lines->size()), "sites read line after line");
    at += lines->size();
  }
  require(at == text.size(), "no line is left out");
}

template <class T>
std::string written(const std::vector<T>& numbers, std::int64_t columns) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    char number[32];
    text.append(number, std::to_chars(number, number + sizeof number, numbers[i]).ptr);
    text += static_cast<std::int64_t>(i + 1) % columns == 0 ? '\n' : ',';
  }
  return text;
}

template <class T>
void read_numbers(std::string_view text, const io::CsvFormat& format) {
  std::vector<T> numbers;
  const auto columns = io::parse_csv_lines<T>(text, format, 0, 1, "x.csv", numbers);
  require(columns == io::count_columns(text, format, 1), "columns are counted as they are read");
  if (columns == 0) return require(numbers.empty(), "no numbers without columns");
  require(std::ssize(numbers) % columns == 0, "all rows are as long");

  std::vector<T> again;
  const std::string text_again = written(numbers, columns);
  const auto columns_again = io::parse_csv_lines<T>(text_again, {}, columns, 1, "x.csv", again);
  require(columns_again == columns, "numbers that are written again have as many columns");
  require(written(again, columns) == text_again, "numbers that are written again are the same");
}

/// All columns by their numbers, backwards, are the numbers of all rows backwards.
inline void choose_columns(std::string_view text, const io::CsvFormat& format) {
  std::vector<double> numbers;
  const auto columns = io::parse_csv_lines<double>(text, format, 0, 1, "x.csv", numbers);
  std::vector<std::int64_t> backwards;
  for (std::int64_t c = columns; c-- > 0;) backwards.push_back(c);
  std::vector<double> chosen;
  if (columns > 0) {
    io::parse_csv_columns<double>(text, format, columns, backwards, 1, "x.csv", chosen);
  }
  require(chosen.size() == numbers.size(), "as many numbers are chosen as there are");
  for (std::int64_t i = 0; i < std::ssize(numbers); ++i) {
    const std::int64_t other = i - i % columns + columns - 1 - i % columns;
    const double a = numbers[static_cast<std::size_t>(i)];
    const double b = chosen[static_cast<std::size_t>(other)];
    require(a == b || (a != a && b != b), "the same numbers are chosen");
  }
}

/// A header's names, each in quotes, are read again as the same.
inline void read_header(std::string_view line, const io::CsvFormat& format) {
  line = line.substr(0, line.find('\n'));
  const auto names = io::parse_csv_header(line, format);
  if (format.quote == '\0' || names.empty()) return;
  std::string again;
  for (const std::string& name : names) {
    if (!again.empty()) again += format.delimiter;
    again += format.quote;
    for (const char c : name) again.append(c == format.quote ? 2 : 1, c);
    again += format.quote;
  }
  require(io::parse_csv_header(again, format) == names,
          "names that are written again are the same");
}

/// The first byte chooses how the rest is written, and how many sites read it.
inline void csv(std::string_view bytes) {
  const unsigned choice = take_byte(bytes);
  constexpr std::string_view delimiters = ",; \t";
  io::CsvFormat format;
  format.delimiter = delimiters[choice % 4];
  format.comment = "#%\0#"[choice / 4 % 4];
  format.skip_rows = choice / 16 % 3;
  format.header = choice >= 128;
  format.quote = choice % 128 < 96 ? '"' : '\0';
  if (choice / 4 % 2 == 1) {
    format.filling_value = 7;
    format.missing_values = {"N/A", "-"};
  }
  divide(bytes, 1 + static_cast<int>(choice / 16 % 5), 1 + bytes.size() / 8);
  accepted([&] { read_numbers<double>(bytes, format); });
  accepted([&] { choose_columns(bytes, format); });
  read_header(bytes, format);
  accepted([&] { read_numbers<float>(bytes, format); });
  accepted([&] { read_numbers<std::int32_t>(bytes, format); });
  accepted([&] { read_numbers<std::uint64_t>(bytes, format); });
}

}  // namespace relatile::fuzz
