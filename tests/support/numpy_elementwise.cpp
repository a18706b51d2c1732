// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <complex>
#include <cstdint>

#include "numpy_face.hpp"

namespace rt = relatile;

namespace numpy_face {
namespace {

template <class F, class T>
bool run_of(const Job& job) {
  using Operand = rt::function::converted_t<F, T>;
  if constexpr (!F::template accepts<Operand>) {
    return false;
  } else {
    const rt::ElementwiseFunction<F> function{};
    const auto operand = [&](std::size_t i) { return rt::load<T, 2>(job.operands.at(i)); };
    if constexpr (F::arity == 1) {
      rt::save(job.result, function(operand(0)));
    } else if constexpr (F::arity == 2) {
      rt::save(job.result, function(operand(0), operand(1)));
    } else if constexpr (F::domain == rt::function::Domain::choice) {
      rt::save(job.result, function(rt::load<bool, 2>(job.operands[0]), operand(1), operand(2)));
    } else {
      rt::save(job.result, function(operand(0), operand(1), operand(2)));
    }
    return true;
  }
}

template <class F>
bool run_function(const Job& job) {
  return with_type(job.operands.back(),
                   [&](auto element) { return run_of<F, decltype(element)>(job); });
}

template <class... F>
bool run_listed(const Job& job, rt::TypeList<F...>) {
  bool found = false;
  ((F::name == job.function && (found = run_function<F>(job))) || ...);
  return found;
}

}  // namespace

bool run_elementwise(const Job& job) { return run_listed(job, rt::function::Elementwise{}); }

}  // namespace numpy_face
