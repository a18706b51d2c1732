// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/sparse_array.hpp"

// Sparse matrices in texts without a header: FROSTT's tensors, of two dimensions (tensor_lists.hpp
// has others), and graphs as lists of edges.

namespace relatile {

/// What a FROSTT file is read as.
struct TnsFormat {
  Extents shape = {};  ///< without it as many places along each axis as entries need
  Duplicates duplicates = Duplicates::summed;
  Format format = Format::automatic;  ///< how it is stored: by rows, unless it is asked for
};

/// What a list of edges is read as.
struct EdgelistFormat {
  std::int64_t first_index = 0;  ///< the number of the first node, often 0 or 1
  /// An edge from i to j is one from j to i, too; one of i to itself is there once. Of an edge that
  /// the file has in both directions there are two then, which are added up or refused.
  bool symmetrized = false;
  Extents shape = {};  ///< without it square, of as many nodes as edges need
  Duplicates duplicates = Duplicates::summed;
  Format format = Format::automatic;  ///< how it is stored: by rows, unless it is asked for
};

namespace detail {

/// The matrix in a text of the one or of the other kind, its transpose for a format by columns.
/// Collective.
SparseNodes read_tns_nodes(const std::string& path, ElementType element, const TnsFormat& format);
SparseNodes read_edges(const std::string& path, ElementType element, const EdgelistFormat& format,
                       bool weighted);
/// Writes rows and columns, counted from `first_index`, and numbers if so asked. Collective.
void write_entry_list(const char* operation, const std::string& path, const SparseNodes& s,
                      std::int64_t first_index, bool numbers);

template <class T>
inline constexpr bool is_number_of_lists =
    is_scalar_type_v<T> && !is_complex_v<T> && !std::is_same_v<T, bool>;

}  // namespace detail

/// The matrix in a FROSTT file (.tns): a line an entry, which has its row and its column, counted
/// from 1, and a number; '#' begins a comment. read_tns<double>("x.tns", {.shape = {n, m}});
/// by columns with {.format = Format::csc}. Collective; each site reads and parses a part of the
/// lines.
///
///   errors  IoError; ParseError naming file and line, for an index outside of the shape and for a
///           tensor of another number of dimensions as well; ShapeMismatch for several entries at
///           one place, if these are refused
template <class T, int N = 2>
  requires(N == 2)
SparseArray<T, 2> read_tns(const std::string& path, const TnsFormat& format = {},
                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(detail::is_number_of_lists<T>, "relatile: read_tns: T is a type of real numbers");
  const detail::SparseNodes made = detail::read_tns_nodes(path, element_type_of<T>(), format);
  return detail::made_for_format<T>(made, format.format, line);
}

/// Writes a matrix as a FROSTT file, which says nothing of its shape. As mmwrite, numbers are read
/// again as the same ones. Evaluates s; collective.
///
///   errors  IoError
template <class T>
void write_tns(const std::string& path, const SparseArray<T, 2>& s,
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(detail::is_number_of_lists<T>,
                "relatile: write_tns: FROSTT's files have real numbers; mmwrite writes others");
  detail::write_entry_list("write_tns", path, detail::nodes_as<T>(s), 1, true);
}

/// The adjacency matrix of a graph: ones where a line has two nodes, the row and the column;
/// several equal edges are added up. '#' and '%' begin comments, as in SNAP's and KONECT's files.
/// read_edgelist<float>("x.txt", {.first_index = 1, .symmetrized = true}); by columns, as rows of
/// the edges that end at a node, with {.format = Format::csc}. Collective; each site reads and
/// parses a part of the lines.
///
///   errors  IoError; ParseError naming file and line, for a node outside of the shape as well;
///           ShapeMismatch for several equal edges, if these are refused, and for a matrix that is
///           to be symmetrized and is not square
template <class T>
SparseArray<T, 2> read_edgelist(const std::string& path, const EdgelistFormat& format = {},
                                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: read_edgelist: T is a type of numbers");
  const detail::SparseNodes made = detail::read_edges(path, element_type_of<T>(), format, false);
  return detail::made_for_format<T>(made, format.format, line);
}

/// The same of lines that have a weight after the two nodes.
template <class T>
SparseArray<T, 2> read_weighted_edgelist(const std::string& path, const EdgelistFormat& format = {},
                                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(detail::is_number_of_lists<T>,
                "relatile: read_weighted_edgelist: T is a type of real numbers");
  const detail::SparseNodes made = detail::read_edges(path, element_type_of<T>(), format, true);
  return detail::made_for_format<T>(made, format.format, line);
}

/// Writes where a matrix has entries as a list of edges, of nodes counted from `first_index`.
/// Collective.
///
///   errors  IoError
template <class T>
void write_edgelist(const std::string& path, const SparseArray<T, 2>& s,
                    std::int64_t first_index = 0, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::write_entry_list("write_edgelist", path, detail::nodes_as<T>(s), first_index, false);
}

/// The same with the elements as weights. As mmwrite, these are read again as the same ones.
template <class T>
void write_weighted_edgelist(const std::string& path, const SparseArray<T, 2>& s,
                             std::int64_t first_index = 0,
                             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(detail::is_number_of_lists<T>,
                "relatile: write_weighted_edgelist: weights are real numbers");
  detail::write_entry_list("write_weighted_edgelist", path, detail::nodes_as<T>(s), first_index,
                           true);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/files/impl/entry_lists.hpp"
#endif
