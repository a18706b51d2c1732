// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/impl/best_pairs.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "support/catch.hpp"

namespace best_pairs_test {

using relatile::kernel::ArgMax;
using relatile::kernel::ArgMin;
using relatile::kernel::no_index;
using relatile::kernel::ValueIndex;

namespace {

template <class T>
bool are_equal(const ValueIndex<T>& a, const ValueIndex<T>& b) {
  const bool both_nan = relatile::kernel::is_nan(a.value) && relatile::kernel::is_nan(b.value);
  return a.index == b.index && (a.index == no_index || both_nan || a.value == b.value);
}

/// Few values, so that many are equal; sometimes one that is special, or in another order.
template <class T>
std::vector<ValueIndex<T>> drawn(std::mt19937& random, std::int64_t count) {
  std::vector<ValueIndex<T>> pairs;
  for (std::int64_t i = 0; i < count; ++i) {
    pairs.push_back({static_cast<T>(random() % 5), 3 * i + 1});
  }
  const auto place = [&] { return std::size_t(random() % std::uint64_t(count)); };
  if (count == 0) return pairs;
  if (random() % 4 == 0) std::swap(pairs[place()].index, pairs[place()].index);
  if (random() % 4 == 0) pairs[place()].index = no_index;
  if (random() % 4 == 0) pairs[place()].value = std::numeric_limits<T>::lowest();
  if (random() % 4 == 0) pairs[place()].value = std::numeric_limits<T>::max();
  if constexpr (std::numeric_limits<T>::has_quiet_NaN) {
    if (random() % 4 == 0) pairs[place()].value = std::numeric_limits<T>::quiet_NaN();
  }
  return pairs;
}

template <class Op, class T>
void check_by() {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const auto count = static_cast<std::int64_t>(random() % 40);
    const auto pairs = drawn<T>(random, count);
    ValueIndex<T> expected = Op::template identity<ValueIndex<T>>();
    if (round % 2 == 0) expected = {T(1), 10};
    const ValueIndex<T> begin = expected;
    for (const auto& pair : pairs) expected = Op::combine(expected, pair);
    const auto found =
        relatile::kernel::detail::best_pair<typename Op::By>(begin, pairs.data(), count);
    CAPTURE(round, count, found.index, expected.index);
    REQUIRE(are_equal(found, expected));
  }
}

template <class T>
void check() {
  check_by<ArgMin, T>();
  check_by<ArgMax, T>();
  for (std::int64_t count : {0, 1, 7, 8, 9, 31}) {
    const auto elements = std::make_unique<T[]>(std::size_t(count));  // of bool, too
    for (std::int64_t i = 0; i < count; ++i) elements[std::size_t(i)] = static_cast<T>(i * i % 7);
    std::vector<ValueIndex<T>> pairs(std::size_t(count) + 1, ValueIndex<T>{T(1), -5});
    relatile::kernel::detail::join_pairs(elements.get(), 11, -2, count, pairs.data());
    for (std::int64_t i = 0; i < count; ++i) {
      REQUIRE(pairs[std::size_t(i)].value == elements[std::size_t(i)]);
      REQUIRE(pairs[std::size_t(i)].index == 11 - 2 * i);
    }
    REQUIRE(pairs.back().index == -5);
  }
}

}  // namespace

TEST_CASE("the best of a run of pairs is what folding one by one finds, of every type") {
  check<double>();
  check<float>();
  check<std::int64_t>();
  check<std::uint64_t>();
  check<std::int32_t>();
  check<std::uint32_t>();
  check<std::int16_t>();
  check<std::uint8_t>();
  check<bool>();
}

}  // namespace best_pairs_test
