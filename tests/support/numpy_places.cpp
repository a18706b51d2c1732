// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <tuple>

#include "numpy_face.hpp"

// Elements put where masks and indices say, meshes, grids, and values between known ones. A second
// operand is a vector of indices, a third a vector of elements; `job.number` is an axis, or
// whatever else the function takes.

namespace rt = relatile;

namespace numpy_face {
namespace {

template <class T>
bool run_of_one(const Job& job, const rt::Array<T, 2>& x) {
  const auto is = [&](const char* name) { return job.function == name; };
  const int whole = static_cast<int>(job.number);
  if (is("where_1")) return save(job, rt::where(x)[std::size_t(whole)]);
  if (is("msort")) return save(job, rt::msort(x));
  if (is("sort_complex")) return save(job, rt::sort_complex(x));
  if (is("resize")) return save(job, rt::resize(x, {3, whole}));
  if (is("trim_zeros")) return save(job, rt::trim_zeros(rt::ravel(x)));
  if (is("trim_zeros_b")) return save(job, rt::trim_zeros(rt::ravel(x), "b"));
  if (is("apply_over_axes")) return save(job, rt::apply_over_axes(rt::sum, x, {0, 1}));
  if (is("apply_over_axis")) return save(job, rt::apply_over_axes(rt::any, x, {whole}));
  if (is("r_")) return save(job, rt::r_(rt::ravel(x), T(1), rt::slice(1, 7, 2)));
  if (is("c_")) return save(job, rt::c_(x, x(rt::all_of_axis, 0)));
  if (is("mgrid")) return save(job, rt::mgrid(rt::slice(0, whole), rt::slice(8, 1, -3)));
  if (is("ogrid")) {
    return save(job, rt::ogrid(rt::slice(0, 5), rt::slice(1, 8, 3))[std::size_t(whole)]);
  }
  if (is("windows")) return save(job, rt::sliding_window_view(x, {2, whole}));
  if (is("windows_1")) return save(job, rt::sliding_window_view(x, {whole}, {-1}));
  if constexpr (!rt::is_complex_v<T>) {
    if (is("nanargmin")) return save(job, rt::nanargmin(x, whole));
    if (is("nanargmax")) return save(job, rt::nanargmax(x, whole, rt::keepdims));
    if (is("nanargmax_all")) return save(job, rt::nanargmax(x));
    if (is("unwrap")) return save(job, rt::unwrap(x, 0, whole));
    if (is("unwrap_4")) return save(job, rt::unwrap(x, 3, whole, 4));
    if (is("histogramdd")) return save(job, rt::histogramdd<2>(x, whole).first);
    if (is("histogramdd_edges")) return save(job, rt::histogramdd<2>(x, whole).second[1]);
    if (is("geomspace")) return save(job, rt::geomspace<double>(-2, -1000, whole));
    if (is("geomspace_open")) return save(job, rt::geomspace<float>(0.5, 40, whole, false));
  }
  return false;
}

using Indices = rt::Array<std::int64_t, 1>;

template <class T>
bool run_of_places(const Job& job, const rt::Array<T, 2>& x, const Indices& i,
                   const rt::Array<T, 1>& values) {
  const auto is = [&](const char* name) { return job.function == std::string("at.") + name; };
  const int axis = static_cast<int>(job.number);
  if (is("ix_")) return save(job, x(rt::ix_(i, i)));
  if (is("ix_mask")) return save(job, x(rt::ix_(x(rt::all_of_axis, 0) != T(1), i)));
  rt::Array<T, 2> y = x;
  if (is("assign_ix")) {
    y(rt::ix_(i, i)) = x(rt::ix_(i, i)) + T(1);
    return save(job, y);
  }
  if (is("assign_pairs")) {
    y(i, -i - 1) = T(1);
    return save(job, y);
  }
  if (is("place")) return save(job, rt::place(x, x != T(1), values));
  if (is("putmask")) return save(job, rt::putmask(x, x != T(1), values));
  if (is("put")) return save(job, rt::put(x, i, values));
  const auto lines = axis == 0 ? rt::expand_dims(i, 1) : rt::expand_dims(i, 0);
  if (is("put_along_axis")) return save(job, rt::put_along_axis(x, lines, T(1), axis));
  if (is("unravel_1")) return save(job, rt::unravel_index(i, {2, 3})[1]);
  if constexpr (!rt::is_complex_v<T>) {
    const auto places = rt::arange<double>(double(values.size()));
    if (is("interp")) return save(job, rt::interp(x, places, values));
    if (is("interp_sides")) return save(job, rt::interp(x, places, values, -7, 7));
    const auto choices = std::tuple(values(rt::slice(0, i.size())), T(1), T(0));
    if (is("choose")) return save(job, rt::choose(i, choices, "clip"));
    if (is("choose_wrap")) return save(job, rt::choose(i - 2, choices, "wrap"));
  }
  return false;
}

template <class Run>
bool with_matrix(const Job& job, const Run& run) {
  const std::string type = type_of(job.operands.at(0));
  const auto of = [&](auto element) {
    return run(rt::load<decltype(element), 2>(job.operands[0]));
  };
  if (type == "i8") return of(std::int64_t{});
  if (type == "f4") return of(float{});
  if (type == "f8") return of(double{});
  if (type == "c16") return of(std::complex<double>{});
  return false;
}

}  // namespace

bool run_places(const Job& job) {
  if (job.operands.size() != 1) return false;
  return with_matrix(job, [&]<class T>(const rt::Array<T, 2>& x) { return run_of_one(job, x); });
}

bool run_at_places(const Job& job) {
  if (!job.function.starts_with("at.")) return false;
  return with_matrix(job, [&]<class T>(const rt::Array<T, 2>& x) {
    return run_of_places(job, x, rt::load<std::int64_t, 1>(job.operands[1]),
                         rt::load<T, 1>(job.operands[2]));
  });
}

}  // namespace numpy_face
