// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>

#include "numpy_face.hpp"

namespace rt = relatile;

namespace numpy_face {
namespace {

template <class T>
bool run_of_three_axes(const Job& job) {
  const auto a = rt::load<T, 3>(job.operands.at(0));
  const auto b = rt::load<T, 3>(job.operands.at(1));
  const auto is = [&](const char* name) { return job.function == name; };
  if (is("matmul_3_3")) return save(job, rt::matmul(a, b));
  if (is("dot_3_3")) return save(job, rt::dot(a, b));
  if (is("inner_3_3")) return save(job, rt::inner(a, b));
  if (is("tensordot_3_3")) return save(job, rt::tensordot(a, b));
  if (is("tensordot_3_3_of_1")) return save(job, rt::tensordot<1>(a, b));
  if (is("tensordot_3_3_of_axes")) return save(job, rt::tensordot(a, b, {1, -1}, {2, 0}));
  if (is("vdot_3_3")) return save(job, rt::vdot(a, b));
  if (is("cross_3_3")) return save(job, rt::cross(a, b));
  if (is("cross_3_3_flat")) return save(job, rt::cross<2>(a, b));
  if (is("matrix_power_3_3")) return save(job, rt::matrix_power(a, int(job.number)));
  if (is("einsum_3_3")) return save(job, rt::einsum<"...ij,...jk">(a, b));
  return false;
}

template <class T>
bool run_of_two_axes(const Job& job) {
  const auto a = rt::load<T, 2>(job.operands.at(0));
  const auto b = rt::load<T, 2>(job.operands.at(1));
  const auto is = [&](const char* name) { return job.function == name; };
  if (is("matmul_2_2")) return save(job, rt::matmul(a, b));
  if (is("tensordot_2_2_of_0")) return save(job, rt::tensordot<0>(a, b));
  if (is("multi_dot_2_2")) return save(job, rt::multi_dot(a, b, a, b));
  if (is("multi_dot_2_2_vectors"))
    return save(job, rt::multi_dot(b(0), a, b, a(rt::all_of_axis, 0)));
  return false;
}

template <class T>
bool run_of(const Job& job) {
  const auto has = [&](const char* part) { return job.function.find(part) != std::string::npos; };
  if (has("_3_3")) return run_of_three_axes<T>(job);
  if (has("_2_2")) return run_of_two_axes<T>(job);
  return false;
}

}  // namespace

bool run_product(const Job& job) {
  const std::string type = type_of(job.operands.at(0));
  if (type == "i4") return run_of<std::int32_t>(job);
  if (type == "f4") return run_of<float>(job);
  if (type == "f8") return run_of<double>(job);
  if (type == "c16") return run_of<std::complex<double>>(job);
  return false;
}

}  // namespace numpy_face
