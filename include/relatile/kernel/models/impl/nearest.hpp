// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/models/nearest.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/kernel/models/panels.hpp"
#include "relatile/kernel/models/pure_kernel.hpp"
#include "relatile/kernel/products/gemm.hpp"
#include "relatile/kernel/products/run_products.hpp"

namespace relatile::kernel {
namespace detail {

/// Which centre is nearest to each row of a piece: |c|^2 - 2 x c is least there, with x and c less
/// the mean of the centres.
class NearestCentres {
 public:
  explicit NearestCentres(const PieceCall& call)
      : x_(call.inputs[0].as<double>()),
        stride_(call.inputs[0].strides[0]),
        rows_(call.inputs[0].count()),
        centres_(call.inputs[1].as<double>()) {}

  /// Calls visit(row, centre) with the number of a row in the piece.
  template <class Visit>
  void for_each(std::int64_t columns, std::int64_t count, Visit&& visit) const {
    const std::vector<double> mean = mean_of_centres(columns, count);
    std::vector<double> about(static_cast<std::size_t>(count * columns));
    std::vector<double> squares;
    for (std::int64_t c = 0; c < count; ++c) {
      double* const centre = about.data() + c * columns;
      subtract(centres_ + c * columns, mean.data(), centre, columns);
      squares.push_back(dot(centre, centre, columns));
    }
    const std::int64_t height = rows_of_panel(columns + count);
    std::vector<double> products(static_cast<std::size_t>(height * count));
    std::vector<double> panel(static_cast<std::size_t>(height * columns));
    const MatrixRef centres = ref_of(about.data(), count, columns, columns);
    for (std::int64_t first = 0; first < rows_; first += height) {
      const std::int64_t rows = std::min(height, rows_ - first);
      for (std::int64_t i = 0; i < rows; ++i) {
        subtract(row(first + i), mean.data(), panel.data() + i * columns, columns);
      }
      gemm<double>(ref_of(panel.data(), rows, columns, columns), transposed(centres),
                   ref_of(products.data(), rows, count, count), Into::nothing);
      for (std::int64_t i = 0; i < rows; ++i) {
        const double* const of_row = products.data() + i * count;
        std::int64_t nearest = 0;
        double least = squares[0] - 2 * of_row[0];
        for (std::int64_t c = 1; c < count; ++c) {
          const double distance = squares[static_cast<std::size_t>(c)] - 2 * of_row[c];
          if (distance < least) {
            least = distance;
            nearest = c;
          }
        }
        visit(first + i, nearest);
      }
    }
  }
  const double* row(std::int64_t i) const { return x_ + i * stride_; }
  const double* centre(std::int64_t c, std::int64_t columns) const {
    return centres_ + c * columns;
  }

 private:
  static void subtract(const double* a, const double* b, double* to, std::int64_t count) {
#pragma omp simd
    for (std::int64_t j = 0; j < count; ++j) to[j] = a[j] - b[j];
  }
  std::vector<double> mean_of_centres(std::int64_t columns, std::int64_t count) const {
    std::vector<double> mean(static_cast<std::size_t>(columns));
    for (std::int64_t c = 0; c < count; ++c) {
      add_scaled(mean.data(), centres_ + c * columns, 1 / double(count), columns);
    }
    return mean;
  }

  double* x_;
  std::int64_t stride_;
  std::int64_t rows_;
  double* centres_;
};

/// What numbers follow from how many there are.
struct NearestSizes {
  std::int64_t columns;
  std::int64_t count;
};

inline void run_sums_of_nearest(const PieceCall& call, const NearestSizes& sizes) {
  const std::int64_t columns = sizes.columns;  // clang 14 captures no structured bindings
  const std::int64_t count = sizes.count;
  const NearestCentres nearest(call);
  const PieceWeights weights(call, 2);
  double* const sums = call.output.as<double>();
  double inertia = 0;
  nearest.for_each(columns, count, [&](std::int64_t i, std::int64_t c) {
    const double* const row = nearest.row(i);
    const double* const centre = nearest.centre(c, columns);
    double* const to = sums + c * (columns + 1);
    const double weight = weights(i);
    double distance = 0;
#pragma omp simd reduction(+ : distance)
    for (std::int64_t j = 0; j < columns; ++j) {
      const double apart = row[j] - centre[j];
      to[j] += weight * apart;
      distance += apart * apart;
    }
    to[columns] += weight;
    inertia += weight * distance;
  });
  sums[count * (columns + 1)] += inertia;
}

}  // namespace detail

RELATILE_INLINE PieceKernel sums_of_nearest(std::int64_t columns, std::int64_t count) {
  const std::string name =
      "sums_of_nearest(" + std::to_string(count) + ", " + std::to_string(columns) + ")";
  return {name,
          [=](const PieceCall& call) {
            detail::run_sums_of_nearest(call, {columns, count});
          },
          pure_kernel(name)};
}

RELATILE_INLINE PieceKernel nearest_centres(std::int64_t columns, std::int64_t count) {
  const std::string name =
      "nearest_centres(" + std::to_string(count) + ", " + std::to_string(columns) + ")";
  return {name,
          [=](const PieceCall& call) {
            const detail::NearestCentres nearest(call);
            std::int64_t* const to = call.output.as<std::int64_t>();
            const std::int64_t step = call.output.strides[0];
            nearest.for_each(columns, count,
                             [&](std::int64_t i, std::int64_t c) { to[i * step] = c; });
          },
          pure_kernel(name)};
}

}  // namespace relatile::kernel
