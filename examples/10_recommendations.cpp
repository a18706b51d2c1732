// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 10: what users would think of items that they have not rated, by alternating least squares and by
// Funk's gradient descent: a sparse matrix of ratings is about the product of two thin factors.
//
//   mpirun -n 4 ./10_recommendations

#include <Eigen/Dense>
#include <cmath>
#include <relatile/relations.hpp>
#include <relatile/sparse.hpp>

namespace rt = relatile;
using Ratings = rt::SparseArray<double>;
using Factor = rt::Array<double, 2>;

constexpr std::int64_t features = 5;
constexpr double ridge = 0.1;

/// The root of the mean square of what u v misses of the ratings.
double error_of(const Ratings& ratings, const Factor& u, const Factor& v) {
  const auto missed = ratings - rt::sddmm(ratings, u, rt::transpose(v));
  return std::sqrt(rt::item(rt::mean(rt::square(missed.values()))));
}

/// The factor whose rows fit the ratings best, given the other one: row i solves
///   (sum of v_j v_j' over what i rated, + ridge) u_i = sum of r_ij v_j,
/// in which the sums are sparse products, and a kernel on blocks of rows solves.
Factor fitted(const Ratings& ratings, const Factor& v) {
  const std::int64_t size = features * features;
  const auto squares = rt::reshape(v(rt::all_of_axis, rt::all_of_axis, rt::newaxis) *
                                       v(rt::all_of_axis, rt::newaxis, rt::all_of_axis),
                                   {v.shape(0), size});
  const auto gram = rt::matmul(ratings.with_values(rt::ones({ratings.nnz()})), squares);
  const auto right = rt::matmul(ratings, v);
  const auto solve = [](const auto& grams, const auto& rights) {
    Eigen::MatrixXd rows = rights;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      Eigen::MatrixXd matrix = grams.row(i).reshaped(features, features);
      matrix.diagonal().array() += ridge;
      rows.row(i) = matrix.llt().solve(rows.row(i).transpose()).transpose();
    }
    return rows;
  };
  return rt::to_array(rt::join(rt::blocks(gram, {100, size}), rt::blocks(right, {100, features}),
                               rt::on<0, 1>, rt::on<0, 1>, solve));
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t users = 800;
  const std::int64_t items = 500;
  const double noise = 0.2;

  // Some users rated some items, by tastes that nobody knows, and not exactly.
  const Factor tastes = rt::random::normal(0.0, 1.0, {users, features});
  const Factor traits = rt::random::normal(0.0, 1.0, {features, items});
  const auto rated = rt::random::sparse({users, items}, 0.1);
  const auto exact = rt::sddmm(rated, tastes, traits);
  const Ratings ratings =
      exact.with_values(exact.values() + rt::random::normal(0.0, noise, {exact.nnz()}));

  // A tenth of the ratings is kept from the methods.
  const rt::Array<bool, 1> is_kept = rt::random::uniform(0.0, 1.0, {ratings.nnz()}) < 0.1;
  const Ratings test = rt::keep_entries(ratings, is_kept);
  const Ratings train = rt::keep_entries(ratings, !is_kept);
  rt::print(train, "to learn from,", test.nnz(), "to test");

  // Alternating least squares.
  const Ratings by_item = rt::transpose(train);
  const Factor start = rt::random::normal(0.0, 0.3, {items, features});
  Factor v = start;
  Factor u;
  for (int sweep = 1; sweep <= 10; ++sweep) {
    u = fitted(train, v);
    v = fitted(by_item, u);
    rt::evaluate(u, v);
    rt::print("sweep", sweep, "error", error_of(train, u, v), "of ratings kept",
              error_of(test, u, v));
  }
  const double of_squares = error_of(test, u, v);

  // Funk's way: all factors go down the gradient, by sampled and by sparse products.
  v = start;
  u = rt::random::normal(0.0, 0.3, {users, features});
  const double rate = 0.005;
  for (int step = 1; step <= 150; ++step) {
    const Ratings missed = train - rt::sddmm(train, u, rt::transpose(v));
    const Factor of_u = rt::matmul(missed, v) - ridge * u;
    const Factor of_v = rt::transpose(rt::matmul(rt::transpose(u), missed)) - ridge * v;
    u = u + rate * of_u;
    v = v + rate * of_v;
    rt::evaluate(u, v);
    if (step % 30 == 0) rt::print("step", step, "error of ratings kept", error_of(test, u, v));
  }
  const double of_steps = error_of(test, u, v);

  // Of each rating, noise remains, and as much of the others' as there are numbers in the factors
  // for each of them. Both methods minimise the same.
  const double numbers = double(features * (users + items - features));
  const double wanted = noise * std::sqrt(1 + numbers / double(train.nnz()));
  const auto is_right = [=](double error) { return std::abs(error - wanted) < 0.05 * wanted; };
  const bool right = is_right(of_squares) && is_right(of_steps);
  rt::print("noise", noise, "leads one to expect", wanted, right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
