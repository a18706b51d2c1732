// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>

#include "numpy_face.hpp"

// What reductions are told beside their axes: masks, numbers to begin with, types. The second
// operand is the mask, which broadcasts; `job.number` is an axis.

namespace rt = relatile;

namespace numpy_face {
namespace {

template <class T, class Is, class E, class Mask>
bool run_choices(const Job& job, const Is& is, const E& x, const Mask& only, int axis) {
  const auto seven = rt::initial(7);
  if (is("min_only")) return save(job, rt::min(x, axis, only, seven));
  if (is("max_only")) return save(job, rt::max(x, axis, rt::keepdims, only, seven));
  if (is("min_initial")) return save(job, rt::min(x, axis, seven));
  if (is("max_initial")) return save(job, rt::max(x, axis, seven));
  if (is("nanmin_only")) return save(job, rt::nanmin(x, axis, only, seven));
  if (is("nanmax_only")) return save(job, rt::nanmax(x, axis, seven, only));
  if (is("argmax_keepdims")) return save(job, rt::argmax(x, axis, rt::keepdims));
  if (is("argmin_keepdims")) return save(job, rt::argmin(x, rt::keepdims));
  return false;
}

template <class T, class Is, class E, class Mask>
bool run_variances(const Job& job, const Is& is, const E& x, const Mask& only, int axis) {
  using Wide = std::conditional_t<rt::is_complex_v<T>, std::complex<double>, double>;
  if (is("var_only")) return save(job, rt::var(x, axis, only));
  if (is("std_only")) return save(job, rt::std(x, axis, {.ddof = 1}, only, rt::keepdims));
  if (is("var_wide")) return save(job, rt::var(x, axis, rt::dtype<Wide>));
  if (is("nanvar_only")) return save(job, rt::nanvar(x, axis, only, {.ddof = 1}));
  if (is("nanstd_wide")) return save(job, rt::nanstd(x, axis, rt::dtype<Wide>));
  return false;
}

template <class T>
bool run_of(const Job& job) {
  const auto x = rt::load<T, 2>(job.operands.at(0));
  const auto only = rt::only(rt::load<bool, 2>(job.operands.at(1)));
  const int axis = static_cast<int>(job.number);
  const auto is = [&](const char* name) { return job.function == name; };
  if (is("sum_only")) return save(job, rt::sum(x, axis, rt::keepdims, only, rt::initial(2)));
  if (is("sum_all_only")) return save(job, rt::sum(x, only));
  if (is("prod_only")) return save(job, rt::prod(x, axis, only, rt::initial(2)));
  if (is("mean_only")) return save(job, rt::mean(x, axis, only));
  if (is("any_only")) return save(job, rt::any(x, axis, only));
  if (is("all_only")) return save(job, rt::all(x, axis, rt::keepdims, only));
  if (is("nansum_only")) return save(job, rt::nansum(x, axis, only));
  if (is("nanprod_only")) return save(job, rt::nanprod(x, axis, only));
  if (is("nanmean_only")) return save(job, rt::nanmean(x, axis, only));
  if constexpr (rt::is_complex_v<T>) {
    if (is("sum_dtype")) return save(job, rt::sum(x, axis, rt::dtype<std::complex<float>>));
    if (is("mean_dtype")) return save(job, rt::mean(x, axis, rt::dtype<std::complex<float>>));
  } else {
    if (is("sum_dtype")) return save(job, rt::sum(x, axis, rt::dtype<float>));
    if (is("prod_dtype")) return save(job, rt::prod(x, axis, rt::dtype<float>));
    if (is("mean_dtype")) return save(job, rt::mean(x, axis, rt::dtype<float>));
    if (is("cumsum_dtype")) return save(job, rt::cumsum(x, axis, rt::dtype<float>));
    if (is("cumprod_dtype")) return save(job, rt::cumprod(x, rt::dtype<double>));
    if constexpr (std::is_integral_v<T>) {
      if (is("sum_of_int8")) return save(job, rt::sum(x, axis, rt::dtype<std::int8_t>));
      if (is("mean_of_int64")) return save(job, rt::mean(x, axis, rt::dtype<std::int64_t>));
    }
    if (run_choices<T>(job, is, x, only, axis)) return true;
  }
  return run_variances<T>(job, is, x, only, axis);
}

}  // namespace

bool run_with_options(const Job& job) {
  if (job.operands.size() != 2 || type_of(job.operands[1]) != "b1") return false;
  const std::string type = type_of(job.operands[0]);
  if (type == "b1") return run_of<bool>(job);
  if (type == "i4") return run_of<std::int32_t>(job);
  if (type == "f4") return run_of<float>(job);
  if (type == "f8") return run_of<double>(job);
  if (type == "c16") return run_of<std::complex<double>>(job);
  return false;
}

}  // namespace numpy_face
