// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/io/hdf5/mode.hpp"
#include "relatile/io/npz.hpp"
#include "relatile/tra/indexing.hpp"

// Arrays in HDF5's files, as datasets, which h5py reads and writes as well. A build without HDF5
// (RELATILE_WITH_HDF5) has these functions too; they throw an Error that says what to install.

namespace relatile {

namespace io {

/// The dataset of that name as an array of so many dimensions. Collective. See load_hdf5.
RELATILE_INLINE tra::NodePtr load_hdf5_as(const std::string& path, const std::string& name,
                                          ElementType element, int rank,
                                          const std::vector<Slice>& slices);

/// The same with the elements and dimensions that the file has, float16 as float32.
RELATILE_INLINE tra::NodePtr load_hdf5_any(const std::string& path, const std::string& name = {},
                                           const std::vector<Slice>& slices = {});

/// Evaluates the arrays and saves them; collective. See save_hdf5.
RELATILE_INLINE void save_hdf5_any(const std::string& path, const std::vector<NamedArray>& arrays,
                                   Hdf5Mode mode = Hdf5Mode::append);

}  // namespace io

/// A dataset, or a part of one: load_hdf5<double, 2>("x.h5", "/group/x", {slice(0, 100), slice({},
/// {}, 2)}) is h5py's file["/group/x"][0:100, ::2]. Axes without a slice are whole; an empty name
/// means the only dataset that there is. Elements are converted as by load, of either byte order.
///
/// Collective. Every rank reads its part, along the longest axis, and nothing else of a dataset
/// that lies in one piece and is read in steps of one; of others, as those in chunks, compressed or
/// not, HDF5 itself reads on every rank what it needs of them.
///
///   errors  IoError, ParseError for what is no HDF5 file; Error naming the datasets that there
///   are,
///           and for elements that are no numbers or that T can't hold; ShapeMismatch for another
///           number of dimensions, too many slices, and a step of 0
template <class T, int N>
Array<T, N> load_hdf5(const std::string& path, const std::string& name,
                      const std::vector<Slice>& slices = {},
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: load_hdf5: datasets hold numbers; T is none");
  return Array<T, N>(io::load_hdf5_as(path, name, element_type_of<T>(), N, slices));
}

/// Saves an array as a dataset of that name, "group/x" within groups that are made:
/// save_hdf5("x.h5", "x", x). Evaluates x; collective: every rank writes what it has. A file that
/// is there gets it beside its others; one of that name is replaced. A dataset appears when it is
/// complete, and a new file too: after an error the others are what they were.
///
///   errors  IoError for a file that can't be written and for elements that are no numbers;
///           Error for a name that is a group's or lies within a dataset
template <ArrayExpression E>
void save_hdf5(const std::string& path, const std::string& name, const E& x,
               Hdf5Mode mode = Hdf5Mode::append, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  io::save_hdf5_any(path, {NamedArray(name, x)}, mode);
}

/// The same of several, which are evaluated at once: save_hdf5("x.h5", {{"a", a}, {"b/c", b}}).
inline void save_hdf5(const std::string& path, const std::vector<NamedArray>& arrays,
                      Hdf5Mode mode = Hdf5Mode::append, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  io::save_hdf5_any(path, arrays, mode);
}

/// The names of a file's datasets, those in groups as "group/x", in alphabetical order of each
/// group. Collective.
///
///   errors  IoError, ParseError for what is no HDF5 file
RELATILE_INLINE std::vector<std::string> hdf5_datasets(const std::string& path,
                                                       SourceLine line = SourceLine::current());

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/hdf5/impl/datasets.hpp"
#endif
