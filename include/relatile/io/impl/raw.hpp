// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/raw.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "relatile/io/impl/read_elements.hpp"
#include "relatile/io/impl/write_elements.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io {

namespace detail {

inline StoredType type_in_file(const std::string& dtype, ElementType element) {
  if (dtype.empty()) return {element};
  if (const std::optional<StoredType> type = parse_stored_type(dtype)) return *type;
  throw Error("relatile: fromfile: there is no dtype " + excerpt(dtype) + "; there are" +
              names_of_types() + ", with < or > before them for their bytes' order");
}

/// `shape` with its first extent as large as `elements` allow, if it is -1.
inline Extents shape_in_file(Extents shape, std::int64_t elements, const std::string& path) {
  std::int64_t others = 1;
  bool fits = true;
  for (int d = 0; d < shape.rank(); ++d) {
    const bool open = d == 0 && shape[d] == -1;
    if (shape[d] < 0 && !open) {
      throw ShapeMismatch("relatile: fromfile: an extent of " + std::to_string(shape[d]) +
                          "; only the first one may be -1, which means all that there are");
    }
    if (open || shape[d] == 0) continue;
    fits = fits && !__builtin_mul_overflow(others, shape[d], &others);
  }
  const bool is_empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  if (!shape.empty() && shape[0] == -1) {
    shape[0] = fits && !is_empty ? elements / others : 0;
    return shape;
  }
  if (is_empty || (fits && others <= elements)) return shape;
  throw ParseError(path + ": expected elements for an array of shape " + to_string(shape) +
                   ", found " + std::to_string(elements));
}

inline std::string text_of(const RawFormat& format) {
  return "offset " + std::to_string(format.offset) + ", dtype '" + format.dtype +
         (format.fortran_order ? "', in Fortran order" : "'");
}

}  // namespace detail

RELATILE_INLINE tra::NodePtr load_raw(const std::string& path, ElementType element,
                                      const Extents& shape, const RawFormat& format) {
  const transport::Operation operation("fromfile", path + " as " + element.name() + " " +
                                                       to_string(shape) + " (" +
                                                       detail::text_of(format) + ")");
  const detail::StoredType type = detail::type_in_file(format.dtype, element);
  const auto conversion = detail::require_conversion(type.element, element, path);
  const auto file = transport::current().open_file(path);
  if (format.offset < 0 || format.offset > file->size()) {
    throw ParseError(path + ": expected elements from byte " + std::to_string(format.offset) +
                     " on, found a file of " + std::to_string(file->size()) + " bytes");
  }
  const std::int64_t elements = (file->size() - format.offset) / type.element.size;
  const NpyHeader header{type.element, type.swapped, format.fortran_order,
                         detail::shape_in_file(shape, elements, path), format.offset};
  return detail::load_elements({*file, header, path}, conversion);
}

RELATILE_INLINE void require_dimensions(const Extents& shape, int dimensions) {
  if (shape.rank() == dimensions) return;
  throw ShapeMismatch("relatile: fromfile: the shape " + to_string(shape) + " of an array of " +
                      std::to_string(dimensions) + " dimensions");
}

RELATILE_INLINE void save_raw(const std::string& path, const tra::NodePtr& node) {
  const transport::Operation operation("tofile", path);
  const ElementType element = node->type.block.element;
  const Extents& shape = node->type.extents;
  const std::string header = make_npy_header(element, shape);  // refuses structs before any work
  Session::current().evaluate({node});
  detail::require_same_array("tofile", *node, header);
  const transport::FileArray array{0, element.size, shape};
  const auto file = transport::current().create_file(path, volume(shape) * element.size);
  detail::write_parts(*file, array, *node->value);
  file->commit();
}

}  // namespace relatile::io
