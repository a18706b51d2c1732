// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <relatile/relatile.hpp>
#include <string>
#include <vector>

namespace numpy_face {

/// One call of a function, with files of matrices; names of files begin with their element types.
struct Job {
  std::string function;
  std::vector<std::string> operands;
  std::string result;
  std::string axes;
  std::string keeps;
  double number = 0;
};

/// bool, b1: what NumPy calls the type, without its byte order.
std::string type_of(const std::string& file);

// Whether there is such a function of such operands; then it was run.
bool run_elementwise(const Job& job);
bool run_product(const Job& job);
bool run_reduction(const Job& job);
bool run_with_options(const Job& job);
bool run_other(const Job& job);
bool run_rearranged(const Job& job);
bool run_more(const Job& job);
bool run_places(const Job& job);
bool run_at_places(const Job& job);

/// Saves a job's result, which says that there is such a function.
template <class E>
bool save(const Job& job, const E& result) {
  relatile::save(job.result, result);
  return true;
}

/// Calls `use(T{})` with the element type of a file, among those that are tested.
template <class Use>
bool with_type(const std::string& file, const Use& use) {
  const std::string name = type_of(file);
  if (name == "b1") return use(bool{});
  if (name == "i1") return use(std::int8_t{});
  if (name == "u2") return use(std::uint16_t{});
  if (name == "i4") return use(std::int32_t{});
  if (name == "i8") return use(std::int64_t{});
  if (name == "f4") return use(float{});
  if (name == "f8") return use(double{});
  if (name == "c16") return use(std::complex<double>{});
  return false;
}

}  // namespace numpy_face
