// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/npy.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/array/stored.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/io/half.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/io/shares.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::io {

namespace detail {

/// A NumPy file that all sites have open.
struct NpyFile {
  std::unique_ptr<transport::File> file;
  NpyHeader header;

  explicit NpyFile(const std::string& path) : file(transport::current().open_file(path)) {
    header = parse_npy_header(file->read_prefix(npy_prefix_bytes), file->size(), path);
  }
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
Conversion require_conversion(ElementType found, const std::string& path) {
  const ElementType wanted = element_type_of<T>();
  if (found == wanted) return {wanted};
  if (found == half_element) {  // which promotes to what float promotes to
    if (conversion_to<T>(element_type_of<float>())) return {wanted, &convert_halves<T>};
  } else if (const ConvertElements convert = conversion_to<T>(found)) {
    return {wanted, convert};
  }
  throw Error("relatile: load: " + path + " has elements of type " + found.name() + "; expected " +
              wanted.name() + " or a type that promotes to it");
}

/// The same where T is known at run time only.
inline Conversion require_conversion(ElementType found, ElementType wanted,
                                     const std::string& path) {
  return visit_scalar_type(
      wanted, [&]<class T>(std::type_identity<T>) { return require_conversion<T>(found, path); });
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
inline std::vector<ReadPart> allocate_parts(const NpyFile& npy,
                                            const placement::Placement& placement,
                                            const Conversion& conversion) {
  transport::Transport& sites = transport::current();
  std::vector<ReadPart> parts(sites.local_sites().size());
  try {
    transport::together(sites, [&] {
      for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].box = Box::nothing(npy.header.shape.rank());
        const auto& boxes = placement.of(sites.local_sites()[i]);
        if (boxes.empty()) continue;
        parts[i].box = boxes[0];
        parts[i].bytes = allocate_buffer(boxes[0].count() * npy.header.element.size);
        parts[i].elements = conversion.convert
                                ? allocate_buffer(boxes[0].count() * conversion.element.size)
                                : parts[i].bytes;
      }
    });
  } catch (const OutOfMemory&) {  // on all sites
    throw OutOfMemory("relatile: load: there is no memory for the array in " + npy.file->path() +
                      ", of shape " + to_string(npy.header.shape) + " and type " +
                      npy.header.element.name());
  }
  return parts;
}

/// The parts of the file that the local sites are to hold. Collective.
inline std::vector<SiteData> read_parts(const NpyFile& npy, const placement::Placement& placement,
                                        const Conversion& conversion) {
  const std::vector<ReadPart> parts = allocate_parts(npy, placement, conversion);
  const std::int64_t size = npy.header.element.size;
  std::vector<transport::ReadBox> boxes;
  for (const ReadPart& part : parts) {
    const auto bytes = static_cast<std::size_t>(part.box.count() * size);
    boxes.push_back({part.box, {part.bytes.get(), bytes}});
  }
  npy.file->read_boxes({npy.header.data_offset, size, npy.stored_shape()}, boxes);
  std::vector<SiteData> local;
  for (const ReadPart& part : parts) {
    const std::int64_t count = part.box.count();
    make_native(npy.header, part.bytes.get(), count);
    if (conversion.convert) conversion.convert(part.bytes.get(), part.elements.get(), count);
    local.emplace_back();
    if (count > 0) local.back().pieces.push_back({part.box, part.elements});
  }
  return local;
}

/// The array in the file, its longest axis in as many even parts as there are sites.
inline tra::NodePtr load_node(const NpyFile& npy, const std::string& path,
                              const Conversion& conversion) {
  const Extents shape = npy.stored_shape();
  const auto longest = std::max_element(shape.begin(), shape.end()) - shape.begin();
  const placement::Placement placement =
      relatile::detail::resolve(shape.empty() ? everywhere : split(static_cast<int>(longest)),
                                shape, Session::current().num_sites());
  tra::NodePtr node = relatile::detail::stored_node(
      path, tra::array_type(conversion.element, shape), placement.table(), placement.text,
      read_parts(npy, placement, conversion));
  if (!npy.header.fortran_order || shape.rank() < 2) return node;
  Access reversed = Access::identity(shape.rank());
  for (auto& dim : reversed.dims) dim.label = shape.rank() - 1 - dim.label;
  return tra::make_view("transpose", node, std::move(reversed), npy.header.shape);
}

/// The elements of `box` in a piece that holds them, packed into `scratch` where they lie apart.
inline std::span<const std::byte> dense_part(const ArrayPiece& piece, const Box& box,
                                             std::int64_t size, std::vector<std::byte>& scratch) {
  const auto bytes = static_cast<std::size_t>(box.count() * size);
  if (is_contiguous(box, piece.box)) {
    return {piece.data.get() + offset_in(piece.box, box.low) * size, bytes};
  }
  scratch.resize(bytes);
  kernel::copy_region(scratch.data(), box, piece.data.get(), piece.box, box, size);
  return scratch;
}

/// Writes the elements of an evaluated array, each once. Collective.
inline void write_parts(transport::File& file, const transport::FileArray& array,
                        const tra::StoredValue& value) {
  transport::Transport& sites = transport::current();
  const std::vector<std::vector<Box>> shares = shares_of(value.held);
  std::size_t rounds = 0;
  for (const auto& share : shares) rounds = std::max(rounds, share.size());
  std::vector<std::vector<std::byte>> scratch(value.local.size());
  std::vector<transport::WriteBox> boxes(value.local.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    transport::together(sites, [&] {
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto& share = nth(shares, value.local_sites[i]);
        boxes[i] = {Box::nothing(array.extents.rank()), {}};
        if (round >= share.size()) continue;
        const ArrayPiece& piece = *value.local[i].piece_holding(share[round]);
        boxes[i] = {share[round], dense_part(piece, share[round], array.element_size, scratch[i])};
      }
    });
    file.write_boxes(array, boxes);
  }
}

}  // namespace detail

