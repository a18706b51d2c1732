// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/core/sort_stably.hpp>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace sort_stably_test {

using namespace relatile;

TEST_CASE("sorting gives what the standard library gives, equal values in their order") {
  std::mt19937 dice(7);
  for (std::size_t size : {0U, 1U, 2U, 15U, 16U, 17U, 31U, 32U, 33U, 100U, 1000U}) {
    for (int distinct : {1, 2, 5, 1000}) {
      std::vector<std::pair<int, std::size_t>> values(size);
      for (std::size_t i = 0; i < size; ++i) {
        values[i] = {std::uniform_int_distribution<int>(0, distinct)(dice), i};
      }
      const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
      for (int order = 0; order < 3; ++order) {  // shuffled, sorted, backwards
        auto expected = values;
        std::stable_sort(expected.begin(), expected.end(), before);
        auto sorted = values;
        sort_stably(sorted, before);
        CHECK(sorted == expected);
        values = sorted;
        if (order == 1) std::reverse(values.begin(), values.end());
      }
    }
  }
}

TEST_CASE("what is sorted need not be copied") {
  std::vector<std::unique_ptr<int>> values;
  for (int i = 0; i < 100; ++i) values.push_back(std::make_unique<int>(i * 37 % 100));
  sort_stably(values, [](const auto& a, const auto& b) { return *a < *b; });
  for (int i = 0; i < 100; ++i) CHECK(*values[std::size_t(i)] == i);
}

}  // namespace sort_stably_test
