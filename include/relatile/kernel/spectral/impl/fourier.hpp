// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/fourier.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <optional>
#include <type_traits>
#include <unsupported/Eigen/FFT>
#include <vector>

#include "relatile/core/kernel_identity.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/typed_lines.hpp"

namespace relatile::kernel {
namespace detail {

/// From here on a prime factor takes longer, as a sum of so many terms for each result, than a
/// convolution.
inline constexpr std::int64_t largest_factor = 64;

inline bool has_large_factor(std::int64_t n) {
  for (std::int64_t factor = 2; factor <= largest_factor && n > 1; ++factor) {
    while (n % factor == 0) n /= factor;
  }
  return n > 1;
}

/// The least number from `least` on that has no prime factors but 2, 3 and 5.
inline std::size_t quick_length(std::size_t least) {
  for (std::size_t length = least;; ++length) {
    std::size_t rest = length;
    for (const std::size_t factor : {2, 3, 5}) {
      while (rest % factor == 0) rest /= factor;
    }
    if (rest == 1) return length;
  }
}

/// a b of finite numbers: a product by `*` also asks whether infinities make it NaN.
template <class T>
std::complex<T> times(const std::complex<T>& a, const std::complex<T>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Forward transforms of n complex numbers, n with a large prime factor, as convolutions with
/// e^(i pi j^2 / n).
template <class T>
class ChirpTransform {
 public:
  using Complex = std::complex<T>;

  explicit ChirpTransform(std::int64_t n) : chirp_(static_cast<std::size_t>(n)) {
    const std::size_t padded = quick_length(2 * chirp_.size() - 1);
    std::vector<Complex> conjugate(padded, Complex(0));
    for (std::int64_t j = 0; j < n; ++j) {
      // j^2 modulo 2 n, lest a large angle loses digits.
      const double turns = static_cast<double>(j * j % (2 * n)) / static_cast<double>(n);
      const auto one = std::polar(1.0, -std::numbers::pi * turns);
      nth(chirp_, j) = Complex(static_cast<T>(one.real()), static_cast<T>(one.imag()));
      nth(conjugate, j) = std::conj(nth(chirp_, j));
      if (j > 0) nth(conjugate, static_cast<std::int64_t>(padded) - j) = nth(conjugate, j);
    }
    fft_.SetFlag(Eigen::FFT<T>::Unscaled);
    work_.resize(padded);
    spectrum_.resize(padded);
    product_.resize(padded);
    transform(spectrum_, conjugate);
  }

  void run(Complex* to, const Complex* from) {
    std::fill(work_.begin(), work_.end(), Complex(0));
    for (std::size_t j = 0; j < chirp_.size(); ++j) work_[j] = times(from[j], chirp_[j]);
    transform(product_, work_);
    for (std::size_t k = 0; k < product_.size(); ++k)
      product_[k] = times(product_[k], spectrum_[k]);
    fft_.inv(work_.data(), product_.data(), static_cast<Eigen::Index>(work_.size()));
    const T share = T(1) / static_cast<T>(work_.size());
    for (std::size_t k = 0; k < chirp_.size(); ++k) to[k] = times(work_[k], chirp_[k]) * share;
  }

 private:
  void transform(std::vector<Complex>& to, const std::vector<Complex>& from) {
    fft_.fwd(to.data(), from.data(), static_cast<Eigen::Index>(from.size()));
  }

  Eigen::FFT<T> fft_;
  std::vector<Complex> chirp_;
  std::vector<Complex> spectrum_;  ///< of the chirp's conjugate
  std::vector<Complex> work_;
  std::vector<Complex> product_;
};

/// Forward transforms of lines of one length.
template <class T>
class LineTransform {
 public:
  using Complex = std::complex<T>;

  explicit LineTransform(std::int64_t n) : n_(n) {
    fft_.SetFlag(Eigen::FFT<T>::Unscaled);
    if (has_large_factor(n)) chirp_.emplace(n);
  }

  void run(Complex* to, const Complex* from) {
    if (n_ == 1) {  // which Eigen's does not know
      *to = *from;
    } else if (chirp_) {
      chirp_->run(to, from);
    } else {
      fft_.fwd(to, from, static_cast<Eigen::Index>(n_));
    }
  }

 private:
  std::int64_t n_;
  Eigen::FFT<T> fft_;
  std::optional<ChirpTransform<T>> chirp_;
};

/// Transforms of 2 m real numbers x by one of m complex numbers x[2 j] + i x[2 j + 1]: half the
/// work.
///
///   source  W. H. Press et al., Numerical Recipes, 3rd edition, section 12.3.2
template <class T>
class RealTransform {
 public:
  using Complex = std::complex<T>;

  explicit RealTransform(std::int64_t n) : half_(n / 2), of_half_(half_) {
    for (std::int64_t k = 0; k <= half_ / 2; ++k) {
      const double angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
      turns_.emplace_back(static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle)));
    }
    packed_.resize(static_cast<std::size_t>(half_));
    transformed_.resize(packed_.size());
  }

  /// `real(j)` are n numbers; `keep(k, y)` gets each of the n / 2 + 1 results.
  void forward(const auto& real, const auto& keep) {
    for (std::int64_t j = 0; j < half_; ++j) nth(packed_, j) = {real(2 * j), real(2 * j + 1)};
    of_half_.run(transformed_.data(), packed_.data());
    const Complex first = nth(transformed_, 0);
    keep(0, Complex(first.real() + first.imag()));
    keep(half_, Complex(first.real() - first.imag()));
    for (std::int64_t k = 1; k <= half_ / 2; ++k) {
      const Complex a = nth(transformed_, k);
      const Complex b = std::conj(nth(transformed_, half_ - k));
      const Complex even = T(0.5) * (a + b);
      const Complex odd = times(nth(turns_, k), Complex(0, T(-0.5)), a - b);
      keep(k, even + odd);
      keep(half_ - k, std::conj(even - odd));
    }
  }

