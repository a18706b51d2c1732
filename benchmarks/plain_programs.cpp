// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "plain_programs.hpp"

#include <omp.h>

// Compiled with other flags than what it is linked with: see plain_eigen.cpp.
#define Eigen EigenOfPrograms
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "gemm.hpp"

namespace benchmarks {

namespace {

Numbers zeros(std::int64_t rows, std::int64_t columns = 1) {
  return Numbers(static_cast<std::size_t>(rows * columns));
}

/// The inverse of x^T x + 1.
Numbers inverse_of_gram(const double* x, std::int64_t rows, std::int64_t columns) {
  Numbers product = zeros(columns, columns);
  gram(x, rows, columns, product.data());
  Eigen::Map<Eigen::MatrixXd> h(product.data(), columns, columns);
  h.diagonal().array() += 1;
  h = h.llt().solve(Eigen::MatrixXd::Identity(columns, columns)).eval();
  return product;
}

}  // namespace

Newton::Newton(const double* x_data, const double* y_data, std::int64_t num_rows,
               std::int64_t width)
    : x(x_data),
      y(y_data),
      rows(num_rows),
      columns(width),
      p(zeros(rows)),
      scaled(zeros(rows, columns)),
      gradient(zeros(columns)),
      hessian(zeros(columns, columns)) {}

void Newton::step(const Numbers& w) {
  gemm({x, rows, columns}, {w.data(), columns, 1}, p.data());
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    double& mine = p[static_cast<std::size_t>(i)];
    const double probability = 1 / (1 + std::exp(-mine));
    const double curvature = probability * (1 - probability);
    double* to = scaled.data() + i * columns;
    for (std::int64_t j = 0; j < columns; ++j) to[j] = curvature * x[i * columns + j];
    mine = probability - y[i];
  }
  gemm({x, columns, rows, true}, {p.data(), rows, 1}, gradient.data());
  gemm({x, columns, rows, true}, {scaled.data(), rows, columns}, hessian.data());
}

KMeans::KMeans(const double* points, std::int64_t num_points, std::int64_t width,
               std::int64_t centres)
    : x(points),
      rows(num_points),
      columns(width),
      clusters(centres),
      products(zeros(rows, clusters)),
      sums(zeros(clusters, columns)),
      counts(zeros(clusters)) {}

void KMeans::step(const Numbers& centres) {
  gemm({x, rows, columns}, {centres.data(), columns, clusters, true}, products.data());
  Numbers norms = zeros(clusters);
  for (std::int64_t c = 0; c < clusters; ++c) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const double element = centres[static_cast<std::size_t>(c * columns + j)];
      norms[static_cast<std::size_t>(c)] += element * element;
    }
  }
  std::fill(sums.begin(), sums.end(), 0.0);
  std::fill(counts.begin(), counts.end(), 0.0);
#pragma omp parallel
  {
    Numbers my_sums = zeros(clusters, columns);
    Numbers my_counts = zeros(clusters);
#pragma omp for
    for (std::int64_t i = 0; i < rows; ++i) {
      std::int64_t nearest = 0;
      double least = INFINITY;
      for (std::int64_t c = 0; c < clusters; ++c) {
        const double distance = norms[static_cast<std::size_t>(c)] -
                                2 * products[static_cast<std::size_t>(i * clusters + c)];
        if (distance < least) nearest = c;
        least = std::min(least, distance);
      }
      my_counts[static_cast<std::size_t>(nearest)] += 1;
      double* to = my_sums.data() + nearest * columns;
      for (std::int64_t j = 0; j < columns; ++j) to[j] += x[i * columns + j];
    }
#pragma omp critical
    {
      for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += my_sums[s];
      for (std::size_t c = 0; c < counts.size(); ++c) counts[c] += my_counts[c];
    }
  }
}

Als::Als(const double* ratings, std::int64_t num_users, std::int64_t num_items,
         std::int64_t factors)
    : r(ratings),
      users(num_users),
      items(num_items),
      width(factors),
      rm(zeros(users, width)),
      u(zeros(users, width)),
      ru(zeros(items, width)),
      n(zeros(items, width)) {}