RELATILE_INLINE tra::NodePtr load_any(const std::string& path) {
  const transport::Operation operation("load", path);
  const detail::NpyFile npy(path);
  return detail::load_node(npy, path, detail::conversion_to_any(npy.header.element));
}

RELATILE_INLINE tra::NodePtr load_as(const std::string& path, ElementType element, int rank) {
  const transport::Operation operation(
      "load", path + " as " + element.name() + " of " + std::to_string(rank) + " dimensions");
  const detail::NpyFile npy(path);
  const Extents& shape = npy.header.shape;
  if (shape.rank() != rank) {
    throw ShapeMismatch("relatile: load: " + path + " has " + std::to_string(shape.rank()) +
                        " dimensions, shape " + to_string(shape) + "; expected " +
                        std::to_string(rank));
  }
  return detail::load_node(npy, path,
                           detail::require_conversion(npy.header.element, element, path));
}

namespace detail {

/// Throws PlanMismatch where sites would write parts of different arrays into one file.
inline void require_same_array(const tra::Node& node, const std::string& header) {
  transport::Transport& sites = transport::current();
  const std::int64_t number = node.value->number;
  const std::vector<std::int64_t> mine{
      static_cast<std::int64_t>(relatile::detail::hash_of_name(header)), number};
  const std::vector<std::int64_t> all = transport::agree(sites, {}, mine);
  for (std::size_t at = mine.size(); at < all.size(); at += mine.size()) {
    const auto site = static_cast<int>(at / mine.size());
    const bool same = std::equal(all.begin(), all.begin() + std::ptrdiff_t(mine.size()),
                                 all.begin() + std::ptrdiff_t(at));
    if (same) continue;
    const std::string told = tra::description(node) + " of shape " + to_string(node.type.extents) +
                             " " + node.type.block.element.name() + ", stored value number " +
                             std::to_string(number);
    const std::string first = sites.text_from(0, told);
    const std::string other = sites.text_from(site, told);
    throw PlanMismatch("relatile: save: site " + std::to_string(site) + " saves another array, " +
                       other + ", than site 0, " + first +
                       "; all ranks must save the same one, each writes its part of it");
  }
}

}  // namespace detail

RELATILE_INLINE void save_any(const std::string& path, const tra::NodePtr& node) {
  const transport::Operation operation("save", path);
  const ElementType element = node->type.block.element;
  const Extents& shape = node->type.extents;
  const std::string header = make_npy_header(element, shape);  // refuses structs before any work
  Session::current().evaluate({node});
  detail::require_same_array(*node, header);
  const transport::FileArray array{static_cast<std::int64_t>(header.size()), element.size, shape};
  const auto file =
      transport::current().create_file(path, array.offset + volume(shape) * array.element_size);
  file->write_prefix(header);
  detail::write_parts(*file, array, *node->value);
  file->commit();
}

}  // namespace relatile::io
