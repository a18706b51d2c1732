// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/io/csv_text.hpp"
#include "relatile/io/impl/read_elements.hpp"
#include "relatile/io/impl/rows_on_sites.hpp"
#include "relatile/io/impl/text_shares.hpp"
#include "relatile/io/market_order.hpp"
#include "relatile/io/matrix_market_text.hpp"

// Matrices in files of the Matrix Market, whose numbers all sites read at once.

namespace relatile::io::detail {

/// What `parse` makes of the beginning of an open file: it is given more and more of it, until it
/// gives something. Collective.
template <class Parse>
auto header_by(transport::File& file, Parse&& parse) {
  for (std::int64_t bytes = 4096;; bytes *= 4) {
    const auto header = parse(file.read_prefix(bytes), bytes >= file.size(), file.path());
    if (header) return *header;
  }
}

/// The header of an open file. Collective.
inline MarketHeader market_header_of(transport::File& file) {
  return header_by(file, parse_market_header);
}

/// Throws an Error where elements of type T can't hold the numbers of a file.
inline void require_market_type(ElementType element, MarketField field, const std::string& path) {
  const bool fits = field == MarketField::complex ? element.kind == ElementKind::complex
                    : field == MarketField::real  ? element.kind == ElementKind::complex ||
                                                       element.kind == ElementKind::floating
                                                 : element.kind != ElementKind::boolean;
  if (fits) return;
  throw Error("relatile: load: " + path + " has " +
              std::string(market_fields[static_cast<std::size_t>(field)]) +
              " numbers, which elements of type " + element.name() + " can't hold");
}

/// The numbers in a site's lines.
template <class T>
std::vector<T> parse_market_numbers(const CsvShare& share, const MarketHeader& header,
                                    const std::string& path) {
  const CsvFormat lines{.delimiter = ' ', .skip_rows = header.lines, .comment = '%', .quote = '\0'};
  const bool pairs = header.field == MarketField::complex;
  std::vector<real_t<T>> parsed;
  parse_csv_lines(share.lines, lines, pairs ? 2 : 1, share.first_line, path, parsed);
  if constexpr (is_complex_v<T>) {
    std::vector<T> numbers(pairs ? parsed.size() / 2 : parsed.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = pairs ? T(parsed[2 * i], parsed[2 * i + 1]) : T(parsed[i]);
    }
    return numbers;
  } else {
    return parsed;
  }
}

/// The numbers of the local sites, as bytes; how many there are on all sites. Collective.
struct MarketNumbers {
  std::vector<std::vector<std::byte>> local;
  std::vector<std::int64_t> first;  ///< of every site, and of what would follow the last
};

/// Reads the numbers of a file. Collective.
inline MarketNumbers read_market_numbers(transport::File& file, const MarketHeader& header,
                                         ElementType element) {
  transport::Transport& sites = transport::current();
  const CsvShares shares = read_shares(sites, file);
  MarketNumbers numbers{std::vector<std::vector<std::byte>>(shares.local.size()), {0}};
  transport::together(sites, [&] {
    for (std::size_t i = 0; i < shares.local.size(); ++i) {
      visit_scalar_type(element, [&]<class T>(std::type_identity<T>) {
        if constexpr (!std::is_same_v<T, bool>) {
          const auto parsed = parse_market_numbers<T>(shares.local[i], header, file.path());
          const auto* const bytes = reinterpret_cast<const std::byte*>(parsed.data());
          numbers.local[i].assign(bytes, bytes + parsed.size() * sizeof(T));
        }
        return 0;
      });
    }
  });
  std::vector<std::int64_t> counts;
  for (const auto& local : numbers.local) counts.push_back(std::ssize(local) / element.size);
  for (const std::int64_t count : sites.gather(counts)) {
    numbers.first.push_back(numbers.first.back() + count);
  }
  return numbers;
}

/// The numbers from the number `first` on as they lie in the matrix, column after column, from its
/// element `low` on; and zeros. In pieces of the boxes, which follow each other there.
inline std::vector<ArrayPiece> lay_out(const std::vector<std::byte>& numbers, std::int64_t first,
                                       const MarketHeader& header, ElementType element,
                                       std::int64_t low, const std::vector<Box>& boxes) {
  const MarketOrder order(header);
  const std::size_t size = element.size;
  std::size_t elements = 0;
  for (const Box& box : boxes) elements += static_cast<std::size_t>(box.count());
  std::vector<std::byte> dense(elements * size);
  MarketOrder::Place at;
  for (std::size_t k = 0; k * size < numbers.size(); ++k) {
    at = k == 0 ? order.place(first) : order.after(at);
    const auto place = static_cast<std::size_t>(at.column * header.rows + at.row - low);
    std::memcpy(dense.data() + place * size, numbers.data() + k * size, size);
  }
  std::vector<ArrayPiece> pieces;
  const std::byte* next = dense.data();
  for (const Box& box : boxes) {
    pieces.push_back(relatile::detail::new_piece(box, element));
    const std::size_t bytes = static_cast<std::size_t>(box.count()) * size;
    std::memcpy(pieces.back().data.get(), next, bytes);
    next += bytes;
  }
  return pieces;
}

/// The columns of a matrix as the rows of a stored array, as far as the file has them; zeros where
/// it has not. Collective.
inline tra::NodePtr columns_of_market(transport::File& file, const MarketHeader& header,
                                      ElementType element) {
  transport::Transport& sites = transport::current();
  const MarketNumbers numbers = read_market_numbers(file, header, element);
  const MarketOrder order(header);
  if (numbers.first.back() != order.count()) {
    throw ParseError(file.path() + ": expected " + std::to_string(order.count()) +
                     " numbers, found " + std::to_string(numbers.first.back()));
  }
  std::vector<std::vector<Box>> held;
  const std::size_t num_sites = numbers.first.size() - 1;
  std::vector<std::int64_t> begin{0};
  for (std::size_t site = 0; site < num_sites; ++site) {
    begin.push_back(order.first_element(numbers.first[site + 1]));
    held.push_back(boxes_of_range(begin[site], begin[site + 1], header.rows));
  }
  std::vector<SiteData> local(numbers.local.size());
  transport::together(sites, [&] {
    for (std::size_t i = 0; i < local.size(); ++i) {
      const auto site = static_cast<std::size_t>(sites.local_sites()[i]);
      local[i].pieces =
          lay_out(numbers.local[i], numbers.first[site], header, element, begin[site], held[site]);
    }
  });
  return relatile::detail::stored_node(file.path().substr(file.path().rfind('/') + 1),
                                       tra::array_type(element, {header.columns, header.rows}),
                                       std::move(held), "columns as read", std::move(local));
}

/// A matrix from its columns, as far as a file has them, and what follows from its symmetry: rows
/// and columns come to the sites that make them whole. Collective.
inline tra::NodePtr whole_matrix(const tra::NodePtr& columns, Symmetry symmetry) {
  const ElementType element = columns->type.block.element;
  const Extents& shape = columns->type.extents;
  const RowsOnSites below("mmread", transposed(columns, shape));
  const RowsOnSites above("mmread", columns);
  std::vector<SiteData> local;
  transport::together(transport::current(), [&] {
    const auto rows = below.parts();
    const auto mirrored = above.parts();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      SiteData& data = local.emplace_back();
      if (rows[i].box.empty()) continue;
      data.pieces.push_back(relatile::detail::new_piece(rows[i].box, element));
      visit_scalar_type(element, [&]<class T>(std::type_identity<T>) {
        auto* const result = reinterpret_cast<T*>(data.pieces[0].data.get());
        const std::int64_t width = shape[1];
        for (std::int64_t k = 0; k < rows[i].box.count(); ++k) {
          const bool is_below = k % width <= rows[i].box.low[0] + k / width;
          result[k] = is_below
                          ? reinterpret_cast<const T*>(rows[i].elements)[k]
                          : mirror(reinterpret_cast<const T*>(mirrored[i].elements)[k], symmetry);
        }
        return 0;
      });
    }
  });
  return relatile::detail::stored_node(columns->name, tra::array_type(element, shape),
                                       below.node().pins.boxes, below.node().pins.place,
                                       std::move(local));
}

/// The matrix in an open file. Collective.
inline tra::NodePtr load_market_file(transport::File& file, const MarketHeader& header,
                                     ElementType element) {
  require_market_type(element, header.field, file.path());
  tra::NodePtr columns = columns_of_market(file, header, element);
  if (header.symmetry != Symmetry::general) return whole_matrix(columns, header.symmetry);
  return transposed(columns, {header.rows, header.columns});
}

/// The elements that hold the numbers of a file.
inline ElementType element_of_market(MarketField field) {
  if (field == MarketField::complex) return element_type_of<std::complex<double>>();
  return field == MarketField::real ? element_type_of<double>() : element_type_of<std::int64_t>();
}

}  // namespace relatile::io::detail
