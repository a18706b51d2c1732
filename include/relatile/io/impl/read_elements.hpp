// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/array/stored.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/io/half.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/together.hpp"

// Elements that lie in a file as they would in memory: those of NumPy's files, of archives of such
// files, and of files without any header.

namespace relatile::io::detail {

/// Where the elements of one array lie in an open file, and what errors call it.
struct ElementsInFile {
  transport::File& file;
  NpyHeader header;  ///< what is not read of a file its reader says
  std::string name;

  /// The shape in which the elements lie in C order.
  Extents stored_shape() const {
    Extents shape = header.shape;
    if (header.fortran_order) std::reverse(shape.begin(), shape.end());
    return shape;
  }
};

/// What the elements of a file become in memory.
struct Conversion {
  ElementType element;
  ConvertElements convert = nullptr;  ///< none: they stay what they are
};

/// Elements of type `found` as elements of type T, if they promote to it.
template <class T>
Conversion require_conversion(ElementType found, const std::string& name) {
  const ElementType wanted = element_type_of<T>();
  if (found == wanted) return {wanted};
  if (found == half_element) {  // which promotes to what float promotes to
    if (conversion_to<T>(element_type_of<float>())) return {wanted, &convert_halves<T>};
  } else if (const ConvertElements convert = conversion_to<T>(found)) {
    return {wanted, convert};
  }
  throw Error("relatile: load: " + name + " has elements of type " + found.name() + "; expected " +
              wanted.name() + " or a type that promotes to it");
}

/// The same where T is known at run time only.
inline Conversion require_conversion(ElementType found, ElementType wanted,
                                     const std::string& name) {
  return visit_scalar_type(
      wanted, [&]<class T>(std::type_identity<T>) { return require_conversion<T>(found, name); });
}

/// Elements of type `found` as they are; those that no array has as what holds them.
inline Conversion conversion_to_any(ElementType found) {
  if (found != half_element) return {found};
  return {element_type_of<float>(), &convert_halves<float>};
}

/// Elements as they are in the file, made this machine's. A bool is 0 or 1, whatever the file says.
inline void make_native(const NpyHeader& header, std::byte* data, std::int64_t count) {
  if (header.swapped) swap_bytes(data, count, header.element);
  if (header.element.kind != ElementKind::boolean) return;
  std::transform(data, data + count, data,
                 [](std::byte b) { return std::byte(b != std::byte(0)); });
}

/// What a site reads of a file, and what becomes of it; both may share their memory.
struct ReadPart {
  Box box;
  Buffer bytes;
  Buffer elements;
};

/// Memory for the local sites' parts of the file. Collective.
inline std::vector<ReadPart> allocate_parts(const ElementsInFile& from,
                                            const placement::Placement& placement,
                                            const Conversion& conversion) {
  transport::Transport& sites = transport::current();
  std::vector<ReadPart> parts(sites.local_sites().size());
  try {
    transport::together(sites, [&] {
      for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].box = Box::nothing(from.header.shape.rank());
        const auto& boxes = placement.of(sites.local_sites()[i]);
        if (boxes.empty()) continue;
        parts[i].box = boxes[0];
        parts[i].bytes = allocate_buffer(boxes[0].count() * from.header.element.size);
        parts[i].elements = conversion.convert
                                ? allocate_buffer(boxes[0].count() * conversion.element.size)
                                : parts[i].bytes;
      }
    });
  } catch (const OutOfMemory&) {  // on all sites
    throw OutOfMemory("relatile: load: there is no memory for the array in " + from.name +
                      ", of shape " + to_string(from.header.shape) + " and type " +
                      from.header.element.name());
  }
  return parts;
}

/// What has been read, as elements of arrays.
inline std::vector<SiteData> elements_of_parts(const NpyHeader& header,
                                               const std::vector<ReadPart>& parts,
                                               const Conversion& conversion) {
  std::vector<SiteData> local;
  for (const ReadPart& part : parts) {
    const std::int64_t count = part.box.count();
    make_native(header, part.bytes.get(), count);
    if (conversion.convert) conversion.convert(part.bytes.get(), part.elements.get(), count);
    local.emplace_back();
    if (count > 0) local.back().pieces.push_back({part.box, part.elements});
  }
  return local;
}

/// The parts of the file that the local sites are to hold; `look(array, boxes)` sees them as they
/// are in the file. Collective.
template <class Look>
std::vector<SiteData> read_parts(const ElementsInFile& from, const placement::Placement& placement,
                                 const Conversion& conversion, Look&& look) {
  const std::vector<ReadPart> parts = allocate_parts(from, placement, conversion);
  const std::int64_t size = from.header.element.size;
  std::vector<transport::ReadBox> boxes;
  for (const ReadPart& part : parts) {
    const auto bytes = static_cast<std::size_t>(part.box.count() * size);
    boxes.push_back({part.box, {part.bytes.get(), bytes}});
  }
  const transport::FileArray array{from.header.data_offset, size, from.stored_shape()};
  from.file.read_boxes(array, boxes);
  look(array, boxes);
  return elements_of_parts(from.header, parts, conversion);
}

/// What a file holds in C order, as an array whose indices go the other way.
inline tra::NodePtr transposed(const tra::NodePtr& node, const Extents& shape) {
  Access reversed = Access::identity(shape.rank());
  for (auto& dim : reversed.dims) dim.label = shape.rank() - 1 - dim.label;
  return tra::make_view("transpose", node, std::move(reversed), shape);
}

/// An array in C order in as many even parts, along an axis, as there are sites.
inline placement::Placement even_parts(const Extents& shape, std::ptrdiff_t axis) {
  return relatile::detail::resolve(shape.empty() ? everywhere : split(static_cast<int>(axis)),
                                   shape, Session::current().num_sites());
}

/// The array that was read in C order, in the order of its own indices.
inline tra::NodePtr stored_as_read(const ElementsInFile& from, const Conversion& conversion,
                                   const placement::Placement& placement,
                                   std::vector<SiteData> local) {
  const Extents shape = from.stored_shape();
  tra::NodePtr node =
      relatile::detail::stored_node(from.name, tra::array_type(conversion.element, shape),
                                    placement.table(), placement.text, std::move(local));
  if (!from.header.fortran_order || shape.rank() < 2) return node;
  return transposed(node, from.header.shape);
}

/// The array in the file, its longest axis in as many even parts as there are sites. Collective.
template <class Look>
tra::NodePtr load_elements(const ElementsInFile& from, const Conversion& conversion, Look&& look) {
  const Extents shape = from.stored_shape();
  const auto longest = std::max_element(shape.begin(), shape.end()) - shape.begin();
  const placement::Placement placement = even_parts(shape, longest);
  return stored_as_read(from, conversion, placement, read_parts(from, placement, conversion, look));
}

inline tra::NodePtr load_elements(const ElementsInFile& from, const Conversion& conversion) {
  return load_elements(from, conversion, [](const auto&, const auto&) {});
}

/// Throws ShapeMismatch unless an array of `shape` has so many dimensions.
inline void require_rank(const Extents& shape, int rank, const std::string& name) {
  if (shape.rank() == rank) return;
  throw ShapeMismatch("relatile: load: " + name + " has " + std::to_string(shape.rank()) +
                      " dimensions, shape " + to_string(shape) + "; expected " +
                      std::to_string(rank));
}

}  // namespace relatile::io::detail
