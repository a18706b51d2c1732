// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/directory.hpp"

namespace loadtxt_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using Numbers = std::vector<double>;

TEST_CASE("what savetxt writes is what loadtxt reads") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::test::Directory directory(context.transport());
  const std::string path = directory / "x.txt";
  const rt::Array<double, 2> x =
      rt::array({{0.1, -1e300, 1.0 / 3}, {std::numeric_limits<double>::infinity(), 0.0, 5.0}});
  rt::savetxt(path, x, {.header = "three columns\nof numbers"});
  CHECK(rt::to_vector(rt::loadtxt(path)) == rt::to_vector(x));
  CHECK(rt::to_vector(rt::loadtxt(path, {.skiprows = 3})) == Numbers{INFINITY, 0, 5});
  CHECK(rt::to_vector(rt::loadtxt(path, {.usecols = {2, 0}})) ==
        Numbers{1.0 / 3, 0.1, 5, INFINITY});
  rt::savetxt(path, x, {.delimiter = ';'});
  CHECK(rt::to_vector(rt::loadtxt<float>(path, {.delimiter = ';'})(1)) ==
        std::vector<float>{INFINITY, 0, 5});
  REQUIRE_THROWS_WITH(rt::loadtxt(path), ContainsSubstring("say {.delimiter = ';'}"));
}

TEST_CASE("a vector is read from the only column, or row, of a text") {
  auto context = rt::Context::loopback(2);
  rt::test::Directory directory(context.transport());
  const std::string path = directory / "x.txt";
  rt::savetxt(path, rt::arange(5));
  CHECK(rt::loadtxt(path).shape() == rt::Extents{5, 1});
  CHECK(rt::to_vector(rt::loadtxt<int, 1>(path)) == std::vector<int>{0, 1, 2, 3, 4});
  CHECK(rt::to_vector(rt::loadtxt<double, 1>(directory.put("y.txt", "1 2\t3\n"))) ==
        Numbers{1, 2, 3});
  CHECK(rt::loadtxt<double, 1>(directory.put("y.txt", "# none\n")).shape() == rt::Extents{0});
  const std::string matrix = directory.put("y.txt", "1 2\n3 4\n");
  REQUIRE_THROWS_WITH(
      (rt::loadtxt<double, 1>(matrix)),
      "relatile: loadtxt: " + matrix + " has a matrix of shape (2, 2), and a vector is asked for");
  // What is between blanks is not between commas, and the error says what to write.
  REQUIRE_THROWS_WITH(rt::load_csv<double>(matrix),
                      "relatile: " + matrix +
                          ":1: column 1: expected a number, found '1 2'; if numbers are separated "
                          "by ' ', say {.delimiter = ' '}");
}

}  // namespace loadtxt_test
