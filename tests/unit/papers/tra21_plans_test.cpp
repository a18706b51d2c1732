// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <string>
#include <vector>

#include <relatile/papers/tra21/plans.hpp>

#include "support/catch.hpp"

namespace tra21_plans_test {

// Tables 4, 6 and 9 of [tra21]. The tables print two digits; the costs here are exact.

using relatile::Floats;
using namespace relatile::papers::tra21;

namespace {

/// As the paper prints costs: 1.6e+10.
std::string two_digits(Floats floats) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", static_cast<double>(floats.value));
  return text;
}

}  // namespace

TEST_CASE("a broadcast moves its floats once for every site, a shuffle once") {
  CHECK(bcast(Floats{7}, 5) == Floats{35});
  CHECK(shuf(Floats{7}) == Floats{7});
  const Moves moves = Moves(3).bcast("R", 10).shuf("S", 4);
  REQUIRE(moves.all().size() == 2);
  CHECK(moves.all()[0].text == "BCAST R");
  CHECK(moves.all()[1].floats == Floats{4});
  CHECK(moves.total() == Floats{34});
}

TEST_CASE("Table 4: three products by three plans on 10 sites") {
  struct Row {
    Product product;
    std::string bmm, cpmm, rmm;
  };
  const std::vector<Row> table{
      {{40'000, 40'000, 40'000}, "1.6e+10", "1.6e+10", "1.6e+10"},
      {{10'000, 640'000, 10'000}, "6.4e+10", "1.0e+09", "6.4e+10"},
      {{80'000, 10'000, 80'000}, "8.0e+09", "6.4e+10", "8.0e+09"},
  };
  for (const auto& [p, printed_bmm, printed_cpmm, printed_rmm] : table) {
    CHECK(two_digits(bmm(p, 10).total()) == printed_bmm);
    CHECK(two_digits(cpmm(p, 10).total()) == printed_cpmm);
    CHECK(bmm(p, 10).total().value == 10 * p.k * p.j);
    CHECK(cpmm(p, 10).total().value == 10 * p.i * p.j);
    // With I = J only the sum of the copies counts; the paper's ten of them fit any grid.
    for (std::int64_t x_copies = 1; x_copies < 10; ++x_copies) {
      CHECK(two_digits(rmm(p, x_copies, 10 - x_copies, 10).total()) == printed_rmm);
    }
  }
  CHECK(rmm({2, 3, 5}, 4, 7, 10).total().value == 4 * 2 * 3 + 7 * 3 * 5);
}

TEST_CASE("Table 6: nearest neighbours on 8 sites, with its entries in their right places") {
  // The table exchanges the names of the data sets and, besides, two of its entries.
  const NearestNeighbour large{1'500'000, 6'000};
  const NearestNeighbour wide{6'000, 100'000};
  CHECK(two_digits(nearest_horizontal(large, 8).total()) == "2.9e+08");
  CHECK(two_digits(nearest_vertical(large, 8).total()) == "7.2e+10");
  CHECK(two_digits(nearest_horizontal(wide, 8).total()) == "8.0e+10");
  CHECK(two_digits(nearest_vertical(wide, 8).total()) == "4.8e+09");
  for (const auto& [n, d] : {large, wide}) {
    CHECK(nearest_horizontal({n, d}, 8).total().value == 8 * d * d + 8 * d + 2);
    CHECK(nearest_vertical({n, d}, 8).total().value == 8 * n * d + 8 * d + n + 2);
  }
}

TEST_CASE("Table 9: two layers, data parallel and model parallel, on 5 sites") {
  struct Row {
    FeedForward net;
    std::string dp, mp;
  };
  const auto speech = [](std::int64_t h) { return FeedForward{10'000, 1'600, h, 10}; };
  const auto xml = [](std::int64_t h) { return FeedForward{1'000, 597'540, h, 14'588}; };
  const std::vector<Row> table{
      {speech(100'000), "9.7e+08", "1.0e+10"}, {speech(150'000), "1.4e+09", "1.5e+10"},
      {speech(200'000), "1.9e+09", "2.0e+10"}, {xml(1'000), "3.7e+09", "1.0e+07"},
      {xml(3'000), "1.1e+10", "3.0e+07"},      {xml(5'000), "1.8e+10", "5.0e+07"},
      {xml(7'000), "2.6e+10", "7.0e+07"},
  };
  for (const auto& [net, printed_dp, printed_mp] : table) {
    CHECK(two_digits(data_parallel(net, 5).total()) == printed_dp);
    CHECK(two_digits(model_parallel(net, 5).total()) == printed_mp);
    CHECK(data_parallel(net, 5).total().value == (5 + 1) * (net.d * net.h + net.h * net.l));
    CHECK(model_parallel(net, 5).total().value == 2 * 5 * net.n * net.h);
  }
  // The table prints 1.5e9 for Speech-150k, data parallel: 1.449e9, rounded up twice.
  CHECK(data_parallel(speech(150'000), 5).total() == Floats{1'449'000'000});
}

}  // namespace tra21_plans_test
