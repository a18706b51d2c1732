// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/factorizations.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/vectorize.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/kernel/models/ridge_rows.hpp"
#include "relatile/kernel/spectral/small_dense.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/models/options.hpp"
#include "relatile/models/row_blocks.hpp"
#include "relatile/random/more_distributions.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/selecting.hpp"

namespace relatile::models {
namespace detail {

inline void require_factors(const char* model, const Features& x, std::int64_t count) {
  require_rows(model, x);
  if (count >= 1) return;
  throw ShapeMismatch(std::string("relatile: ") + model + ": of " + std::to_string(count) +
                      " components; there must be one at least");
}

/// The sum of all elements, of their squares, and how many are below 0.
inline Numbers sums_of_elements(const Features& x) {
  const auto sums = [](const auto& values) {
    return numbers_of({flat(as_array(sum(values))), flat(as_array(sum(square(values)))),
                       flat(as_array(sum(where(values < 0.0, 1.0, 0.0))))});
  };
  return x.is_sparse() ? sums(x.sparse().values()) : sums(x.dense());
}
inline void require_not_negative(const char* model, const Numbers& sums) {
  require_finite(model, sums);
  if (sums[2] == 0) return;
  throw Error(std::string("relatile: ") + model + ": " + std::to_string(std::int64_t(sums[2])) +
              " elements are below 0");
}

/// Keeps products and quotients of numbers that are about 0 from being none.
inline constexpr double tiny = 1e-300;

/// One multiplicative update of w, for x about w h.
inline Matrix updated_left(const Features& x, const Matrix& w, const Matrix& h) {
  const Matrix wanted = times(x, as_array(transpose(h)));
  const Matrix made = matmul(w, matmul(h, transpose(h)));
  return w * wanted / maximum(made, tiny);
}

}  // namespace detail

RELATILE_INLINE Array<double, 2> NMF::fit_transform(const Features& x) {
  const std::int64_t k = options_.n_components;
  detail::require_factors("NMF", x, k);
  detail::require_count("NMF", "max_iter", options_.max_iter, 1);
  x.evaluate();
  const detail::Numbers sums = detail::sums_of_elements(x);
  detail::require_not_negative("NMF", sums);
  const double places = double(x.rows()) * double(x.columns());
  const double scale = std::sqrt(sums[0] / places / double(k));
  using detail::Matrix;
  Matrix w =
      abs(random::normal<double, 2>(0.0, scale, Extents{x.rows(), k}, random::Seed{options_.seed}));
  Matrix h = abs(
      random::normal<double, 2>(0.0, scale, Extents{k, x.columns()}, random::Seed{~options_.seed}));
  Session::current().evaluate({w.node(), h.node()});
  const auto error = [&] {
    const Array<double, 0> mixed = sum(transpose(detail::transposed_times(x, w)) * h);
    const Array<double, 0> made = sum(matmul(transpose(w), w) * matmul(h, transpose(h)));
    const detail::Numbers both = detail::numbers_of({detail::flat(mixed), detail::flat(made)});
    return std::sqrt(std::max(sums[1] - 2 * both[0] + both[1], 0.0));
  };
  const double first = error();
  double before = first;
  converged = false;
  for (n_iter = 0; n_iter < options_.max_iter && !converged;) {
    w = detail::updated_left(x, w, h);
    const Matrix wanted = transpose(detail::transposed_times(x, w));
    const Matrix made = matmul(matmul(transpose(w), w), h);
    h = h * wanted / maximum(made, detail::tiny);
    Session::current().evaluate({w.node(), h.node()});
    if (++n_iter % 10 != 0) continue;
    const double now = error();
    converged = before - now <= options_.tol * first;
    before = now;
  }
  reconstruction_err = error();
  components = h;
  n_features_in = x.columns();
  return w;
}

RELATILE_INLINE Array<double, 2> NMF::transform(const Features& x) const {
  detail::require_columns("NMF", x, n_features_in);
  x.evaluate();
  const detail::Numbers sums = detail::sums_of_elements(x);
  detail::require_not_negative("NMF", sums);
  const std::int64_t k = components.shape(0);
  const double places = double(x.rows()) * double(x.columns());
  Array<double, 2> w = full({x.rows(), k}, std::sqrt(sums[0] / std::max(places, 1.0) / double(k)));
  for (int i = 0; i < options_.max_iter; ++i) {
    w = detail::updated_left(x, w, components);
    Session::current().evaluate({w.node()});
  }
  return w;
}

namespace detail {

/// The factors of rows, given those of columns.
inline Matrix fitted_factors(const Features& x, const Matrix& v, double alpha) {
  const std::int64_t f = v.shape(1);
  const Matrix right = times(x, v);
  if (!x.is_sparse()) {
    Numbers gram = numbers_of({flat(as_array(matmul(transpose(v), v)))});
    require_finite("ALS", gram);
    for (std::int64_t i = 0; i < f; ++i) gram[std::size_t(i * f + i)] += alpha;
    Numbers unit(gram.size(), 0);
    for (std::int64_t i = 0; i < f; ++i) unit[std::size_t(i * f + i)] = 1;
    return matmul(right, matrix_of(kernel::solve_symmetric(gram, f, unit, f).x, f, f));
  }
  const Matrix squares =
      reshape(v(all_of_axis, all_of_axis, newaxis) * v(all_of_axis, newaxis, all_of_axis),
              {v.shape(0), f * f});
  const Matrix grams = matmul(x.sparse().with_values(ones({x.sparse().nnz()})), squares);
  return Matrix(made_of_rows(x.rows(), {{grams.node()}, {right.node()}},
                             kernel::ridge_rows(f, alpha), element_type_of<double>(),
                             f * f * f / 3 + 2 * f * f, f));
}

inline void require_places(const char* of, const Array<std::int64_t, 1>& places,
                           std::int64_t count) {
  if (places.size() == 0) return;
  const std::int64_t wrong =
      item(sum(astype<std::int64_t>(where(places < std::int64_t{0}, true, places >= count))));
  if (wrong == 0) return;
  throw Error("relatile: ALS: " + std::to_string(wrong) + " " + of + " are not from 0 to " +
              std::to_string(count - 1));
}

/// The squared errors of what is known.
inline Array<double, 0> squared_errors(const Features& x, const Matrix& u, const Matrix& v) {
  if (!x.is_sparse()) return sum(square(x.dense() - matmul(u, transpose(v))));
  const SparseArray<double, 2> made = sddmm(x.sparse(), u, as_array(transpose(v)));
  return sum(square(x.sparse().values() - made.values()));
}

}  // namespace detail

RELATILE_INLINE ALS& ALS::fit(const Features& ratings) {
  detail::require_factors("ALS", ratings, options_.n_factors);
  detail::require_option("ALS", "alpha", options_.alpha,
                         options_.alpha > 0 && std::isfinite(options_.alpha),
                         "above 0, and finite");
  detail::require_count("ALS", "max_iter", options_.max_iter, 1);
  ratings.evaluate();
  detail::require_finite("ALS", detail::sums_of_elements(ratings));
  const Features by_item = ratings.is_sparse() ? Features(transpose(ratings.sparse()))
                                               : Features(transpose(ratings.dense()));
  by_item.evaluate();
  const std::int64_t f = options_.n_factors;
  detail::Matrix u = zeros({ratings.rows(), f});
  detail::Matrix v = random::normal<double, 2>(
      0.0, 1 / std::sqrt(double(f)), Extents{ratings.columns(), f}, random::Seed{options_.seed});
  Session::current().evaluate({v.node()});
  ALS fitted(options_);
  while (fitted.n_iter < options_.max_iter && !fitted.converged) {
    u = detail::fitted_factors(ratings, v, options_.alpha);
    v = detail::fitted_factors(by_item, u, options_.alpha);
    const Array<double, 0> lengths = sum(square(u)) + sum(square(v));
    const detail::Numbers both = detail::numbers_of(
        {detail::flat(detail::squared_errors(ratings, u, v)), detail::flat(lengths)});
    const double now = both[0] + options_.alpha * both[1];
    fitted.converged =
        fitted.n_iter > 0 && fitted.objective - now <= options_.tol * fitted.objective;
    fitted.objective = now;
    ++fitted.n_iter;
  }
  fitted.user_factors = u;
  fitted.item_factors = v;
  fitted.is_fitted_ = true;
  return *this = std::move(fitted);
}
RELATILE_INLINE void ALS::require_fitted() const {
  if (!is_fitted_) throw Error("relatile: ALS: call fit first");
}
RELATILE_INLINE Array<double, 2> ALS::predict() const {
  require_fitted();
  return matmul(user_factors, transpose(item_factors));
}
RELATILE_INLINE Array<double, 1> ALS::predict(const Array<std::int64_t, 1>& users,
                                              const Array<std::int64_t, 1>& items) const {
  require_fitted();
  if (users.size() != items.size()) {
    throw ShapeMismatch("relatile: ALS: " + std::to_string(users.size()) + " users and " +
                        std::to_string(items.size()) + " items; there is one of each for a rating");
  }
  detail::require_places("users", users, user_factors.shape(0));
  detail::require_places("items", items, item_factors.shape(0));
  return sum(take(user_factors, users, 0) * take(item_factors, items, 0), 1);
}

namespace detail {

/// The logarithmic derivative of the gamma function, of numbers above 0: by its recurrence up to 6,
/// and from there by its asymptotic series, to about 1e-11.
inline double digamma(double x) {
  double sum = 0;
  for (; x < 6; x += 1) sum -= 1 / x;
  const double r = 1 / (x * x);
  const double tail =
      r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r * (1.0 / 132)))));
  return sum + std::log(x) - 0.5 / x - tail;
}
/// exp of the expected logarithm of each row, which is distributed with these parameters.
inline Matrix exp_of_expected_log(const Matrix& parameters) {
  const auto each = vectorize([](double x) { return digamma(x); });
  return exp(each(parameters) - each(sum(parameters, 1, keepdims)));
}

