// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <relatile/arrays.hpp>
#include <string>
#include <vector>

namespace relatile::test {

/// What programs read slices of; whole numbers, so that sums are exact in any order.
struct SlicedData {
  static constexpr std::int64_t rows = 60;
  static constexpr std::int64_t cols = 5;
  static constexpr std::int64_t batch = 8;

  static double at(std::int64_t i, std::int64_t j, std::int64_t seed) {
    return static_cast<double>((i * 31 + j * 17 + seed * 7) % 13 - 6);
  }
  static double x_at(std::int64_t i, std::int64_t j) { return at(i, j, 1); }
  static double y_at(std::int64_t i) { return at(i, 0, 2); }
  static double w_at(std::int64_t j) { return at(0, j, 3); }

  static Array<double, 2> stored(std::int64_t m, std::int64_t n, std::int64_t seed) {
    Array<double, 2> a =
        from_function({m, n}, [seed](std::int64_t i, std::int64_t j) { return at(i, j, seed); });
    evaluate(a);
    return a;
  }
  Array<double, 2> x = stored(rows, cols, 1);
  Array<double, 2> y = stored(rows, 1, 2);
  Array<double, 2> w = stored(1, cols, 3);
};

/// A program with slices that begin at i and j, and what it means in plain loops. Up to row
/// `rows - 2 batch` both are there.
struct SlicedProgram {
  std::string name;
  Array<double, 2> (*make)(const SlicedData& data, std::int64_t i, std::int64_t j);
  std::vector<double> (*plain)(std::int64_t i, std::int64_t j);
};

namespace detail {

inline Array<double, 2> gradient(const SlicedData& data, std::int64_t i, std::int64_t /*j*/) {
  const auto x = data.x(slice(i, i + SlicedData::batch), all_of_axis);
  const auto y = data.y(slice(i, i + SlicedData::batch), all_of_axis);
  const auto w = transpose(data.w);
  return w - 2.0 * matmul(transpose(x), matmul(x, w) - y);
}
inline std::vector<double> plain_gradient(std::int64_t i, std::int64_t /*j*/) {
  using Data = SlicedData;
  std::vector<double> result;
  for (std::int64_t c = 0; c < Data::cols; ++c) result.push_back(Data::w_at(c));
  for (std::int64_t r = i; r < i + Data::batch; ++r) {
    double error = -Data::y_at(r);
    for (std::int64_t c = 0; c < Data::cols; ++c) error += Data::x_at(r, c) * Data::w_at(c);
    for (std::int64_t c = 0; c < Data::cols; ++c) {
      result[static_cast<std::size_t>(c)] -= 2.0 * Data::x_at(r, c) * error;
    }
  }
  return result;
}

inline Array<double, 2> gram_of_two(const SlicedData& data, std::int64_t i, std::int64_t j) {
  const auto a = data.x(slice(i, i + 2 * SlicedData::batch, 2), all_of_axis);
  const auto b = data.x(slice(j, j + SlicedData::batch), slice(1, 4));
  return matmul(transpose(a), b);
}
inline std::vector<double> plain_gram_of_two(std::int64_t i, std::int64_t j) {
  std::vector<double> result;
  for (std::int64_t c = 0; c < SlicedData::cols; ++c) {
    for (std::int64_t d = 1; d < 4; ++d) {
      double sum = 0;
      for (std::int64_t r = 0; r < SlicedData::batch; ++r) {
        sum += SlicedData::x_at(i + 2 * r, c) * SlicedData::x_at(j + r, d);
      }
      result.push_back(sum);
    }
  }
  return result;
}

inline Array<double, 2> rows_and_slices(const SlicedData& data, std::int64_t i, std::int64_t j) {
  return data.x(slice(i, i + SlicedData::batch), all_of_axis) * data.x(j, all_of_axis) +
         data.y(slice(j, j + SlicedData::batch), all_of_axis);
}
inline std::vector<double> plain_rows_and_slices(std::int64_t i, std::int64_t j) {
  std::vector<double> result;
  for (std::int64_t r = 0; r < SlicedData::batch; ++r) {
    for (std::int64_t c = 0; c < SlicedData::cols; ++c) {
      result.push_back(SlicedData::x_at(i + r, c) * SlicedData::x_at(j, c) +
                       SlicedData::y_at(j + r));
    }
  }
  return result;
}

inline Array<double, 2> of_three(const SlicedData& data, std::int64_t i, std::int64_t j) {
  const auto a = data.x(slice(i, i + SlicedData::batch), all_of_axis);
  const auto b = data.y(slice(j, j + SlicedData::batch), all_of_axis);
  return einsum<"ni,nk,ki->ik">(a, b, data.w);
}
inline std::vector<double> plain_of_three(std::int64_t i, std::int64_t j) {
  std::vector<double> result;
  for (std::int64_t c = 0; c < SlicedData::cols; ++c) {
    double sum = 0;
    for (std::int64_t r = 0; r < SlicedData::batch; ++r) {
      sum += SlicedData::x_at(i + r, c) * SlicedData::y_at(j + r) * SlicedData::w_at(c);
    }
    result.push_back(sum);
  }
  return result;
}

}  // namespace detail

inline const std::vector<SlicedProgram>& sliced_programs() {
  static const std::vector<SlicedProgram> all{
      {"gradient of a batch", detail::gradient, detail::plain_gradient},
      {"gram of two slices", detail::gram_of_two, detail::plain_gram_of_two},
      {"rows and slices", detail::rows_and_slices, detail::plain_rows_and_slices},
      {"einsum of three", detail::of_three, detail::plain_of_three},
  };
  return all;
}

}  // namespace relatile::test
