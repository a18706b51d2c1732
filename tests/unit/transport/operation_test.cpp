// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/transport/operation.hpp>
#include <relatile/transport/patience.hpp>
#include <relatile/transport/together.hpp>
#include <string>
#include <thread>

#include "support/catch.hpp"

namespace operation_test {

namespace rt = relatile;
using rt::transport::Operation;

TEST_CASE("operations nest on one thread, and the outermost one counts") {
  CHECK(Operation::current() == nullptr);
  {
    const Operation save("save", "x.npy", "main.cpp:3");
    const Operation evaluate("evaluate", {}, "");
    CHECK(Operation::current() == &save);
    CHECK(save.text() == "save of x.npy [main.cpp:3]");
    CHECK(save.key() == Operation("save", "x.npy", "other.cpp:4").key());
    CHECK(save.key() != Operation("save", "y.npy", "main.cpp:3").key());
    CHECK(Operation("ab", "c").key() != Operation("a", "bc").key());
  }
  CHECK(Operation::current() == nullptr);
}

TEST_CASE("operations on two threads at once, or in a kernel, are refused") {
  const auto error_on = [](auto&& run) {
    std::string text;
    run([&] {
      try {
        const Operation second("load", "y.npy", "");
      } catch (const rt::Error& error) {
        text = error.what();
      }
    });
    return text;
  };
  const auto here = [](auto&& work) { work(); };
  const auto on_thread = [](auto&& work) { std::thread(work).join(); };
  {
    const Operation first("evaluate", {}, "main.cpp:5");
    CHECK(error_on(here).empty());
    CHECK_THAT(error_on(on_thread),
               Catch::Matchers::ContainsSubstring("load of y.npy was called on one thread while "
                                                  "another one was in evaluate [main.cpp:5]"));
    {
      const Operation::Kernels kernels;
      CHECK_THAT(error_on(here),
                 Catch::Matchers::ContainsSubstring("a kernel called load of y.npy"));
      CHECK_THAT(error_on(on_thread), Catch::Matchers::ContainsSubstring(
                                          "a kernel, or another thread, called load of y.npy"));
    }
    CHECK(error_on(here).empty());
  }
  CHECK(error_on(on_thread).empty());
}

TEST_CASE("patience ends, or never does") {
  rt::transport::Patience endless;
  for (int i = 0; i < 10'000; ++i) CHECK_FALSE(endless.over());
  rt::transport::Patience short_one(1e-3);
  long tries = 0;
  while (!short_one.over()) ++tries;
  CHECK(tries >= 64);
}

}  // namespace operation_test
