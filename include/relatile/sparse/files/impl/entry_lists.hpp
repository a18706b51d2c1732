// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/files/entry_lists.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "relatile/sparse/files/impl/entries_in_text.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::detail {

/// A shape that was given, if any was.
inline std::optional<Extents> given_shape(const char* operation, const Extents& shape) {
  if (shape.empty()) return std::nullopt;
  if (shape.rank() == 2) return shape;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": a shape of " +
                      std::to_string(shape.rank()) + " dimensions; sparse arrays have two");
}

inline void require_first_index(const char* operation, std::int64_t first) {
  constexpr std::int64_t most = std::int64_t{1} << 32;
  if (first >= -most && first <= most) return;
  throw Error(std::string("relatile: ") + operation + ": a first index of " +
              std::to_string(first) + "; it is from -2^32 to 2^32");
}

RELATILE_INLINE SparseNodes read_tns_nodes(const std::string& path, ElementType element,
                                           const TnsFormat& format) {
  const transport::Operation operation("read_tns", text_of_wish(path, element, format));
  WantedEntries wanted{.shape = given_shape("read_tns", format.shape),
                       .is_flipped = is_by_columns(format.format),
                       .equal = equal_of(format.duplicates)};
  wanted.format.fields = "a row, a column and a number";
  wanted.format.advice = "; read_tns<T, N> reads tensors of N dimensions";
  const auto file = transport::current().open_file(path);
  return read_entries("read_tns", *file, element, wanted);
}

RELATILE_INLINE SparseNodes read_edges(const std::string& path, ElementType element,
                                       const EdgelistFormat& format, bool weighted) {
  const char* const name = weighted ? "read_weighted_edgelist" : "read_edgelist";
  const transport::Operation operation(
      name, text_of_wish(path, element, format) + " (first_index " +
                std::to_string(format.first_index) + (format.symmetrized ? ", symmetrized)" : ")"));
  require_first_index(name, format.first_index);
  WantedEntries wanted{.shape = given_shape(name, format.shape),
                       .is_square = true,
                       .is_flipped = is_by_columns(format.format),
                       .equal = equal_of(format.duplicates)};
  if (format.symmetrized && wanted.shape && (*wanted.shape)[0] != (*wanted.shape)[1]) {
    throw ShapeMismatch(std::string("relatile: ") + name + ": " + path +
                        " is to be symmetrized, which the shape " + to_string(*wanted.shape) +
                        " does not allow; it is not square");
  }
  wanted.format.comments = "#%";
  wanted.format.first_index = format.first_index;
  wanted.format.numbers = weighted ? 1 : 0;
  wanted.format.fields = weighted ? "two nodes and a weight" : "two nodes";
  wanted.format.advice = weighted ? "; read_edgelist reads edges without weights"
                                  : "; read_weighted_edgelist reads edges with weights";
  if (format.symmetrized) wanted.format.symmetry = io::Symmetry::symmetric;
  const auto file = transport::current().open_file(path);
  return read_entries(name, *file, element, wanted);
}

RELATILE_INLINE void write_entry_list(const char* operation, const std::string& path,
                                      const SparseNodes& s, std::int64_t first_index,
                                      bool numbers) {
  const transport::Operation collective(
      operation, path + " (first_index " + std::to_string(first_index) + ")");
  require_first_index(operation, first_index);
  const Handle kept = handle_of(*s.values);
  write_entries(operation, path, s, {.first_index = first_index, .numbers = numbers});
}

}  // namespace relatile::detail