/// Documents and topics while they are updated.
struct Documents {
  Matrix shares;    ///< (n, k): the parameters of their topics
  Matrix expected;  ///< exp of the expected logarithm
};
/// Counts over what topics make of them, where there are words.
inline SparseArray<double, 2> over_made(const SparseArray<double, 2>& x, const Matrix& expected,
                                        const Matrix& words) {
  const SparseArray<double, 2> made = sddmm(x, expected, words);
  return x.with_values(x.values() / (made.values() + 1e-100));
}
inline Documents updated_documents(const SparseArray<double, 2>& x, const Matrix& words,
                                   double prior, const LatentDirichletAllocationOptions& options) {
  Documents at;
  at.shares = ones({x.shape(0), words.shape(0)});
  at.expected = exp_of_expected_log(at.shares);
  const Matrix by_word = transpose(words);
  const int most = x.shape(0) == 0 ? 0 : options.max_doc_update_iter;  // of none, none changes most
  for (int i = 0; i < most; ++i) {
    const Matrix next = at.expected * matmul(over_made(x, at.expected, words), by_word) + prior;
    // Of the document that changes most, so that others beside it make no difference.
    const Array<double, 0> change = max(mean(abs(next - at.shares), 1));
    at.shares = next;
    at.expected = exp_of_expected_log(next);
    const Array<double, 1> told = flat(change);
    Session::current().evaluate({told.node(), at.shares.node(), at.expected.node()});
    if (to_vector(told).front() < options.mean_change_tol) break;
  }
  return at;
}
inline SparseArray<double, 2> counts_of(const char* model, const Features& x) {
  x.evaluate();
  require_not_negative(model, sums_of_elements(x));
  return x.is_sparse() ? x.sparse() : to_sparse(x.dense());
}
inline double prior_of(double given, std::int64_t components) {
  return given > 0 ? given : 1 / double(components);
}

}  // namespace detail

