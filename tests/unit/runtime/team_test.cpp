// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <relatile/runtime/parallel_for.hpp>
#include <relatile/runtime/team.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"

namespace team_test {

namespace runtime = relatile::runtime;
using runtime::Team;

namespace {

/// Asks OpenMP for so many threads while it lives.
class Threads {
 public:
  explicit Threads(int count) : before_(omp_get_max_threads()) { omp_set_num_threads(count); }
  ~Threads() { omp_set_num_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  int before_;
};

/// How often each task of a loop was run.
std::vector<int> runs_of_loop(int count) {
  std::vector<int> runs(static_cast<std::size_t>(count));
  runtime::parallel_for(count, [&](int i) { ++runs[static_cast<std::size_t>(i)]; });
  return runs;
}

}  // namespace

TEST_CASE("a team runs every task of every loop once") {
  for (int threads : {1, 2, 3, 5}) {
    const Threads asked(threads);
    bool had_team = false;
    Team::run([&] {
      had_team = Team::current() != nullptr;
      if (had_team) CHECK(Team::current()->size() == std::min(threads, omp_get_thread_limit()));
      for (int round = 0; round < 200; ++round) {
        for (int count : {0, 1, 2, threads, threads + 1, 40}) {
          CHECK(runs_of_loop(count) == std::vector<int>(static_cast<std::size_t>(count), 1));
        }
      }
    });
    CHECK(had_team == (threads > 1));
    CHECK(Team::current() == nullptr);
  }
}

TEST_CASE(
    "in a team each thread has the same task of short loops, and a loop ends before the next") {
  const Threads asked(3);
  std::vector<int> threads_of(3, -1);
  int sum = 0;
  Team::run([&] {
    runtime::parallel_for(
        3, [&](int i) { threads_of[static_cast<std::size_t>(i)] = omp_get_thread_num(); });
    for (int round = 0; round < 100; ++round) {
      std::vector<int> made(3);
      runtime::parallel_for(3, [&](int i) {
        made[static_cast<std::size_t>(i)] =
            threads_of[static_cast<std::size_t>(i)] == omp_get_thread_num() ? 1 : 1000;
      });
      for (int one : made) sum += one;
    }
  });
  CHECK(sum == 300);
  CHECK(std::set<int>(threads_of.begin(), threads_of.end()) == std::set<int>{0, 1, 2});
}

TEST_CASE("a loop has as many threads in a team as outside, whatever loops in loops have") {
  const Threads asked(3);
  CHECK(runtime::max_threads() == 3);
  Team::run([] {
    omp_set_num_threads(1);  // as with OMP_NUM_THREADS=3,1
    CHECK(runtime::max_threads() == 3);
  });
}

TEST_CASE("a team's threads that went to sleep wake up again") {
  const Threads asked(3);
  Team::run([&] {
    for (int round = 0; round < 3; ++round) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      CHECK(runs_of_loop(3) == std::vector<int>(3, 1));
    }
    runtime::parallel_for(3, [](int i) {  // the leader sleeps
      if (i == 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    });
  });
}

TEST_CASE("what tasks and work of a team throw comes out of it") {
  const Threads asked(3);
  const auto thrown_by = [](auto&& work) -> std::string {
    try {
      Team::run(work);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(thrown_by([] { throw std::runtime_error("work"); }) == "work");
  CHECK(thrown_by([] {
          runtime::parallel_for(9, [](int i) {
            if (i >= 4) throw std::runtime_error("task " + std::to_string(i));
          });
        }) == "task 4");
  std::vector<int> after;
  CHECK(thrown_by([&] {
          try {
            runtime::parallel_for(3, [](int) { throw std::runtime_error("caught"); });
          } catch (const std::runtime_error&) {
          }
          after = runs_of_loop(5);
        }) == "");
  CHECK(after == std::vector<int>(5, 1));
}

TEST_CASE("loops in tasks, and teams in parallel regions, run on the thread they are in") {
  const Threads asked(3);
  std::atomic<int> strayed{0};
  std::atomic<int> ran{0};
  const auto nested = [&](int) {
    const auto here = std::this_thread::get_id();
    Team::run([&] {
      runtime::parallel_for(4, [&](int) {
        ++ran;
        strayed += std::this_thread::get_id() == here ? 0 : 1;
      });
    });
  };
  Team::run([&] { runtime::parallel_for(6, nested); });
  runtime::parallel_for(6, nested);
  CHECK(ran == 48);
  CHECK(strayed == 0);
}

}  // namespace team_test
