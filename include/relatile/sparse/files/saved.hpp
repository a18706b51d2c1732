// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/formats.hpp"
#include "relatile/sparse/sparse_array.hpp"

// Sparse matrices as folders of NumPy's files, which all sites read and write at once, and scipy's
// archives.

namespace relatile {

namespace detail {

/// Saves a matrix, or, `by_columns`, its transpose as columns. Collective.
void save_sparse_nodes(const std::string& path, const SparseNodes& s, bool by_columns);
/// Loads one as elements of the type `element`, its transpose for a format by columns. Collective.
SparseNodes load_sparse_nodes(const std::string& path, ElementType element, Format format);

}  // namespace detail

/// Saves a matrix as a folder of NumPy's files: save_sparse("x", s). They are what
/// scipy.sparse.save_npz puts into an archive: data.npy, indices.npy, indptr.npy, shape.npy and
/// format.npy, so that in Python
///
///     names = ["data", "indices", "indptr"]
///     s = scipy.sparse.csr_array(tuple(numpy.load(f"x/{name}.npy") for name in names),
///                                shape=numpy.load("x/shape.npy"))
///
/// What is held by columns is written as scipy's csc, and what is doubly compressed, which scipy
/// has not, as its coo: row.npy and col.npy, and no indices.npy and indptr.npy, which would have a
/// number for each row. The folder is made if there is none. Evaluates s; collective: each site
/// writes what it has. Files take the places of older ones when all of them are complete and on the
/// disk, so that after an error of writing the folder has what it had; a process that is killed
/// between the five renames leaves some of each.
///
///   errors  IoError
template <class T>
void save_sparse(const std::string& path, const SparseArray<T, 2>& s,
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const SparseArray<T, 2>* const columns = s.held_by_columns();
  detail::save_sparse_nodes(path, detail::nodes_as<T>(columns != nullptr ? *columns : s),
                            columns != nullptr);
}

/// The matrix in a folder that save_sparse wrote, or in an archive of scipy.sparse.save_npz
/// (formats csr, csc and coo): load_sparse<double>("x.npz"). Elements of types that promote to T
/// are converted; entries of scipy's in one place are added up. Collective; each site reads a part,
/// of compressed archives all. It is stored by rows, whatever the file has, unless another format
/// is asked for: load_sparse<double>("x", {.format = Format::csc}).
///
///   errors  IoError, ParseError naming the file; Error for elements that T can't hold and for
///           other formats of scipy's
///   cost    entries that are not in the order of rows, in each by columns, are sent to be sorted
template <class T>
SparseArray<T, 2> load_sparse(const std::string& path, const FormatOption& option = {},
                              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: load_sparse: files hold numbers; T is none");
  const detail::SparseNodes made =
      detail::load_sparse_nodes(path, element_type_of<T>(), option.format);
  return detail::made_for_format<T>(made, option.format, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/files/impl/saved.hpp"
#endif
