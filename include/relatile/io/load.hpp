// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/array.hpp"

// Arrays in files of any format that says what it holds.

namespace relatile {

namespace io {

/// The array in a file, with the elements that the file has, float16 as float32 and texts as
/// double: what `load` returns where neither element type nor number of dimensions are known before
/// the program runs. Collective.
///
///   errors  as of load
RELATILE_INLINE tra::NodePtr load_any(const std::string& path, const std::string& name = {});

/// The array in a file as one of so many dimensions with elements of the type `element`.
RELATILE_INLINE tra::NodePtr load_as(const std::string& path, ElementType element, int rank,
                                     const std::string& name = {});

}  // namespace io

/// The array in a file: load<double, 2>("x.npy"). What the file is its first bytes say, or, of
/// texts, its name: NumPy's .npy and .npz, a Matrix Market file, or numbers as in .csv, .tsv, .txt
/// and .dat, whose delimiter and header are told from their first line. Raw elements are for
/// fromfile.
///
/// Collective; every site reads a part, of NumPy's files one of the longest axis, and nothing is
/// sent. Elements of types that promote to T are converted, float16 too. Arrays in Fortran order
/// are read as they are and returned transposed; both byte orders are understood.
///
///   errors  IoError, ParseError naming the file for what is no whole file of its format;
///           ShapeMismatch for another number of dimensions, Error for elements that T can't hold
template <class T, int N>
Array<T, N> load(const std::string& path, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: load: files hold numbers; T is none");
  return Array<T, N>(io::load_as(path, element_type_of<T>(), N));
}

/// The array of that name in a file of several: load<double, 2>("x.npz", "weights"). Of one that is
/// compressed every site reads all, and keeps its part.
///
///   errors  as above; Error for a name that there is not
template <class T, int N>
Array<T, N> load(const std::string& path, const std::string& name,
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: load: files hold numbers; T is none");
  return Array<T, N>(io::load_as(path, element_type_of<T>(), N, name));
}

/// Without a number of dimensions, which C++ has to know before the file is read.
template <class T = void, class... More>
Array<double, 1> load(const std::string&, const More&...) {
  constexpr bool has_rank = sizeof...(More) > 99;
  static_assert(has_rank,
                "relatile: load: name the element type and the number of dimensions: load<double, "
                "2>(path)");
  return {};
}

/// The names of the arrays in a file of several, an .npz: what numpy.load(path).files is.
/// Collective.
///
///   errors  IoError; ParseError for a file that is no archive
RELATILE_INLINE std::vector<std::string> names_in(const std::string& path,
                                                  SourceLine line = SourceLine::current());

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/load.hpp"
#endif
