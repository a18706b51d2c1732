// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <relatile/sparse.hpp>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace tensor_einsum_test {

// Einsums of a sparse array of other than two dimensions against those of the dense one.

namespace rt = relatile;

namespace {

template <class T>
rt::Array<T, 1> numbers(std::int64_t count, std::int64_t step) {
  return rt::astype<T>(rt::arange<std::int64_t>(count) * step % std::int64_t{7} - std::int64_t{2});
}
template <class T, std::size_t N>
rt::Array<T, int(N)> dense(const rt::Extent (&shape)[N], std::int64_t step) {
  const std::int64_t count = rt::volume(rt::detail::to_extents(shape));
  return rt::reshape(numbers<T>(count, step), shape);
}
/// With entries at about a third of the places.
template <class T, std::size_t N>
auto sparse(const rt::Extent (&shape)[N]) {
  const auto x = dense<T>(shape, 5);
  return rt::to_sparse(rt::where(x > T(1), x, T(0)));
}

/// One string, of a sparse operand and of the dense one.
template <rt::einsum_detail::FixedString Text, class... X>
void check(const X&... x) {
  const auto as_dense = [](const auto& operand) {
    if constexpr (requires { operand.nnz(); }) {
      return rt::to_dense(operand);
    } else {
      return operand;
    }
  };
  INFO(Text.view());
  const auto made = as_dense(rt::einsum<Text>(x...));
  const auto wanted = rt::einsum<Text>(as_dense(x)...);
  REQUIRE(made.shape() == wanted.shape());
  CHECK(rt::to_vector(rt::astype<double>(made)) == rt::to_vector(rt::astype<double>(wanted)));
}

/// The form of a string whose first operand is sparse, in short.
template <rt::einsum_detail::FixedString Text, class... Dense>
constexpr rt::einsum_detail::TensorForm::Kind form_of() {
  return rt::einsum_detail::tensor_form(
             rt::einsum_detail::labels_of_tensor<Text, rt::SparseArray<double, 3>, Dense...>())
      .kind;
}

}  // namespace

TEST_CASE("what has no form is known from the labels") {
  using Form = rt::einsum_detail::TensorForm::Kind;
  using M = rt::Array<double, 2>;
  STATIC_REQUIRE(form_of<"ijk->kij">() == Form::transpose);
  STATIC_REQUIRE(form_of<"ijk,ir->r", M>() == Form::sums);
  STATIC_REQUIRE(form_of<"ijk,jr,kr->ir", M, M>() == Form::mttkrp);
  STATIC_REQUIRE(form_of<"ijk,jr,kr,ir->r", M, M, M>() == Form::mttkrp);
  STATIC_REQUIRE(form_of<"ijk,jr,ks->irs", M, M>() == Form::mode_product);
  STATIC_REQUIRE(form_of<"iik->ik">() == Form::none);
  STATIC_REQUIRE(form_of<"ijk,jk->ijk", M>() == Form::none);
  STATIC_REQUIRE(form_of<"ijk,kr->ijkr", M>() == Form::none);
  STATIC_REQUIRE(form_of<"ijk,kk->ij", M>() == Form::none);
  STATIC_REQUIRE(form_of<"ijk,jk->i", M>() == Form::none);
  STATIC_REQUIRE(form_of<"ijk,kr,ks->ijrs", M, M>() == Form::none);
}

TEMPLATE_TEST_CASE("einsums of one sparse array are transposes and sums", "", double,
                   std::int32_t) {
  using T = TestType;
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const auto s = sparse<T>({23, 7, 5});
  check<"ijk->ijk">(s);
  check<"ijk->kij">(s);
  check<"ijk">(s);
  check<"kji">(s);
  check<"abc->ca">(s);
  check<"ijk->j">(s);
  check<"ijk->ij">(s);
  check<"ijk->">(s);
  const auto vector = sparse<T>({31});
  check<"i->i">(vector);
  check<"i->">(vector);
  check<"ijkl->lj">(sparse<T>({5, 3, 4, 6}));
}

TEMPLATE_TEST_CASE("einsums of a sparse array are mode products", "", double, std::int32_t) {
  using T = TestType;
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const auto s = sparse<T>({23, 7, 5});
  const auto b = dense<T>({7, 3}, 3);
  const auto c = dense<T>({4, 5}, 2);
  check<"ijk,i->jk">(s, numbers<T>(23, 3));
  check<"j,ijk->ki">(numbers<T>(7, 3), s);
  check<"ijk,k->ij">(s, numbers<T>(5, 3));
  check<"ijk,jr->irk">(s, b);
  check<"ijk,jr->rki">(s, b);
  check<"rk,ijk->ijr">(c, s);
  check<"ijk,ri->rjk">(s, dense<T>({2, 23}, 3));
  check<"ijk,jr->ik">(s, b);
  check<"ijk,jr,sk->irs">(s, b, c);
  check<"ijk,jr->ir">(s, b);
  check<"ijk,j->">(s, numbers<T>(7, 3));
  check<"ijkl,rl->ijkr">(sparse<T>({5, 3, 4, 6}), dense<T>({2, 6}, 3));
}

TEMPLATE_TEST_CASE("einsums of a sparse array are mttkrp", "", double, std::int32_t) {
  using T = TestType;
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const auto s = sparse<T>({23, 7, 5});
  const auto a = dense<T>({23, 3}, 2);
  const auto b = dense<T>({7, 3}, 3);
  const auto c = dense<T>({5, 3}, 4);
  check<"ijk,jr,kr->ir">(s, b, c);
  check<"ijk,jr,kr->ri">(s, b, c);
  check<"kr,ijk,ir->jr">(c, s, a);
  check<"ijk,ri,jr->kr">(s, rt::as_array(rt::transpose(a)), b);
  check<"ijk,jr,kr->i">(s, b, c);
  check<"ijk,j,k->i">(s, numbers<T>(7, 2), numbers<T>(5, 3));
  check<"i,ijk,k->j">(numbers<T>(23, 2), s, numbers<T>(5, 3));
  check<"ijk,ir,jr,kr->">(s, a, b, c);
  check<"ijk,ir,jr,kr->r">(s, a, b, c);
  check<"ijk,jr,kr,rq->iq">(s, b, c, dense<T>({3, 2}, 3));
  const auto four = sparse<T>({5, 3, 4, 6});
  check<"ijkl,ir,jr,lr->kr">(four, dense<T>({5, 2}, 2), dense<T>({3, 2}, 3), dense<T>({6, 2}, 4));
}

TEST_CASE("einsums of sparse arrays promote, refuse other extents, and send what is predicted") {
  auto context = rt::Context::loopback(4);
  const auto s = sparse<float>({23, 7, 5});
  const auto b = dense<double>({7, 3}, 3);
  const auto c = dense<double>({5, 3}, 4);
  const auto y = rt::einsum<"ijk,jr,kr->ir">(s, b, c);
  static_assert(std::is_same_v<decltype(y), const rt::Array<double, 2>>);
  rt::evaluate(y);
  rt::test::require_exact_traffic(rt::report(y));
  const auto z = rt::einsum<"ijk,ir->rjk">(s, dense<float>({23, 4}, 3));
  rt::evaluate(z);
  rt::test::require_exact_traffic(rt::report(z));
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(
      (rt::einsum<"ijk,jr,kr->ir">(s, b, b)),
      ContainsSubstring("label k has extent 5, and in operand 2, of shape (7, 3), 7"));
  CHECK_THROWS_AS((rt::einsum<"ijk,k->ij">(s, rt::ones({1}))), rt::ShapeMismatch);
}

}  // namespace tensor_einsum_test
