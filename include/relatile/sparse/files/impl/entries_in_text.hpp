// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/io/entries/entry_text.hpp"
#include "relatile/io/impl/csv_file.hpp"
#include "relatile/io/impl/rows_on_sites.hpp"
#include "relatile/io/impl/text_shares.hpp"
#include "relatile/io/impl/write_texts.hpp"
#include "relatile/kernel/sparse/order.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/structure/entries.hpp"

// Sparse matrices in texts of any format that has a line for each entry: all sites read and write
// lines at once.

namespace relatile::detail {

/// What is wanted of a text.
struct WantedEntries {
  io::EntryFormat format = {};
  std::optional<Extents> shape = {};         ///< none: as many rows and columns as entries need
  bool is_square = false;                    ///< as many of the one as of the other
  bool is_flipped = false;                   ///< the transpose is made of them
  std::optional<std::int64_t> entries = {};  ///< so many lines have one
  Equal equal = Equal::summed;
};

inline Equal equal_of(Duplicates duplicates) {
  return duplicates == Duplicates::summed ? Equal::summed : Equal::refused;
}

/// What all sites have to ask for alike.
template <class Wish>
std::string text_of_wish(const std::string& path, ElementType element, const Wish& wish) {
  return path + " as " + element.name() +
         (wish.shape.empty() ? "" : " of shape " + to_string(wish.shape)) +
         (wish.duplicates == Duplicates::summed ? "" : " without duplicates") +
         in_words(wish.format);
}

/// The entries of the local sites, and what sites tell each other of theirs.
struct EntriesOfSites {
  std::vector<io::detail::CsvNumbers> keys;
  std::vector<io::detail::CsvNumbers> values;
  std::vector<std::int64_t> told;  ///< of each: lines, rows and columns
};

/// A vector as elements of an array; its own memory is let go.
template <class T>
io::detail::CsvNumbers moved_elements(std::vector<T>& parsed) {
  io::detail::CsvNumbers numbers = io::detail::elements_of(parsed, 1);
  std::vector<T>().swap(parsed);
  return numbers;
}

/// Parses the lines of one site, whose text is let go. Not collective.
inline void parse_share(ElementType element, const io::EntryFormat& format, const std::string& path,
                        io::detail::CsvShare& share, EntriesOfSites& to) {
  visit_scalar_type(element, [&]<class T>(std::type_identity<T>) {
    io::ParsedEntries<T> parsed;
    const auto each = format.symmetry == io::Symmetry::general ? 1 : 2;
    const auto most = static_cast<std::size_t>(each * io::count_lines(share.lines));
    parsed.keys.reserve(most);
    parsed.values.reserve(most);
    io::parse_entries(share.lines, format, share.first_line, path, parsed);
    std::string().swap(share.text);
    to.keys.push_back(moved_elements(parsed.keys));
    to.values.push_back(moved_elements(parsed.values));
    to.told.insert(to.told.end(), {parsed.lines, parsed.rows, parsed.columns});
    return 0;
  });
}

/// The matrix of entries that sites have by their keys, or, `is_flipped`, its transpose.
/// Collective.
inline SparseNodes matrix_of_found(const std::string& name, const std::string& path,
                                   const Extents& shape, ElementType element, EntriesOfSites& found,
                                   Equal equal, bool is_flipped = false) {
  const auto vector_of = [&](ElementType of, std::vector<io::detail::CsvNumbers>& numbers) {
    return io::detail::array_of_rows(transport::current(), path, of, std::move(numbers), 1, true);
  };
  const tra::NodePtr keys = vector_of(element_type_of<std::int64_t>(), found.keys);
  const tra::NodePtr values = vector_of(element, found.values);
  const PieceKernel sum = visit_scalar_type(
      element, []<class T>(std::type_identity<T>) { return kernel::sum_of_equal_keys<T>(); });
  const Entries entries = is_flipped ? Entries{{shape[1], shape[0]}, flipped(keys), values}
                                     : Entries{shape, keys, values};
  return sparse_of_entries(name.c_str(), entries, equal, sum);
}

/// The matrix in an open text. Collective.
inline SparseNodes read_entries(const std::string& operation, transport::File& file,
                                ElementType element, const WantedEntries& wanted) {
  transport::Transport& sites = transport::current();
  const std::string name = operation + ": " + file.path();
  io::EntryFormat format = wanted.format;
  if (wanted.shape) {
    require_sparse_shape(name.c_str(), *wanted.shape);
    format.rows = (*wanted.shape)[0];
    format.columns = (*wanted.shape)[1];
  }
  io::detail::CsvShares shares = io::detail::read_shares(sites, file);
  EntriesOfSites found;
  transport::together(sites, [&] {
    for (io::detail::CsvShare& share : shares.local) {
      parse_share(element, format, file.path(), share, found);
    }
  });
  const std::vector<std::int64_t> told = sites.gather(found.told);
  std::int64_t lines = 0;
  Extents needed{0, 0};
  for (std::size_t at = 0; at < told.size(); at += 3) {
    lines += told[at];
    needed = {std::max(needed[0], told[at + 1]), std::max(needed[1], told[at + 2])};
  }
  if (wanted.entries && lines != *wanted.entries) {
    throw ParseError(file.path() + ": expected " + std::to_string(*wanted.entries) +
                     " entries, found " + std::to_string(lines));
  }
  const std::int64_t longest = std::max(needed[0], needed[1]);
  const Extents shape =
      wanted.shape.value_or(wanted.is_square ? Extents{longest, longest} : needed);
  return matrix_of_found(name, file.path(), shape, element, found, wanted.equal, wanted.is_flipped);
}

/// How a matrix is written as a text.
struct EntriesAsText {
  std::int64_t first_index = 1;
  /// Of each axis but the first, how many columns are between its indices: columns of arrays of
  /// other numbers of dimensions stand for places along several axes, or none.
  std::vector<std::int64_t> strides = {1};
  bool numbers = true;
  int precision = io::shortest_digits;
  io::Symmetry symmetry = io::Symmetry::general;  ///< of others the lower half is written
  /// What goes before so many entries.
  std::function<std::string(std::int64_t entries)> header = [](std::int64_t) {
    return std::string();
  };
};

/// Appends an element as io::append_element does.
using AppendElement = void (*)(std::string& text, const std::byte* element, int precision);

inline AppendElement append_element_of(ElementType element) {
  return visit_scalar_type(element, []<class T>(std::type_identity<T>) -> AppendElement {
    return [](std::string& text, const std::byte* number, int precision) {
      io::append_element(text, *reinterpret_cast<const T*>(number), precision);
    };
  });
}

/// Calls visit(row, column, entry) for those of a site's entries that are written.
template <class Visit>
void for_each_written(const EntriesAsText& as, const io::detail::RowsPart& keys, Visit&& visit) {
  const auto* const key = reinterpret_cast<const std::int64_t*>(keys.elements);
  const bool half = as.symmetry != io::Symmetry::general;
  const std::int64_t above = as.symmetry == io::Symmetry::skew_symmetric ? 0 : 1;
  for (std::int64_t e = 0; e < keys.box.count(); ++e) {
    const std::int64_t row = key[e] >> 32;
    const std::int64_t column = key[e] & 0xffffffff;
    if (half && column >= row + above) continue;
    visit(row, column, e);
  }
}

/// Writes a matrix; each site writes as many of its entries as any other. Collective.
inline void write_entries(const char* operation, const std::string& path, const SparseNodes& s,
                          const EntriesAsText& as) {
  transport::Transport& sites = transport::current();
  const io::detail::RowsOnSites keys(operation, keys_of(s.pattern, false));
  std::optional<io::detail::RowsOnSites> values;
  if (as.numbers) values.emplace(operation, s.values);
  const ElementType element = s.values->type.block.element;
  const AppendElement append = append_element_of(element);
  const std::int64_t size = element.size;
  std::vector<std::string> texts;
  std::vector<std::int64_t> counts;
  transport::together(sites, [&] {
    const auto of_keys = keys.parts();
    const auto of_values = as.numbers ? values->parts() : of_keys;
    for (std::size_t i = 0; i < of_keys.size(); ++i) {
      std::string& text = texts.emplace_back();
      std::int64_t& count = counts.emplace_back(0);
      const std::byte* const elements = of_values[i].elements;
      for_each_written(as, of_keys[i], [&](auto row, auto column, std::int64_t entry) {
        io::append_indices(text, row, column, as.strides, as.first_index);
        if (as.numbers) append(text += ' ', elements + entry * size, as.precision);
        if (!as.numbers) text += '\n';
        ++count;
      });
    }
  });
  std::int64_t entries = 0;
  for (const std::int64_t count : sites.gather(counts)) entries += count;
  io::detail::write_texts(path, as.header(entries), texts, {});
}

}  // namespace relatile::detail
