// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/array.hpp"

// Arrays in NumPy's files: what numpy.save writes is loaded, what is saved numpy.load reads.

namespace relatile {

namespace io {

/// The array in a NumPy file, with the elements that the file has, float16 as float32: what `load`
/// returns where neither element type nor number of dimensions are known before the program runs.
/// Collective.
///
///   errors  as of load
RELATILE_INLINE tra::NodePtr load_any(const std::string& path);

/// The array in a NumPy file as one of so many dimensions with elements of the type `element`.
RELATILE_INLINE tra::NodePtr load_as(const std::string& path, ElementType element, int rank);

/// Evaluates the array that `node` is and saves it; collective. See save.
RELATILE_INLINE void save_any(const std::string& path, const tra::NodePtr& node);

}  // namespace io

/// The array in a NumPy file: load<double, 2>("x.npy"). Collective; every site reads a part of the
/// longest axis, nothing is sent. Elements of types that promote to T are converted, float16 too.
/// Arrays in Fortran order are read as they are and returned transposed; both byte orders are
/// understood.
///
///   errors  IoError, ParseError naming the file for what is no whole NumPy file of numbers;
///           ShapeMismatch for another number of dimensions, Error for elements that T can't hold
template <class T, int N>
Array<T, N> load(const std::string& path, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: load: NumPy's files hold numbers; T is none");
  return Array<T, N>(io::load_as(path, element_type_of<T>(), N));
}

/// Saves an array, wherever it is placed, as one NumPy file in C order: save("x.npy", x).
/// Evaluates x; collective. The file appears when it is complete; until then, and after an error,
/// what was there before stays.
///
///   errors  IoError for a file that can't be written and for elements that are no numbers
template <ArrayExpression E>
void save(const std::string& path, const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto array = as_array(x);
  io::save_any(path, array.node());
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/npy.hpp"
#endif
