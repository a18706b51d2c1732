// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Runs functions of sparse matrices on files, so that tests/python/sparse_test.py can compare them
// with SciPy's. A line of the jobs' file is: a function, its element type, the result's file, and
// the function's operands, files or numbers. A file of a sparse matrix has its rows, columns and
// values, in any order, and its shape; one of a dense array the array.
//
// int32 and double have all functions; the other types have those that are kernels of their own,
// since it is compiling that takes the time.
#include <complex>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <relatile/sparse.hpp>

namespace rt = relatile;

namespace {

using Number = std::int64_t;

struct Job {
  std::string function;
  std::string type;
  std::string result;
  std::vector<std::string> operands;

  const std::string& operand(std::size_t i) const { return operands.at(i); }
  Number number(std::size_t i) const { return std::stoll(operands.at(i)); }
  int axis(std::size_t i) const { return static_cast<int>(number(i)); }
  rt::Slice slice(std::size_t i) const {
    const auto position = [&](std::size_t k) -> rt::SlicePosition {
      if (operand(k) == "none") return {};
      return number(k);
    };
    return rt::slice(position(i), position(i + 1), position(i + 2));
  }
};

Job job_of(const std::string& line) {
  std::istringstream words(line);
  Job job;
  words >> job.function >> job.type >> job.result;
  for (std::string word; words >> word;) job.operands.push_back(word);
  return job;
}

template <class T>
rt::SparseArray<T> sparse(const Job& job, std::size_t i) {
  const std::string& file = job.operand(i);
  const auto shape = rt::to_vector(rt::load<Number, 1>(file, "shape"));
  return rt::from_coordinates(rt::load<Number, 1>(file, "rows"),
                              rt::load<Number, 1>(file, "columns"), rt::load<T, 1>(file, "values"),
                              {shape.at(0), shape.at(1)});
}
template <class T, int N>
rt::Array<T, N> dense(const Job& job, std::size_t i) {
  return rt::load<T, N>(job.operand(i), "dense");
}

// Saves a result, which says that there is such a function.
template <class T, int N>
bool save(const Job& job, const rt::Array<T, N>& x) {
  rt::savez(job.result, {{"dense", x}});
  return true;
}
template <class T>
bool save(const Job& job, const rt::SparseArray<T>& s) {
  const auto entries = rt::coordinates(s);
  const std::vector<Number> shape{s.shape(0), s.shape(1)};
  rt::savez(job.result, {{"shape", rt::from_span(shape, {2})},
                         {"rows", entries.rows},
                         {"columns", entries.columns},
                         {"values", entries.values}});
  return true;
}

/// Functions of two sparse matrices, of two types: those that the types have kernels for.
template <class A, class B>
bool run_pair(const Job& job) {
  const std::string& f = job.function;
  const auto s = [&] { return sparse<A>(job, 0); };
  const auto t = [&] { return sparse<B>(job, 1); };
  if (f == "add") return save(job, s() + t());
  if (f == "multiply") return save(job, s() * t());
  if (f == "not_equal") return save(job, s() != t());
  if (f == "matmul") return save(job, rt::matmul(s(), t()));
  return false;
}

/// Functions that every type has kernels for.
template <class T>
bool run_of_any_type(const Job& job) {
  const std::string& f = job.function;
  const auto s = [&] { return sparse<T>(job, 0); };
  if (f == "to_dense") return save(job, rt::to_dense(s()));
  if (f == "to_sparse") return save(job, rt::to_sparse(dense<T, 2>(job, 0)));
  if (f == "times_vector") return save(job, rt::matmul(s(), dense<T, 1>(job, 1)));
  if (f == "times_matrix") return save(job, rt::matmul(s(), dense<T, 2>(job, 1)));
  if (f == "vector_times") return save(job, rt::matmul(dense<T, 1>(job, 0), sparse<T>(job, 1)));
  if (f == "matrix_times") return save(job, rt::matmul(dense<T, 2>(job, 0), sparse<T>(job, 1)));
  if (f == "sum") return save(job, rt::as_array(rt::sum(s())));
  if (f == "sum_along") return save(job, rt::as_array(rt::sum(s(), job.axis(1))));
  if (f == "transpose") return save(job, rt::transpose(s()));
  if (f == "drop_zeros") return save(job, rt::drop_zeros(s()));
  if (f == "masked_matmul") {
    return save(job, rt::masked_matmul(s(), sparse<T>(job, 1), sparse<T>(job, 2)));
  }
  return run_pair<T, T>(job);
}

template <class T>
bool run_elementwise(const Job& job) {
  const std::string& f = job.function;
  const auto s = [&] { return sparse<T>(job, 0); };
  const auto t = [&] { return sparse<T>(job, 1); };
  const auto x = [&] { return dense<T, 2>(job, 1); };
  if (f == "subtract") return save(job, s() - t());
  if (f == "maximum") return save(job, rt::maximum(s(), t()));
  if (f == "minimum") return save(job, rt::minimum(s(), t()));
  if (f == "less") return save(job, s() < t());
  if (f == "greater") return save(job, s() > t());
  if (f == "greater_than_two") return save(job, s() > T(2));
  if (f == "less_than_minus_one") return save(job, s() < T(-1));
  if (f == "negative") return save(job, -s());
  if (f == "abs") return save(job, rt::abs(s()));
  if (f == "sqrt") return save(job, rt::sqrt(rt::abs(s())));
  if (f == "sign") return save(job, rt::sign(s()));
  if (f == "tan") return save(job, rt::tan(s()));
  if (f == "times_three") return save(job, s() * T(3));
  if (f == "times_dense") return save(job, s() * x());
  if (f == "divided_by_dense") return save(job, s() / x());
  if (f == "plus_dense") return save(job, rt::as_array(s() + x()));
  return false;
}

template <class T>
bool run_reduction(const Job& job) {
  const std::string& f = job.function;
  const auto s = [&] { return sparse<T>(job, 0); };
  if (f == "mean") return save(job, rt::as_array(rt::mean(s())));
  if (f == "min") return save(job, rt::as_array(rt::min(s())));
  if (f == "max") return save(job, rt::as_array(rt::max(s())));
  if (f == "mean_along") return save(job, rt::as_array(rt::mean(s(), job.axis(1))));
  if (f == "min_along") return save(job, rt::as_array(rt::min(s(), job.axis(1))));
  if (f == "max_along") return save(job, rt::as_array(rt::max(s(), job.axis(1))));
  return false;
}

template <class T>
bool run_selection(const Job& job) {
  const std::string& f = job.function;
  const auto s = [&] { return sparse<T>(job, 0); };
  const auto t = [&] { return sparse<T>(job, 1); };
  if (f == "part") return save(job, s()(job.slice(1), job.slice(4)));
  if (f == "row") return save(job, s()(job.number(1), rt::all_of_axis));
  if (f == "column") return save(job, s()(rt::all_of_axis, job.number(1)));
  if (f == "element") return save(job, s()(job.number(1), job.number(2)));
  if (f == "take") return save(job, rt::take(s(), dense<Number, 1>(job, 1), job.axis(2)));
  if (f == "tril") return save(job, rt::tril(s(), job.number(1)));
  if (f == "triu") return save(job, rt::triu(s(), job.number(1)));
  if (f == "diagonal") return save(job, rt::diagonal(s(), job.number(1)));
  if (f == "diags") return save(job, rt::diags(dense<T, 1>(job, 0), job.number(1)));
  if (f == "vstack") return save(job, rt::vstack({s(), t(), s()}));
  if (f == "hstack") return save(job, rt::hstack({s(), t(), s()}));
  if (f == "kron") return save(job, rt::kron(s(), t()));
  if (f == "array_equal") return save(job, rt::array_equal(s(), t()));
  return false;
}

template <class T>
bool run_graph(const Job& job) {
  const std::string& f = job.function;
  const auto s = [&] { return sparse<T>(job, 0); };
  if (f == "levels") return save(job, rt::bfs_levels(s(), job.number(1)));
  if (f == "levels_either_way") {
    const auto back = rt::transpose(s());
    rt::evaluate(back);
    return save(job, rt::bfs_levels(s(), job.number(1), back));
  }
  if (f == "matmul_outside") {
    return save(job, rt::masked_matmul(s(), sparse<T>(job, 1), rt::complement(sparse<T>(job, 2))));
  }
  return false;
}

template <class T>
bool run_of_full_type(const Job& job) {
  return run_of_any_type<T>(job) || run_elementwise<T>(job) || run_reduction<T>(job) ||
         run_selection<T>(job) || run_graph<T>(job);
}

bool run(const Job& job) {
  if (job.type == "i4") return run_of_full_type<std::int32_t>(job);
  if (job.type == "f8") return run_of_full_type<double>(job);
  if (job.type == "i8") return run_of_any_type<std::int64_t>(job);
  if (job.type == "f4") return run_of_any_type<float>(job);
  if (job.type == "c16") return run_of_any_type<std::complex<double>>(job);
  if (job.type == "b1") return run_of_any_type<bool>(job);
  if (job.type == "i4,f8") return run_pair<std::int32_t, double>(job);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  std::ifstream jobs(argv[1]);
  for (std::string line; std::getline(jobs, line);) {
    if (run(job_of(line))) continue;
    std::cerr << "sparse_face: can't run: " << line << '\n';
    return 1;
  }
  return 0;
}
