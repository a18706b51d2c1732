// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/core/buffer_pool.hpp>
#include <relatile/core/memory.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace buffer_pool_test {

using relatile::BufferPool;

#if !defined(__SANITIZE_ADDRESS__)

namespace {

constexpr std::size_t kilobyte = 1 << 10;
constexpr std::size_t megabyte = 1 << 20;

}  // namespace

TEST_CASE("what was given back is lent again, to who asks for about as much") {
  BufferPool pool;
  const auto first = pool.take(megabyte);
  CHECK(reinterpret_cast<std::uintptr_t>(first.data) % relatile::buffer_alignment == 0);
  pool.give_back(first);
  CHECK(pool.kept_bytes() == megabyte);
  const auto again = pool.take(megabyte - 100 * kilobyte);
  CHECK(again.data == first.data);
  CHECK(again.size == megabyte);
  const auto little = pool.take(megabyte / 2);
  CHECK(little.data != first.data);
  pool.give_back(again);
  pool.give_back(little);
  const auto half = pool.take(megabyte / 2);
  CHECK(half.data == little.data);  // and not the larger one
  pool.give_back(half);
}

TEST_CASE("no more is kept and lent than was lent at most") {
  BufferPool pool;
  const auto a = pool.take(megabyte);
  pool.give_back(a);
  // Nothing of a fits; both together would be more than there ever was.
  const auto b = pool.take(megabyte / 4);
  CHECK(pool.kept_bytes() + b.size <= megabyte);
  const auto c = pool.take(2 * megabyte);
  CHECK(pool.kept_bytes() == 0);
  pool.give_back(b);
  pool.give_back(c);
  CHECK(pool.kept_bytes() == 2 * megabyte + megabyte / 4);
  const auto d = pool.take(2 * megabyte + megabyte / 8);
  CHECK(pool.kept_bytes() + d.size <= 2 * megabyte + megabyte / 4);
  pool.give_back(d);
  pool.trim();
  CHECK(pool.kept_bytes() == 0);
}

TEST_CASE("programs that take turns find their results' memory") {
  BufferPool pool;
  // What three programs need beside a result of the same size.
  const std::vector<std::size_t> beside{3 * megabyte, megabyte, 2 * megabyte};
  const std::byte* result_before = nullptr;
  for (int turn = 0; turn < 6; ++turn) {
    const auto more = pool.take(beside[static_cast<std::size_t>(turn) % beside.size()]);
    const auto result = pool.take(8 * megabyte);
    if (turn > 0) CHECK(result.data == result_before);
    result_before = result.data;
    pool.give_back(more);
    pool.give_back(result);
    CHECK(pool.kept_bytes() <= 11 * megabyte);
  }
}

TEST_CASE("who needs little less than what is kept gets the same memory") {
  BufferPool pool;
  const auto large = pool.take(4 * megabyte);
  std::fill_n(large.data, large.size, std::byte{1});
  pool.give_back(large);
  const auto less = pool.take(3 * megabyte);
  CHECK(less.data == large.data);
  CHECK(less.bytes == 3 * megabyte);
  CHECK(pool.kept_bytes() == 0);
  CHECK(less.data[3 * megabyte - 1] == std::byte{1});
  CHECK(less.data[4 * megabyte - 64 * kilobyte] == std::byte{0});  // is the system's
  pool.give_back(less);
  CHECK(pool.kept_bytes() == 3 * megabyte);
  const auto again = pool.take(4 * megabyte);
  CHECK(again.data == large.data);
  CHECK(again.bytes == 4 * megabyte);
  pool.give_back(again);
  // Much less is new, where that makes others let go of less.
  const auto little = pool.take(megabyte);
  CHECK(little.data != large.data);
  CHECK(pool.kept_bytes() == 3 * megabyte);
  pool.give_back(little);
}

namespace {

/// Addresses of one block, lent once each, and how many bytes of them were emptied.
class Arena : public relatile::MemorySource {
 public:
  std::byte* take(std::size_t size) override {
    if (used_ + size > memory_.size()) return nullptr;
    return memory_.data() + std::exchange(used_, used_ + size);
  }
  bool owns(const std::byte* data) const override {
    return data >= memory_.data() && data < memory_.data() + memory_.size();
  }
  void give_back(std::byte* /*data*/, std::size_t size) override { given_back += size; }
  bool empty(std::byte* data, std::size_t size) override {
    if (locked) return false;
    last_emptied = data;
    emptied += size;
    return true;
  }

  bool locked = false;
  std::size_t given_back = 0;
  std::size_t emptied = 0;
  std::byte* last_emptied = nullptr;

 private:
  std::vector<std::byte> memory_ = std::vector<std::byte>(16 * megabyte);
  std::size_t used_ = 0;
};

}  // namespace

