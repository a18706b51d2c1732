// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/sparse_products.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "relatile/kernel/sparse/impl/product_columns.hpp"
#include "relatile/kernel/sparse/impl/products.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel {
namespace detail {

/// The places of columns among the entries of one row of c after another.
class PlacesInTable {
 public:
  PlacesInTable(const CompressedRows& c, std::int64_t columns)
      : c_(c), places_(static_cast<std::size_t>(columns), -1) {}
  void begin_row(std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin; e < end; ++e) places_[static_cast<std::size_t>(c_.columns[e])] = e;
  }
  /// Below `begin` for a column that the row has no entry in: an entry of an earlier row lies in
  /// front of this row's first one, so nothing is ever erased.
  std::int64_t operator()(SparseIndex column) const {
    return places_[static_cast<std::size_t>(column)];
  }

 private:
  const CompressedRows& c_;
  std::vector<std::int64_t> places_;
};
/// The same without a table of all columns.
class PlacesBySearch {
 public:
  explicit PlacesBySearch(const CompressedRows& c) : c_(c) {}
  void begin_row(std::int64_t begin, std::int64_t end) {
    begin_ = c_.columns + begin;
    end_ = c_.columns + end;
  }
  std::int64_t operator()(SparseIndex column) const {
    const SparseIndex* const found = std::lower_bound(begin_, end_, column);
    return found != end_ && *found == column ? std::int64_t{found - c_.columns} : -1;
  }

 private:
  const CompressedRows& c_;
  const SparseIndex* begin_ = nullptr;
  const SparseIndex* end_ = nullptr;
};

template <class Combine, class Reduce, class T, class Places>
void product_at_places(const PieceCall& call, EntriesInTurn of_a, const EntriesOfRows& of_b,
                       const CompressedRows& c, const Piece* numbers_of_c, Places places) {
  const auto* const a_columns = call.inputs[1].as<const SparseIndex>();
  const auto* const b_columns = call.inputs[4].as<const SparseIndex>();
  const T* const a_values = call.inputs[2].as<const T>();
  const T* const b_values = call.inputs[5].as<const T>();
  T* const to = call.output.as<T>();
  const EntriesInTurn rows_of_c(c, numbers_of_c);
  c.for_each([&](std::int64_t row, std::int64_t begin, std::int64_t end) {
    places.begin_row(begin, end);
    for (std::int64_t e = begin; e < end; ++e) to[e] = Reduce::template identity<T>();
    const Range of_row = of_a(rows_of_c.number(row));
    for (std::int64_t e = of_row.low; e < of_row.high; ++e) {
      const Range through = of_b(a_columns[e]);
      for (std::int64_t f = through.low; f < through.high; ++f) {
        const std::int64_t place = places(b_columns[f]);
        if (place < begin) continue;
        to[place] = Reduce::combine(to[place],
                                    combined<Combine, Reduce, T>(entry_of<Combine>(a_values, e),
                                                                 entry_of<Combine>(b_values, f)));
      }
    }
  });
}

/// The same where c has an entry wherever a pair meets: each row is summed in a table of columns,
/// of which only what c names is ever looked at.
template <class Combine, class Reduce, class T>
void product_in_table(const PieceCall& call, const CompressedRows& a, const EntriesOfRows& of_b,
                      const CompressedRows& c, std::int64_t columns) {
  const auto* const b_columns = call.inputs[4].as<const SparseIndex>();
  const T* const a_values = call.inputs[2].as<const T>();
  const T* const b_values = call.inputs[5].as<const T>();
  T* const to = call.output.as<T>();
  const auto table = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(columns));
  T* const sums = table.get();
  std::int64_t first = 0;
  c.for_each([&](std::int64_t row, std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin; e < end; ++e) sums[c.columns[e]] = Reduce::template identity<T>();
    const std::int64_t last = first + a.counts[row];
    for (std::int64_t e = first; e < last; ++e) {
      const Range through = of_b(a.columns[e]);
      const T factor = entry_of<Combine>(a_values, e);
      for (std::int64_t f = through.low; f < through.high; ++f) {
        T& sum = sums[b_columns[f]];
        sum = Reduce::combine(sum,
                              combined<Combine, Reduce, T>(factor, entry_of<Combine>(b_values, f)));
      }
    }
    first = last;
    for (std::int64_t e = begin; e < end; ++e) to[e] = sums[c.columns[e]];
  });
}

template <class Combine, class Reduce, class T>
void run_product_at_entries(const PieceCall& call, std::int64_t columns, ProductPlaces places,
                            StoredRowsOf stored) {
  const CompressedRows a(call.inputs[0], call.inputs[1]);
  const CompressedRows c(call.inputs[6], call.inputs[7]);
  const std::array<const Piece*, 3> numbers = stored.numbers(call, 8);
  const EntriesOfRows of_b({call.inputs[3], call.inputs[4]}, numbers[1]);
  const EntriesInTurn of_a(a, numbers[0]);
  if (is_too_wide(columns, a, of_b, call.output.count())) {
    return product_at_places<Combine, Reduce, T>(call, of_a, of_b, c, numbers[2],
                                                 PlacesBySearch(c));
  }
  if (places == ProductPlaces::all) {
    return product_in_table<Combine, Reduce, T>(call, a, of_b, c, columns);
  }
  product_at_places<Combine, Reduce, T>(call, of_a, of_b, c, numbers[2], PlacesInTable(c, columns));
}

/// A kernel of a product, by the function that runs it: this is the same for all types.
[[gnu::noinline]] RELATILE_INLINE PieceKernel
product_kernel(std::string_view reduce, std::string_view combine,
               void (*run)(const PieceCall&, std::int64_t, ProductPlaces, StoredRowsOf),
               std::int64_t columns, ProductPlaces places, StoredRowsOf stored) {
  return {sparse_name("sparse_sparse_matmul", reduce, combine),
          [=](const PieceCall& call) { run(call, columns, places, stored); }};
}

}  // namespace detail

template <class Combine, class Reduce, class T>
PieceKernel product_at_entries(std::int64_t columns, ProductPlaces places, StoredRowsOf stored) {
  return detail::product_kernel(Reduce::name, Combine::name,
                                &detail::run_product_at_entries<Combine, Reduce, T>, columns,
                                places, stored);
}

}  // namespace relatile::kernel
