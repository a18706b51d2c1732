// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Distributed products against what one would write with MPI and Eigen by hand:
//
//   tests/support/mpirun.sh 2 600 build/benchmarks/matmul_benchmark
//
// Every rank runs the same iterations and only rank 0 reports. Seconds are those of the slowest
// rank; counters without a unit in their name are GFLOP/s of all ranks together.

#include <benchmark/benchmark.h>
#include <mpi.h>
#include <omp.h>

#include <Eigen/Core>
#include <algorithm>
#include <functional>
#include <memory>
#include <relatile/relatile.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using Array = rt::Array<double, 2>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<const Matrix>;

int num_ranks() {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

double largest_of(double mine) {
  double largest = 0;
  MPI_Allreduce(&mine, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

/// The seconds of the slowest rank; all begin together.
template <class Work>
double slowest_seconds_of(Work&& work) {
  MPI_Barrier(MPI_COMM_WORLD);
  return largest_of(benchmarks::seconds_of(work));
}

// ---- What one would write by hand -----------------------------------------------------------------

/// c = a b by hand: every rank ends with its rows of c. All memory is allocated once.
struct ByHand {
  std::string name;
  std::function<const Matrix&()> multiply;
};

/// Every rank has some rows of a and of b: all of b goes to everybody.
ByHand gather(const View& a_rows, const View& b_rows) {
  auto b = std::make_shared<Matrix>(b_rows.rows() * num_ranks(), b_rows.cols());
  auto c_rows = std::make_shared<Matrix>(a_rows.rows(), b_rows.cols());
  return {"gather", [=]() -> const Matrix& {
            const auto count = static_cast<int>(b_rows.size());
            MPI_Allgather(b_rows.data(), count, MPI_DOUBLE, b->data(), count, MPI_DOUBLE,
                          MPI_COMM_WORLD);
            c_rows->noalias() = a_rows * *b;
            return *c_rows;
          }};
}

/// Every rank has some rows of a and all of b: nothing is sent.
ByHand local(const View& a_rows, const View& b) {
  auto c_rows = std::make_shared<Matrix>(a_rows.rows(), b.cols());
  return {"local", [=]() -> const Matrix& {
            c_rows->noalias() = a_rows * b;
            return *c_rows;
          }};
}

/// The sum of the ranks' `whole` matrices, by rows to the ranks.
void sum_and_scatter(const Matrix& whole, Matrix& rows) {
  MPI_Reduce_scatter_block(whole.data(), rows.data(), static_cast<int>(rows.size()), MPI_DOUBLE,
                           MPI_SUM, MPI_COMM_WORLD);
}

/// Every rank has some columns of a (`left`: any expression of them) and the same rows of b: the
/// ranks' products are added up.
template <class Left>
ByHand add_up(const Left& left, const View& b_rows) {
  auto whole = std::make_shared<Matrix>(left.rows(), b_rows.cols());
  auto c_rows = std::make_shared<Matrix>(left.rows() / num_ranks(), b_rows.cols());
  return {"add_up", [=]() -> const Matrix& {
            whole->noalias() = left * b_rows;
            sum_and_scatter(*whole, *c_rows);
            return *c_rows;
          }};
}

/// Every rank has some rows of a and of b: a's go to where the same rows of b are, as columns.
ByHand resplit_and_add_up(const View& a_rows, const View& b_rows) {
  const int ranks = num_ranks();
  auto packed = std::make_shared<Matrix>(a_rows.rows() * ranks, b_rows.rows());
  auto a_columns = std::make_shared<Matrix>(a_rows.rows() * ranks, b_rows.rows());
  auto whole = std::make_shared<Matrix>(a_columns->rows(), b_rows.cols());
  auto c_rows = std::make_shared<Matrix>(a_rows.rows(), b_rows.cols());
  return {"resplit", [=]() -> const Matrix& {
            for (int to = 0; to < ranks; ++to) {
              packed->middleRows(to * a_rows.rows(), a_rows.rows()) =
                  a_rows.middleCols(to * b_rows.rows(), b_rows.rows());
            }
            const auto count = static_cast<int>(a_rows.rows() * b_rows.rows());
            MPI_Alltoall(packed->data(), count, MPI_DOUBLE, a_columns->data(), count, MPI_DOUBLE,
                         MPI_COMM_WORLD);
            whole->noalias() = *a_columns * b_rows;
            sum_and_scatter(*whole, *c_rows);
            return *c_rows;
          }};
}

// ---- Relatile ---------------------------------------------------------------------------------------

Array wave(std::int64_t rows, std::int64_t columns) {
  return rt::from_function({rows, columns}, [](auto i, auto j) {
    return std::sin(static_cast<double>(3 * i + 7 * j));
  });
}

/// Operands of a product, and how they are multiplied.
struct Product {
  Array left;
  Array right;
  bool transposes_left = false;

  Array operator()() const {
    return transposes_left ? rt::matmul(rt::transpose(left), right) : rt::matmul(left, right);
  }
  double flops() const {
    const auto rows = static_cast<double>(left.shape(transposes_left ? 1 : 0));
    return 2 * rows * static_cast<double>(right.size());
  }
};

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  omp_set_num_threads(1);
  std::ostream out(context.rank() == 0 ? std::cout.rdbuf() : nullptr);
  auto f = [&](std::int64_t m, std::int64_t k, std::int64_t n) {
    Array a = wave(m, k), b = wave(k, n);
    Array c = rt::matmul(a, b);
    out << rt::explain(c);
    rt::evaluate(c);
    out << rt::explain(a) << rt::explain(b);
    Array d = rt::matmul(a, b);
    out << rt::explain(d) << "\n";
    a = rt::placed(wave(m, k), rt::split(0)), b = rt::placed(wave(k, n), rt::split(0));
    rt::evaluate(a, b);
    c = rt::matmul(a, b);
    out << "split0: " << rt::explain(c) << "\n";
  };
  f(1024, 1024, 1024);
  f(512, 16384, 512);
  f(4096, 128, 4096);
  Array x = wave(200000, 64);
  Array c = rt::matmul(rt::transpose(x), x);
  rt::evaluate(c);
  out << rt::explain(x) << rt::explain(c);
}
