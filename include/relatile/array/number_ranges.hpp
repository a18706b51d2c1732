// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

// The elements of numpy.arange and numpy.linspace, bit for bit.

namespace relatile::detail {

/// a * b + c rounded twice, as NumPy does: compilers may not make one fused operation of it.
template <std::floating_point T>
T rounded_twice(T a, T b, T c) {
  const volatile T product = a * b;
  return product + c;
}

/// How many elements start, start + step, ... are before stop; nothing if they are too many to be
/// counted.
template <std::floating_point T>
std::optional<std::int64_t> length_of_range(T start, T stop, T step) {
  const double distance = static_cast<double>(stop) - static_cast<double>(start);
  const double steps = distance / static_cast<double>(step);
  // A quotient may underflow where start and stop differ.
  if (steps == 0 && distance != 0) return std::signbit(steps) ? 0 : 1;
  const double length = std::ceil(steps);
  if (!(length < 9e18)) return std::nullopt;
  return length > 0 ? static_cast<std::int64_t>(length) : 0;
}
/// Exactly: integers of 64 bits are more than a double can tell apart.
template <std::integral T>
std::optional<std::int64_t> length_of_range(T start, T stop, T step) {
  const bool rises = step > T(0);
  if (rises ? stop <= start : stop >= start) return 0;
  const auto wrapped = [](T x) { return static_cast<std::uint64_t>(x); };
  const std::uint64_t distance =
      rises ? wrapped(stop) - wrapped(start) : wrapped(start) - wrapped(stop);
  const std::uint64_t width = rises ? wrapped(step) : 0 - wrapped(step);
  const std::uint64_t length = (distance - 1) / width + 1;
  if (length > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(length);
}

/// Element `at` of numpy.arange: the first two are start and start + step, and what is between
/// these, as T rounds them, is the distance of all others.
template <std::floating_point T>
T element_of_range(T start, T step, std::int64_t at) {
  const T second = start + step;
  if (at < 2) return at == 0 ? start : second;
  return rounded_twice(static_cast<T>(at), second - start, start);
}
template <std::integral T>
T element_of_range(T start, T step, std::int64_t at) {
  const auto wrapped = [](auto x) { return static_cast<std::uint64_t>(x); };
  return static_cast<T>(wrapped(start) + wrapped(at) * wrapped(step));
}

/// The elements of numpy.linspace, which are computed in double whatever they become.
class EvenlySpaced {
 public:
  EvenlySpaced(double start, double stop, std::int64_t count, bool endpoint)
      : start_(start),
        stop_(stop),
        stops_at_(endpoint && count > 1 ? count - 1 : -1),
        intervals_(static_cast<double>(endpoint ? count - 1 : count)),
        step_(intervals_ > 0 ? (stop - start) / intervals_ : stop - start) {}

  double operator()(std::int64_t at) const {
    if (at == stops_at_) return stop_;
    const auto k = static_cast<double>(at);
    if (step_ != 0 || intervals_ <= 0) return rounded_twice(k, step_, start_);
    return rounded_twice(k / intervals_, stop_ - start_, start_);  // the step has underflowed
  }

 private:
  double start_;
  double stop_;
  std::int64_t stops_at_;  ///< -1: nowhere
  double intervals_;
  double step_;
};

}  // namespace relatile::detail
