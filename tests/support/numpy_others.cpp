// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <tuple>

#include "numpy_face.hpp"

namespace rt = relatile;

namespace numpy_face {
namespace {

template <class T>
bool run_of_one(const Job& job) {
  const auto x = rt::load<T, 2>(job.operands.at(0));
  const auto is = [&](const char* name) { return job.function == name; };
  const int whole = static_cast<int>(job.number);
  if (is("around")) return save(job, rt::around(x, whole));
  if (is("nan_to_num")) return save(job, rt::nan_to_num(x));
  if (is("nan_to_num_of")) return save(job, rt::nan_to_num(x, 1, 2, 3));
  if (is("norm")) return save(job, rt::norm(x));
  if (is("matrix_norm")) return save(job, rt::norm(x, job.number));
  if (is("vector_norm")) return save(job, rt::norm(x, job.number, 0));
  if constexpr (!rt::is_complex_v<T> && !std::is_same_v<T, bool>) {
    if (is("select")) {
      return save(job, rt::select(std::tuple(x<1, x> 3), std::tuple(x, x * x), 7));
    }
    if (is("piecewise")) {
      return save(job, rt::piecewise(x, std::tuple(x<1, x> 3), std::tuple(5, 6, 7)));
    }
  }
  return false;
}

template <class T>
bool run_of_two(const Job& job) {
  const auto x = rt::load<T, 2>(job.operands.at(0));
  const auto y = rt::load<T, 2>(job.operands.at(1));
  const auto is = [&](const char* name) { return job.function == name; };
  if (is("isclose")) return save(job, rt::isclose(x, y));
  if (is("isclose_nan")) return save(job, rt::isclose(x, y, 0.3, 0.1, true));
  if (is("allclose")) return save(job, rt::allclose(x, y));
  if (is("array_equal")) return save(job, rt::array_equal(x, y));
  if (is("array_equal_nan")) return save(job, rt::array_equal(x, y, true));
  if (is("array_equiv")) return save(job, rt::array_equiv(x, y));
  if (is("average")) return save(job, rt::average(x, y));
  if (is("average_0")) return save(job, rt::average(x, 0, y));
  return false;
}

}  // namespace

bool run_other(const Job& job) {
  return with_type(job.operands.at(0), [&](auto element) {
    using T = decltype(element);
    return job.operands.size() == 1 ? run_of_one<T>(job) : run_of_two<T>(job);
  });
}

}  // namespace numpy_face
