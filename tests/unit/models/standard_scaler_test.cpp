// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <vector>

#include "support/model_data.hpp"

namespace standard_scaler_test {

namespace rt = relatile;
using rt::models::StandardScaler;
using Numbers = std::vector<double>;

TEST_CASE("StandardScaler gives columns mean 0 and variance 1, and takes them back") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  // The second column is constant, and 0.1 is not exact.
  const rt::Array<double, 2> x = rt::array({{1.0, 0.1, -2.0}, {2.0, 0.1, 0.0}, {6.0, 0.1, 8.0}});
  StandardScaler scaler;
  const rt::Array<double, 2> y = scaler.fit_transform(x);
  CHECK(bool(rt::allclose(scaler.mean, rt::array({3.0, 0.1, 2.0}))));
  CHECK(bool(rt::allclose(scaler.var, rt::array({14.0 / 3, 0.0, 56.0 / 3}))));
  CHECK(
      bool(rt::allclose(scaler.scale, rt::array({std::sqrt(14.0 / 3), 1.0, std::sqrt(56.0 / 3)}))));
  CHECK(scaler.n_features_in == 3);
  CHECK(bool(rt::allclose(rt::mean(y, 0), rt::zeros({3}))));
  CHECK(bool(rt::allclose(rt::var(y, 0), rt::array({1.0, 0.0, 1.0}))));
  CHECK(bool(rt::allclose(scaler.inverse_transform(y), x)));
  const auto more = scaler.transform(rt::array({{3.0, 2.1, 2.0}}));
  CHECK(bool(rt::allclose(more, rt::array({{0.0, 2.0, 0.0}}))));
}

TEST_CASE("StandardScaler leaves means, or deviations, as they are") {
  auto context = rt::Context::loopback(2);
  const auto x = rt::array({{1.0, 5.0}, {3.0, 5.0}});
  StandardScaler apart({.with_std = false});
  CHECK(rt::to_vector(apart.fit_transform(x)) == Numbers{-1, 0, 1, 0});
  StandardScaler divided({.with_mean = false});
  CHECK(rt::to_vector(divided.fit(2 * x).transform(x)) == Numbers{0.5, 5, 1.5, 5});
  CHECK(rt::to_vector(divided.inverse_transform(x)) == Numbers{2, 5, 6, 5});
  REQUIRE_THROWS_AS(StandardScaler().transform(x), rt::Error);
  REQUIRE_THROWS_AS(divided.transform(rt::ones({2, 3})), rt::ShapeMismatch);
  REQUIRE_THROWS_WITH(StandardScaler().fit(rt::to_sparse(x)),
                      "relatile: StandardScaler: fit takes dense features; take to_dense(x)");
  REQUIRE_THROWS_AS(StandardScaler().fit(x / 0.0), rt::Error);
  REQUIRE_THROWS_AS(StandardScaler().fit(x(rt::slice(0, 0))), rt::ShapeMismatch);
}

}  // namespace standard_scaler_test
