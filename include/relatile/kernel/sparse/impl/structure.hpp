// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/structure.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "relatile/kernel/sparse/impl/product_columns.hpp"
#include "relatile/kernel/sparse/rows.hpp"
#include "relatile/kernel/typed_lines.hpp"

namespace relatile::kernel {
namespace detail {

/// Calls visit with elements of `size` bytes that can be copied.
template <class Visit>
void with_element(std::size_t size, Visit&& visit) {
  struct Sixteen {
    std::uint64_t low, high;
  };
  switch (size) {
    case 1: visit(std::uint8_t{}); break;
    case 2: visit(std::uint16_t{}); break;
    case 4: visit(std::uint32_t{}); break;
    case 8: visit(std::uint64_t{}); break;
    default: visit(Sixteen{}); break;
  }
}

template <class E>
E element_from(const std::string& bytes) {
  E element;
  std::memcpy(&element, bytes.data(), sizeof element);
  return element;
}

/// What must be the same on all ranks: what stands where there is no entry.
inline KernelIdentity identity_of_fill(std::string_view kernel, const std::string& fill) {
  KernelIdentity identity;
  identity.type = relatile::detail::hash_of_name(kernel);
  identity.state = fill;
  identity.pure = true;
  return identity;
}

/// Calls visit(row, column) for every truth value of a dense matrix that is true.
template <class Visit>
void for_each_true(const PieceCall& call, Visit&& visit) {
  const Piece& mask = call.inputs[0];
  const std::int64_t width = call.labels.high[1] - call.labels.low[1];
  for (std::int64_t row = 0; row < mask.count(); ++row) {
    const bool* const of_row = mask.as<const bool>() + row * mask.strides[0];
    for (std::int64_t k = 0; k < width; ++k) {
      if (of_row[k * mask.strides[1]]) visit(row, k);
    }
  }
}

/// Calls visit(column, in_a, in_b) for the entries that a row has in a, in b or in both, in order;
/// in_a and in_b are where, or -1.
template <class Visit>
void merge_row(const SparseIndex* a, std::int64_t a_first, std::int64_t a_end, const SparseIndex* b,
               std::int64_t b_first, std::int64_t b_end, Visit&& visit) {
  while (a_first < a_end || b_first < b_end) {
    const bool from_a = b_first == b_end || (a_first < a_end && a[a_first] <= b[b_first]);
    const bool from_b = a_first == a_end || (b_first < b_end && b[b_first] <= a[a_first]);
    visit(from_a ? a[a_first] : b[b_first], from_a ? a_first : -1, from_b ? b_first : -1);
    a_first += from_a ? 1 : 0;
    b_first += from_b ? 1 : 0;
  }
}

/// Calls visit(row, column, in_a, in_b) for all rows of two matrices that have the same rows.
template <class Visit>
void merge_rows(const CompressedRows& a, const CompressedRows& b, Visit&& visit) {
  std::int64_t b_first = 0;
  a.for_each([&](std::int64_t row, std::int64_t first, std::int64_t end) {
    const std::int64_t b_end = b_first + b.counts[row];
    merge_row(a.columns, first, end, b.columns, b_first, b_end,
              [&](SparseIndex column, std::int64_t in_a, std::int64_t in_b) {
                visit(row, column, in_a, in_b);
              });
    b_first = b_end;
  });
}

/// Calls visit(row, column, in_a, in_b) for the entries that two matrices have together.
template <class Visit>
void for_each_together(const PieceCall& call, Together which, Visit&& visit) {
  const CompressedRows a(call.inputs[0], call.inputs[1]);
  const CompressedRows b(call.inputs[2], call.inputs[3]);
  merge_rows(a, b, [&](std::int64_t row, SparseIndex column, std::int64_t in_a, std::int64_t in_b) {
    if (which == Together::either || (in_a >= 0 && in_b >= 0)) visit(row, column);
  });
}

}  // namespace detail

RELATILE_INLINE PieceKernel columns_of_true() {
  return {"sparse_columns", [](const PieceCall& call) {
            auto* to = call.output.as<SparseIndex>();
            detail::for_each_true(call, [&](std::int64_t, std::int64_t column) {
              *to++ = static_cast<SparseIndex>(column);
            });
          }};
}

RELATILE_INLINE PieceKernel take_entries(std::size_t size,
                                         std::shared_ptr<const std::vector<std::int64_t>> cuts) {
  return {"sparse_take", [size, cuts = std::move(cuts)](const PieceCall& call) {
            detail::with_element(size, [&](auto zero) {
              using E = decltype(zero);
              const CompressedRows s(call.inputs[0], call.inputs[1]);
              const Piece& dense = call.inputs[2];
              const EntriesInTurn rows(s, operand_after(call, 3));
              const std::int64_t first_row = (*cuts)[static_cast<std::size_t>(call.labels.low[0])];
              s.for_each([&](std::int64_t i, std::int64_t first, std::int64_t end) {
                const std::int64_t row = rows.number(i) - first_row;  // of no step if one is all
                const E* const from = dense.as<const E>() + row * dense.strides[0];
                for (std::int64_t e = first; e < end; ++e) {
                  call.output.as<E>()[e] = from[s.columns[e] * dense.strides[1]];
                }
              });
            });
          }};
}

RELATILE_INLINE PieceKernel put_entries(std::string fill) {
  KernelIdentity identity = detail::identity_of_fill("to_dense", fill);
  return {"to_dense",
          [fill = std::move(fill)](const PieceCall& call) {
            detail::with_element(fill.size(), [&](auto zero) {
              using E = decltype(zero);
              const CompressedRows s(call.inputs[0], call.inputs[1]);
              const E* const values = call.inputs[2].as<const E>();
              const E nothing = detail::element_from<E>(fill);
              const Piece& dense = call.output;
              const std::int64_t width = call.labels.high[1];
              s.for_each([&](std::int64_t row, std::int64_t first, std::int64_t end) {
                E* const to = dense.as<E>() + row * dense.strides[0];
                for (std::int64_t k = 0; k < width; ++k) to[k * dense.strides[1]] = nothing;
                for (std::int64_t e = first; e < end; ++e) {
                  to[s.columns[e] * dense.strides[1]] = values[e];
                }
              });
            });
          },
          std::move(identity)};
}

RELATILE_INLINE PieceKernel keys_of_entries(bool transposed) {
  return {"sparse_keys", [transposed](const PieceCall& call) {
            const CompressedRows s(call.inputs[0], call.inputs[1]);
            auto* const to = call.output.as<std::int64_t>();
            s.for_each([&](std::int64_t in_piece, std::int64_t first, std::int64_t end) {
              const std::int64_t row = s.first_row + in_piece;
              for (std::int64_t e = first; e < end; ++e) {
                const std::int64_t column = s.columns[e];
                to[e] = transposed ? (column << 32 | row) : (row << 32 | column);
              }
            });
          }};
}

RELATILE_INLINE LineKernel range_of_columns() {
  return {"sparse_range", [](const Lines& lines) {
            const TypedLines<SparseIndex> columns(lines);
            auto* const range = reinterpret_cast<std::int64_t*>(lines.to);
            const SparseIndex* const from = columns.from(0);
            range[0] = 0;
            range[lines.to_step] = 0;
            if (lines.count == 0) return;
            const auto [least, greatest] = std::minmax_element(from, from + lines.count);
            range[0] = *least;
            range[lines.to_step] = std::int64_t{*greatest} + 1;
          }};
}

RELATILE_INLINE PieceKernel copy_entries(std::size_t size) {
  return {"sparse_copy", [size](const PieceCall& call) {
            const auto bytes = static_cast<std::size_t>(call.output.count()) * size;
            if (bytes > 0) std::memcpy(call.output.data, call.inputs[0].data, bytes);
          }};
}

RELATILE_INLINE PieceKernel count_together(Together which) {
  return {which == Together::either ? "sparse_union_counts" : "sparse_intersection_counts",
          [which](const PieceCall& call) {
            auto* const counts = call.output.as<SparseIndex>();
            std::fill_n(counts, call.output.count(), SparseIndex{0});
            detail::for_each_together(call, which,
                                      [&](std::int64_t row, SparseIndex) { ++counts[row]; });
          }};
}

RELATILE_INLINE PieceKernel columns_together(Together which) {
  return {which == Together::either ? "sparse_union" : "sparse_intersection",
          [which](const PieceCall& call) {
            auto* to = call.output.as<SparseIndex>();
            detail::for_each_together(call, which,
                                      [&](std::int64_t, SparseIndex column) { *to++ = column; });
          }};
}

RELATILE_INLINE PieceKernel take_from(std::string fill) {
  KernelIdentity identity = detail::identity_of_fill("sparse_spread", fill);
  return {"sparse_spread",
          [fill = std::move(fill)](const PieceCall& call) {
            detail::with_element(fill.size(), [&](auto zero) {
              using E = decltype(zero);
              const CompressedRows a(call.inputs[0], call.inputs[1]);
              const E* const values = call.inputs[2].as<const E>();
              const CompressedRows c(call.inputs[3], call.inputs[4]);
              const E nothing = detail::element_from<E>(fill);
              E* const to = call.output.as<E>();
              detail::merge_rows(
                  c, a, [&](std::int64_t, SparseIndex, std::int64_t in_c, std::int64_t in_a) {
                    if (in_c >= 0) to[in_c] = in_a >= 0 ? values[in_a] : nothing;
                  });
            });
          },
          std::move(identity)};
}

RELATILE_INLINE PieceKernel
pairs_of_product(std::shared_ptr<const std::vector<std::int64_t>> rows) {
  return {"sparse_product_pairs", [rows = std::move(rows)](const PieceCall& call) {
            const CompressedRows a(call.inputs[0], call.inputs[1]);
            const Piece& b = call.inputs[2];
            const auto* const counts = b.as<const SparseIndex>();
            std::optional<EntriesOfRows> stored;
            if (const Piece* const numbers = operand_after(call, 3)) {
              stored.emplace(CompressedRows(b, b), numbers);  // no columns are looked at
            }
            auto* to = call.output.as<std::int64_t>();
            const std::int64_t first_row = (*rows)[static_cast<std::size_t>(call.labels.low[0])];
            std::int64_t row = 0;
            std::int64_t e = 0;
            for (std::int64_t block = call.labels.low[0]; block < call.labels.high[0]; ++block) {
              const std::int64_t last = (*rows)[static_cast<std::size_t>(block) + 1] - first_row;
              std::int64_t end = e;
              for (; row < last; ++row) end += a.counts[row];
              std::int64_t sum = 0;
              for (; e < end; ++e) {
                if (stored) {
                  const Range through = (*stored)(a.columns[e]);
                  sum += through.high - through.low;
                } else {
                  sum += counts[a.columns[e] - b.cut.low];
                }
              }
              *to++ = sum;
            }
          }};
}

RELATILE_INLINE PieceKernel count_of_product(std::int64_t columns, const StoredRowsOf& stored,
                                             bool outside_of_mask) {
  return {outside_of_mask ? "sparse_product_counts_outside" : "sparse_product_counts",
          [columns, stored, outside_of_mask](const PieceCall& call) {
            auto* const counts = call.output.as<SparseIndex>();
            detail::with_product_columns(
                call, columns, stored, outside_of_mask, [&](auto&& product) {
                  product.a().for_each([&](std::int64_t row, std::int64_t first, std::int64_t end) {
                    counts[row] = product.count(row, first, end);
                  });
                });
          }};
}

RELATILE_INLINE PieceKernel columns_of_product(std::int64_t columns, const StoredRowsOf& stored,
                                               bool outside_of_mask) {
  return {outside_of_mask ? "sparse_product_columns_outside" : "sparse_product_columns",
          [columns, stored, outside_of_mask](const PieceCall& call) {
            auto* to = call.output.as<SparseIndex>();
            detail::with_product_columns(
                call, columns, stored, outside_of_mask, [&](auto&& product) {
                  product.a().for_each([&](std::int64_t row, std::int64_t first, std::int64_t end) {
                    to = product.write(row, first, end, to);
                  });
                });
          }};
}

}  // namespace relatile::kernel
