// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <numeric>
#include <relatile/passes/slice_order.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace slice_order_test {

namespace rt = relatile;

namespace {

/// `staying` slices, then `coming` ones.
std::vector<char> own_first(std::size_t staying, std::size_t coming) {
  std::vector<char> travels(staying, 0);
  travels.resize(staying + coming, 1);
  return travels;
}

std::string as_letters(const std::vector<char>& travels) {
  std::string letters;
  for (const std::size_t j : rt::pass::spread_between(travels)) letters += travels[j] ? 'c' : 's';
  return letters;
}

/// When the last slice is multiplied, if each takes a second, and all that come travel as long as
/// all are multiplied, one after the other, at most `room` of them there or under way.
double seconds(const std::vector<char>& travels, const std::vector<std::size_t>& order,
               std::size_t room) {
  const auto coming = static_cast<double>(std::count(travels.begin(), travels.end(), 1));
  const double travel = static_cast<double>(travels.size()) / coming;
  std::vector<double> multiplied;  // those that came
  double link = 0;
  double now = 0;
  for (const std::size_t j : order) {
    if (travels[j]) {
      const std::size_t t = multiplied.size();
      link = std::max(link, t < room ? 0 : multiplied[t - room]) + travel;
      now = std::max(now, link);
    }
    ++now;
    if (travels[j]) multiplied.push_back(now);
  }
  return now;
}

}  // namespace

TEST_CASE("slices that are there lie between those that come") {
  CHECK(as_letters({}) == "");
  CHECK(as_letters({0, 0, 0}) == "sss");
  CHECK(as_letters({1, 1, 1}) == "ccc");
  CHECK(as_letters({0, 1}) == "sc");
  CHECK(as_letters(own_first(4, 4)) == "sscscscc");
  CHECK(as_letters(own_first(3, 9)) == "sscccscccccc");
  CHECK(as_letters(own_first(6, 2)) == "sssscssc");
}

TEST_CASE("no slice is lost, and those of either kind stay in their order") {
  for (std::size_t count = 0; count < 10; ++count) {
    for (unsigned bits = 0; bits < (1U << count); ++bits) {
      std::vector<char> travels(count);
      for (std::size_t j = 0; j < count; ++j) travels[j] = static_cast<char>(bits >> j & 1);
      const auto order = rt::pass::spread_between(travels);
      REQUIRE(order.size() == count);
      for (const char kind : {char(0), char(1)}) {
        std::vector<std::size_t> before;
        std::vector<std::size_t> after;
        for (std::size_t j = 0; j < count; ++j) {
          if (travels[j] == kind) before.push_back(j);
          if (travels[order[j]] == kind) after.push_back(order[j]);
        }
        CHECK(after == before);
      }
    }
  }
}

TEST_CASE("where multiplying and travelling take equally long, neither waits for the other one") {
  for (std::size_t sites = 2; sites <= 16; ++sites) {
    for (std::size_t panels = 2; panels <= 16; ++panels) {
      const std::vector<char> travels = own_first(panels, panels * (sites - 1));
      const auto spread = rt::pass::spread_between(travels);
      std::vector<std::size_t> before(travels.size());
      std::iota(before.begin(), before.end(), std::size_t(0));
      const double travel = static_cast<double>(sites) / static_cast<double>(sites - 1);
      const auto all = static_cast<double>(travels.size());
      INFO(sites << " sites, " << panels << " panels of each");
      // What is lost is one slice: the last is multiplied when all have come.
      CHECK(seconds(travels, spread, 3) <= all + travel);
      for (const std::size_t room : {2U, 3U, 6U}) {
        CHECK(seconds(travels, spread, room) <= seconds(travels, before, room) + 1e-9);
      }
      if (panels > 8) CHECK(seconds(travels, spread, 3) < seconds(travels, before, 3) - 1);
    }
  }
}

}  // namespace slice_order_test
