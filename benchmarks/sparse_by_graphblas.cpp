// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "sparse_peers.hpp"

#ifndef BENCHMARKS_HAVE_GRAPHBLAS

namespace benchmarks {
SparsePeers graphblas_product(const CompressedRows& /*s*/, const DenseOperand& /*x*/) { return {}; }
SparsePeers graphblas_square(const CompressedRows& /*s*/) { return {}; }
SparsePeers graphblas_triangles(const CompressedRows& /*lower*/) { return {}; }
SparsePeers graphblas_levels(const CompressedRows& /*graph*/, std::int64_t /*source*/) {
  return {};
}
}  // namespace benchmarks

#else

#include <omp.h>

#include <cmath>
#include <complex>
#include <memory>
#include <stdexcept>
#include <string>

#include "ranks.hpp"

// Its functions are C's, which it does not say to C++; what it includes itself is above.
extern "C" {
#include <GraphBLAS.h>
}

namespace benchmarks {

namespace {

void require(GrB_Info info) {
  if (info == GrB_SUCCESS || info == GrB_NO_VALUE) return;
  throw std::runtime_error("GraphBLAS: error " + std::to_string(info));
}

bool is_here() {
  if (num_ranks() > 1) return false;
  static const bool begun = [] {
    require(GrB_init(GrB_NONBLOCKING));
    return true;
  }();
  require(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, omp_get_max_threads()));
  return begun;
}

using Matrix = std::shared_ptr<GB_Matrix_opaque>;
using Vector = std::shared_ptr<GB_Vector_opaque>;

Matrix owned(GrB_Matrix m) {
  return {m, [](GrB_Matrix held) { GrB_Matrix_free(&held); }};
}
Vector owned(GrB_Vector v) {
  return {v, [](GrB_Vector held) { GrB_Vector_free(&held); }};
}

Matrix new_matrix(GrB_Type type, std::int64_t rows, std::int64_t columns) {
  GrB_Matrix made = nullptr;
  require(
      GrB_Matrix_new(&made, type, static_cast<GrB_Index>(rows), static_cast<GrB_Index>(columns)));
  return owned(made);
}
Vector new_vector(GrB_Type type, std::int64_t count) {
  GrB_Vector made = nullptr;
  require(GrB_Vector_new(&made, type, static_cast<GrB_Index>(count)));
  return owned(made);
}

Matrix matrix_of(const CompressedRows& s) {
  const std::vector<GrB_Index> offsets(s.offsets.begin(), s.offsets.end());
  const std::vector<GrB_Index> columns(s.columns.begin(), s.columns.end());
  const auto extent = static_cast<GrB_Index>(s.rows());
  GrB_Matrix made = nullptr;
  require(GrB_Matrix_import_FP64(&made, GrB_FP64, extent, extent, offsets.data(), columns.data(),
                                 s.values.data(), offsets.size(), columns.size(), s.values.size(),
                                 GrB_CSR_FORMAT));
  Matrix owner = owned(made);
  require(GrB_Matrix_wait(made, GrB_MATERIALIZE));
  return owner;
}

/// A dense operand, which GraphBLAS keeps as a full matrix by rows.
Matrix full_of(const DenseOperand& x) {
  const auto count = static_cast<GrB_Index>(x.elements.size());
  const auto width = static_cast<GrB_Index>(x.columns);
  std::vector<GrB_Index> rows;
  std::vector<GrB_Index> columns;
  for (GrB_Index e = 0; e < count; ++e) {
    rows.push_back(e / width);
    columns.push_back(e % width);
  }
  Matrix made = new_matrix(GrB_FP64, static_cast<std::int64_t>(count / width), x.columns);
  require(GrB_Matrix_build_FP64(made.get(), rows.data(), columns.data(), x.elements.data(), count,
                                GrB_PLUS_FP64));
  require(GrB_Matrix_wait(made.get(), GrB_MATERIALIZE));
  return made;
}

double sum_of(const Matrix& m) {
  double sum = 0;
  require(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, m.get(), nullptr));
  return sum;
}

SparsePeer product_with_vector(const CompressedRows& s, const std::vector<double>& elements) {
  const Matrix m = matrix_of(s);
  const Vector x = new_vector(GrB_FP64, s.rows());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    require(GrB_Vector_setElement_FP64(x.get(), elements[i], i));
  }
  require(GrB_Vector_wait(x.get(), GrB_MATERIALIZE));
  const Vector y = new_vector(GrB_FP64, s.rows());
  const auto run = [=] {
    require(GrB_mxv(y.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, m.get(), x.get(),
                    nullptr));
    require(GrB_Vector_wait(y.get(), GrB_MATERIALIZE));
  };
  const auto sum = [=] {
    double all = 0;
    require(GrB_Vector_reduce_FP64(&all, nullptr, GrB_PLUS_MONOID_FP64, y.get(), nullptr));
    return all;
  };
  return {"graphblas", run, sum};
}

