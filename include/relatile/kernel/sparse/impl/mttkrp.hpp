// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/mttkrp.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/kernel/functions/vectors.hpp"
#include "relatile/kernel/sparse/impl/row_products.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel {
namespace detail {

/// A dense factor: its rows are those of one axis, in a piece that has them all, or of rows.
template <class T>
struct Factor {
  const T* row(std::int64_t number) const { return data + number * step; }

  int axis;
  const T* data;
  std::int64_t step;  ///< between rows
  std::int64_t next;  ///< between columns
};

/// The factors of the axes but `mode`, which are the inputs from `input` on.
template <class T>
std::vector<Factor<T>> factors_of(const PieceCall& call, const MttkrpAxes& axes,
                                  std::size_t input) {
  std::vector<Factor<T>> found;
  for (int axis = 0; axis < static_cast<int>(axes.extents.size()); ++axis) {
    if (axis == axes.mode) continue;
    const Piece& piece = call.inputs[input++];
    found.push_back(
        {axis, piece.as<const T>(), piece.strides[axis == 0 ? 0 : axis + 1], piece.strides[1]});
  }
  return found;
}

/// The indices along the axes after the first that a column stands for. Numbers of columns have 32
/// bits, so extents that are divided by have as well: that takes half the time of 64.
inline void set_indices(std::vector<std::int64_t>& index, SparseIndex column,
                        const std::vector<std::int64_t>& extents) {
  auto rest = static_cast<std::uint32_t>(column);
  for (std::size_t axis = index.size() - 1; axis > 1; --axis) {
    const auto extent = static_cast<std::uint32_t>(extents[axis]);
    index[axis] = rest % extent;
    rest /= extent;
  }
  index[1] = rest;
}

/// to[r] += factor * a[r] * b[r].
template <class T>
void add_scaled_products(T factor, const T* a, const T* b, std::int64_t count, T* to) {
  std::int64_t r = 0;
  const Pack<T> factors = factor - Pack<T>{};
  Pack<T> x;
  Pack<T> y;
  Pack<T> sum;
  for (; r + lanes_of<T> <= count; r += lanes_of<T>) {
    load<T>(x, a + r);
    load<T>(y, b + r);
    load<T>(sum, to + r);
    store<T>(to + r, sum + factors * x * y);
  }
  for (; r < count; ++r) to[r] += factor * a[r] * b[r];
}

/// The sum of a[r] * b[r] * c[r].
template <class T>
T dot_of_three(const T* a, const T* b, const T* c, std::int64_t count) {
  std::int64_t r = 0;
  T sum(0);
  if (count >= lanes_of<T>) {
    Pack<T> sums = {};
    Pack<T> x;
    Pack<T> y;
    Pack<T> z;
    for (; r + lanes_of<T> <= count; r += lanes_of<T>) {
      load<T>(x, a + r);
      load<T>(y, b + r);
      load<T>(z, c + r);
      sums += x * y * z;
    }
    for (std::int64_t l = 0; l < lanes_of<T>; ++l) sum += sums[l];
  }
  for (; r < count; ++r) sum += a[r] * b[r] * c[r];
  return sum;
}

/// Adds to `to` the element times the product of the factors' rows.
template <class Combine, class Reduce, class T>
void add_products(T* to, std::int64_t next, std::int64_t width, const T& element,
                  const std::vector<Factor<T>>& factors, const std::vector<std::int64_t>& index) {
  const auto row = [&](std::size_t f) {
    return factors[f].row(index[static_cast<std::size_t>(factors[f].axis)]);
  };
  const auto times = [](const T& a, const T& b) { return combined<Combine, Reduce, T>(a, b); };
  if (factors.size() == 2 && next == 1 && factors[0].next == 1 && factors[1].next == 1) {
    const T* const left = row(0);
    const T* const right = row(1);
    if constexpr (is_packed<Combine, Reduce, T>) {
      add_scaled_products(element, left, right, width, to);
    } else {
      for (std::int64_t r = 0; r < width; ++r) {
        to[r] = Reduce::combine(to[r], times(times(element, left[r]), right[r]));
      }
    }
    return;
  }
  for (std::int64_t r = 0; r < width; ++r) {
    T product = element;
    for (std::size_t f = 0; f < factors.size(); ++f) {
      product = times(product, row(f)[r * factors[f].next]);
    }
    to[r * next] = Reduce::combine(to[r * next], product);
  }
}

template <class Combine, class Reduce, class T>
void run_mttkrp(const PieceCall& call, const MttkrpAxes& axes) {
  const CompressedRows s(call.inputs[0], call.inputs[1]);
  const T* const values = call.inputs[2].as<const T>();
  const std::vector<Factor<T>> factors = factors_of<T>(call, axes, 3);
  const Piece& y = call.output;
  const std::int64_t width = call.labels.high[1] - call.labels.low[1];
  const std::int64_t step = y.strides[axes.mode == 0 ? 0 : axes.mode + 1];
  const std::int64_t next = y.strides[1];
  const T nothing = Reduce::template identity<T>();
  std::vector<std::int64_t> index(axes.extents.size());
  s.for_each([&](std::int64_t row, std::int64_t first, std::int64_t end) {
    index[0] = row;
    if (axes.mode == 0) {
      for (std::int64_t r = 0; r < width; ++r) y.as<T>()[row * step + r * next] = nothing;
    }
    for (std::int64_t e = first; e < end; ++e) {
      set_indices(index, s.columns[e], axes.extents);
      T* const to = y.as<T>() + index[static_cast<std::size_t>(axes.mode)] * step;
      add_products<Combine, Reduce>(to, next, width, values[e], factors, index);
    }
  });
}

/// `sum` and, of each column, the product of the elements in the factors' rows, one of each axis.
template <class T>
T plus_products(T sum, std::int64_t width, const std::vector<Factor<T>>& factors,
                const std::vector<std::int64_t>& index) {
  const auto row = [&](std::size_t f) { return factors[f].row(index[f]); };
  if (factors.size() == 3 && factors[0].next == 1 && factors[1].next == 1 && factors[2].next == 1) {
    if constexpr (std::is_floating_point_v<T>) {
      return sum + dot_of_three(row(0), row(1), row(2), width);
    }
  }
  for (std::int64_t r = 0; r < width; ++r) {
    T product(1);
    for (std::size_t f = 0; f < factors.size(); ++f) product *= row(f)[r * factors[f].next];
    sum += product;
  }
  return sum;
}

template <class T>
void run_factors_at_entries(const PieceCall& call, const MttkrpAxes& axes) {
  const CompressedRows s(call.inputs[0], call.inputs[1]);
  const std::vector<Factor<T>> factors = factors_of<T>(call, axes, 2);
  const std::int64_t width = call.labels.high[1] - call.labels.low[1];
  std::vector<std::int64_t> index(axes.extents.size());
  s.for_each([&](std::int64_t row, std::int64_t first, std::int64_t end) {
    index[0] = row;
    for (std::int64_t e = first; e < end; ++e) {
      set_indices(index, s.columns[e], axes.extents);
      T& sum = call.output.as<T>()[e];
      sum = plus_products(sum, width, factors, index);
    }
  });
}

}  // namespace detail

template <class Combine, class Reduce, class T>
PieceKernel mttkrp(MttkrpAxes axes) {
  return {
      std::string("sparse_mttkrp(").append(Reduce::name).append(", ").append(Combine::name) + ")",
      [axes = std::move(axes)](const PieceCall& call) {
        detail::run_mttkrp<Combine, Reduce, T>(call, axes);
      }};
}

template <class T>
PieceKernel factors_at_entries(std::vector<std::int64_t> extents) {
  return {"factors_at_entries", [axes = MttkrpAxes{std::move(extents), -1}](const PieceCall& call) {
            detail::run_factors_at_entries<T>(call, axes);
          }};
}

}  // namespace relatile::kernel
