// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <relatile/engine/local_blocks.hpp>
#include <relatile/tra/operators.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace block_threads_test {

using namespace relatile;

namespace {

constexpr std::int64_t block_size = 500;
const Extents keys{20, 30};

using Run = std::function<void(std::span<const BlockRef>, BlockRef, bool)>;

StoredBlock block_of(double value) {
  StoredBlock block{{block_size}, allocate_buffer(block_size * 8)};
  std::fill_n(static_cast<double*>(block.data.get()), block_size, value);
  return block;
}

/// Aggregates keys (i, j) to j with a kernel; returns what the first elements become.
std::vector<double> aggregated(int threads, const Run& run) {
  auto input = std::make_shared<tra::Node>();
  input->type.extents = keys;
  tra::Node node;
  node.inputs = {input};
  node.accesses = {Access::identity(2)};
  node.labels = keys;
  node.output = Access::of_labels({1});
  node.type.extents = {keys[1]};
  BlockKernel kernel;
  kernel.run = run;
  tra::set_op(node, tra::Join{std::make_shared<const BlockKernel>(kernel)});
  SiteData from;
  for (std::int64_t k = 0; k < volume(keys); ++k) from.blocks[k] = block_of(double(k));
  SiteData to;
  for (std::int64_t k = 0; k < keys[1]; ++k) to.blocks[k] = block_of(-1);
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  try {
    engine::run_block_kernel(node, Box::whole(keys), {&from}, to, false);
  } catch (...) {
    omp_set_num_threads(before);
    throw;
  }
  omp_set_num_threads(before);
  std::vector<double> first;
  for (const auto& [slot, block] : to.blocks) {
    first.push_back(*static_cast<const double*>(block.data.get()));
  }
  return first;
}

double first_of(const BlockRef& block) { return *static_cast<const double*>(block.data); }

}  // namespace

TEST_CASE("block kernels run on several threads, each key's contributions on one and in order") {
  std::atomic<unsigned> seen{0};  // one bit a thread
  const Run kernel = [&](std::span<const BlockRef> inputs, BlockRef out, bool accumulate) {
    seen |= 1U << omp_get_thread_num();
    // Neither associative nor commutative: every other order has other results.
    auto* to = static_cast<double*>(out.data);
    *to = (accumulate ? *to * 0.75 : 0) + first_of(inputs[0]);
  };
  const std::vector<double> alone = aggregated(1, kernel);
  CHECK(seen == 1U);
  double expected = 0;
  for (std::int64_t i = 0; i < keys[0]; ++i) expected = expected * 0.75 + double(i * keys[1]);
  CHECK(alone[0] == expected);
  for (int threads : {2, 3}) CHECK(aggregated(threads, kernel) == alone);
}

TEST_CASE("keys that are independent are worked on at the same time") {
  std::atomic<unsigned> seen{0};
  const double deadline = omp_get_wtime() + 10;
  const Run waits = [&](std::span<const BlockRef>, BlockRef, bool) {
    seen |= 1U << omp_get_thread_num();
    while (std::popcount(seen.load()) < 2 && omp_get_wtime() < deadline) {
    }
  };
  aggregated(2, waits);
  CHECK(seen == 3U);
}

TEST_CASE("of kernels that throw on several threads the lowest key's error is told") {
  const Run kernel = [](std::span<const BlockRef> inputs, BlockRef, bool) {
    const auto key = std::int64_t(first_of(inputs[0])) % keys[1];
    if (key >= 7) throw std::runtime_error("key " + std::to_string(key));
  };
  for (int threads : {1, 3}) CHECK_THROWS_WITH(aggregated(threads, kernel), "key 7");
}

}  // namespace block_threads_test
