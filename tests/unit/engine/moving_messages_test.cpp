// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <atomic>
#include <chrono>
#include <relatile/engine/moving_messages.hpp>
#include <thread>

#include "support/catch.hpp"

namespace moving_messages_test {

using relatile::engine::MovingMessages;

TEST_CASE("messages move beside work, and once when it is done") {
  std::atomic<int> moves = 0;
  std::atomic<int> elsewhere = 0;
  const auto here = std::this_thread::get_id();
  MovingMessages messages(
      [&] {
        ++moves;
        if (std::this_thread::get_id() != here) ++elsewhere;
      },
      true);
  bool done = false;
  CHECK(messages.move_beside([&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (elsewhere < 3 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    done = true;
  }));
  CHECK(done);
  CHECK(elsewhere >= 3);
  CHECK(moves == elsewhere + 1);
  messages.move();
  CHECK(moves == elsewhere + 2);
}

TEST_CASE("where no other thread may move messages, nothing is done beside them") {
  int moves = 0;
  bool done = false;
  MovingMessages messages([&] { ++moves; }, false);
  CHECK_FALSE(messages.move_beside([&] { done = true; }));
  CHECK_FALSE(done);
  CHECK(moves == 0);
}

}  // namespace moving_messages_test
