// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
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

}  // namespace sparse_products_test