TEST_CASE("what can be emptied loses what is too much, and keeps its addresses") {
  Arena arena;
  BufferPool pool;
  pool.use(arena);
  const auto large = pool.take(4 * megabyte);
  const auto other = pool.take(2 * megabyte);
  pool.give_back(large);
  pool.give_back(other);
  REQUIRE(pool.kept_bytes() == 6 * megabyte);
  const auto little = pool.take(megabyte);
  CHECK(arena.emptied == megabyte);
  CHECK(arena.last_emptied == other.data + megabyte);
  CHECK(pool.kept_bytes() == 5 * megabyte);
  // Who asks for all of it has the memory taken from the others, and then from nobody.
  const auto again = pool.take(2 * megabyte);
  CHECK(again.data == other.data);
  CHECK(arena.emptied == 2 * megabyte);
  CHECK(arena.last_emptied == large.data + 3 * megabyte);
  CHECK(pool.kept_bytes() == 3 * megabyte);
  CHECK(arena.given_back == 0);
  pool.give_back(again);
  pool.give_back(little);
  CHECK(pool.kept_bytes() == 6 * megabyte);
  pool.trim();
  CHECK(arena.given_back == 7 * megabyte);  // addresses, of which a megabyte was empty
  CHECK(pool.kept_bytes() == 0);
}

TEST_CASE("of several that fit the one with most memory is lent") {
  Arena arena;
  BufferPool pool;
  pool.use(arena);
  const auto one = pool.take(2 * megabyte);
  const auto other = pool.take(2 * megabyte);
  pool.give_back(one);
  pool.give_back(other);
  const auto more = pool.take(megabyte);  // for which one of them is emptied
  CHECK(arena.emptied == megabyte);
  for (int turn = 0; turn < 4; ++turn) {
    const auto again = pool.take(2 * megabyte);
    CHECK(again.data == other.data);
    pool.give_back(again);
  }
  CHECK(arena.emptied == megabyte);
  pool.give_back(more);
}

TEST_CASE("what can't be emptied is given back, or stays as it is") {
  Arena arena;
  arena.locked = true;
  BufferPool pool;
  pool.use(arena);
  const auto large = pool.take(4 * megabyte);
  pool.give_back(large);
  const auto less = pool.take(3 * megabyte);
  CHECK(less.data != large.data);
  CHECK(arena.given_back == 4 * megabyte);
  CHECK(pool.kept_bytes() == 0);
  pool.give_back(less);
}

TEST_CASE("what would be emptied but for less than whole pages is given back") {
  Arena arena;
  BufferPool pool;
  pool.use(arena);
  const auto keep_two = [&] {
    const auto a = pool.take(2 * megabyte);
    const auto b = pool.take(2 * megabyte);
    pool.give_back(a);
    pool.give_back(b);
  };
  keep_two();
  const auto c = pool.take(3 * megabyte - megabyte / 2 - 1);
  CHECK(arena.given_back == 2 * megabyte);
  CHECK(arena.emptied == megabyte / 2);  // in steps of 64 kB
  CHECK(pool.kept_bytes() == megabyte + megabyte / 2);
  pool.give_back(c);
  pool.trim();
  arena.given_back = 0;
  keep_two();
  const auto d = pool.take(4 * megabyte - 1);
  CHECK(arena.given_back == 4 * megabyte);
  CHECK(pool.kept_bytes() == 0);
  pool.give_back(d);
}

TEST_CASE("small buffers are the allocator's") {
  BufferPool pool;
  for (std::size_t size : {std::size_t(0), std::size_t(1), BufferPool::smallest - 1}) {
    const auto memory = pool.take(size);
    REQUIRE(memory.data != nullptr);
    pool.give_back(memory);
    CHECK(pool.kept_bytes() == 0);
  }
}

TEST_CASE("what no memory is left for is refused, and nothing is lost") {
  BufferPool pool;
  const auto a = pool.take(megabyte);
  pool.give_back(a);
  CHECK_THROWS_AS(pool.take(std::size_t(1) << 62), std::bad_alloc);
  CHECK(pool.kept_bytes() == 0);
  const auto b = pool.take(megabyte);
  pool.give_back(b);
  CHECK(pool.kept_bytes() == megabyte);
}

#endif

TEST_CASE("the meter counts what is lent") {
  relatile::MemoryMeter& meter = relatile::memory_meter();
  const std::int64_t before = meter.live_bytes;
  {
    const relatile::Buffer buffer = relatile::allocate_buffer(1 << 20);
    CHECK(meter.live_bytes == before + (1 << 20));
  }
  CHECK(meter.live_bytes == before);
}

}  // namespace buffer_pool_test
