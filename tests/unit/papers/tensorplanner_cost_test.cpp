// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <relatile/papers/tensorplanner/cost.hpp>

#include "support/catch.hpp"

namespace tensorplanner_cost_test {

using relatile::Extents;
using namespace relatile::papers::tensorplanner;

namespace {

std::int64_t ceil_of_root(int p) {
  std::int64_t root = 0;
  while (root * root < p) ++root;
  return root;
}

}  // namespace

TEST_CASE("sizes and costs of tasks are counted in blocks") {
  const std::vector<Input> two{{1, 0}, {1, 3}};
  CHECK(size_of(Task::load, {}) == 1);
  CHECK(size_of(Task::pair, two) == 2);
  CHECK(size_of(Task::apply, std::vector<Input>{{2, 0}}) == 1);
  CHECK(cpu_cost(Task::load, {}) == 0);
  CHECK(cpu_cost(Task::pair, two) == 0);
  CHECK(cpu_cost(Task::apply, std::vector<Input>{{2, 0}}) == 2);
  CHECK(cpu_cost(Task::reduce, two) == 2);
  CHECK(comm_cost(two, 0) == 1);
  CHECK(comm_cost(two, 3) == 1);
  CHECK(comm_cost(two, 1) == 2);
  CHECK(comm_cost(std::vector<Input>{{2, 5}, {1, 5}}, 5) == 0);
  CHECK(cost(Task::reduce, two, 1, 0.5) == 2 + 0.5 * 2);
}

TEST_CASE("the grid is as square as floor(sqrt(p)) rows allow, and all of it is used") {
  for (int p = 1; p <= 200; ++p) {
    const Grid grid = grid_of(p);
    CHECK(grid.rows == static_cast<int>(std::floor(std::sqrt(p))));
    CHECK(grid.columns == p / grid.rows);
    std::set<int> used;
    for (int i = 0; i < grid.rows; ++i) {
      for (int j = 0; j < grid.columns; ++j) used.insert(process_of({i, j}, p));
    }
    CHECK(used.size() == static_cast<std::size_t>(grid.rows * grid.columns));
    CHECK(*used.rbegin() < p);
  }
}

// X of M x K blocks times Y of K x N blocks: loads by their own coordinates; the Pair, the Apply
// and the Reduce of Z(i, j) where process_of says.
TEST_CASE("every block goes to at most ceil(sqrt(p)) others, and reductions send nothing") {
  for (int p = 1; p <= 130; ++p) {
    const std::int64_t n = 2 * ceil_of_root(p) + 3;  // blocks a side: all of the grid, and unevenly
    std::int64_t most = 0;
    std::int64_t reduction = 0;
    for (std::int64_t a = 0; a < n; ++a) {
      for (std::int64_t k = 0; k < n; ++k) {
        std::set<int> readers_of_x;
        std::set<int> readers_of_y;
        for (std::int64_t b = 0; b < n; ++b) {
          const int z_of_x = process_of({a, b}, p);  // Z(a, b) reads X(a, k)
          const int z_of_y = process_of({b, a}, p);  // Z(b, a) reads Y(k, a)
          readers_of_x.insert(z_of_x);
          readers_of_y.insert(z_of_y);
          reduction += comm_cost(std::vector<Input>{{1, z_of_x}}, process_of({a, b}, p));
        }
        const int x_home = process_of({a, k}, p);
        const int y_home = process_of({k, a}, p);
        CHECK(readers_of_x.count(x_home) == 1);  // it is in the row, or column, that reads it
        CHECK(readers_of_y.count(y_home) == 1);
        most = std::max({most, std::ssize(readers_of_x) - 1, std::ssize(readers_of_y) - 1});
      }
    }
    CHECK(most <= ceil_of_root(p));
    CHECK(reduction == 0);
  }
}

TEST_CASE("a matrix times a vector sends the vector's blocks to all, and rows go round") {
  std::set<int> readers;
  for (std::int64_t i = 0; i < 40; ++i) readers.insert(process_of({i}, 7));
  CHECK(readers.size() == 7);
  CHECK(process_of({9}, 7) == 2);
  CHECK(process_of({}, 7) == 0);
}

TEST_CASE("a task joins the producer that has least to do") {
  const std::vector<double> workload{5, 2, 9, 2};
  CHECK(least_loaded(std::vector<Input>{{1, 0}, {1, 2}}, workload) == 0);
  CHECK(least_loaded(std::vector<Input>{{1, 2}, {1, 1}}, workload) == 1);
  CHECK(least_loaded(std::vector<Input>{{1, 3}, {1, 1}}, workload) == 3);
}

}  // namespace tensorplanner_cost_test
