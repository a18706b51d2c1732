// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/eigsh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/text/number_text.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/linalg/iterative/krylov_rows.hpp"
#include "relatile/linalg/spectral/eigh.hpp"
#include "relatile/random/distributions.hpp"

namespace relatile::detail {

inline void require_eigsh(const std::string& function, std::int64_t rows, std::int64_t columns,
                          std::int64_t k, const std::string& which) {
  if (rows != columns) {
    throw ShapeMismatch("relatile: " + function + ": an operator of shape " +
                        to_string(Extents{rows, columns}) + "; it must be square");
  }
  if (k < 0 || k > rows) {
    throw ShapeMismatch("relatile: " + function + ": " + std::to_string(k) + " eigenvalues of " +
                        std::to_string(rows));
  }
  for (const char* known : {"LM", "SM", "LA", "SA", "BE"}) {
    if (which == known) return;
  }
  throw ShapeMismatch("relatile: " + function + ": there is no which '" + which +
                      "'; there are LM, SM, LA, SA and BE");
}

/// Positions in ascending values, the most wanted first.
inline std::vector<std::size_t> by_wish(const std::vector<double>& values,
                                        const std::string& which) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto by = [&](const auto& key) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return key(i) < key(j); });
  };
  if (which == "LM") by([&](std::size_t i) { return -std::abs(values[i]); });
  if (which == "SM") by([&](std::size_t i) { return std::abs(values[i]); });
  if (which == "LA") std::reverse(order.begin(), order.end());
  if (which == "BE") {
    const std::size_t last = values.size() - 1;
    by([&](std::size_t i) { return std::min(2 * (last - i), 2 * i + 1); });
  }
  return order;
}

/// Lanczos' vectors, the matrix in terms of them, and its eigenvalues.
template <class T>
class ThickLanczos {
 public:
  using Real = real_t<T>;

  ThickLanczos(LinearOperator<T> a, std::int64_t n, std::int64_t count, std::uint64_t seed)
      : a_(std::move(a)),
        n_(n),
        count_(count),
        seed_(seed),
        basis_(normalised(fresh()), count + 1),
        projected_(static_cast<std::size_t>(count * count), T(0)) {}

  /// Multiplies and orthogonalises until all vectors are there.
  void fill() {
    for (; size_ < count_; ++size_) {
      const std::vector<T> column = basis_.add(next_product(), size_ + 1);
      ++products_;
      for (std::int64_t i = 0; i <= size_; ++i) {
        at(i, size_) = column[static_cast<std::size_t>(i)];
        at(size_, i) = conjugated(at(i, size_));
      }
      coupling_ = double(std::abs(column.back()));
      scale_ = std::max(scale_, double(std::sqrt(size_of(column))));
      const bool more = coupling_ > 10 * epsilon() * scale_ || !std::isfinite(coupling_);
      if (more && size_ + 1 < n_) continue;
      // The vectors span what a does not leave: any other one goes on.
      coupling_ = 0;
      if (size_ + 1 >= std::min(count_ + 1, n_)) continue;
      basis_.drop(size_ + 1);
      basis_.add(fresh(), size_ + 1);
    }
  }

  /// Whether the products so far have taken about as long as it takes to decompose all of a, by
  /// what a step of few sites takes: no small matrix takes much longer than it need.
  bool is_slower_than_whole() const { return products_ > n_ * n_ * n_ / 3'000'000; }
  /// All of a, which took a product with each unit vector, in place of what is projected.
  void take_whole(const Array<T, 2>& a) {
    whole_ = over_unit(a, unit_);
    basis_.rows = eye<T>(n_);
    count_ = size_ = n_;
    coupling_ = 0;
    products_ += n_;
  }

