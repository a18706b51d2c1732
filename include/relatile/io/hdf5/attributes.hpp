// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/core/source_line.hpp"

// Small values that belong to a dataset or a group of an HDF5 file: numbers, texts and arrays of
// numbers. One rank reads or writes them, and all are told.

namespace relatile {

namespace io {

/// The elements of an attribute, converted; exactly `count` of them unless it is -1. Collective.
RELATILE_INLINE std::string hdf5_attribute_elements(const std::string& path,
                                                    const std::string& object,
                                                    const std::string& name, ElementType element,
                                                    std::int64_t count);
/// The text that an attribute is. Collective.
RELATILE_INLINE std::string hdf5_attribute_text(const std::string& path, const std::string& object,
                                                const std::string& name);
/// Writes an attribute of that shape. Collective.
RELATILE_INLINE void set_hdf5_attribute_elements(const std::string& path, const std::string& object,
                                                 const std::string& name, ElementType element,
                                                 const Extents& shape,
                                                 std::span<const std::byte> bytes);
/// The same of a text. Collective.
RELATILE_INLINE void set_hdf5_attribute_text(const std::string& path, const std::string& object,
                                             const std::string& name, const std::string& text);

/// Whether T is a std::vector.
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

}  // namespace io

/// An attribute of a dataset or a group ("/": the file's): hdf5_attribute<double>("x.h5", "x",
/// "dt"), h5py's file["x"].attrs["dt"]. T is a number, std::string, or std::vector of numbers,
/// which is the elements of an array of any shape in C order. Numbers are converted if they promote
/// to T. Collective.
///
///   errors  IoError, ParseError for what is no HDF5 file; Error for an object or an attribute that
///           there is not, naming those there are, and for one that is no T
template <class T>
T hdf5_attribute(const std::string& path, const std::string& object, const std::string& name,
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (std::is_same_v<T, std::string>) {
    return io::hdf5_attribute_text(path, object, name);
  } else if constexpr (io::is_vector<T>) {
    using Number = typename T::value_type;
    static_assert(is_scalar_type_v<Number> && !std::is_same_v<Number, bool>,
                  "relatile: hdf5_attribute: T is a number, a text, or a vector of numbers");
    const std::string bytes =
        io::hdf5_attribute_elements(path, object, name, element_type_of<Number>(), -1);
    T numbers(bytes.size() / sizeof(Number));
    if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
  } else {
    static_assert(is_scalar_type_v<T>,
                  "relatile: hdf5_attribute: T is a number, a text, or a vector of numbers");
    const std::string bytes =
        io::hdf5_attribute_elements(path, object, name, element_type_of<T>(), 1);
    T number{};
    std::memcpy(&number, bytes.data(), sizeof(T));
    return number;
  }
}

/// Gives a dataset or a group an attribute, in the place of one of that name:
/// set_hdf5_attribute("x.h5", "x", "unit", "metre"). The value is a number, a text, or a
/// std::vector of numbers, the same on all ranks; rank 0's is written. Collective.
///
///   errors  as above; IoError for a file that can't be written
template <class T>
void set_hdf5_attribute(const std::string& path, const std::string& object, const std::string& name,
                        const T& value, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (std::is_convertible_v<const T&, std::string>) {
    io::set_hdf5_attribute_text(path, object, name, value);
  } else if constexpr (io::is_vector<T>) {
    using Number = typename T::value_type;
    static_assert(is_scalar_type_v<Number> && !std::is_same_v<Number, bool>,
                  "relatile: set_hdf5_attribute: give a number, a text, or a vector of numbers");
    io::set_hdf5_attribute_elements(path, object, name, element_type_of<Number>(),
                                    Extents{static_cast<std::int64_t>(value.size())},
                                    std::as_bytes(std::span(value)));
  } else {
    static_assert(is_scalar_type_v<T>,
                  "relatile: set_hdf5_attribute: give a number, a text, or a vector of numbers");
    io::set_hdf5_attribute_elements(path, object, name, element_type_of<T>(), Extents{},
                                    std::as_bytes(std::span(&value, 1)));
  }
}

/// The names of the attributes that a dataset or a group has. Collective.
///
///   errors  as of hdf5_attribute
RELATILE_INLINE std::vector<std::string> hdf5_attributes(const std::string& path,
                                                         const std::string& object,
                                                         SourceLine line = SourceLine::current());

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/hdf5/impl/attributes.hpp"
#endif
