// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <vector>

#include <relatile/core/shared.hpp>

#include "support/catch.hpp"

namespace shared_test {

using relatile::Shared;

TEST_CASE("copies share a value until one of them is changed") {
  Shared<std::vector<int>> empty;
  CHECK(empty->empty());
  CHECK(empty.identity() == nullptr);
  const Shared<std::vector<int>> first(std::vector<int>{1, 2, 3});
  Shared<std::vector<int>> second = first;
  CHECK(second.identity() == first.identity());
  second.own().push_back(4);
  CHECK(second.identity() != first.identity());
  CHECK(*first == std::vector<int>{1, 2, 3});
  CHECK(*second == std::vector<int>{1, 2, 3, 4});
  const void* const own = second.identity();
  second.own().pop_back();  // it is nobody else's already
  CHECK(second.identity() == own);
  CHECK(second == first);
  empty.own().push_back(1);
  CHECK(empty->size() == 1);
}

}  // namespace shared_test
