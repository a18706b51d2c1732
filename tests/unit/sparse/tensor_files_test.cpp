// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Sparse arrays of other numbers of dimensions than two in files: what is written is read again bit
// for bit, on any number of sites, and what is no such file is one error that names file and line.
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <relatile/sparse.hpp>
#include <span>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/directory.hpp"

namespace tensor_files_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;

namespace {

using Index = std::int64_t;

/// Entries by their places, as a plain program keeps them.
template <class T, std::size_t N>
using Plain = std::map<std::array<Index, N>, T>;

template <class T, std::size_t N>
Plain<T, N> drawn(const std::array<Index, N>& shape, int count) {
  std::uint64_t state = 99;
  const auto below = [&](Index end) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<Index>((state >> 33) % static_cast<std::uint64_t>(end));
  };
  Plain<T, N> entries;
  for (int e = 0; e < count; ++e) {
    std::array<Index, N> place;
    for (std::size_t axis = 0; axis < N; ++axis) place[axis] = below(shape[axis]);
    entries[place] = static_cast<T>(static_cast<double>(below(100000)) / 7);
  }
  return entries;
}

/// The text of entries, by a loop.
template <class T, std::size_t N>
std::string text_of(const Plain<T, N>& entries) {
  std::string text;
  for (const auto& [place, value] : entries) {
    for (const Index index : place) text += std::to_string(index + 1) + " ";
    char digits[40];
    text.append(digits, std::to_chars(digits, digits + 40, value).ptr) += '\n';
  }
  return text;
}

template <class T, std::size_t N>
void require_bits(const rt::SparseArray<T, int(N)>& s, const Plain<T, N>& entries,
                  const rt::Extents& shape) {
  REQUIRE(s.shape() == shape);
  REQUIRE(s.nnz() == std::ssize(entries));
  const auto [along, values] = rt::coordinates(s);
  const std::vector<T> of_values = rt::to_vector(values);
  std::vector<std::vector<Index>> indices;
  for (const auto& axis : along) indices.push_back(rt::to_vector(axis));
  std::size_t e = 0;
  for (const auto& [place, value] : entries) {
    for (std::size_t axis = 0; axis < N; ++axis) REQUIRE(indices[axis][e] == place[axis]);
    REQUIRE(std::memcmp(&of_values[e], &value, sizeof value) == 0);
    ++e;
  }
}

template <class T, std::size_t N>
void round_trip(const Directory& directory, const std::array<Index, N>& shape, int count) {
  const Plain<T, N> entries = drawn<T>(shape, count);
  const std::string text = text_of(entries);
  const rt::Extents extents{std::span(shape)};
  const auto path = directory.put("x.tns", text);
  const auto s = rt::read_tns<T, int(N)>(path, {.shape = extents});
  require_bits(s, entries, extents);
  rt::write_tns(directory / "y.tns", s);
  CHECK(directory.get("y.tns") == text);
}

}  // namespace

TEMPLATE_TEST_CASE("a tensor that is read and written is the same text", "", double, float,
                   std::int64_t, std::uint16_t) {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const Directory directory(context.transport());
  using T = TestType;
  for (const int count : {0, 1, 3, 400}) {
    round_trip<T, 1>(directory, {77}, count);
    round_trip<T, 3>(directory, {40, 9, 23}, count);
    round_trip<T, 4>(directory, {3, 1, 70, 5}, count);
    round_trip<T, 5>(directory, {100000, 3, 1000, 7, 100}, count);
  }
}

TEST_CASE("lines of a tensor are in any order, with comments, blanks and several at one place") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const Directory directory(context.transport());
  const auto path = directory.put(
      "x.tns", "# made\n3 1 2 1.5\n\n \t1\t4  1 -2 # last\r\n3 1 2 1\n+2 2 2 inf\n2 1 1 -0.0");
  const double inf = std::numeric_limits<double>::infinity();
  const Plain<double, 3> entries{
      {{0, 3, 0}, -2.0}, {{1, 0, 0}, -0.0}, {{1, 1, 1}, inf}, {{2, 0, 1}, 2.5}};
  require_bits(rt::read_tns<double, 3>(path), entries, {3, 4, 2});
  require_bits(rt::read_tns<double, 3>(path, {.shape = {9, 4, 5}}), entries, {9, 4, 5});
  CHECK_THAT(common_error<rt::ShapeMismatch>(
                 context.transport(),
                 [&] { rt::read_tns<double, 3>(path, {.duplicates = rt::Duplicates::refused}); }),
             ContainsSubstring("read_tns: " + path + ": of 5 entries 1 are where another one is"));
  const auto nan = rt::read_tns<float, 3>(directory.put("nan", "1 1 1 nan\n2 1 1 5\n"));
  rt::write_tns(directory / "again", nan);
  CHECK(directory.get("again") == "1 1 1 nan\n2 1 1 5\n");
  const auto none = rt::read_tns<double, 3>(directory.put("none", "# nothing\n"));
  CHECK(none.shape() == rt::Extents{0, 0, 0});
  CHECK(rt::to_dense(none).shape() == rt::Extents{0, 0, 0});
  CHECK(rt::read_tns<double, 4>(directory.put("empty", ""), {.shape = {2, 3, 0, 4}}).nnz() == 0);
  const auto matrix = directory.put("matrix", "2 3 0.5\n");
  CHECK(rt::array_equal(rt::read_tns<double, 2>(matrix), rt::read_tns<double>(matrix)).item());
}

