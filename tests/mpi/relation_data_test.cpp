// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <boost/serialization/vector.hpp>
#include <map>
#include <relatile/array/relations/data.hpp>
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <vector>

#include "support/catch.hpp"
#include "support/traffic.hpp"

namespace relation_data_test {

// Relations from blocks that every rank makes or has, with different blocks on different ranks.

namespace rt = relatile;

namespace {

using Matrix = rt::BlockValue<rt::Dense<double, 2>>;

Matrix block(std::int64_t i, std::int64_t k) {
  return Matrix::Constant(1 + i % 2, 2 + k % 3, static_cast<double>(10 * i + k));
}

struct Bag {
  std::vector<double> values;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& values;
  }
};

/// Keys 0 .. 2 ranks - 1: rank r has 2 ranks - 1 - r, and if it is even also r.
template <class Value, class Make>
std::map<rt::KeyOf<1>, Value> owned(int rank, int ranks, Make&& make) {
  std::map<rt::KeyOf<1>, Value> mine;
  mine[{2 * ranks - 1 - rank}] = make(2 * ranks - 1 - rank);
  if (rank % 2 == 0) mine[{rank}] = make(rank);
  if (rank % 2 == 0 && rank + 1 < ranks) mine[{rank + 1}] = make(rank + 1);
  return mine;
}

template <class X>
void require_all(const X& x, std::int64_t count) {
  const auto there = rt::placed(x, rt::everywhere);
  rt::evaluate(there);
  rt::test::require_exact_traffic(rt::report(there));
  const auto all = rt::to_map(there);
  REQUIRE(static_cast<std::int64_t>(all.size()) == count);
  for (const auto& [key, value] : all) REQUIRE(value == block(key[0], 0));
}

}  // namespace

TEST_CASE("every rank makes its share of the blocks") {
  rt::Context context(MPI_COMM_WORLD);
  std::int64_t calls = 0;
  const auto x = rt::relation_from_blocks<rt::Dense<double, 2>, 1>({11}, [&](rt::KeyOf<1> key) {
    ++calls;
    return block(key[0], 0);
  });
  const rt::Range mine = rt::even_part(11, context.size(), context.rank());
  CHECK(calls == mine.high - mine.low);
  const auto here = rt::local_blocks(x);
  CHECK(static_cast<std::int64_t>(here.size()) == calls);
  for (const auto& one : here) CHECK(one.view() == block(one.key[0], 0));
  require_all(x, 11);
}

TEST_CASE("ranks bring the blocks they have, and structs as well") {
  rt::Context context(MPI_COMM_WORLD);
  const auto mine =
      owned<Matrix>(context.rank(), context.size(), [](std::int64_t k) { return block(k, 0); });
  const auto x = rt::relation_from_local<rt::Dense<double, 2>, 1>(mine);
  CHECK(x.frontier() == rt::Extents{2 * context.size()});
  CHECK(rt::local_blocks(x).size() == mine.size());
  require_all(x, 2 * context.size());

  const auto bags = rt::relation_from_local<Bag, 1>(owned<Bag>(
      context.rank(), context.size(),
      [](std::int64_t k) { return Bag{std::vector<double>(static_cast<std::size_t>(k), 0.5)}; }));
  const auto last = rt::placed(bags, rt::on_rank(context.size() - 1));
  rt::evaluate(last);
  rt::test::require_exact_traffic(rt::report(last));
  for (const auto& [key, bag] : rt::to_map(last)) {
    CHECK(bag.values == std::vector<double>(static_cast<std::size_t>(key[0]), 0.5));
  }
}

TEST_CASE("mistakes of one rank are errors on all") {
  rt::Context context(MPI_COMM_WORLD);
  const int ranks = context.size();
  const auto make = [](std::int64_t key) {
    return rt::relation_from_local<rt::Dense<double, 2>, 1>(
        std::map<rt::KeyOf<1>, Matrix>{{{key}, block(0, 0)}});
  };
  CHECK(make(context.rank()).size() == ranks);
  CHECK_THROWS_AS(make(context.rank() == 0 ? ranks : context.rank()), rt::NotClosed);
  if (ranks > 1) {
    CHECK_THROWS_AS(make(context.rank() == ranks - 1 ? 0 : context.rank()), rt::NotClosed);
  }
  CHECK_THROWS_AS(
      (rt::relation_from_blocks<rt::Dense<double, 2>, 1>({20},
                                                         [](rt::KeyOf<1> key) {
                                                           if (key[0] == 19)
                                                             throw std::runtime_error("nineteen");
                                                           return block(0, 0);
                                                         })),
      rt::KernelError);
  CHECK(make(context.rank()).size() == ranks);
}

}  // namespace relation_data_test
