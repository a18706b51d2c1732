// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/core/buffer_pool.hpp>
#include <relatile/transport/shared_region.hpp>

#include <cstring>

#include "support/catch.hpp"

namespace shared_region_test {

using relatile::transport::SharedRegion;

TEST_CASE("a shared region lends memory that others find in its file") {
  const auto region = SharedRegion::make(std::size_t(1) << 20);
  REQUIRE(region != nullptr);
  std::byte* const data = region->take(100);
  REQUIRE(region->owns(data));
  std::memcpy(data, "relatile", 8);
  char found[8] = {};
  REQUIRE(pread(region->file(), found, 8, region->offset_of(data)) == 8);
  CHECK(std::memcmp(found, "relatile", 8) == 0);
  std::uint64_t mark = 0;
  REQUIRE(pread(region->file(), &mark, 8, 0) == 8);
  CHECK(mark == region->mark());
  CHECK(SharedRegion::make(4096 * 2)->mark() != mark);
  int elsewhere = 0;
  CHECK(region->offset_of(reinterpret_cast<const std::byte*>(&elsewhere)) == -1);
}

TEST_CASE("what was given back to a region is one hole again, without what it held") {
  constexpr std::size_t page = 4096;
  const auto region = SharedRegion::make(5 * page);  // one of them is the region's own
  REQUIRE(region != nullptr);
  std::byte* const a = region->take(page);
  std::byte* const b = region->take(2 * page);
  std::byte* const c = region->take(1);
  CHECK(region->take(1) == nullptr);
  std::memset(b, 1, 2 * page);
  region->give_back(b, 2 * page);
  CHECK(region->take(3 * page) == nullptr);
  region->give_back(a, page);
  CHECK(region->take(4 * page) == nullptr);
  region->give_back(c, 1);
  std::byte* const all = region->take(4 * page);
  REQUIRE(all == a);
  CHECK(b[0] == std::byte{0});
}

TEST_CASE("what is emptied stays taken, and holds nothing") {
  constexpr std::size_t page = 4096;
  const auto region = SharedRegion::make(4 * page);
  REQUIRE(region != nullptr);
  std::byte* const all = region->take(3 * page);
  std::memset(all, 1, 3 * page);
  region->empty(all + page, 2 * page - 5);
  CHECK(region->take(1) == nullptr);
  CHECK(all[page - 1] == std::byte{1});
  CHECK(all[page] == std::byte{0});
  CHECK(all[3 * page - 1] == std::byte{0});
  std::memset(all, 2, 3 * page);
  region->give_back(all, 3 * page);
  CHECK(region->take(3 * page) == all);
}

TEST_CASE("a pool takes from its source, and gives what is the source's back to it") {
  const auto region = SharedRegion::make(std::size_t(1) << 20);
  REQUIRE(region != nullptr);
  relatile::BufferPool pool;
  const auto before = pool.take(std::size_t(1) << 17);
  pool.use(*region);
  const auto after = pool.take(std::size_t(1) << 17);
  CHECK(!region->owns(before.data));
  CHECK(region->owns(after.data));
  const auto more_than_there_is = pool.take(std::size_t(1) << 20);
  CHECK(!region->owns(more_than_there_is.data));
  for (const auto& memory : {before, after, more_than_there_is}) pool.give_back(memory);
  pool.trim();
  CHECK(region->take((std::size_t(1) << 20) - 4096) != nullptr);
}

}  // namespace shared_region_test
