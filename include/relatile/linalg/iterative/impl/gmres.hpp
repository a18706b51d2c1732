// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/gmres.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "relatile/array/from_data.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/linalg/iterative/krylov_rows.hpp"

namespace relatile::detail {

/// The least-squares problem of a Hessenberg matrix, column by column, by rotations; alike on all
/// sites, since all have the same numbers and use what is rounded exactly.
template <class T>
class HessenbergLeastSquares {
 public:
  explicit HessenbergLeastSquares(double first) : right_{T(static_cast<Real>(first))} {}

  /// Adds a column of k + 2 numbers, the last one real; gives the residual's norm.
  double add(std::vector<T> column) {
    const std::size_t k = turns_.size();
    for (std::size_t i = 0; i < k; ++i) turn(turns_[i], column[i], column[i + 1]);
    Turn now;
    turn_away(column[k], column[k + 1], now);
    turn(now, column[k], column[k + 1]);
    right_.push_back(T(0));
    turn(now, right_[k], right_[k + 1]);
    turns_.push_back(now);
    column.resize(k + 1);
    columns_.push_back(std::move(column));
    return std::sqrt(double(std::norm(right_.back())));
  }

  /// The solution, followed by zeros. What a zero on the diagonal would divide is left out.
  std::vector<T> solution(std::size_t length) const {
    std::vector<T> y(length, T(0));
    for (std::size_t j = columns_.size(); j-- > 0;) {
      T sum = right_[j];
      for (std::size_t i = j + 1; i < columns_.size(); ++i) sum -= columns_[i][j] * y[i];
      y[j] = columns_[j][j] == T(0) ? T(0) : sum / columns_[j][j];
    }
    return y;
  }

 private:
  using Real = real_t<T>;
  struct Turn {
    Real c = 1;
    T s = T(0);
  };
  /// The rotation that makes the second of two numbers zero.
  static void turn_away(const T& a, const T& b, Turn& turn) {
    const Real size_a = std::sqrt(std::norm(a));
    const Real size = std::sqrt(std::norm(a) + std::norm(b));
    turn = {Real(size == Real(0)), T(size == Real(0) ? 0 : 1)};
    if (size_a != Real(0)) turn = {size_a / size, (a / size_a) * conjugate(b) / size};
  }
  static T conjugate(const T& x) {
    if constexpr (is_complex_v<T>) {
      return std::conj(x);
    } else {
      return x;
    }
  }
  static void turn(const Turn& by, T& a, T& b) {
    const T first = by.c * a + by.s * b;
    b = by.c * b - conjugate(by.s) * a;
    a = first;
  }

  std::vector<Turn> turns_;
  std::vector<std::vector<T>> columns_;
  std::vector<T> right_;
};

/// A vector of numbers that all sites have.
template <class T>
Array<T, 1> shared_vector(const std::vector<T>& numbers) {
  return from_span(std::span<const T>(numbers), {static_cast<std::int64_t>(numbers.size())});
}

template <class T>
IterativeResult<T> gmres(const LinearOperator<T>& a, const Array<T, 1>& b,
                         const IterativeOptions<T>& options) {
  if (options.restart < 1) {
    throw Error("relatile: gmres: restart is " + std::to_string(options.restart) +
                "; at least one vector must be kept");
  }
  const RecipesAreForgotten numbers_decide;
  IterativeRun<T> run("gmres", a, b, options);
  while (run.starts()) {
    const std::int64_t most = std::min({options.restart, b.size(), run.left()});
    KrylovRows<T> basis(run.residual * T(static_cast<real_t<T>>(1 / run.norm)), most + 1);
    HessenbergLeastSquares<T> problem(run.norm);
    for (std::int64_t k = 0; k < most; ++k) {
      std::vector<T> column = basis.add(run.times(run.preconditioned(basis.last)), k + 1);
      const T size = column.back();
      column.resize(static_cast<std::size_t>(k) + 2);
      column.back() = size;
      if (!run.goes_on(problem.add(std::move(column))) || size == T(0)) break;
    }
    const auto y = shared_vector<T>(problem.solution(static_cast<std::size_t>(most) + 1));
    run.x = run.x + run.preconditioned(matmul(y, basis.rows));
    Session::current().evaluate({run.x.node()});
    run.show();
  }
  return run.result();
}

}  // namespace relatile::detail
