// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <cstdint>
#include <span>
#include <tuple>

#include "numpy_face.hpp"

// Triangles and grids, differences, histograms, covariances, and products with shifts, of matrices
// of std::int64_t and of double. `job.number` is an axis, a diagonal, or what the function takes.

namespace rt = relatile;

namespace numpy_face {
namespace {

template <class T>
bool run_patterns(const Job& job, const rt::Array<T, 2>& x) {
  const auto is = [&](const char* name) { return job.function == name; };
  const int k = static_cast<int>(job.number);
  if (is("tri")) return save(job, rt::tri<T>(x.shape(0), x.shape(1), k));
  if (is("tril")) return save(job, rt::tril(x, k));
  if (is("triu")) return save(job, rt::triu(x, k));
  if (is("diag")) return save(job, rt::diag(x, k));
  if (is("trace_k")) return save(job, rt::trace(x, k));
  if (is("expand_dims_2")) return save(job, rt::expand_dims(x, rt::axis(0, k)));
  if (is("expand_dims_braces")) return save(job, rt::expand_dims(x, {0, k}));
  const rt::Array<T, 4> thin = x(rt::newaxis, rt::all_of_axis, rt::newaxis, rt::all_of_axis);
  if (is("squeeze_2")) return save(job, rt::squeeze(thin, rt::axis(k, 0)));
  if (is("squeeze_braces")) return save(job, rt::squeeze(thin, {k, 0}));
  if (is("diagflat")) return save(job, rt::diagflat(x, k));
  if (is("vander")) return save(job, rt::vander(rt::ravel(x), 4));
  if (is("indices")) return save(job, rt::indices({x.shape(0), x.shape(1)}));
  if (is("meshgrid")) return save(job, rt::meshgrid(rt::ravel(x), x(k, rt::all_of_axis)).second);
  if (is("block")) return save(job, rt::block({{x, x}, {x, x}}));
  if (is("insert")) return save(job, rt::insert(x, k, x(rt::slice(0, 1), rt::all_of_axis), 0));
  if (is("delete")) return save(job, rt::delete_at(x, k, 1));
  if (is("fill_diagonal")) return save(job, rt::fill_diagonal(x, T(7)));
  if (is("unravel_index")) {
    const auto numbers = rt::arange<std::int64_t>(x.size());
    return save(job, rt::unravel_index(numbers, {x.shape(0), x.shape(1)})[std::size_t(k)]);
  }
  if (is("triu_indices")) return save(job, rt::triu_indices(x.shape(0), k)[0]);
  if (is("kron")) return save(job, rt::kron(x, x));
  if (is("kron_1")) return save(job, rt::kron(rt::ravel(x), rt::ravel(x)));
  if (is("polyval")) return save(job, rt::polyval(rt::ravel(x), x));
  return false;
}

template <class T>
bool run_numbers(const Job& job, const rt::Array<T, 2>& x) {
  const auto is = [&](const char* name) { return job.function == name; };
  const int k = static_cast<int>(job.number);
  const rt::Array<T, 1> line = x(0, rt::all_of_axis);
  if (is("diff")) return save(job, rt::diff(x, 1, k));
  if (is("diff_2")) return save(job, rt::diff(x, 2, k));
  if (is("ediff1d")) return save(job, rt::ediff1d(x));
  if (is("gradient")) return save(job, rt::gradient(x, 0.5, k));
  if (is("trapz")) return save(job, rt::trapz(x, 0.5, k));
  if (is("histogram")) return save(job, rt::histogram(x, k).counts);
  if (is("histogram_range")) return save(job, rt::histogram(x, k, -1, 2).counts);
  if (is("histogram_braces")) return save(job, rt::histogram(x, k, {-1, 2}).counts);
  if (is("histogram_range_density")) {
    return save(job, rt::histogram(x, k, {-k, 2.5 * k}, {.density = true}).counts);
  }
  if (is("bincount_none")) {
    const auto numbers = rt::astype<std::int64_t>(rt::abs(rt::ravel(x)));
    return save(job, rt::bincount(numbers, {}, k));
  }
  if (is("histogram_density")) {
    return save(job, rt::histogram(x, k, {.density = true, .weights = rt::abs(x)}).counts);
  }
  if (is("cov_2")) return save(job, rt::cov(x(0, rt::all_of_axis), x, k));
  if (is("corrcoef_2"))
    return save(job, rt::corrcoef(x(0, rt::all_of_axis), x(1, rt::all_of_axis)));
  if (is("histogram_bin_edges")) return save(job, rt::histogram_bin_edges(x, k));
  if (is("histogram2d")) {
    return save(job, rt::histogram2d(rt::ravel(x), rt::ravel(x * x), k).counts);
  }
  if (is("digitize_falling"))
    return save(job, rt::digitize(x, rt::arange(2.0, -3.0, -1.0), k != 0));
  if (is("digitize")) return save(job, rt::digitize(x, rt::arange(-2.0, 3.0), k != 0));
  if (is("cov")) return save(job, rt::cov(x, k));
  if (is("cov_columns")) return save(job, rt::cov(x, {.rowvar = false}));
  if (is("cov_bias")) return save(job, rt::cov(x, {.bias = true}));
  if (is("cov_one_column")) {
    const rt::Array<T, 2> first = x(rt::all_of_axis, rt::slice(0, 1));
    return save(job, rt::cov(first, {.rowvar = false}));
  }
  if (is("cov_2_columns")) return save(job, rt::cov(x, x * x, {.rowvar = false, .ddof = 0}));
  if (is("corrcoef_columns")) return save(job, rt::corrcoef(x, {.rowvar = false}));
  if (is("corrcoef_2_columns")) return save(job, rt::corrcoef(x, x * x, {.rowvar = false}));
  if (is("bartlett")) return save(job, rt::bartlett(k));
  if (is("blackman")) return save(job, rt::blackman(k));
  if (is("hamming")) return save(job, rt::hamming(k));
  if (is("hanning")) return save(job, rt::hanning(k));
  if (is("kaiser_of_nan")) return save(job, rt::kaiser(k, NAN));
  if (is("kaiser")) return save(job, rt::kaiser(k, 8.6));
  if (is("corrcoef")) return save(job, rt::corrcoef(x));
  if (is("apply_along_axis")) {
    const auto spread = [](std::span<const T> of) { return T(of.back() - of.front()); };
    return save(job, rt::apply_along_axis(spread, k, x));
  }
  for (const char* mode : {"full", "same", "valid"}) {
    if (is(mode)) return save(job, rt::convolve(rt::ravel(x), line, mode));
    if (job.function == std::string("correlate_") + mode) {
      return save(job, rt::correlate(rt::ravel(x), line, mode));
    }
  }
  for (const char* boundary : {"wrap", "reflect", "constant"}) {
    if (job.function != std::string("stencil_") + boundary) continue;
    const auto cross = [](const auto& at) { return at(-1, 0) + at(2, 1) - at(0, -2); };
    return save(job, rt::stencil(x, 2, cross, boundary, T(3)));
  }
  return false;
}

}  // namespace

bool run_more(const Job& job) {
  const auto run = [&](auto element) {
    using T = decltype(element);
    const auto x = rt::load<T, 2>(job.operands.at(0));
    return run_patterns<T>(job, x) || run_numbers<T>(job, x);
  };
  const std::string type = type_of(job.operands.at(0));
  if (type == "i8") return run(std::int64_t{});
  if (type == "f8") return run(double{});
  return false;
}

}  // namespace numpy_face
