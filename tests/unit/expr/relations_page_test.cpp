// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The code of docs/relations.md, which check_docs.py compares with it line by line, and what the
// page says of it.

#include <algorithm>
#include <map>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace relations_page_test {

namespace rt = relatile;

namespace {

struct Extremes {
  double least;
  double greatest;
};

}  // namespace

TEST_CASE("what docs/relations.md shows is so") {
  const auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const rt::Array<double, 2> x = rt::reshape(rt::arange(24.0), {4, 6});
  const auto r = rt::blocks(x, {2, 3});
  CHECK(r.frontier() == rt::Extents{2, 2});
  CHECK(r.size() == 4);
  CHECK(bool(rt::array_equal(rt::to_array(r), x)));

  const auto made = rt::relation_from_blocks<rt::Dense<double, 2>, 1>(
      {3}, [](rt::KeyOf<1> key) { return Eigen::MatrixXd::Constant(2, 2, double(key[0])); });
  CHECK(rt::to_map(made).at({2})(1, 1) == 2);

  std::map<rt::KeyOf<1>, Eigen::MatrixXd> mine;  // this rank's
  mine[{context.rank()}] = Eigen::MatrixXd::Constant(2, 2, double(context.rank()));
  const auto owned = rt::relation_from_local<rt::Dense<double, 2>, 1>(mine);
  CHECK(rt::to_map(owned).at({0})(1, 1) == 0);

  const auto means = rt::transform(r, [](const auto& block) { return block.mean(); });
  rt::print(rt::to_map(means));  // {[0, 0]: 4.0, [0, 1]: 7.0, [1, 0]: 16.0, [1, 1]: 19.0}
  using Means = std::map<rt::KeyOf<2>, double>;
  CHECK(rt::to_map(means) == Means{{{0, 0}, 4}, {{0, 1}, 7}, {{1, 0}, 16}, {{1, 1}, 19}});

  const auto s = rt::blocks(rt::transpose(x), {3, 2});
  const auto products = rt::join(r, s, rt::on<1>, rt::on<0>, rt::kernel::matmul);
  CHECK(products.node()->type.extents == rt::Extents{2, 2, 2});

  const auto c = rt::aggregate(products, rt::by<0, 2>, rt::kernel::add);
  const auto same = rt::allclose(rt::to_array(c), rt::matmul(x, rt::transpose(x)));
  CHECK(bool(same));

  const auto total = rt::aggregate(r, rt::by<>, rt::kernel::add);
  const auto placed = rt::rekey(total, [](rt::KeyOf<0>) { return rt::KeyOf<2>{0, 0}; });
  const rt::Array<double, 2> sum_of_blocks = rt::to_array(placed);
  CHECK(rt::to_vector(sum_of_blocks) == std::vector<double>{30, 34, 38, 54, 58, 62});

  const auto diagonal = rt::filter(r, [](rt::KeyOf<2> key) { return key[0] == key[1]; });
  const auto numbered = rt::rekey(diagonal, [](rt::KeyOf<2> key) { return rt::KeyOf<1>{key[0]}; });
  CHECK(numbered.frontier() == rt::Extents{2});
  CHECK(rt::to_map(numbered).at({1})(0, 0) == 15);

  const auto strips = rt::tile(r, rt::dim<1>, 1);
  const auto again = rt::concat(strips, rt::key_dim<2>, rt::array_dim<1>);
  CHECK(strips.frontier() == rt::Extents{2, 2, 3});
  CHECK(bool(rt::array_equal(rt::to_array(again), x)));
}

TEST_CASE("what docs/relations.md says of kernels and plans is so") {
  const auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const rt::Array<double, 2> x = rt::reshape(rt::arange(24.0), {4, 6});
  const auto r = rt::blocks(x, {2, 3});
  const auto of_blocks = rt::transform(r, [](const auto& block) {
    return Extremes{block.minCoeff(), block.maxCoeff()};
  });
  const auto of_all = rt::aggregate(of_blocks, rt::by<>, [](const Extremes& a, const Extremes& b) {
    return Extremes{std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
  });
  const Extremes found = rt::to_map(of_all).at({});
  CHECK(found.least == 0);
  CHECK(found.greatest == 23);

  const auto c = rt::aggregate(
      rt::join(r, r, rt::on<1>, rt::on<1>,
               [](const auto& one, const auto& other) { return one * other.transpose(); }),
      rt::by<0, 2>, rt::kernel::add);
  const std::string plan = rt::explain(c);
  CHECK(plan.find("join+aggregate") != std::string::npos);
}

}  // namespace relations_page_test
