// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <relatile/linalg.hpp>
#include <relatile/spectral.hpp>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace polyfit_test {

namespace rt = relatile;

TEST_CASE("polyfit finds the coefficients that polyval took") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto x = rt::linspace(-2.0, 3.0, 40);
  const auto p = rt::array({0.5, -1.0, 0.0, 4.0});
  CHECK(bool(rt::allclose(rt::polyfit(x, rt::polyval(p, x), 3), p, 1e-10, 1e-10)));
  // numpy.polyfit([0, 1, 2, 3, 4, 5], [0, 0.8, 0.9, 0.1, -0.8, -1], 3), of its page.
  const auto y = rt::array({0.0, 0.8, 0.9, 0.1, -0.8, -1.0});
  CHECK(bool(rt::allclose(rt::polyfit(rt::arange(6), y, 3),
                          rt::array({0.08703704, -0.81349206, 1.69312169, -0.03968254}), 1e-6)));
  CHECK(bool(rt::allclose(rt::polyfit(rt::arange(6), y, 0), rt::mean(y, 0, rt::keepdims))));
  const auto both = rt::stack({y, rt::as_array(2.0 * y)}, 1);
  const auto fitted = rt::polyfit(rt::arange(6), both, 2);
  CHECK(fitted.shape() == rt::Extents{3, 2});
  CHECK(bool(rt::allclose(fitted(rt::all_of_axis, 1), 2.0 * rt::polyfit(rt::arange(6), y, 2))));
}

TEST_CASE("polyfit of far points, of points that are all one, and of other types") {
  auto context = rt::Context::loopback(2);
  // Powers of 1000 differ by 12 digits: columns of length 1 do not.
  const auto far = rt::linspace(1000.0, 2000.0, 30);
  const auto p = rt::array({1e-6, -2.0, 3.0});
  const auto at = rt::polyval(rt::polyfit(far, rt::polyval(p, far), 2), far);
  CHECK(bool(rt::allclose(at, rt::polyval(p, far), 1e-10)));
  CHECK(bool(rt::allclose(rt::polyfit(rt::zeros({3}), rt::ones({3}), 1), rt::array({0.0, 1.0}))));
  static_assert(std::is_same_v<decltype(rt::polyfit(rt::ones<float>({3}), rt::ones<float>({3}), 1)),
                               rt::Array<float, 1>>);
  using C = std::complex<double>;
  const auto z = rt::array({C(0, 1), C(2, 0), C(1, -1)});
  const auto line = rt::array({C(1, 2), C(0, -1)});
  CHECK(bool(rt::allclose(rt::polyfit(z, rt::polyval(line, z), 1), line)));
  REQUIRE_THROWS_AS(rt::polyfit(far, far, -1), rt::ShapeMismatch);
  REQUIRE_THROWS_WITH(rt::polyfit(rt::zeros({0}), rt::zeros({0}), 1),
                      Catch::Matchers::ContainsSubstring("polyfit: x has no points"));
  REQUIRE_THROWS_AS(rt::polyfit(far, rt::ones({29}), 1), rt::ShapeMismatch);
}

}  // namespace polyfit_test
