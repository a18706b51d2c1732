// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/array.hpp"

// Files of elements and nothing else.

namespace relatile {

/// How elements lie in a file that does not say it.
struct RawFormat {
  std::int64_t offset = 0;     ///< so many bytes are passed over
  std::int64_t count = -1;     ///< so many elements, where no shape says it; -1: all there are
  std::string dtype = {};      ///< NumPy's name, as ">i4" or "f2"; empty: T, as this machine has it
  bool fortran_order = false;  ///< the first index is the fastest
};

namespace io {

/// The elements of a file as an array of `shape`, converted to `element`; the extent -1, which may
/// be the first one, is as large as the file. Collective. See fromfile.
RELATILE_INLINE tra::NodePtr load_raw(const std::string& path, ElementType element,
                                      const Extents& shape, const RawFormat& format);

/// Throws ShapeMismatch for a shape of another number of dimensions.
RELATILE_INLINE void require_dimensions(const Extents& shape, int dimensions);

/// Evaluates the array and writes its elements; collective. See tofile.
RELATILE_INLINE void save_raw(const std::string& path, const tra::NodePtr& node);

}  // namespace io

/// The elements of a file, one after the other: fromfile<double>("x.bin", {.offset = 64}). A last
/// one that is not whole is passed over. Collective; each site reads its part.
///
///   errors  IoError; ParseError for a file that has fewer elements than `count`; Error for a dtype
///           that there is not, or that does not promote to T
template <class T>
Array<T, 1> fromfile(const std::string& path, const RawFormat& format = {},
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: fromfile: T is no number");
  return Array<T, 1>(io::load_raw(path, element_type_of<T>(), Extents{format.count}, format));
}

/// The same as an array of `shape`, whose first extent may be -1, for as many as there are:
/// fromfile<float, 2>("x.bin", {-1, 3}, {.dtype = ">f4"}).
///
///   errors  as above; ShapeMismatch for a shape of another number of dimensions
template <class T, int N>
Array<T, N> fromfile(const std::string& path, const Extents& shape, const RawFormat& format = {},
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: fromfile: T is no number");
  io::require_dimensions(shape, N);
  return Array<T, N>(io::load_raw(path, element_type_of<T>(), shape, format));
}

/// Writes the elements of an array in C order and in this machine's bytes, and nothing else; what
/// numpy.fromfile reads. Evaluates x; collective. As with save, the file appears when it is
/// complete.
///
///   errors  IoError
template <ArrayExpression E>
void tofile(const std::string& path, const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto array = as_array(x);
  io::save_raw(path, array.node());
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/raw.hpp"
#endif
