// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "relatile/core/element_type.hpp"
#include "relatile/io/half.hpp"
#include "relatile/io/hdf5/impl/library.hpp"
#include "relatile/io/npy_dictionary.hpp"

// Numbers as HDF5 describes them: those of NumPy's files. Bools and complex numbers are what h5py
// has made of them: an enumeration of FALSE and TRUE, and a pair of an r and an i.

namespace relatile::io::detail {

/// The same number of `kind` and `size` that arrays or files here have; nothing if they have none.
inline std::optional<ElementType> known_element(ElementKind kind, std::size_t size) {
  for (const NpyType& type : npy_types) {
    if (type.element.kind == kind && type.element.size == size) return type.element;
  }
  return std::nullopt;
}

inline std::optional<StoredType> stored_type_in_order(std::optional<ElementType> element,
                                                      hid_t type) {
  if (!element) return std::nullopt;
  const H5T_order_t order = H5Tget_order(type);
  if (order != H5T_ORDER_LE && order != H5T_ORDER_BE) return std::nullopt;
  const bool little = order == H5T_ORDER_LE;
  const bool swapped = little != (std::endian::native == std::endian::little);
  return StoredType{*element, swapped && H5Tget_size(type) > 1};
}

/// Floats as IEEE has them, without bits that are not used.
inline bool is_ieee(hid_t type) {
  struct Layout {
    std::size_t size, exponent, fraction;
  };
  static constexpr std::array layouts{Layout{2, 5, 10}, Layout{4, 8, 23}, Layout{8, 11, 52}};
  std::array<std::size_t, 5> at{};
  if (H5Tget_fields(type, &at[0], &at[1], &at[2], &at[3], &at[4]) < 0) return false;
  for (const Layout& layout : layouts) {
    if (layout.size != H5Tget_size(type)) continue;
    return at == std::array{8 * layout.size - 1, layout.fraction, layout.exponent, std::size_t(0),
                            layout.fraction} &&
           H5Tget_ebias(type) == (std::size_t(1) << (layout.exponent - 1)) - 1 &&
           H5Tget_norm(type) == H5T_NORM_IMPLIED;
  }
  return false;
}

inline bool has_member(hid_t type, unsigned index, const std::string& name) {
  char* const found = H5Tget_member_name(type, index);
  const bool same = found && name == found;
  H5free_memory(found);
  return same;
}

inline bool is_bool(hid_t type) {
  if (H5Tget_size(type) != 1 || H5Tget_nmembers(type) != 2) return false;
  for (unsigned i = 0; i < 2; ++i) {
    std::uint8_t value = 2;
    if (H5Tget_member_value(type, i, &value) < 0 || value > 1) return false;
    if (!has_member(type, i, value == 0 ? "FALSE" : "TRUE")) return false;
  }
  return true;
}

/// The type of both halves of a complex number; none if `type` is something else.
inline std::optional<Hdf5Object> half_of_complex(hid_t type) {
  if (H5Tget_nmembers(type) != 2) return std::nullopt;
  const bool named = (has_member(type, 0, "r") && has_member(type, 1, "i")) ||
                     (has_member(type, 0, "real") && has_member(type, 1, "imag"));
  if (!named) return std::nullopt;
  Hdf5Object real(H5Tget_member_type(type, 0), H5Tclose);
  const Hdf5Object imaginary(H5Tget_member_type(type, 1), H5Tclose);
  const std::size_t size = H5Tget_size(real.id());
  const bool dense = H5Tget_member_offset(type, 0) == 0 && H5Tget_member_offset(type, 1) == size &&
                     H5Tget_size(type) == 2 * size;
  if (!dense || H5Tequal(real.id(), imaginary.id()) <= 0) return std::nullopt;
  return real;
}

/// The numbers that a type of HDF5's describes; nothing if they are none that arrays have.
inline std::optional<StoredType> stored_type_of(hid_t type) {
  const std::size_t size = H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      if (H5Tget_precision(type) != 8 * size || H5Tget_offset(type) != 0) return std::nullopt;
      return stored_type_in_order(
          known_element(H5Tget_sign(type) == H5T_SGN_NONE ? ElementKind::unsigned_integer
                                                          : ElementKind::signed_integer,
                        size),
          type);
    case H5T_FLOAT:
      if (!is_ieee(type)) return std::nullopt;
      return stored_type_in_order(known_element(ElementKind::floating, size), type);
    case H5T_ENUM:
      if (!is_bool(type)) return std::nullopt;
      return StoredType{element_type_of<bool>()};
    case H5T_COMPOUND: {
      const auto half = half_of_complex(type);
      if (!half || H5Tget_class(half->id()) != H5T_FLOAT || !is_ieee(half->id()))
        return std::nullopt;
      return stored_type_in_order(known_element(ElementKind::complex, size), half->id());
    }
    default: return std::nullopt;
  }
}

/// What errors call a type that is no number.
inline std::string name_of_hdf5_type(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_STRING: return "texts";
    case H5T_COMPOUND: return "structs";
    case H5T_ENUM: return "an enumeration";
    case H5T_VLEN: return "sequences of varying length";
    case H5T_ARRAY: return "arrays";
    case H5T_REFERENCE: return "references";
    case H5T_INTEGER:
    case H5T_FLOAT: return "numbers of a format that no array has";
    default: return "opaque bytes";
  }
}

/// The integer or float of this machine that has so many bytes.
inline hid_t native_number(ElementKind kind, std::size_t size) {
  if (kind == ElementKind::floating) return size == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  const bool is_signed = kind == ElementKind::signed_integer;
  switch (size) {
    case 1: return is_signed ? H5T_NATIVE_INT8 : H5T_NATIVE_UINT8;
    case 2: return is_signed ? H5T_NATIVE_INT16 : H5T_NATIVE_UINT16;
    case 4: return is_signed ? H5T_NATIVE_INT32 : H5T_NATIVE_UINT32;
    default: return is_signed ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64;
  }
}

/// Elements of this machine's memory as HDF5 describes them. Throws IoError for what is no number.
inline Hdf5Object hdf5_type_of(ElementType element) {
  if (element.kind == ElementKind::opaque || !known_element(element.kind, element.size)) {
    throw IoError("relatile: HDF5's files have no elements of type " + element.name());
  }
  if (element.kind == ElementKind::boolean) {
    Hdf5Object type(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose);
    for (const std::int8_t value : {std::int8_t(0), std::int8_t(1)}) {
      H5Tenum_insert(type.id(), value == 0 ? "FALSE" : "TRUE", &value);
    }
    return type;
  }
  if (element.kind == ElementKind::complex) {
    const std::size_t half = element.size / 2;
    Hdf5Object type(H5Tcreate(H5T_COMPOUND, element.size), H5Tclose);
    H5Tinsert(type.id(), "r", 0, native_number(ElementKind::floating, half));
    H5Tinsert(type.id(), "i", half, native_number(ElementKind::floating, half));
    return type;
  }
  return {H5Tcopy(native_number(element.kind, element.size)), H5Tclose};
}

}  // namespace relatile::io::detail
