// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <vector>

#include <relatile/papers/ein24/cost.hpp>

#include "support/catch.hpp"

namespace ein24_cost_test {

// The examples of [ein24], sections 6 to 8. Partition vectors are over (i, j, k).

namespace rt = relatile;
using rt::Extents;
using rt::placement::PartitionVector;
using rt::tra::Labelling;
using namespace rt::papers::ein24;

namespace {

const Labelling product{{{0, 1}, {1, 2}}, {0, 2}, {"i", "j", "k"}};
const Extents eight{8, 8, 8};

}  // namespace

TEST_CASE("a join makes a tuple for each combination of parts, shared labels once") {
  CHECK(num_calls(product, {16, 2, 4}) == 128);
  CHECK(num_calls(product, {4, 1, 4}) == 16);
}

TEST_CASE("an 8 x 8 product in 16 calls costs what the paper computes") {
  struct Row {
    PartitionVector d;
    double join, agg;
  };
  for (const auto& [d, join, agg] : std::vector<Row>{
           {{4, 1, 4}, 512, 0}, {{2, 1, 8}, 640, 0}, {{2, 4, 2}, 256, 192}, {{2, 2, 4}, 384, 64}}) {
    CHECK(num_calls(product, d) == 16);
    CHECK(cost_join(product, eight, d) == join);
    CHECK(cost_agg(product, eight, d) == agg);
  }
}

TEST_CASE("cutting 8 x 8 anew costs what the paper's formula says") {
  CHECK(cost_repart({8, 8}, {2, 4}, {4, 1}) == 320);
  // The producer's sub-tensors are used whole: not the 256 of the authors' code.
  CHECK(cost_repart({8, 8}, {2, 4}, {2, 1}) == 240);
  CHECK(cost_repart({8, 8}, {2, 4}, {2, 4}) == 0);
  // The other way round each consumer has one producer: its piece is cut out and sent.
  CHECK(cost_repart({8, 8}, {2, 1}, {2, 4}) == 4 * 64);
  CHECK(cost_repart({0, 8}, {2, 1}, {2, 4}) == 0);
}

TEST_CASE("partitionings of 2^N calls over D labels are counted and listed") {
  CHECK(num_partitionings(10, 6) == 3'003);
  CHECK(num_partitionings(3, 3) == 10);
  CHECK(num_partitionings(0, 4) == 1);
  const Labelling six{{{0, 1, 2, 3}, {2, 3, 4, 5}}, {0, 1, 4, 5}, {}};
  const Extents long_enough = Extents::filled(6, 1024);
  CHECK(viable(six, long_enough, 10).size() == 3'003);
}

TEST_CASE("a product in 8 calls has ten partition vectors; the paper lists eight of them") {
  const std::vector<PartitionVector> expected{{1, 1, 8}, {1, 2, 4}, {1, 4, 2}, {1, 8, 1},
                                              {2, 1, 4}, {2, 2, 2}, {2, 4, 1}, {4, 1, 2},
                                              {4, 2, 1}, {8, 1, 1}};
  CHECK(viable(product, eight, 3) == expected);
  for (const auto& d : expected) CHECK(num_calls(product, d) == 8);
}

TEST_CASE("labels are not cut into more parts than they have values") {
  CHECK(viable(product, {8, 2, 1}, 3) == std::vector<PartitionVector>{{4, 2, 1}, {8, 1, 1}});
  CHECK(viable(product, {2, 1, 1}, 3).empty());
}

TEST_CASE("an einsum may have any number of operands and repeated labels") {
  // "iik,k,kj->ij": the diagonal's blocks are read as blocks of the whole.
  const Labelling three{{{0, 0, 1}, {1}, {1, 2}}, {0, 2}, {}};
  const Extents bounds{8, 6, 4};
  const PartitionVector d{2, 3, 2};
  CHECK(num_calls(three, d) == 12);
  CHECK(cost_join(three, bounds, d) == 12 * (4 * 4 * 2 + 2 + 2 * 2));
  CHECK(cost_agg(three, bounds, d) == (12 - 4) * 4 * 2);
  // A map: nothing is aggregated.
  const Labelling sum{{{0, 1}, {0, 1}}, {0, 1}, {}};
  CHECK(cost_join(sum, {8, 8}, {2, 2}) == 4 * (16 + 16));
  CHECK(cost_agg(sum, {8, 8}, {2, 2}) == 0);
}

TEST_CASE("parts that do not divide the bounds count their average") {
  CHECK(cost_join(product, {10, 9, 7}, {4, 1, 3}) == Approx(12 * (2.5 * 9 + 9 * 7.0 / 3)));
}

TEST_CASE("a node's einsum is read off its accesses") {
  rt::tra::Node node;
  node.label_names = {"i", "j"};
  node.accesses = {rt::Access::of_labels({1, 0}), rt::Access::of_labels({-1, 1})};
  node.output = rt::Access::of_labels({0});
  const Labelling einsum = labelling_of(node);
  CHECK(einsum.operands == std::vector<std::vector<int>>{{1, 0}, {1}});
  CHECK(einsum.output == std::vector<int>{0});
  CHECK(partition_of(einsum.operands[0], {3, 5}) == PartitionVector{5, 3});
}

}  // namespace ein24_cost_test