TEST_CASE("what is wrong in a tensor's text is one error with its file and line") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const auto path = directory / "x";
  const auto error = [&](const std::string& text, const rt::TnsFormat& format = {}) {
    directory.put("x", text);
    return common_error<rt::ParseError>(sites, [&] { rt::read_tns<int, 3>(path, format); });
  };
  const std::string fields = "expected an index along each of 3 axes and a number, found ";
  CHECK(error("1 1 1 1\n1 1 1\n") == "relatile: " + path + ":2: " + fields + "'1 1 1'");
  CHECK(error("1 1 1 1\n\n1 1 1 1 5\n") == "relatile: " + path + ":3: " + fields + "'1 1 1 1 5'");
  CHECK(error("1,1,1,1\n") == "relatile: " + path + ":1: " + fields + "'1,1,1,1'");
  CHECK(error("1 1 1 1\n2 1") == "relatile: " + path + ":2: " + fields + "'2 1'");
  const std::string most = " from 1 to 2147483647, found ";
  CHECK(error("1 0 1 1\n") ==
        "relatile: " + path + ":1: expected an index along axis 1" + most + "'0'");
  CHECK(error("1 1 -7 1\n") ==
        "relatile: " + path + ":1: expected an index along axis 2" + most + "'-7'");
  CHECK(error("2147483648 1 1 1") ==
        "relatile: " + path + ":1: expected an index along axis 0" + most + "'2147483648'");
  CHECK(error("1 1.5 1 1") ==
        "relatile: " + path + ":1: expected an index along axis 1" + most + "'1.5'");
  CHECK(error("1 1 99999999999999999999 1") == "relatile: " + path +
                                                   ":1: expected an index along axis 2" + most +
                                                   "'99999999999999999999'");
  CHECK(error("# x\n1 1 1 1\n1 1 5 1", {.shape = {2, 3, 4}}) ==
        "relatile: " + path + ":3: expected an index along axis 2 from 1 to 4, found '5'");
  CHECK(error("1 1 1 1.5") ==
        "relatile: " + path + ":1: expected a number of type int32, found '1.5'");
  CHECK(error("1 1 1 x") == "relatile: " + path + ":1: expected a number of type int32, found 'x'");

  const auto shape = [&](const std::string& text, const rt::TnsFormat& format) {
    directory.put("x", text);
    return common_error<rt::ShapeMismatch>(sites, [&] { rt::read_tns<int, 3>(path, format); });
  };
  CHECK_THAT(shape("1 100000 100000 1\n", {}),
             ContainsSubstring("read_tns: " + path +
                               ": of a sparse array of shape (1, 100000, 100000) axes (1, 2) have "
                               "more than 2^31 - 1 places together"));
  CHECK_THAT(shape("", {.shape = {4, 5}}),
             ContainsSubstring(path + ": a shape of 2 dimensions for a sparse array of 3"));
  CHECK_THAT(shape("", {.shape = {4, -5, 1}}), ContainsSubstring("shape (4, -5, 1)"));
  CHECK_THAT(shape("", {.shape = {Index{1} << 31, 5, 1}}),
             ContainsSubstring("axes (0,) have more"));
  CHECK_THROWS_AS((rt::read_tns<int, 3>(directory / "none")), rt::IoError);
  const auto s = rt::read_tns<int, 3>(directory.put("y", "1 1 1 1\n"));
  CHECK_THROWS_AS(rt::write_tns("/proc/x.tns", s), rt::IoError);
  CHECK_THROWS_AS(rt::write_tns(directory / "none/x.tns", s), rt::IoError);
}

}  // namespace tensor_files_test
