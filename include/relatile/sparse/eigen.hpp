// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/kernel/sparse/eigen_sparse.hpp"
#include "relatile/sparse/creation.hpp"

// From sparse matrices to Eigen's, and back: #include <relatile/sparse/eigen.hpp>. All of these are
// collective.

namespace relatile {

namespace detail {

template <class M>
void write_eigen_entry_count(const void* source, std::byte* elements) {
  const std::int64_t count = static_cast<const M*>(source)->nonZeros();
  *reinterpret_cast<std::int64_t*>(elements) = count;
}
template <class M>
void write_eigen_entry_rows(const void* source, std::byte* elements) {
  kernel::write_eigen_rows(*static_cast<const M*>(source),
                           reinterpret_cast<std::int64_t*>(elements));
}
template <class M>
void write_eigen_entry_columns(const void* source, std::byte* elements) {
  kernel::write_eigen_columns(*static_cast<const M*>(source),
                              reinterpret_cast<std::int64_t*>(elements));
}
template <class M>
void write_eigen_entry_values(const void* source, std::byte* elements) {
  kernel::write_eigen_values(*static_cast<const M*>(source),
                             reinterpret_cast<typename M::Scalar*>(elements));
}

/// A vector of what a matrix of Eigen's has, where `placing` says.
template <class T, class M>
Array<T, 1> eigen_vector(const M& m, std::int64_t count, const Placing& placing, ElementsOf write) {
  return Array<T, 1>(store_whole("from_eigen", comparable<T>(), {count}, placing, write, &m));
}

inline void require_entries_of_eigen(const char* operation, std::int64_t count) {
  constexpr std::int64_t most = std::numeric_limits<kernel::SparseIndex>::max();
  if (count <= most) return;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": a sparse matrix of " +
                      std::to_string(count) + " entries; Eigen numbers up to 2^31 - 1");
}

/// Whether this process has a site that is to have what is placed.
inline bool is_placed_here(const Placing& placing) {
  const std::vector<int>& sites = Session::current().local_sites();
  return placing.kind == Placing::Kind::everywhere ||
         std::find(sites.begin(), sites.end(), placing.rank) != sites.end();
}

/// The matrix as Eigen's, on the ranks that are to have it.
template <class T>
std::optional<kernel::EigenSparse<T>> taken_eigen(const char* operation, const SparseArray<T, 2>& s,
                                                  const Placing& placing) {
  require_entries_of_eigen(operation, s.nnz());
  std::vector<kernel::SparseIndex> counts;
  std::vector<kernel::SparseIndex> columns;
  std::vector<std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>> values;
  take_whole(operation, s.row_counts().node(), placing, &take_all<kernel::SparseIndex>, &counts);
  take_whole(operation, s.columns().node(), placing, &take_all<kernel::SparseIndex>, &columns);
  take_whole(operation, s.values().node(), placing,
             &take_all<typename decltype(values)::value_type>, &values);
  if (!is_placed_here(placing)) return std::nullopt;
  return kernel::eigen_of_rows<T>(s.shape(), counts, columns.data(),
                                  reinterpret_cast<const T*>(values.data()));
}

}  // namespace detail

/// A sparse matrix from one of Eigen's, by rows or by columns, that all ranks have (`everywhere`),
/// or only one has (`on_rank(r)`; the others pass one of the same shape, whose entries are not
/// read).
///
///   errors  PlanMismatch, on every rank, if ranks have different entries or numbers of them, and
///           RELATILE_CHECK=1 asks to compare them
template <kernel::EigenSparseMatrix M>
auto from_eigen(const M& m, const Placing& placing = everywhere,
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = typename M::Scalar;
  using Index = std::int64_t;
  const Index count =
      item(detail::eigen_vector<Index>(m, 1, placing, &detail::write_eigen_entry_count<M>));
  return from_coordinates(
      detail::eigen_vector<Index>(m, count, placing, &detail::write_eigen_entry_rows<M>),
      detail::eigen_vector<Index>(m, count, placing, &detail::write_eigen_entry_columns<M>),
      detail::eigen_vector<T>(m, count, placing, &detail::write_eigen_entry_values<M>),
      {m.rows(), m.cols()});
}

/// The matrix as Eigen's, in compressed rows, on every rank, which has to have memory for all of
/// it.
///
///   errors  ShapeMismatch for more than 2^31 - 1 entries
template <class T>
kernel::EigenSparse<T> to_eigen(const SparseArray<T, 2>& s,
                                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return *detail::taken_eigen("to_eigen", s, everywhere);
}
/// The same on one rank; the others get none.
template <class T>
std::optional<kernel::EigenSparse<T>> to_eigen_on(int rank, const SparseArray<T, 2>& s,
                                                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::taken_eigen("to_eigen_on", s, on_rank(rank));
}

}  // namespace relatile
