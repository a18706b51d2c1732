// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/files/files.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "relatile/io/entries/market_coordinates.hpp"
#include "relatile/io/impl/market_file.hpp"
#include "relatile/io/impl/market_format.hpp"
#include "relatile/sparse/files/impl/entries_in_text.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::detail {

RELATILE_INLINE SparseNodes read_market(const std::string& path, ElementType element,
                                        Format format) {
  const transport::Operation operation("mmread_sparse",
                                       path + " as " + element.name() + in_words(format));
  const auto file = transport::current().open_file(path);
  const io::MarketCoordinates found = io::detail::header_by(*file, io::parse_market_coordinates);
  const io::MarketHeader& header = found.header;
  // What is true is written as a whole number, and read as one that is not 0.
  const bool is_truth =
      element.kind == ElementKind::boolean && header.field == io::MarketField::integer;
  if (!found.is_pattern && !is_truth) {
    io::detail::require_market_type(element, header.field, path);
  }
  WantedEntries wanted{.shape = Extents{header.rows, header.columns},
                       .is_flipped = is_by_columns(format),
                       .entries = found.entries};
  wanted.format.comments = "%";
  wanted.format.skip_rows = header.lines;
  wanted.format.symmetry = header.symmetry;
  if (found.is_pattern) {
    wanted.format.numbers = 0;
  } else if (header.field == io::MarketField::complex) {
    wanted.format.numbers = 2;
    wanted.format.fields = "a row, a column and two numbers";
  } else {
    wanted.format.fields = "a row, a column and a number";
  }
  return read_entries("mmread_sparse", *file, element, wanted);
}

/// Of an element and its mirror image.
struct Mirrored {
  bool equal;
  bool both_nan;
};
using CompareMirrored = Mirrored (*)(const std::byte* elements, const std::byte* mirrored,
                                     std::int64_t entry, io::Symmetry symmetry);

inline CompareMirrored compare_mirrored(ElementType element) {
  return visit_scalar_type(element, []<class T>(std::type_identity<T>) -> CompareMirrored {
    return [](const std::byte* elements, const std::byte* mirrored, std::int64_t entry,
              io::Symmetry symmetry) -> Mirrored {
      const T here = reinterpret_cast<const T*>(elements)[entry];
      const T there = io::detail::mirror(reinterpret_cast<const T*>(mirrored)[entry], symmetry);
      return {here == there, io::detail::is_nan(here) && io::detail::is_nan(there)};
    };
  });
}

/// Throws an Error unless elements are what the symmetry makes of those in `mirrored`, which are at
/// the same places in the transpose.
inline void require_symmetric_entries(const io::detail::RowsPart& keys, const std::byte* elements,
                                      const std::byte* mirrored, io::Symmetry symmetry,
                                      CompareMirrored compare) {
  const auto* const key = reinterpret_cast<const std::int64_t*>(keys.elements);
  for (std::int64_t e = 0; e < keys.box.count(); ++e) {
    const std::int64_t i = key[e] >> 32;
    const std::int64_t j = key[e] & 0xffffffff;
    // Files of skew-symmetric matrices have no diagonal.
    const bool is_written = symmetry != io::Symmetry::skew_symmetric || i != j;
    const auto [equal, both_nan] = compare(elements, mirrored, e, symmetry);
    if (equal || (both_nan && is_written)) continue;
    const std::string row = std::to_string(i);
    const std::string column = std::to_string(j);
    throw Error("relatile: mmwrite: the matrix is not " +
                std::string(io::detail::symmetry_names[static_cast<std::size_t>(symmetry)]) +
                ": its elements (" + row + ", " + column + ") and (" + column + ", " + row +
                ") differ");
  }
}

/// The matrix with entries where its transpose has some, too, all of which fit the symmetry, or an
/// Error. Collective.
inline SparseNodes with_symmetry(const SparseNodes& s, io::Symmetry symmetry) {
  const ElementType element = s.values->type.block.element;
  const SparseNodes transpose = transposed(s);
  const Handle kept = handle_of(*transpose.values);
  const SparsePattern both = pattern_together(s.pattern, transpose.pattern, false);
  const std::string zero(element.size, '\0');
  const SparseNodes made{both, values_at(both, s, zero)};
  const io::detail::RowsOnSites keys("mmwrite", keys_of(both, false));
  const io::detail::RowsOnSites here("mmwrite", made.values);
  const io::detail::RowsOnSites there("mmwrite", values_at(both, transpose, zero));
  transport::together(transport::current(), [&] {
    const auto of_keys = keys.parts();
    const auto elements = here.parts();
    const auto mirrored = there.parts();
    for (std::size_t i = 0; i < of_keys.size(); ++i) {
      require_symmetric_entries(of_keys[i], elements[i].elements, mirrored[i].elements, symmetry,
                                compare_mirrored(element));
    }
  });
  return made;
}

RELATILE_INLINE void write_market(const std::string& path, const SparseNodes& s,
                                  const MarketFormat& format) {
  const transport::Operation operation("mmwrite", io::detail::text_of(path, format));
  const io::MarketHeader header =
      io::detail::header_for(s.values->type.block.element, s.pattern->shape, format);
  const Handle kept = handle_of(*s.values);
  EntriesAsText as{.precision = format.precision, .symmetry = header.symmetry};
  as.header = [&](std::int64_t entries) {
    return io::market_header_text(header, format.comment, entries);
  };
  const bool half = header.symmetry != io::Symmetry::general;
  write_entries("mmwrite", path, half ? with_symmetry(s, header.symmetry) : s, as);
}

}  // namespace relatile::detail