RELATILE_INLINE LatentDirichletAllocation& LatentDirichletAllocation::fit(const Features& x) {
  const std::int64_t k = options_.n_components;
  const char* const name = "LatentDirichletAllocation";
  detail::require_factors(name, x, k);
  detail::require_amount(name, "doc_topic_prior", options_.doc_topic_prior);
  detail::require_amount(name, "topic_word_prior", options_.topic_word_prior);
  detail::require_count(name, "max_iter", options_.max_iter, 0);
  detail::require_count(name, "max_doc_update_iter", options_.max_doc_update_iter, 0);
  const SparseArray<double, 2> counts = detail::counts_of(name, x);
  const double of_topics = detail::prior_of(options_.doc_topic_prior, k);
  const double of_words = detail::prior_of(options_.topic_word_prior, k);
  LatentDirichletAllocation fitted(options_);
  fitted.components =
      random::gamma<double, 2>(100.0, 0.01, Extents{k, x.columns()}, random::Seed{options_.seed});
  while (fitted.n_iter < options_.max_iter && !fitted.converged) {
    const detail::Matrix words = detail::exp_of_expected_log(fitted.components);
    Session::current().evaluate({fitted.components.node(), words.node()});
    const auto documents = detail::updated_documents(counts, words, of_topics, options_);
    const auto ratios = detail::over_made(counts, documents.expected, words);
    const detail::Matrix next = words * matmul(transpose(documents.expected), ratios) + of_words;
    const detail::Numbers change =
        detail::numbers_of({detail::flat(as_array(sum(abs(next - fitted.components)))),
                            detail::flat(as_array(sum(next)))});
    fitted.converged = change[0] < options_.tol * change[1];
    fitted.components = next;
    ++fitted.n_iter;
  }
  fitted.n_features_in = x.columns();
  return *this = std::move(fitted);
}
RELATILE_INLINE Array<double, 2> LatentDirichletAllocation::transform(const Features& x) const {
  detail::require_columns("LatentDirichletAllocation", x, n_features_in);
  const auto counts = detail::counts_of("LatentDirichletAllocation", x);
  const detail::Matrix words = detail::exp_of_expected_log(components);
  Session::current().evaluate({words.node()});
  const auto documents = detail::updated_documents(
      counts, words, detail::prior_of(options_.doc_topic_prior, options_.n_components), options_);
  return documents.shares / sum(documents.shares, 1, keepdims);
}

}  // namespace relatile::models