  /// Eigenvalues of what is projected, ascending, and the last row of its eigenvectors.
  void decompose() {
    const Array<T, 2> m =
        whole_ ? *whole_ : from_span(std::span<const T>(projected_), {count_, count_});
    const auto found = eigh_of<T, 2>("eigsh", m);
    turns_ = found.eigenvectors;
    const Array<Real, 1> last = abs(found.eigenvectors(count_ - 1, all_of_axis));
    const auto numbers = evaluated_numbers<Real>(
        Array<Real, 1>(concatenate({found.eigenvalues, last})), {turns_.node()});
    const auto half = numbers.begin() + static_cast<std::ptrdiff_t>(count_);
    values.assign(numbers.begin(), half);
    residuals.clear();
    for (auto x = half; x != numbers.end(); ++x) residuals.push_back(coupling_ * double(*x));
  }

  /// The vectors of some eigenvalues, by their positions, as rows.
  Array<T, 2> ritz(const std::vector<std::size_t>& wanted) const {
    std::vector<std::int64_t> places(wanted.begin(), wanted.end());
    const auto chosen = take(turns_, from_span(places, {std::int64_t(places.size())}), 1);
    const Array<T, 2> rows = basis_.rows(slice(0, count_), all_of_axis);
    return matmul(Array<T, 2>(transpose(as_array(chosen))), rows);
  }

  /// Keeps the vectors of some eigenvalues and the one that would come next.
  void restart(const std::vector<std::size_t>& kept) {
    const auto k = static_cast<std::int64_t>(kept.size());
    const Array<T, 2> next = expand_dims(basis_.last, 0);
    const Array<T, 2> nothing = zeros<T>({count_ - k, n_});
    basis_.rows = concatenate({ritz(kept), next, nothing});
    Session::current().evaluate({basis_.rows.node()});
    std::fill(projected_.begin(), projected_.end(), T(0));
    for (std::int64_t i = 0; i < k; ++i) at(i, i) = T(Real(values[kept[std::size_t(i)]]));
    size_ = k;
  }

  std::int64_t products() const { return products_; }
  double epsilon() const { return double(std::numeric_limits<Real>::epsilon()); }

  /// A power of two near a's elements, over which all numbers here are.
  double unit() const { return unit_; }

  std::vector<double> values;     ///< of what is projected
  std::vector<double> residuals;  ///< |a v - w v| of each

 private:
  /// a's product with the last vector; the first one gives the unit.
  Array<T, 1> next_product() {
    const Array<T, 1> product = a_.matvec(basis_.last);
    if (products_ == 0)
      unit_ = unit_of(evaluated_scalars({largest_size(product)}, {product.node()})[0]);
    return over_unit(product, unit_);
  }
  T& at(std::int64_t i, std::int64_t j) {
    return projected_[static_cast<std::size_t>(i * count_ + j)];
  }
  static T conjugated(const T& x) {
    if constexpr (is_complex_v<T>) {
      return std::conj(x);
    } else {
      return x;
    }
  }
  static double size_of(const std::vector<T>& column) {
    double sum = 0;
    for (const T& x : column) sum += double(std::norm(x));
    return sum;
  }
  Array<T, 1> fresh() {
    const random::Seed seed{seed_ * 7919 + ++drawn_};
    return astype<T>(random::normal<Real>(Real(0), Real(1), {n_}, seed));
  }
  static Array<T, 1> normalised(const Array<T, 1>& x) { return x / astype<T>(norm(x)); }

  LinearOperator<T> a_;
  std::int64_t n_;
  std::int64_t count_;
  std::uint64_t seed_;
  std::uint64_t drawn_ = 0;
  KrylovRows<T> basis_;
  std::vector<T> projected_;
  std::optional<Array<T, 2>> whole_;
  Array<T, 2> turns_;
  std::int64_t size_ = 0;
  std::int64_t products_ = 0;
  double unit_ = 1;
  double coupling_ = 0;
  double scale_ = 0;
};

