// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <omp.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <relatile/runtime/meanwhile.hpp>
#include <stdexcept>
#include <string>
#include <thread>

#include "support/catch.hpp"

namespace meanwhile_test {

using namespace std::chrono_literals;
using relatile::runtime::Meanwhile;

namespace {

/// Waits for what another thread does, some seconds at most.
bool comes(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(100us);
  return condition();
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("turns are taken while work is done, on another thread, and at no other time") {
  std::atomic<int> turns = 0;
  std::atomic<bool> works = false;
  std::atomic<int> astray = 0;
  const auto here = std::this_thread::get_id();
  Meanwhile meanwhile(
      [&] {
        if (!works || std::this_thread::get_id() == here) ++astray;
        ++turns;
      },
      50us);
  std::this_thread::sleep_for(5ms);
  CHECK(turns == 0);
  for (int round = 0; round < 200; ++round) {
    const int before = turns;
    works = true;
    meanwhile.during([&] {
      if (round % 10 == 0) CHECK(comes([&] { return turns > before + 2; }));
    });
    works = false;
    const int after = turns;
    if (round % 50 == 0) std::this_thread::sleep_for(2ms);
    CHECK(turns == after);
  }
  CHECK(astray == 0);
}

TEST_CASE("what turns and work share needs no locks") {
  long sum = 0;  // of both threads
  std::atomic<long> turns = 0;
  Meanwhile meanwhile(
      [&] {
        ++sum;
        ++turns;
      },
      1us);
  for (int round = 0; round < 500; ++round) {
    const long before = turns;
    meanwhile.during([&] { comes([&] { return turns > before; }); });
    ++sum;
  }
  CHECK(turns >= 500);
  CHECK(sum == 500 + turns);
}

TEST_CASE("what a turn throws is thrown when work is done, once, and ends the turns") {
  std::atomic<int> turns = 0;
  Meanwhile meanwhile(
      [&] {
        ++turns;
        throw std::runtime_error("a turn's");
      },
      10us);
  bool done = false;
  CHECK(error_of([&] {
          meanwhile.during([&] {
            CHECK(comes([&] { return turns > 0; }));
            done = true;
          });
        }) == "a turn's");
  CHECK(done);
  CHECK(turns == 1);
}

TEST_CASE("what work throws is thrown, whatever a turn has thrown") {
  std::atomic<int> turns = 0;
  Meanwhile meanwhile(
      [&] {
        if (++turns == 1) throw std::runtime_error("a turn's");
      },
      10us);
  CHECK(error_of([&] {
          meanwhile.during([&] {
            comes([&] { return turns > 0; });
            throw std::runtime_error("work's");
          });
        }) == "work's");
  const int before = turns;
  CHECK(error_of([&] {
          meanwhile.during([&] { CHECK(comes([&] { return turns > before; })); });
        }).empty());
}

TEST_CASE("a turn that found much to do is followed by the next one sooner") {
  CHECK(Meanwhile::pause_after(0us, 500us) == 500us);
  CHECK(Meanwhile::pause_after(49us, 500us) == 500us);
  CHECK(Meanwhile::pause_after(50us, 500us) == 50us);
  CHECK(Meanwhile::pause_after(300us, 500us) == 300us);
  CHECK(Meanwhile::pause_after(2ms, 500us) == 500us);
}

TEST_CASE("turns have one thread of OpenMP's and handle no signals") {
  std::atomic<int> threads = 0;
  std::atomic<bool> blocked = false;
  Meanwhile meanwhile(
      [&] {
        sigset_t mask;
        pthread_sigmask(SIG_SETMASK, nullptr, &mask);
        blocked = sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGALRM) == 1 &&
                  sigismember(&mask, SIGSEGV) == 0;
        threads = omp_get_max_threads();
      },
      10us);
  sigset_t mine;
  pthread_sigmask(SIG_SETMASK, nullptr, &mine);
  CHECK(sigismember(&mine, SIGINT) == 0);
  meanwhile.during([&] { CHECK(comes([&] { return threads > 0; })); });
  CHECK(threads == 1);
  CHECK(blocked);
}

TEST_CASE("one that was never used ends, and so does one that waits for long") {
  const auto begin = std::chrono::steady_clock::now();
  {
    const Meanwhile meanwhile([] {}, 1h);
  }
  {
    Meanwhile meanwhile([] {}, std::chrono::hours(1));
    meanwhile.during([] { std::this_thread::sleep_for(1ms); });
  }
  CHECK(std::chrono::steady_clock::now() - begin < 60s);
}

}  // namespace meanwhile_test
