// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/kernel/spectral/fourier.hpp"
#include "relatile/tra/indexing.hpp"

// Discrete Fourier transforms along one axis, by numpy.fft's names. Lines that are many are
// transformed at once, each by the site that has it; what moves so that sites have whole lines is
// planned with everything else. One long line is transformed by all sites, as a matrix: its
// columns, then its rows.

namespace relatile::fft {

/// numpy.fft's keywords: fft(x, {.axis = 0, .norm = "ortho"}).
struct Options {
  /// As many elements are transformed: x is cut, or filled with zeros.
  std::optional<std::int64_t> n = {};
  int axis = -1;
  /// Which transforms are divided: "backward" ones by n, "forward" ones by n, or, "ortho", both by
  /// its root.
  std::string norm = "backward";
};

/// How many elements are transformed, where NumPy has a number or None.
struct Length {
  template <class I>
    requires(std::is_convertible_v<const I&, std::int64_t>)
  Length(const I& n) : value(static_cast<std::int64_t>(n)) {  // NOLINT: a number is one
    static_assert(!std::is_floating_point_v<I>,
                  "relatile: fft: how many elements are transformed is a whole number");
  }
  Length(std::nullopt_t) {}                                   // NOLINT: as many as there are
  Length(const std::optional<std::int64_t>& n) : value(n) {}  // NOLINT: either

  std::optional<std::int64_t> value;
};
/// The same, for which {} stands, too.
struct LengthOrNone : Length {
  using Length::Length;
  LengthOrNone() : Length(std::nullopt) {}
};

namespace detail {

using kernel::Fourier;

/// The transform of x along `axis`, of `n` elements for each line, and its derivative. T is float
/// or double, and x of it or of complex elements, as `transform` reads them.
template <class T>
tra::NodePtr fourier_node(const std::string& name, const tra::NodePtr& x, int axis,
                          Fourier transform, std::int64_t n, const std::string& norm);

template <class E>
using real_of = std::conditional_t<std::is_same_v<real_t<element_of<E>>, float>, float, double>;
template <class E>
using complex_of = std::complex<real_of<E>>;

/// Of x, whose elements become From, elements To along an axis, n as long as the axis if it is not
/// told.
template <class From, class To, ArrayExpression E>
auto transformed(const char* name, const E& x, const Options& options, Fourier transform) {
  static_assert(rank_of<E> >= 1, "relatile: a Fourier transform is along an axis, and x has none");
  const int axis = relatile::detail::normal_axis(name, options.axis, rank_of<E>);
  const std::int64_t extent = shape_of(x)[axis];
  const std::int64_t n =
      options.n.value_or(transform == Fourier::to_real ? 2 * (extent - 1) : extent);
  return Array<To, rank_of<E>>(
      fourier_node<real_of<E>>(name, to_node(astype<From>(x)), axis, transform, n, options.norm));
}

}  // namespace detail

/// numpy.fft.fft: y[k] = sum over j of x[j] e^(-2 pi i j k / n) along an axis. Of float and of
/// complex<float> in their precision, as NumPy 2, of all others in double's.
///
///   shapes  (..., m, ...) -> (..., n, ...)
///   errors  ShapeMismatch for an axis that x lacks, and where n is less than 1
///   cost    5 n log2(n) flops a line, four times as many where n has a prime factor above 64
template <ArrayExpression E>
auto fft(const E& x, const Options& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Complex = detail::complex_of<E>;
  return detail::transformed<Complex, Complex>("fft", x, options, detail::Fourier::forward);
}
/// numpy.fft.ifft: the reverse, divided by n.
template <ArrayExpression E>
auto ifft(const E& x, const Options& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Complex = detail::complex_of<E>;
  return detail::transformed<Complex, Complex>("ifft", x, options, detail::Fourier::backward);
}

/// numpy.fft.rfft: of real numbers the first n / 2 + 1 results of fft; the others are their
/// conjugates.
template <ArrayExpression E>
auto rfft(const E& x, const Options& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(!is_complex_v<element_of<E>>,
                "relatile: fft::rfft: x is complex; fft::fft transforms it");
  return detail::transformed<detail::real_of<E>, detail::complex_of<E>>("rfft", x, options,
                                                                        detail::Fourier::from_real);
}
/// numpy.fft.irfft: the n real numbers, 2 (m - 1) unless told, of which rfft gives these m. Of the
/// first number, and for even n of the last one, the imaginary part does not count.
template <ArrayExpression E>
auto irfft(const E& x, const Options& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::transformed<detail::complex_of<E>, detail::real_of<E>>("irfft", x, options,
                                                                        detail::Fourier::to_real);
}

// With NumPy's positions: fft(x, n), fft(x, n, axis, norm). NumPy's None is std::nullopt, or {}
// before an axis.

template <ArrayExpression E>
auto fft(const E& x, const Length& n, SourceLine line = SourceLine::current()) {
  return fft(x, Options{.n = n.value}, line);
}
template <ArrayExpression E>
auto fft(const E& x, const LengthOrNone& n, int axis, const std::string& norm = "backward",
         SourceLine line = SourceLine::current()) {
  return fft(x, Options{n.value, axis, norm}, line);
}
template <ArrayExpression E>
auto ifft(const E& x, const Length& n, SourceLine line = SourceLine::current()) {
  return ifft(x, Options{.n = n.value}, line);
}
template <ArrayExpression E>
auto ifft(const E& x, const LengthOrNone& n, int axis, const std::string& norm = "backward",
          SourceLine line = SourceLine::current()) {
  return ifft(x, Options{n.value, axis, norm}, line);
}
template <ArrayExpression E>
auto rfft(const E& x, const Length& n, SourceLine line = SourceLine::current()) {
  return rfft(x, Options{.n = n.value}, line);
}
template <ArrayExpression E>
auto rfft(const E& x, const LengthOrNone& n, int axis, const std::string& norm = "backward",
          SourceLine line = SourceLine::current()) {
  return rfft(x, Options{n.value, axis, norm}, line);
}
template <ArrayExpression E>
auto irfft(const E& x, const Length& n, SourceLine line = SourceLine::current()) {
  return irfft(x, Options{.n = n.value}, line);
}
template <ArrayExpression E>
auto irfft(const E& x, const LengthOrNone& n, int axis, const std::string& norm = "backward",
           SourceLine line = SourceLine::current()) {
  return irfft(x, Options{n.value, axis, norm}, line);
}

}  // namespace relatile::fft

#if defined(RELATILE_DEFINITIONS)
#include "relatile/fft/impl/transforms.hpp"
#endif
