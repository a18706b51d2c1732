// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>

#include "numpy_face.hpp"

namespace rt = relatile;

namespace numpy_face {
namespace {

/// The result of f with the job's axes, in a file.
template <class F, class E, class... Options>
bool over_axes(const Job& job, const F& f, const E& x, const Options&... options) {
  const auto save = [&](const auto& result) {
    rt::save(job.result, result);
    return true;
  };
  const bool keeps = job.keeps == "keep";
  if (job.axes == "all") {
    return keeps ? save(f(x, rt::keepdims, options...)) : save(f(x, options...));
  }
  if (job.axes == "01") {
    return keeps ? save(f(x, rt::axis(0, 1), rt::keepdims, options...))
                 : save(f(x, rt::axis(0, 1), options...));
  }
  const int one = job.axes == "0" ? 0 : -1;
  return keeps ? save(f(x, one, rt::keepdims, options...)) : save(f(x, one, options...));
}

template <class T>
bool run_of(const Job& job) {
  const auto x = rt::load<T, 2>(job.operands.at(0));
  const rt::VarianceOptions options{.ddof = job.number};
  const auto is = [&](const char* name) { return job.function == name; };
  if (is("sum")) return over_axes(job, rt::sum, x);
  if (is("prod")) return over_axes(job, rt::prod, x);
  if (is("mean")) return over_axes(job, rt::mean, x);
  if (is("any")) return over_axes(job, rt::any, x);
  if (is("all")) return over_axes(job, rt::all, x);
  if (is("count_nonzero")) return over_axes(job, rt::count_nonzero, x);
  if (is("var")) return over_axes(job, rt::var, x, options);
  if (is("std")) return over_axes(job, rt::std, x, options);
  if (is("nansum")) return over_axes(job, rt::nansum, x);
  if (is("nanprod")) return over_axes(job, rt::nanprod, x);
  if (is("nanmean")) return over_axes(job, rt::nanmean, x);
  if (is("nanvar")) return over_axes(job, rt::nanvar, x, options);
  if (is("nanstd")) return over_axes(job, rt::nanstd, x, options);
  if constexpr (!rt::is_complex_v<T>) {
    if (is("min")) return over_axes(job, rt::min, x);
    if (is("max")) return over_axes(job, rt::max, x);
    if (is("nanmin")) return over_axes(job, rt::nanmin, x);
    if (is("nanmax")) return over_axes(job, rt::nanmax, x);
    if constexpr (!std::is_same_v<T, bool>) {
      if (is("ptp")) return over_axes(job, rt::ptp, x);
    }
  }
  return false;
}

}  // namespace

bool run_reduction(const Job& job) {
  if (job.axes.empty() || job.axes == "none") return false;
  return with_type(job.operands.at(0),
                   [&](auto element) { return run_of<decltype(element)>(job); });
}

}  // namespace numpy_face