inline void require_convergence(const std::string& function, const EigshOptions& options,
                                bool converged, std::int64_t products, double residual) {
  if (converged || !options.require_convergence) return;
  throw NotConverged("relatile: " + function + " has not converged in " + std::to_string(products) +
                         " products: the largest residual is " + number_text(residual) +
                         "; more vectors (ncv) may help",
                     residual);
}

/// Makes a matrix of an operator, or is none.
template <class T>
using Whole = std::function<Array<T, 2>()>;

/// eigsh, which takes for the residual of a pair what `residual_of` makes of |a v - w v|, w and the
/// largest |w|, and decomposes all of a small matrix that converges slowly; the caller requires
/// convergence.
template <class T, class F>
EigshResult<T> eigsh_by(const F& residual_of, const std::string& function,
                        const LinearOperator<T>& a, const Whole<T>& whole, std::int64_t n,
                        std::int64_t k, const EigshOptions& options) {
  require_eigsh(function, a.rows(), a.columns(), k, options.which);
  EigshResult<T> result;
  result.converged = true;
  if (k == 0) {
    result.eigenvalues = zeros<real_t<T>>({0});
    result.eigenvectors = zeros<T>({n, 0});
    return result;
  }
  const RecipesAreForgotten numbers_decide;
  const std::int64_t least = std::min(n, k + 2);
  const std::int64_t count =
      std::clamp(options.ncv.value_or(std::max<std::int64_t>(2 * k + 1, 20)), least, n);
  const std::int64_t most = options.maxiter.value_or(std::max<std::int64_t>(10 * n, 1000));
  ThickLanczos<T> lanczos(a, n, count, options.seed);
  const double tolerance = options.tol > 0 ? options.tol : lanczos.epsilon();
  std::vector<std::size_t> wanted;
  for (;;) {
    lanczos.fill();
    lanczos.decompose();
    wanted = by_wish(lanczos.values, options.which);
    double largest = 0;
    for (const double value : lanczos.values) largest = std::max(largest, std::abs(value));
    result.residual = 0;
    result.converged = true;
    bool finite = true;
    std::int64_t good = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
      const double residual = lanczos.residuals[wanted[i]];
      const double size = std::max(std::abs(lanczos.values[wanted[i]]),
                                   std::pow(lanczos.epsilon(), 2.0 / 3) * largest);
      const bool fine = residual <= tolerance * std::max(size, lanczos.epsilon() * largest) ||
                        residual <= lanczos.epsilon() * largest;
      good += fine ? 1 : 0;
      result.converged = result.converged && fine;
      const double unit = lanczos.unit();
      result.residual =
          std::max(result.residual,
                   residual_of(residual * unit, lanczos.values[wanted[i]] * unit, largest * unit));
      finite = finite && std::isfinite(residual);
    }
    result.iterations = lanczos.products();
    if (options.progress) options.progress(result.iterations, result.residual);
    if (result.converged || result.iterations >= most || !finite) break;
    if (whole && lanczos.is_slower_than_whole() && result.iterations + n <= most) {
      lanczos.take_whole(whole());
      continue;
    }
    // More than what is wanted is kept, which makes the next round worth more.
    const std::int64_t kept =
        std::min(k + std::max<std::int64_t>(good / 2, (count - k) / 2), count - 1);
    wanted.resize(static_cast<std::size_t>(kept));
    lanczos.restart(wanted);
  }
  wanted.resize(static_cast<std::size_t>(k));
  std::sort(wanted.begin(), wanted.end());
  std::vector<real_t<T>> values;
  for (const std::size_t i : wanted)
    values.push_back(real_t<T>(lanczos.values[i] * lanczos.unit()));
  result.eigenvalues = from_span(values, {k});
  result.eigenvectors = transpose(lanczos.ritz(wanted));
  Session::current().evaluate({result.eigenvectors.node(), result.eigenvalues.node()});
  note_origin(result.eigenvalues.node(), result.eigenvectors.node());
  return result;
}

