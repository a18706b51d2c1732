// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/core/memory.hpp>
#include "support/relations.hpp"

// Which blocks exist while relations are computed, by the library's own count.

namespace relatile::relation_memory_test {
namespace {

constexpr std::int64_t side = 16;                      // of every block
constexpr std::int64_t block_bytes = side * side * 8;  // a multiple of the buffers' alignment
constexpr std::int64_t grid = 4;                       // blocks in every dimension

struct Use {
  std::int64_t bytes;
  std::int64_t allocations;
};

/// The most block memory that evaluating `x` needs beyond what is there before, and how often it
/// asks for some.
template <class X>
Use use_of(const X& x) {
  MemoryMeter& meter = memory_meter();
  meter.reset();
  const std::int64_t before = meter.live_bytes;
  evaluate(x);
  return {meter.peak_bytes - before, meter.allocations};
}

/// A relation of equal blocks that all sites have.
auto relation() {
  const auto x = placed(blocks(ones({grid * side, grid * side}), {side, side}), everywhere);
  evaluate(x);
  return x;
}

const auto plus = [](const auto& a, const auto& b) { return a + b; };

TEST_CASE("a fused join and aggregate makes no block for the pairs") {
  const Context context = Context::loopback(1);
  const auto x = relation();
  const auto pairs = join(x, x, on<1>, on<0>, test::heavy(kernel::matmul));
  const std::int64_t output = grid * grid * block_bytes;

  const auto fused = aggregate(pairs, by<0, 2>, kernel::add);
  const Use of_fused = use_of(fused);
  CHECK(of_fused.bytes == output);
  CHECK(of_fused.allocations == 1);  // one buffer for all blocks of the result
  CHECK(report(fused).peak_bytes == output);

  const auto unfused = aggregate(pairs, by<0, 2>, plus);
  const Use of_unfused = use_of(unfused);
  CHECK(of_unfused.bytes == output + grid * output);
  CHECK(of_unfused.allocations == 2);  // the same, and the pairs' blocks in the arena
  CHECK(report(unfused).peak_bytes == of_unfused.bytes);

  const auto sum = aggregate(pairs, by<>, kernel::add);
  CHECK(use_of(sum).bytes == block_bytes);
  CHECK(to_eigen(to_array(fused)) == to_eigen(to_array(unfused)));
}

TEST_CASE("on several sites, each makes its own part of the output and nothing else") {
  for (const int sites : {2, 4}) {
    const Context context = Context::loopback(sites);
    CAPTURE(sites);
    const auto x = relation();
    const auto pairs = join(x, x, on<1>, on<0>, test::heavy(kernel::matmul));
    const auto fused = aggregate(pairs, by<0, 2>, kernel::add);
    const Use of_fused = use_of(fused);
    CHECK(report(fused).bytes_sent() == Bytes{0});
    CHECK(of_fused.bytes == grid * grid * block_bytes);
    CHECK(of_fused.allocations == sites);
    CHECK(report(fused).peak_bytes == of_fused.bytes / sites);
  }
}

TEST_CASE("partial sums live once where they are made and once where they meet") {
  const Context context = Context::loopback(2);
  const auto x = relation();
  const auto pairs = join(x, x, on<1>, on<0>, test::heavy(kernel::matmul));
  const auto crossed = with_plan(aggregate(pairs, by<0, 2>, kernel::add), "cross_product");
  const std::int64_t output = grid * grid * block_bytes;
  // Both sites hold a partial result of every block, half of the other's, and half of the result.
  CHECK(use_of(crossed).bytes == 2 * (output + output / 2 + output / 2));
  CHECK(report(crossed).bytes_sent().value == output);
}

TEST_CASE("views into memory: rekey, filter and reading what is here copy no block") {
  const Context context = Context::loopback(3);
  const auto x = relation();
  const auto turned = rekey(x, [](KeyOf<2> key) { return KeyOf<2>{key[1], key[0]}; });
  CHECK(use_of(turned).bytes == 0);
  const auto half = filter(x, [](KeyOf<2> key) { return key[0] < 2; });
  CHECK(use_of(half).bytes == 0);

  MemoryMeter& meter = memory_meter();
  meter.reset();
  const auto here = local_blocks(turned);
  CHECK(meter.allocations == 0);
  CHECK(here.size() == 3 * grid * grid);
  CHECK(here[1].view() == here[0].view());
  CHECK(static_cast<const void*>(here[1].view().data()) ==
        local_blocks(x)[static_cast<std::size_t>(grid)].block.data.get());
}

TEST_CASE("blocks that an expression no longer needs are freed") {
  const Context context = Context::loopback(2);
  const std::int64_t before = memory_meter().live_bytes;
  {
    const auto x = relation();
    const auto sum = aggregate(transform(x, [](const auto& m) { return 2 * m; }), by<0>, plus);
    evaluate(sum);
    const std::int64_t now = memory_meter().live_bytes;
    CHECK(now <= before + 2 * (grid * grid + grid) * block_bytes);
  }
  CHECK(memory_meter().live_bytes == before);
}

}  // namespace
}  // namespace relatile::relation_memory_test
