// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstddef>
#include <limits>
#include <relatile/sparse.hpp>
#include <string>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace sparse_products_test {

// Products of sparse arrays between processes: the same on any number of them.

namespace rt = relatile;

TEST_CASE("what was expected of products is the same on all ranks, before and after they ran") {
  rt::Context context(MPI_COMM_WORLD);
  rt::random::seed(11);
  const rt::SparseArray<double> s = rt::random::rmat(9, 6);
  const rt::SparseArray<double> product = rt::matmul(s, s);
  const rt::Array<double, 0> total = rt::sum(product);
  const std::string before = rt::explain(total, rt::in_full);
  rt::evaluate(total);
  rt::test::require_exact_traffic(rt::report(total));
  CHECK(total.item() == Approx(rt::item(rt::sum(rt::matmul(rt::to_dense(s), rt::to_dense(s))))));
  const auto said = [&](const std::string& text) {
    const auto at = text.find(", ~");
    REQUIRE(at != std::string::npos);
    return text.substr(at, text.find("(1 times)", at) - at);
  };
  CHECK(said(before) == said(rt::explain(total, rt::in_full)));
  CHECK(said(before).find(" and " + rt::grouped(product.nnz()) + " found") != std::string::npos);
}

TEST_CASE("shortest ways over a sparse array of three dimensions") {
  rt::Context context(MPI_COMM_WORLD);
  // From i by way of j to k, at a price that depends on all three; k is left at a price, too.
  const auto places = rt::reshape(rt::arange<double>(7.0 * 6 * 5), {7, 6, 5});
  const auto price = rt::to_sparse(rt::where(places % 4.0 == 1.0, places % 13.0 + 1.0, 0.0));
  const rt::Array<double, 1> by_j = rt::arange<double>(6.0) * 2.0;
  const rt::Array<double, 1> by_k = 9.0 - rt::arange<double>(5.0);
  const rt::Array<double, 1> least = rt::einsum<"ijk,j,k->i", rt::MinPlus>(price, by_j, by_k);
  rt::evaluate(least);
  rt::test::require_exact_traffic(rt::report(least));
  const rt::Array<double, 2> through = rt::mode_dot<rt::MinPlus>(price, by_k, 2);
  std::vector<double> wanted(7, std::numeric_limits<double>::infinity());
  std::vector<double> wanted_through(42, std::numeric_limits<double>::infinity());
  for (std::size_t place = 0; place < 210; ++place) {
    if (place % 4 != 1) continue;
    const std::size_t j = place / 5 % 6;
    const double to_k = double(place % 13 + 1) + 9.0 - double(place % 5);
    wanted[place / 30] = std::min(wanted[place / 30], to_k + 2.0 * double(j));
    wanted_through[place / 5] = std::min(wanted_through[place / 5], to_k);
  }
  CHECK(rt::to_vector(least) == wanted);
  CHECK(rt::to_vector(through) == wanted_through);
}

}  // namespace sparse_products_test