/// Of small matrices; of functions none: each column would be a call.
template <class T>
Whole<T> whole_of(const LinearOperator<T>& a) {
  constexpr double most_elements = 4e6;
  if (a.rule().of.empty() || double(a.rows()) * double(a.columns()) > most_elements) return nullptr;
  return [a] { return a.matmat(eye<T>(a.columns())); };
}

template <class T>
EigshResult<T> eigsh(const std::string& function, const LinearOperator<T>& a, std::int64_t n,
                     std::int64_t k, const EigshOptions& options) {
  const auto as_it_is = [](double residual, double, double) { return residual; };
  const auto found = eigsh_by<T>(as_it_is, function, a, whole_of(a), n, k, options);
  require_convergence(function, options, found.converged, found.iterations, found.residual);
  return found;
}

/// A power of two near the elements of a's product with random numbers.
template <class T>
double unit_of_products(const LinearOperator<T>& a, std::uint64_t seed) {
  using Real = real_t<T>;
  const Array<T, 1> x =
      astype<T>(random::normal<Real>(Real(0), Real(1), {a.columns()}, random::Seed{seed * 7919}));
  return unit_of(evaluated_scalars({largest_size(a.matvec(x))}, {}).front());
}

template <class T>
SvdResult<T, 2> svds(const LinearOperator<T>& a, std::int64_t k, const EigshOptions& options) {
  if (!a.has_adjoint() || !a.has_shape()) {
    throw Error(
        "relatile: svds needs products with a and with its conjugate transpose: of "
        "functions, make LinearOperator<T>({m, n}, matvec, rmatvec)");
  }
  if (options.which != "LM") {
    throw ShapeMismatch("relatile: svds: only the largest singular values are found, which = LM");
  }
  const bool tall = a.rows() >= a.columns();
  const std::int64_t n = std::min(a.rows(), a.columns());
  const double unit = unit_of_products(a, options.seed);
  const auto normal = [a, tall, unit](const Array<T, 1>& x) {
    const Array<T, 1> half = over_unit(tall ? a.matvec(x) : a.rmatvec(x), unit);
    return over_unit(tall ? a.rmatvec(half) : a.matvec(half), unit);
  };
  Whole<T> whole;
  if (const Whole<T> own = whole_of(a)) {
    whole = [a, own, tall, unit]() -> Array<T, 2> {
      const Array<T, 2> half = over_unit(tall ? own() : a.rmatmat(eye<T>(a.rows())), unit);
      return over_unit(tall ? a.rmatmat(half) : a.matmat(half), unit);
    };
  }
  EigshOptions largest = options;
  largest.which = "LA";
  // |a^H u - s v|, by that of a^H a over the unit's square, which may be no number itself; what is
  // 0 but for rounding is no s to divide by.
  const auto of_vectors = [unit](double residual, double value, double largest_value) {
    const double least = double(std::numeric_limits<real_t<T>>::epsilon()) * largest_value;
    return largest_value > 0 ? unit * (residual / std::sqrt(std::max(value, least))) : residual;
  };
  const LinearOperator<T> square({n, n}, normal);
  const auto found = eigsh_by<T>(of_vectors, "svds", square, whole, n, k, largest);
  require_convergence("svds", options, found.converged, found.iterations, found.residual);
  // The decomposition of a in the space of these vectors: exact for small values, too, and
  // orthonormal on both sides.
  const Array<T, 2>& v = found.eigenvectors;
  const auto small = svd_of<T, 2>("svds", tall ? a.matmat(v) : a.rmatmat(v));
  const Array<T, 2> turned = matmul(v, adjoint<T, 2>(small.Vh));
  SvdResult<T, 2> result;
  result.S = small.S;
  result.U = tall ? small.U : turned;
  result.Vh = adjoint<T, 2>(tall ? turned : small.U);
  evaluate_all(result.U, result.S, result.Vh);
  return result;
}

}  // namespace relatile::detail
