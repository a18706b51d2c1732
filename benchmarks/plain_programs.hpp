// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

// One step of each program of programs_benchmark as one would write it with a BLAS and OpenMP
// loops, compiled with -O3 -ffast-math. Matrices are by rows; the BLAS runs on all threads.

namespace benchmarks {

using Numbers = std::vector<double>;

/// g = x^T (p - y) and h = x^T diag(p (1 - p)) x with p = logistic(x w).
struct Newton {
  Newton(const double* x_data, const double* y_data, std::int64_t num_rows, std::int64_t width);
  void step(const Numbers& w);
  const double* x;
  const double* y;
  std::int64_t rows;
  std::int64_t columns;
  Numbers p, scaled, gradient, hessian;
};

/// Every point to its nearest centre; the sums and numbers of the centres' points.
struct KMeans {
  KMeans(const double* points, std::int64_t num_points, std::int64_t width, std::int64_t centres);
  void step(const Numbers& centres);
  const double* x;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t clusters;
  Numbers products, sums, counts;
};

/// u = r m (m^T m + 1)^-1, then n = r^T u (u^T u + 1)^-1.
struct Als {
  Als(const double* ratings, std::int64_t num_users, std::int64_t num_items, std::int64_t factors);
  void step(const Numbers& m);
  const double* r;
  std::int64_t users;
  std::int64_t items;
  std::int64_t width;
  Numbers rm, u, ru, n;
};

/// A step of gradient descent of sigmoid(relu(x w1) w2) against y.
struct FactoredProblem {
  std::int64_t batch = 0;
  std::int64_t features = 0;
  std::int64_t hidden = 0;
  std::int64_t labels = 0;
  Numbers a1{}, a2{}, d1{}, g1{}, g2{}, new_w1{}, new_w2{};
  void allocate();
  void step(const double* x, const double* y, const double* w1, const double* w2);
};

/// 0.15 / n + 0.85 links (rank / degree), with a dense matrix.
void page_rank(const double* links, const double* rank, const double* degree, double* next,
               std::int64_t n);

/// softmax(q k^T / sqrt(width)) v of each of `count` sequences of `tokens`, head by head.
void attention(const double* q, const double* k, const double* v, double* out, std::int64_t count,
               std::int64_t tokens, std::int64_t width);

}  // namespace benchmarks
