// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "relatile/kernel/functions/vector_exp.hpp"
#include "relatile/kernel/impl/vector_folds.hpp"
#include "relatile/kernel/reductions.hpp"

// Logarithms of sums of exponentials, by vectors: the exponentials of a piece at a time.

namespace relatile::kernel::detail {

inline constexpr std::int64_t log_sum_piece = 128;
template <class T>
using LogSumPiece = std::array<T, std::size_t(log_sum_piece)>;

template <class T>
[[gnu::always_inline]] inline T exp_of_one(T x) {
  if constexpr (has_vector_exp<T>) {
    return vector_exp(x);
  } else {
    return std::exp(x);
  }
}

/// log(sum(exp(x))) of a run. The greatest one is taken out once for all, so that there is one
/// logarithm.
template <class T>
T log_sum_of(const T* elements, std::int64_t count) {
  const T greatest = chosen_of<true>(LogAddExp::identity<T>(), elements, count);
  if (!std::isfinite(greatest)) return greatest;
  LogSumPiece<T> powers;
  T* const power = powers.data();
  T sum(0);
  for (std::int64_t from = 0; from < count; from += log_sum_piece) {
    const std::int64_t here = std::min(count - from, log_sum_piece);
    const T* const element = elements + from;
#pragma omp simd
    for (std::int64_t i = 0; i < here; ++i) power[i] = exp_of_one(element[i] - greatest);
    sum += sum_of(power, here);
  }
  return greatest + std::log(sum);
}

/// to[i] = log(exp(to[i]) + exp(logs[i])).
template <class T>
void add_logs_to(T* to, const T* logs, std::int64_t count) {
  LogSumPiece<T> powers;
  T* const power = powers.data();
  for (; count > 0; to += log_sum_piece, logs += log_sum_piece, count -= log_sum_piece) {
    const std::int64_t here = std::min(count, log_sum_piece);
#pragma omp simd
    for (std::int64_t i = 0; i < here; ++i) power[i] = exp_of_one(-std::abs(to[i] - logs[i]));
    Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>> rest(power, here);
    rest = rest.log1p();
    for (std::int64_t i = 0; i < here; ++i) {
      const T greater = to[i] > logs[i] ? to[i] : logs[i];
      // The difference of equal infinities is NaN.
      to[i] = to[i] == logs[i] ? to[i] + std::numbers::ln2_v<T> : greater + power[i];
    }
  }
}

}  // namespace relatile::kernel::detail