/// a b, of semiring PLUS_TIMES.
SparsePeer product(const Matrix& a, const Matrix& b, const Matrix& c) {
  const auto run = [=] {
    require(GrB_mxm(c.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, a.get(), b.get(),
                    nullptr));
    require(GrB_Matrix_wait(c.get(), GrB_MATERIALIZE));
  };
  return {"graphblas", run, [=] { return sum_of(c); }};
}

/// Levels by breadth-first search, as LAGraph does: the vertices of a level are multiplied by all
/// edges that leave them, or, if there are many, what is not reached looks for one of them.
void find_levels(GrB_Matrix graph, GrB_Index source, GrB_Index count, GrB_Vector levels) {
  require(GrB_Vector_clear(levels));
  const Vector level = new_vector(GrB_BOOL, static_cast<std::int64_t>(count));
  require(GrB_Vector_setElement_BOOL(level.get(), true, source));
  for (std::int32_t number = 0;; ++number) {
    require(
        GrB_Vector_assign_INT32(levels, level.get(), nullptr, number, GrB_ALL, count, GrB_DESC_S));
    GrB_Index reached = 0;
    require(GrB_Vector_nvals(&reached, level.get()));
    if (reached == 0) break;
    if (reached > count / 20) {
      require(GxB_Vector_Option_set(level.get(), GxB_SPARSITY_CONTROL, GxB_BITMAP));
      require(GrB_mxv(level.get(), levels, nullptr, GxB_ANY_PAIR_BOOL, graph, level.get(),
                      GrB_DESC_RSC));
    } else {
      require(GxB_Vector_Option_set(level.get(), GxB_SPARSITY_CONTROL, GxB_SPARSE));
      require(GrB_vxm(level.get(), levels, nullptr, GxB_ANY_PAIR_BOOL, level.get(), graph,
                      GrB_DESC_RSC));
    }
  }
  require(GrB_Vector_wait(levels, GrB_MATERIALIZE));
}

}  // namespace

SparsePeers graphblas_product(const CompressedRows& s, const DenseOperand& x) {
  if (!is_here()) return {};
  if (x.columns == 1) return {product_with_vector(s, x.elements)};
  return {product(matrix_of(s), full_of(x), new_matrix(GrB_FP64, s.rows(), x.columns))};
}

SparsePeers graphblas_square(const CompressedRows& s) {
  if (!is_here()) return {};
  const Matrix m = matrix_of(s);
  return {product(m, m, new_matrix(GrB_FP64, s.rows(), s.rows()))};
}

SparsePeers graphblas_triangles(const CompressedRows& lower) {
  if (!is_here()) return {};
  const Matrix l = matrix_of(lower);
  const Matrix c = new_matrix(GrB_INT64, lower.rows(), lower.rows());
  const auto sum = std::make_shared<std::int64_t>(0);
  // l l at the entries of l, and, by another algorithm, l u, u the other half.
  const auto by_rows = [=] {
    require(GrB_mxm(c.get(), l.get(), nullptr, GxB_PLUS_PAIR_INT64, l.get(), l.get(), GrB_DESC_S));
    require(GrB_Matrix_reduce_INT64(sum.get(), nullptr, GrB_PLUS_MONOID_INT64, c.get(), nullptr));
  };
  const auto by_dot_products = [=] {
    require(
        GrB_mxm(c.get(), l.get(), nullptr, GxB_PLUS_PAIR_INT64, l.get(), l.get(), GrB_DESC_ST1));
    require(GrB_Matrix_reduce_INT64(sum.get(), nullptr, GrB_PLUS_MONOID_INT64, c.get(), nullptr));
  };
  const auto found = [sum] { return static_cast<double>(*sum); };
  return {{"graphblas", by_rows, found}, {"graphblas_dot", by_dot_products, found}};
}

SparsePeers graphblas_levels(const CompressedRows& graph, std::int64_t source) {
  if (!is_here()) return {};
  const Matrix m = matrix_of(graph);
  const auto count = static_cast<GrB_Index>(graph.rows());
  const Vector levels = new_vector(GrB_INT32, graph.rows());
  const auto run = [=] {
    find_levels(m.get(), static_cast<GrB_Index>(source), count, levels.get());
  };
  const auto sum = [=] {
    std::int64_t all = 0;
    GrB_Index reached = 0;
    require(GrB_Vector_reduce_INT64(&all, nullptr, GrB_PLUS_MONOID_INT64, levels.get(), nullptr));
    require(GrB_Vector_nvals(&reached, levels.get()));
    return static_cast<double>(all) - static_cast<double>(count - reached);
  };
  return {{"graphblas", run, sum}};
}

}  // namespace benchmarks

#endif
