// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <tuple>

#include "numpy_face.hpp"

// Functions that rearrange elements or take whole lines of them. `job.number` is an axis, a shift,
// or whatever else the function takes.

namespace rt = relatile;

namespace numpy_face {
namespace {

template <class T>
bool run_shapes(const Job& job, const rt::Array<T, 2>& x) {
  const auto is = [&](const char* name) { return job.function == name; };
  const int whole = static_cast<int>(job.number);
  if (is("reshape_3")) return save(job, rt::reshape(x, {whole, -1, 2}));
  if (is("ravel")) return save(job, rt::ravel(x));
  if (is("ravel_T")) return save(job, rt::ravel(rt::transpose(x)));
  if (is("moveaxis")) return save(job, rt::moveaxis(x, whole, 0));
  if (is("rollaxis")) return save(job, rt::rollaxis(x, whole, 0));
  if (is("atleast_3d")) return save(job, rt::atleast_3d(x));
  if (is("repeat")) return save(job, rt::repeat(x, whole));
  if (is("repeat_1")) return save(job, rt::repeat(x, whole, 1));
  if (is("tile")) return save(job, rt::tile(x, {2, whole}));
  if (is("tile_3")) return save(job, rt::tile(x, {2, 1, whole}));
  if (is("roll")) return save(job, rt::roll(x, whole));
  if (is("roll_0")) return save(job, rt::roll(x, whole, 0));
  if (is("pad")) return save(job, rt::pad(x, {{1, whole}, {whole, 0}}, "constant", T(1)));
  for (const char* mode : {"edge", "reflect", "symmetric", "wrap"}) {
    if (is(mode)) return save(job, rt::pad(x, {{1, whole}, {whole, 2}}, mode));
  }
  if (is("split")) return save(job, rt::split(x, {1, whole}, 1)[1]);
  if (is("array_split")) return save(job, rt::array_split(x, 3, 1)[std::size_t(whole)]);
  if (is("concatenate")) return save(job, rt::concatenate({x, x, x}, whole));
  if (is("stack")) return save(job, rt::stack({x, x}, whole));
  if (is("hstack")) return save(job, rt::hstack({x, x}));
  if (is("vstack")) return save(job, rt::vstack({x, x}));
  if (is("dstack")) return save(job, rt::dstack({x, x}));
  if (is("column_stack")) {
    return save(job, rt::column_stack(std::make_tuple(rt::ravel(x), rt::ravel(x))));
  }
  return false;
}

template <class T>
bool run_parts(const Job& job, const rt::Array<T, 2>& x) {
  const auto is = [&](const char* name) { return job.function == name; };
  const int whole = static_cast<int>(job.number);
  if (is("nonzero")) return save(job, rt::nonzero(x)[std::size_t(whole)]);
  if (is("argwhere")) return save(job, rt::argwhere(x));
  if (is("flatnonzero")) return save(job, rt::flatnonzero(x));
  if (is("mask")) return save(job, x(x != T(1)));
  if (is("mask_rows")) return save(job, x(x(rt::all_of_axis, 0) != T(1)));
  if (is("compress")) {
    return save(job, rt::compress(x(0, rt::all_of_axis) != T(1), x, 1));
  }
  rt::Array<T, 2> y = x;
  if (is("assign_row")) {
    y(whole, rt::all_of_axis) = y(0, rt::all_of_axis);
    return save(job, y);
  }
  if (is("assign_steps")) {
    y(rt::slice(1, {}, 2), rt::slice({}, {}, -2)) = T(1);
    return save(job, y);
  }
  if (is("assign_mask")) {
    y(y == T(1)) = T(0);
    return save(job, y);
  }
  return false;
}

template <class T>
bool run_lines(const Job& job, const rt::Array<T, 2>& x) {
  const auto is = [&](const char* name) { return job.function == name; };
  const int axis = static_cast<int>(job.number);
  if (is("cumsum")) return save(job, rt::cumsum(x, axis));
  if (is("cumsum_all")) return save(job, rt::cumsum(x));
  if (is("cumprod")) return save(job, rt::cumprod(x, axis));
  if (is("sort")) return save(job, rt::sort(x, axis));
  if (is("argsort")) return save(job, rt::argsort(x, axis));
  if (is("unique")) return save(job, rt::unique(x));
  if (is("unique_indices")) return save(job, rt::unique_all(x).indices);
  if (is("unique_inverse")) return save(job, rt::unique_inverse(x).inverse_indices);
  if (is("unique_counts")) return save(job, rt::unique_counts(x).counts);
  if constexpr (!rt::is_complex_v<T>) {
    if (is("maximum.accumulate")) return save(job, rt::cummax(x, axis));
    if (is("minimum.accumulate")) return save(job, rt::cummin(x, axis));
    if constexpr (!std::is_same_v<T, bool>) {
      if (is("median")) return save(job, rt::median(x, axis));
      if (is("nanmedian")) return save(job, rt::nanmedian(x, axis));
      if (is("percentile")) return save(job, rt::percentile(x, 37.5, axis));
      if (is("quantiles")) return save(job, rt::quantile(x, {0, 0.3, 1}, axis));
      for (const char* method : {"lower", "higher", "midpoint", "nearest"}) {
        if (is(method)) return save(job, rt::quantile(x, 0.3, axis, method));
      }
    }
  }
  return false;
}

template <class T>
bool run_of_two(const Job& job) {
  const auto x = rt::load<T, 2>(job.operands.at(0));
  const auto y = rt::load<T, 2>(job.operands.at(1));
  const auto is = [&](const char* name) { return job.function == name; };
  if (is("searchsorted")) return save(job, rt::searchsorted(rt::sort(rt::ravel(x)), y));
  if (is("searchsorted_right")) {
    return save(job, rt::searchsorted(rt::sort(rt::ravel(x)), y, "right"));
  }
  if (is("isin")) return save(job, rt::isin(x, y));
  if (is("intersect1d")) return save(job, rt::intersect1d(x, y));
  if (is("union1d")) return save(job, rt::union1d(x, y));
  if (is("setdiff1d")) return save(job, rt::setdiff1d(x, y));
  if (is("setxor1d")) return save(job, rt::setxor1d(x, y));
  return false;
}

}  // namespace

bool run_rearranged(const Job& job) {
  const auto run = [&](auto element) {
    using T = decltype(element);
    if (job.operands.size() == 2) return run_of_two<T>(job);
    const auto x = rt::load<T, 2>(job.operands.at(0));
    return run_shapes<T>(job, x) || run_parts<T>(job, x) || run_lines<T>(job, x);
  };
  const std::string type = type_of(job.operands.at(0));
  if (type == "b1") return run(bool{});
  if (type == "i8") return run(std::int64_t{});
  if (type == "f4") return run(float{});
  if (type == "f8") return run(double{});
  if (type == "c16") return run(std::complex<double>{});
  return false;
}

}  // namespace numpy_face