void Als::step(const Numbers& m) {
  const Numbers of_items = inverse_of_gram(m.data(), items, width);
  gemm({r, users, items}, {m.data(), items, width}, rm.data());
  gemm({rm.data(), users, width}, {of_items.data(), width, width}, u.data());
  const Numbers of_users = inverse_of_gram(u.data(), users, width);
  gemm({r, items, users, true}, {u.data(), users, width}, ru.data());
  gemm({ru.data(), items, width}, {of_users.data(), width, width}, n.data());
}

void FactoredProblem::allocate() {
  a1 = zeros(batch, hidden);
  a2 = zeros(batch, labels);
  d1 = zeros(batch, hidden);
  g1 = zeros(features, hidden);
  g2 = zeros(hidden, labels);
  new_w1 = g1;
  new_w2 = g2;
}

void FactoredProblem::step(const double* x, const double* y, const double* w1, const double* w2) {
  constexpr double rate = 0.01;
  gemm({x, batch, features}, {w1, features, hidden}, a1.data());
#pragma omp parallel for simd
  for (std::size_t i = 0; i < a1.size(); ++i) a1[i] = std::max(a1[i], 0.0);
  gemm({a1.data(), batch, hidden}, {w2, hidden, labels}, a2.data());
#pragma omp parallel for simd
  for (std::size_t i = 0; i < a2.size(); ++i) a2[i] = 1 / (1 + std::exp(-a2[i])) - y[i];
  gemm({a1.data(), hidden, batch, true}, {a2.data(), batch, labels}, g2.data());
  gemm({a2.data(), batch, labels}, {w2, labels, hidden, true}, d1.data());
#pragma omp parallel for simd
  for (std::size_t i = 0; i < d1.size(); ++i) d1[i] = a1[i] > 0 ? d1[i] : 0;
  gemm({x, features, batch, true}, {d1.data(), batch, hidden}, g1.data());
#pragma omp parallel for simd
  for (std::size_t i = 0; i < g1.size(); ++i) new_w1[i] = w1[i] - rate * g1[i];
#pragma omp parallel for simd
  for (std::size_t i = 0; i < g2.size(); ++i) new_w2[i] = w2[i] - rate * g2[i];
}

void page_rank(const double* links, const double* rank, const double* degree, double* next,
               std::int64_t n) {
  Numbers shares = zeros(n);
  for (std::int64_t i = 0; i < n; ++i) shares[static_cast<std::size_t>(i)] = rank[i] / degree[i];
#pragma omp parallel for
  for (std::int64_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::int64_t j = 0; j < n; ++j)
      sum += links[i * n + j] * shares[static_cast<std::size_t>(j)];
    next[i] = 0.15 / static_cast<double>(n) + 0.85 * sum;
  }
}

void attention(const double* q, const double* k, const double* v, double* out, std::int64_t count,
               std::int64_t tokens, std::int64_t width) {
  const double scale = 1 / std::sqrt(static_cast<double>(width));
  use_blas_threads(1);
#pragma omp parallel
  {
    Numbers scores = zeros(tokens, tokens);
#pragma omp for
    for (std::int64_t x = 0; x < count; ++x) {
      const std::int64_t at = x * tokens * width;
      gemm({q + at, tokens, width}, {k + at, width, tokens, true}, scores.data());
      for (std::int64_t i = 0; i < tokens; ++i) {
        double* row = scores.data() + i * tokens;
        const double most = *std::max_element(row, row + tokens);
        double sum = 0;
        for (std::int64_t j = 0; j < tokens; ++j) {
          row[j] = std::exp(scale * (row[j] - most));
          sum += row[j];
        }
        for (std::int64_t j = 0; j < tokens; ++j) row[j] /= sum;
      }
      gemm({scores.data(), tokens, tokens}, {v + at, tokens, width}, out + at);
    }
  }
  use_blas_threads(omp_get_max_threads());
}

}  // namespace benchmarks
