// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>
#include <fstream>
#include <regex>
#include <relatile/relatile.hpp>
#include <sstream>

#include "support/catch.hpp"

namespace golden_test {

// The plans of expressions that many programs are made of. See tests/golden/README.md.

namespace rt = relatile;

namespace {

rt::Array<double, 2> stored(const std::string& name, std::int64_t rows, std::int64_t cols,
                            const rt::Placing& placing) {
  const auto x = rt::named(rt::placed(rt::zeros({rows, cols}), placing), name);
  rt::evaluate(x);
  return x;
}

/// What stays the same on any machine model, and when a line is added to this file.
std::string without_times(std::string text) {
  for (const auto& [pattern, by] : std::initializer_list<std::pair<const char*, const char*>>{
           {R"(, [0-9.e+-]+ (us|ms|s)( predicted)?(?=\s))", ""},
           {R"( for a generic machine, not calibrated)", ""},
           {R"( +[0-9.e+-]+ (us|ms|s) more\n)", "\n"},
           {R"(\[golden_test.cpp:[0-9]+\])", "[golden_test.cpp]"}}) {
    text = std::regex_replace(text, std::regex(pattern), by);
  }
  return text;
}

template <class X>
void compare(const std::string& name, const std::string& what, const X& x) {
  const std::string path = RELATILE_TEST_DIRECTORY "/golden/" + name + ".txt";
  const std::string plan = "# " + what + "\n" + without_times(rt::explain(x, rt::in_full));
  if (std::getenv("RELATILE_UPDATE_GOLDEN")) std::ofstream(path) << plan;
  std::ostringstream expected;
  expected << std::ifstream(path).rdbuf();
  INFO("If the change is meant: see tests/golden/README.md");
  CHECK(plan == expected.str());
}

}  // namespace

TEST_CASE("golden: products of three shapes") {
  auto context = rt::Context::loopback(4);
  const auto tall = stored("tall", 10'000, 64, rt::split(0));
  const auto small = stored("small", 64, 16, rt::split(0));
  compare("product_tall", "tall (10000, 64) times small (64, 16)", rt::matmul(tall, small));

  const auto wide = stored("wide", 64, 10'000, rt::split(1));
  compare("product_inner", "wide (64, 10000) times tall (10000, 64)", rt::matmul(wide, tall));

  const std::vector<rt::placement::MeshAxis> grid{{2, 0}, {2, 1}};
  const auto a = stored("a", 1'000, 1'000, rt::split(grid));
  const auto b = stored("b", 1'000, 1'000, rt::split(grid));
  compare("product_square", "a times b, both (1000, 1000) on a 2 x 2 grid", rt::matmul(a, b));
}

TEST_CASE("golden: a chain of products") {
  auto context = rt::Context::loopback(4);
  const auto a = stored("a", 4'000, 50, rt::split(0));
  const auto b = stored("b", 50, 3'000, rt::split(1));
  const auto c = stored("c", 3'000, 40, rt::split(0));
  compare("chain", "a b c as one einsum: the order is chosen with the plan",
          rt::einsum<"ij,jk,kl->il">(a, b, c));
}

TEST_CASE("golden: the gradient of softmax regression") {
  auto context = rt::Context::loopback(4);
  const auto x = stored("images", 2'000, 784, rt::split(0));
  const auto y = stored("labels", 2'000, 10, rt::split(0));
  const auto w = stored("weights", 784, 10, rt::everywhere);
  const auto scores = rt::matmul(x, w);
  const auto powers = rt::exp(scores - rt::max(scores, 1, rt::keepdims));
  const auto error = powers / rt::sum(powers, 1, rt::keepdims) - y;
  compare("softmax_gradient", "x^T (softmax(x w) - y)",
          rt::named(rt::matmul(rt::transpose(x), error), "gradient"));
}

TEST_CASE("golden: a step of k-means") {
  auto context = rt::Context::loopback(4);
  const auto points = stored("points", 2'000, 64, rt::split(0));
  const auto centres = stored("centres", 10, 64, rt::everywhere);
  const auto assign = [](const auto& block, const auto& c) {
    return Eigen::MatrixXd::Zero(c.rows(), block.cols() + 1).eval();
  };
  const auto gained = rt::join(rt::blocks(points, {100, 64}), rt::blocks(centres, {10, 64}),
                               rt::on<1>, rt::on<1>, assign);
  compare("kmeans_step", "every block of points joined with the centres, summed over the blocks",
          rt::named(rt::aggregate(gained, rt::by<2, 1>, rt::kernel::add), "totals"));
}

TEST_CASE("golden: normalisation") {
  auto context = rt::Context::loopback(4);
  const auto x = stored("x", 5'000, 100, rt::split(0));
  const auto centred = rt::named(x - rt::mean(x, 0), "centred");
  const auto deviation = rt::sqrt(rt::mean(centred * centred, 0));
  compare("normalisation", "(x - mean(x)) / std(x), column by column",
          rt::as_array(centred / deviation));
}

TEST_CASE("golden: attention") {
  auto context = rt::Context::loopback(4);
  const auto tokens = [](const std::string& name) {
    const auto x = rt::named(rt::placed(rt::zeros({4, 128, 8, 32}), rt::split(0)), name);
    rt::evaluate(x);
    return x;
  };
  const auto q = tokens("queries");
  const auto k = tokens("keys");
  const auto v = tokens("values");
  const auto scores = rt::einsum<"bshd,bthd->bhst">(q, k);
  const auto powers = rt::exp(scores - rt::max(scores, 3, rt::keepdims));
  const auto weights = rt::as_array(powers / rt::sum(powers, 3, rt::keepdims));
  compare("attention", "softmax(q k^T) v of 4 sequences, 128 tokens, 8 heads of 32",
          rt::einsum<"bhst,bthd->bshd">(weights, v));
}

TEST_CASE("golden: half a step of alternating least squares") {
  auto context = rt::Context::loopback(4);
  const auto ratings = stored("ratings", 600, 400, rt::split(0));
  const auto movies = stored("movies", 400, 20, rt::split(0));
  const auto gram = rt::named(rt::matmul(rt::transpose(movies), movies), "gram");
  const auto users = rt::matmul(rt::matmul(ratings, movies), gram);
  compare("als_users", "the users' factors from the ratings and the movies'", users);
  compare("als_movies", "then the movies' from the ratings and the users'",
          rt::matmul(rt::transpose(ratings), users));
}

TEST_CASE("golden: shortest paths and a tensor in three modes") {
  auto context = rt::Context::loopback(3);
  const auto d = stored("distances", 900, 900, rt::split(0));
  compare("shortest_paths", "a step of min-plus squaring on 3 sites",
          rt::einsum<"ij,jk->ik", rt::MinPlus>(d, d));
  const auto t = rt::named(rt::placed(rt::zeros({120, 90, 60}), rt::split(0)), "tensor");
  rt::evaluate(t);
  const auto a = stored("a", 90, 8, rt::everywhere);
  const auto b = stored("b", 60, 8, rt::everywhere);
  compare("mttkrp", "the tensor times factors in two of its modes",
          rt::einsum<"ijk,jr,kr->ir">(t, a, b));
}

}  // namespace golden_test
