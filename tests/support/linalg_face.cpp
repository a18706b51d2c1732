// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Calls functions of linear algebra on matrices in a folder, and saves there what they found:
// tests/python/linalg_test.py compares it with numpy.linalg and scipy.linalg.
//
//   linalg_face <folder>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <relatile/linalg.hpp>
#include <relatile/spectral.hpp>
#include <sstream>
#include <string>

namespace rt = relatile;

namespace {

/// A line of the list of jobs: a function, of a matrix and a right-hand side, and its option.
struct Job {
  std::string function, matrix, right, option, result;
};

template <class E>
bool save(const Job& job, const E& result) {
  rt::save(job.result, rt::as_array(result));
  return true;
}

template <class T>
bool run_factorization(const Job& job, const rt::Array<T, 2>& a) {
  const auto is = [&](const char* name) { return job.function == name; };
  const rt::PanelOptions panels{std::strtoll(job.option.c_str(), nullptr, 10)};
  if (is("cholesky")) return save(job, rt::cholesky(a, panels));
  if (is("lu")) return save(job, rt::matmul(rt::lu(a, panels).l, rt::lu(a, panels).u));
  if (is("piv")) return save(job, rt::lu_factor(a, panels).piv);
  if (is("r")) return save(job, rt::abs(rt::qr(a, {.mode = "r", .panel = panels.panel}).r));
  if (is("inv")) return save(job, rt::inv(a, panels));
  if (is("det")) return save(job, rt::det(a, panels));
  if (is("sign")) return save(job, rt::slogdet(a, panels).sign);
  if (is("logabsdet")) return save(job, rt::slogdet(a, panels).logabsdet);
  if (is("cube")) return save(job, rt::matrix_power(a, -3));
  if (job.right == "-") return false;
  const auto b = rt::load<T, 2>(job.right);
  if (is("solve")) return save(job, rt::solve(a, b, panels));
  if (is("solve_vector")) return save(job, rt::solve(a, b(rt::all_of_axis, 0), panels));
  if (is("cho_solve")) return save(job, rt::cho_solve(rt::cholesky(a, panels), b, panels));
  if (is("lower")) return save(job, rt::solve_triangular(a, b, {.lower = true}));
  if (is("upper_adjoint")) return save(job, rt::solve_triangular(a, b, {.trans = 'C'}));
  if (is("lstsq")) return save(job, rt::lstsq(a, b).x);
  return false;
}

template <class T>
bool run_spectrum(const Job& job, const rt::Array<T, 2>& a) {
  const auto is = [&](const char* name) { return job.function == name; };
  if (is("svdvals")) return save(job, rt::svdvals(a));
  if (is("eigvalsh")) return save(job, rt::eigvalsh(a));
  if (is("eigvals")) return save(job, rt::eigvals(a));
  if (is("pinv")) return save(job, rt::pinv(a));
  if (is("matrix_rank")) return save(job, rt::matrix_rank(a));
  if (is("cond")) return save(job, rt::cond(a));
  if (is("expm")) return save(job, rt::expm(a));
  if (is("polar")) return save(job, rt::polar(a).p);
  if (is("norm")) return save(job, rt::norm(a, std::stod(job.option)));
  if (is("matrix_norm")) return save(job, rt::matrix_norm(a, std::stod(job.option)));
  if (is("nuclear")) return save(job, rt::matrix_norm(a, "nuc"));
  return false;
}

/// Of arrays of matrices, and right-hand sides that broadcast.
template <class T>
bool run_many(const Job& job) {
  const auto is = [&](const char* name) { return job.function == name; };
  const auto a = rt::load<T, 3>(job.matrix);
  if (is("many_inv")) return save(job, rt::inv(a));
  if (is("many_det")) return save(job, rt::det(a));
  if (is("many_logabsdet")) return save(job, rt::slogdet(a).logabsdet);
  if (is("many_powers")) return save(job, rt::matrix_power(a, -3));
  if (is("many_cholesky")) return save(job, rt::cholesky(a));
  if (is("many_eigvalsh")) return save(job, rt::eigvalsh(a));
  if (job.right == "-") return false;
  if (is("many_solve")) return save(job, rt::solve(a, rt::load<T, 4>(job.right)));
  if (is("one_solve")) return save(job, rt::solve(a(0), rt::load<T, 4>(job.right)));
  return false;
}

template <class T>
bool run_of(const Job& job) {
  if (job.function.starts_with("many_") || job.function.starts_with("one_"))
    return run_many<T>(job);
  const auto a = rt::load<T, 2>(job.matrix);
  return run_factorization<T>(job, a) || run_spectrum<T>(job, a);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  if (argc != 2) {
    std::fputs("usage: linalg_face <folder>\n", stderr);
    return 2;
  }
  const std::string folder = std::string(argv[1]) + '/';
  std::ifstream list(folder + "jobs.txt");
  std::string line;
  while (std::getline(list, line)) {
    std::istringstream words(line);
    std::string type;
    Job job;
    words >> type >> job.function >> job.matrix >> job.right >> job.result >> job.option;
    job.matrix = folder + job.matrix;
    job.result = folder + job.result;
    if (job.right != "-") job.right = folder + job.right;
    if (type == "c8" ? run_of<std::complex<float>>(job) : run_of<double>(job)) continue;
    std::fprintf(stderr, "no function %s\n", job.function.c_str());
    return 1;
  }
}
