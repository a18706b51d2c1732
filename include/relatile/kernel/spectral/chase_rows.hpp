// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "relatile/kernel/spectral/band_columns.hpp"
#include "relatile/kernel/spectral/refusals.hpp"
#include "relatile/kernel/spectral/wide_matrix.hpp"

// What chases of bands read and write, and what is found of the diagonals that they leave, which
// are the last two rows of a chase: real numbers.

namespace relatile::kernel::detail {

template <class W>
void require_finite_band(const std::string& function, const MatrixRef& band) {
  for (std::int64_t i = 0; i < band.rows; ++i) {
    for (std::int64_t j = 0; j < band.cols; ++j) {
      const W x = element_of<W>(band, i, j);
      if (!std::isfinite(std::real(x)) || !std::isfinite(std::imag(x))) refuse_infinities(function);
    }
  }
}

/// Rows of reflections, of whose vectors the first elements, which are one, are tau instead.
template <class W>
auto keep_in(const RowsMap<W>& rows) {
  return [rows](std::int64_t sweep, const BandReflection<W>& h) {
    std::copy(h.v.begin(), h.v.end(), rows.row(sweep) + h.range.low);
    rows(sweep, h.range.low) = h.tau;
  };
}
inline constexpr auto keep_none = [](std::int64_t, const auto&) {};

/// The diagonal of a matrix, and of every row what is beside it; of the last one 0.
struct TwoDiagonals {
  RealVector diagonal;
  RealVector beside;
};

/// `beside(i)` gives what is beside element i of the diagonal.
template <class W, class Beside>
void keep_diagonals(BandColumns<W>& band, Beside&& beside, const RowsMap<W>& made) {
  const std::int64_t n = band.rows();
  const std::int64_t last = made.rows() - 1;
  for (std::int64_t i = 0; i < n; ++i) {
    made(last - 1, i) = std::real(band.at(i, i));
    made(last, i) = i + 1 < n ? std::real(beside(i)) : 0.0;
  }
}
template <class W>
TwoDiagonals diagonals_of(const MatrixRef& chase) {
  TwoDiagonals found;
  for (std::int64_t i = 0; i < chase.cols; ++i) {
    found.diagonal.push_back(std::real(element_of<W>(chase, chase.rows - 2, i)));
    found.beside.push_back(std::real(element_of<W>(chase, chase.rows - 1, i)));
  }
  return found;
}

/// Values times 2^e, e an operand, as the first row of what is made.
template <class W>
void write_values(const RealVector& values, const MatrixRef& exponent, const RowsMap<W>& made) {
  const int e = int(element_of<double>(exponent, 0, 0));
  for (std::int64_t j = 0; j < made.cols(); ++j) {
    made(0, j) = std::ldexp(values[std::size_t(j)], e);
  }
}
/// Vectors, columns, in squares that fit a cache.
template <class W>
void write_vectors(const ColumnMajor<double>& vectors, const RowsMap<W>& made) {
  if constexpr (is_complex_v<W>) {
    copy_columns<W>(vectors, made);
  } else {
    copy_transposed(vectors.as_rows(), made);
  }
}

}  // namespace relatile::kernel::detail