  /// `given(k)` are n / 2 + 1 numbers, of which the first and the last count as real ones;
  /// `keep(j, x)` gets each of the n numbers that a backward transform makes of them and of the
  /// others' conjugates.
  void backward(const auto& given, const auto& keep) {
    const T first = given(0).real();
    const T last = given(half_).real();
    nth(packed_, 0) = {first + last, last - first};
    for (std::int64_t k = 1; k <= half_ / 2; ++k) {
      const Complex a = given(k);
      const Complex b = std::conj(given(half_ - k));
      const Complex even = a + b;
      const Complex odd = times(std::conj(nth(turns_, k)), Complex(0, 1), a - b);
      nth(packed_, k) = std::conj(even + odd);
      nth(packed_, half_ - k) = even - odd;
    }
    of_half_.run(transformed_.data(), packed_.data());
    for (std::int64_t j = 0; j < half_; ++j) {
      keep(2 * j, nth(transformed_, j).real());
      keep(2 * j + 1, -nth(transformed_, j).imag());
    }
  }

 private:
  static Complex times(const Complex& a, const Complex& b, const Complex& c) {
    return detail::times(detail::times(a, b), c);
  }

  std::int64_t half_;
  LineTransform<T> of_half_;
  std::vector<Complex> turns_;  ///< e^(-2 pi i k / n)
  std::vector<Complex> packed_;
  std::vector<Complex> transformed_;
};

/// The transform of every line of n real numbers to n / 2 + 1 complex ones, or of these to those,
/// `scale` times; n is even.
template <class T>
void transform_real_lines(const Lines& lines, Fourier transform, double scale) {
  using Complex = std::complex<T>;
  RealTransform<T> real_transform(std::max(lines.count, lines.to_count));
  const auto factor = static_cast<T>(scale);
  const auto kept_in = [&](auto* made) {
    return [made, factor, step = lines.to_step](std::int64_t k, const auto& value) {
      made[k * step] = value * factor;
    };
  };
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const auto given_as = [&](const auto* first) {
      first += line * lines.from_next;
      return [first, step = lines.from_step](std::int64_t j) { return first[j * step]; };
    };
    if (transform == Fourier::from_real) {
      real_transform.forward(given_as(reinterpret_cast<const T*>(lines.from)),
                             kept_in(reinterpret_cast<Complex*>(lines.to) + line * lines.to_next));
    } else {
      real_transform.backward(given_as(reinterpret_cast<const Complex*>(lines.from)),
                              kept_in(reinterpret_cast<T*>(lines.to) + line * lines.to_next));
    }
  }
}

/// The transform of every line of elements From to elements To, `scale` times. A backward one is
/// the conjugate of the forward one of conjugates.
template <class T, class From, class To>
void transform_lines(const Lines& lines, Fourier transform, double scale) {
  using Complex = std::complex<T>;
  const std::int64_t n = std::max(lines.count, lines.to_count);
  const T sign = transform == Fourier::backward || transform == Fourier::to_real ? T(-1) : T(1);
  LineTransform<T> line_transform(n);
  std::vector<Complex> from(static_cast<std::size_t>(n));
  std::vector<Complex> to(static_cast<std::size_t>(n));
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const From* const given = reinterpret_cast<const From*>(lines.from) + line * lines.from_next;
    for (std::int64_t j = 0; j < lines.count; ++j) {
      const Complex element = given[j * lines.from_step];
      nth(from, j) = {element.real(), sign * element.imag()};
    }
    if (transform == Fourier::to_real) {
      // What is not given are conjugates; of what is its own conjugate the real part counts.
      nth(from, 0) = nth(from, 0).real();
      if (n % 2 == 0) nth(from, n / 2) = nth(from, n / 2).real();
      for (std::int64_t j = lines.count; j < n; ++j) nth(from, j) = std::conj(nth(from, n - j));
    }
    line_transform.run(to.data(), from.data());
    To* const made = reinterpret_cast<To*>(lines.to) + line * lines.to_next;
    for (std::int64_t k = 0; k < lines.to_count; ++k) {
      const Complex scaled = nth(to, k) * static_cast<T>(scale);
      if constexpr (std::is_same_v<To, T>) {
        made[k * lines.to_step] = scaled.real();
      } else {
        made[k * lines.to_step] = {scaled.real(), sign * scaled.imag()};
      }
    }
  }
}

template <class T>
struct FourierLines {
  Fourier transform;
  double scale;

  void operator()(const Lines& lines) const {
    using Complex = std::complex<T>;
    const bool real = transform == Fourier::from_real || transform == Fourier::to_real;
    if (real && std::max(lines.count, lines.to_count) % 2 == 0) {
      transform_real_lines<T>(lines, transform, scale);
    } else if (transform == Fourier::from_real) {
      transform_lines<T, T, Complex>(lines, transform, scale);
    } else if (transform == Fourier::to_real) {
      transform_lines<T, Complex, T>(lines, transform, scale);
    } else {
      transform_lines<T, Complex, Complex>(lines, transform, scale);
    }
  }
};

}  // namespace detail

template <class T>
LineKernel fourier_kernel(Fourier transform, double scale) {
  const detail::FourierLines<T> lines{transform, scale};
  LineKernel kernel{"fourier", lines, identity_of(lines)};
  kernel.identity.state += relatile::detail::bytes_of(scale) + static_cast<char>(transform);
  return kernel;
}

}  // namespace relatile::kernel
