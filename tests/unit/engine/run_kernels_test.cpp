// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/engine/run_kernels.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace run_kernels_test {

namespace rt = relatile;
using rt::Box;
using rt::Extents;

namespace {

/// The labels along which an operator is cut, by their numbers in order, and into how many parts.
struct Stretches {
  std::vector<int> labels;
  std::size_t count = 0;
  friend bool operator==(const Stretches&, const Stretches&) = default;
};

/// Checks that the parts follow each other and are all there is.
Stretches stretches_of(const rt::tra::NodePtr& node) {
  const Box whole = Box::whole(node->labels);
  const std::vector<Box> parts = rt::engine::stretches_of(*node, whole);
  Stretches found{{}, parts.size()};
  for (int l = 0; l < node->labels.rank(); ++l) {
    CHECK(parts.front().low[l] == whole.low[l]);
    CHECK(parts.back().high[l] == whole.high[l]);
    if (parts.front().high[l] == whole.high[l]) continue;
    found.labels.push_back(l);
    for (std::size_t p = 1; p < parts.size(); ++p) CHECK(parts[p].low[l] == parts[p - 1].high[l]);
  }
  return found;
}
Stretches stretches_of(const std::string& text, const Extents& a, const Extents& b) {
  return stretches_of(graphs::einsum(text, {graphs::input(a), graphs::input(b)}));
}

}  // namespace

TEST_CASE("products are cut along columns, so that the right operand is copied once") {
  // Labels i 0, k 1, j 2.
  CHECK(stretches_of("ik,kj->ij", {1000, 500}, {500, 1000}) == Stretches{{2}, 7});
  CHECK(stretches_of("ik,kj->ij", {500, 500}, {500, 2000}) == Stretches{{2}, 15});
  CHECK(stretches_of("ik,kj->ij", {1500, 500}, {500, 1000}) == Stretches{{2}, 7});
  // Labels k 0, j 1, i 2: the operand without columns comes second.
  CHECK(stretches_of("kj,ik->ij", {500, 1000}, {1100, 500}) == Stretches{{1}, 7});
}

TEST_CASE("products of few columns, and those that copy the left operand, along what is longest") {
  CHECK(stretches_of("ik,kj->ij", {2000, 500}, {500, 700}) == Stretches{{0}, 15});
  CHECK(stretches_of("ik,kj->ij", {4000, 500}, {500, 300}) == Stretches{{0}, 18});
  CHECK(stretches_of("ik,kj->ij", {600, 5000}, {5000, 200}) == Stretches{{0}, 4});
  CHECK(stretches_of("ik,kj->ij", {300, 90'000}, {90'000, 10}) == Stretches{{0}, 2});
  // Labels k 0, i 1, j 2.
  CHECK(stretches_of("ki,kj->ij", {500, 1100}, {500, 1000}) == Stretches{{1}, 8});
  CHECK(stretches_of("ki,kj->ij", {500, 1000}, {500, 1100}) == Stretches{{2}, 8});
}

TEST_CASE(
    "batches and right operands with rows of the result are cut where nothing is read twice") {
  CHECK(stretches_of("bik,bkj->bij", {1000, 256, 64}, {1000, 64, 256}) == Stretches{{0}, 7});
  CHECK(stretches_of("ik,kab->iab", {600, 300}, {300, 10, 400}) == Stretches{{0}, 4});
}

TEST_CASE("stretches begin where whole tiles do") {
  const auto node = graphs::matmul(graphs::input({1000, 500}), graphs::input({500, 1000}));
  const Box whole = Box::whole(node->labels);
  for (const Box& part : rt::engine::stretches_of(*node, whole)) {
    CHECK(part.low[2] % rt::engine::shortest_stretch == 0);
    CHECK(part.high[2] - part.low[2] < 2 * rt::engine::shortest_stretch);
  }
}

TEST_CASE("what takes a short while, or has no label to cut along, stays whole") {
  CHECK(stretches_of("ik,kj->ij", {200, 200}, {200, 200}) == Stretches{{}, 1});
  CHECK(stretches_of("ik,ki->", {9000, 9000}, {9000, 9000}) == Stretches{{}, 1});
  CHECK(stretches_of(graphs::elementwise({graphs::input({90'000, 900})})) == Stretches{{0}, 2});
}

}  // namespace run_kernels_test
