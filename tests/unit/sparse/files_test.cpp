// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Sparse matrices in files: what is written is read again bit for bit, on any number of sites, and
// what is no such file is one error that names the file and the line.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <relatile/sparse.hpp>
#include "relatile/io/npy_header.hpp"

#include "support/catch.hpp"
#include "support/directory.hpp"

namespace files_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;

namespace {

using Index = std::int64_t;

/// Entries by their places, as a plain program keeps them.
template <class T>
using Plain = std::map<std::pair<Index, Index>, T>;

template <class T>
T number(std::mt19937& bits) {
  const auto drawn = static_cast<std::int64_t>(bits()) - (std::int64_t{1} << 31);
  if constexpr (rt::is_complex_v<T>) {
    return {number<rt::real_t<T>>(bits), number<rt::real_t<T>>(bits)};
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(drawn) / static_cast<T>(3e5) * (drawn % 2 == 0 ? T(1e-20) : T(1));
  } else {
    return static_cast<T>(drawn);
  }
}

template <class T>
Plain<T> drawn(Index rows, Index columns, int count, unsigned seed) {
  std::mt19937 bits(seed);
  const auto below = [&](Index end) { return static_cast<Index>(bits()) % end; };
  Plain<T> entries;
  for (int i = 0; i < count && rows * columns > 0; ++i) {
    const Index row = below(below(3) == 0 ? rows : std::min<Index>(rows, 3));  // most in few rows
    entries[{row, below(columns)}] = number<T>(bits);
  }
  return entries;
}

template <class T>
rt::SparseArray<T> sparse(const Plain<T>& entries, Index n, Index m) {
  std::vector<Index> rows;
  std::vector<Index> columns;
  std::vector<T> values;
  for (const auto& [place, value] : entries) {
    rows.push_back(place.first);
    columns.push_back(place.second);
    values.push_back(value);
  }
  return rt::from_coordinates(rows, columns, values, {n, m});
}

template <class T>
void require_bits(const rt::SparseArray<T>& s, const Plain<T>& entries, Index n, Index m) {
  REQUIRE(s.shape() == rt::Extents{n, m});
  REQUIRE(s.nnz() == std::ssize(entries));
  const auto [rows, columns, values] = rt::coordinates(s);
  const auto of_rows = rt::to_vector(rows);
  const auto of_columns = rt::to_vector(columns);
  const std::vector<T> of_values = rt::to_vector(values);
  std::size_t e = 0;
  for (const auto& [place, value] : entries) {
    REQUIRE(std::pair(of_rows[e], of_columns[e]) == place);
    REQUIRE(std::memcmp(&of_values[e], &value, sizeof value) == 0);
    ++e;
  }
}

}  // namespace

TEMPLATE_TEST_CASE("every number that is written is read again bit for bit", "", double, float,
                   std::int64_t, std::uint8_t, std::complex<double>) {
  using T = TestType;
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const Directory directory(context.transport());
  const auto [n, m, count] = GENERATE(std::tuple{200, 90, 900}, std::tuple{1, 1, 1},
                                      std::tuple{7, 300, 4}, std::tuple{0, 3, 0});
  Plain<T> entries = drawn<T>(n, m, count, 3);
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::complex<double>>) {
    if (count > 100) {
      const double inf = std::numeric_limits<double>::infinity();
      entries[{0, 0}] = -0.0;
      entries[{0, 1}] = inf;
      entries[{0, 2}] = std::numeric_limits<double>::denorm_min();
      entries[{0, 3}] = -std::numeric_limits<double>::max();
      entries[{0, 4}] = 0.1;
      if constexpr (rt::is_complex_v<T>) entries[{0, 5}] = {-0.0, -inf};
    }
  }
  const auto s = sparse(entries, n, m);
  rt::mmwrite(directory / "x.mtx", s, {.comment = "one\ntwo"});
  require_bits(rt::mmread_sparse<T>(directory / "x.mtx"), entries, n, m);
  rt::save_sparse(directory / "x", s);
  require_bits(rt::load_sparse<T>(directory / "x"), entries, n, m);
  if constexpr (!rt::is_complex_v<T>) {
    const rt::Extents shape{n, m};
    rt::write_tns(directory / "x.tns", s);
    require_bits(rt::read_tns<T>(directory / "x.tns", {.shape = shape}), entries, n, m);
    rt::write_weighted_edgelist(directory / "x.txt", s, 5);
    require_bits(
        rt::read_weighted_edgelist<T>(directory / "x.txt", {.first_index = 5, .shape = shape}),
        entries, n, m);
  }
}

TEST_CASE("texts are what other programs write") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const Directory directory(context.transport());
  const Plain<double> entries{{{0, 0}, 0.1}, {{0, 2}, -2}, {{2, 1}, 1e300}};
  const auto s = sparse(entries, 3, 4);
  rt::mmwrite(directory / "x.mtx", s, {.comment = "made"});
  CHECK(
      directory.get("x.mtx") ==
      "%%MatrixMarket matrix coordinate real general\n%made\n3 4 3\n1 1 0.1\n1 3 -2\n3 2 1e+300\n");
  rt::mmwrite(directory / "x.mtx", s, {.precision = 2});
  CHECK_THAT(directory.get("x.mtx"), ContainsSubstring("\n1 1 1.00e-01\n1 3 -2.00e+00\n"));
  rt::mmwrite(directory / "x.mtx", rt::astype<std::complex<float>>(rt::astype<float>(s)));
  CHECK_THAT(directory.get("x.mtx"), ContainsSubstring("complex general\n3 4 3\n1 1 0.1 0\n"));
  rt::mmwrite(directory / "x.mtx", s > 0.0);
  CHECK_THAT(directory.get("x.mtx"), ContainsSubstring("integer general\n3 4 3\n1 1 1\n1 3 0\n"));
  rt::write_tns(directory / "x.tns", s);
  CHECK(directory.get("x.tns") == "1 1 0.1\n1 3 -2\n3 2 1e+300\n");
  rt::write_edgelist(directory / "x.txt", s);
  CHECK(directory.get("x.txt") == "0 0\n0 2\n2 1\n");
  rt::write_weighted_edgelist(directory / "x.txt", s, 1);
  CHECK(directory.get("x.txt") == directory.get("x.tns"));
}

TEST_CASE("of a matrix with a symmetry one half is written") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Directory directory(context.transport());
  const auto path = directory / "x.mtx";
  using Complex = std::complex<double>;
  const Index n = 60;
  Plain<Complex> half = drawn<Complex>(n, n, 300, 8);
  half[{4, 4}] = {2, 0};
  for (const std::string symmetry : {"symmetric", "skew-symmetric", "hermitian"}) {
    CAPTURE(symmetry);
    Plain<Complex> whole;
    Index lines = 0;
    for (const auto& [place, value] : half) {
      const auto [row, column] = place;
      if (row < column || (row == column && (symmetry[1] == 'k' || value.imag() != 0))) continue;
      ++lines;
      whole[{column, row}] = symmetry[0] == 'h'   ? std::conj(value)
                             : symmetry[1] == 'k' ? -value
                                                  : value;
      whole[{row, column}] = value;
    }
    const auto s = sparse(whole, n, n);
    rt::mmwrite(path, s, {.symmetry = symmetry});
    CHECK_THAT(directory.get("x.mtx"),
               ContainsSubstring("coordinate complex " + symmetry + "\n60 60 " +
                                 std::to_string(lines) + "\n"));
    require_bits(rt::mmread_sparse<Complex>(path), whole, n, n);
    whole[{7, 3}] = {1, 1};
    whole[{3, 7}] = {2, 1};
    CHECK_THAT(
        common_error(context.transport(),
                     [&] { rt::mmwrite(path, sparse(whole, n, n), {.symmetry = symmetry}); }),
        ContainsSubstring("the matrix is not " + symmetry + ": its elements (3, 7) and (7, 3)"));
  }
  // A 0 may be an entry on one side alone, and NaN is its own mirror image.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  rt::mmwrite(path, sparse<double>({{{0, 1}, 0.0}, {{0, 2}, nan}, {{2, 0}, nan}}, 3, 3),
              {.symmetry = "symmetric"});
  CHECK_THAT(directory.get("x.mtx"), ContainsSubstring("3 3 2\n2 1 0\n3 1 nan\n"));
  CHECK_THROWS_AS(
      rt::mmwrite(path, sparse<double>({{{1, 1}, nan}}, 3, 3), {.symmetry = "skew-symmetric"}),
      rt::Error);
  rt::mmwrite(path, rt::astype<bool>(sparse<int>({{{1, 1}, 1}, {{0, 2}, 0}}, 3, 3)));
  const auto truths = rt::mmread_sparse<bool>(path);
  CHECK(rt::to_vector(rt::astype<int>(truths.values())) == std::vector<int>{0, 1});
  CHECK_THROWS_AS(rt::mmwrite(path, sparse<double>({}, 3, 4), {.symmetry = "symmetric"}),
                  rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::mmwrite(path, sparse<double>({}, 3, 3), {.symmetry = "hermitian"}),
                  rt::Error);
}

TEST_CASE("lists of edges are read as their writers mean them") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const Directory directory(context.transport());
  const auto graph =
      directory.put("x.txt", "# from\tto\n% a comment\n1\t3\n\n  3 3 % a loop\r\n1 3\n2 1");
  require_bits(rt::read_edgelist<double>(graph), {{{1, 3}, 2.0}, {{2, 1}, 1.0}, {{3, 3}, 1.0}}, 4,
               4);
  require_bits(rt::read_edgelist<int>(graph, {.first_index = 1, .symmetrized = true}),
               {{{0, 1}, 1}, {{0, 2}, 2}, {{1, 0}, 1}, {{2, 0}, 2}, {{2, 2}, 1}}, 3, 3);
  CHECK_THROWS_AS(rt::read_edgelist<int>(graph, {.first_index = Index{1} << 40}), rt::Error);
  CHECK(rt::read_edgelist<bool>(graph, {.shape = {9, 5}}).shape() == rt::Extents{9, 5});
  const auto weighted = directory.put("w.txt", "0 1 -2.5\n1 0 1e3\n");
  require_bits(rt::read_weighted_edgelist<float>(weighted), {{{0, 1}, -2.5F}, {{1, 0}, 1000.0F}}, 2,
               2);
  CHECK(rt::read_edgelist<float>(directory.put("none", "# nothing\n")).shape() ==
        rt::Extents{0, 0});
  const auto tensor = directory.put("x.tns", "# two dimensions\n3 1 1.5\n1 2 2\n3 1 1\n");
  require_bits(rt::read_tns<double>(tensor), {{{0, 1}, 2.0}, {{2, 0}, 2.5}}, 3, 2);
  auto& sites = context.transport();
  CHECK_THAT(
      common_error<rt::ShapeMismatch>(
          sites, [&] { rt::read_tns<double>(tensor, {.duplicates = rt::Duplicates::refused}); }),
      ContainsSubstring("read_tns: " + tensor + ": of 3 entries 1 are where another one is"));
  CHECK_THROWS_AS(rt::read_edgelist<double>(graph, {.duplicates = rt::Duplicates::refused}),
                  rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::read_edgelist<double>(graph, {.symmetrized = true, .shape = {4, 5}}),
                  rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::read_tns<double>(tensor, {.shape = {4}}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::read_tns<double>(tensor, {.shape = {Index{1} << 31, 4}}), rt::ShapeMismatch);
}

TEST_CASE("what is wrong in a text is one error with its file and line") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const auto path = directory / "x";
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  const auto market = [&](const std::string& text) {
    directory.put("x", text);
    return common_error(sites, [&] { rt::mmread_sparse<double>(path); });
  };
  CHECK(market(banner + "3 2 2\n1 1 1.0\n") == path + ": expected 2 entries, found 1");
  CHECK(market(banner + "3 2 0\n1 1 1.0\n") == path + ": expected 0 entries, found 1");
  CHECK(market(banner + "3 2 9000000000000000000\n") ==
        path + ": expected 9000000000000000000 entries, found 0");
  CHECK(market(banner + "3 2 1\n% x\n4 1 1.0\n") ==
        "relatile: " + path + ":4: expected a row from 1 to 3, found '4'");
  CHECK(market(banner + "3 2 1\n0 1 1.0\n") ==
        "relatile: " + path + ":3: expected a row from 1 to 3, found '0'");
  CHECK(market(banner + "3 2 1\n1 -1 1.0\n") ==
        "relatile: " + path + ":3: expected a column from 1 to 2, found '-1'");
  CHECK(market(banner + "3 2 1\n1 1.5 1.0\n") ==
        "relatile: " + path + ":3: expected a column from 1 to 2, found '1.5'");
  CHECK(market(banner + "3 2 1\n1 1 nine\n") ==
        "relatile: " + path + ":3: expected a number, found 'nine'");
  CHECK(market(banner + "3 2 1\n1 1\n") ==
        "relatile: " + path + ":3: expected a row, a column and a number, found '1 1'");
  CHECK(market(banner + "3 2 1\n1 1 1 1\n") ==
        "relatile: " + path + ":3: expected a row, a column and a number, found '1 1 1 1'");
  CHECK(market(banner + "3 2\n") ==
        "relatile: " + path + ":2: expected two extents and a number of entries, found '3 2'");
  CHECK_THAT(market(banner + "% x"),
             ContainsSubstring(":2: expected the extents of a matrix, found nothing"));
  CHECK_THAT(market(banner + "2147483648 2 0\n"),
             ContainsSubstring(path + ": a sparse matrix of shape (2147483648, 2)"));
  CHECK_THAT(market("%%MatrixMarket matrix array real general\n1 1\n1\n"),
             ContainsSubstring("which mmread reads"));
  CHECK_THAT(market("%%MatrixMarket matrix complex general\n"), ContainsSubstring(":1: expected"));
  CHECK_THAT(market("%%MatrixMarket matrix coordinate complex general\n1 1 0\n"),
             ContainsSubstring("complex numbers, which elements of type float64"));
  CHECK_THAT(market(""), ContainsSubstring(":1: expected '%%MatrixMarket"));

  const auto list = [&](const std::string& text) {
    directory.put("x", text);
    return common_error<rt::ParseError>(sites, [&] { rt::read_tns<int>(path); });
  };
  CHECK(list("1 1 1\n1 1 1 5\n") == "relatile: " + path +
                                        ":2: expected a row, a column and a number, found '1 1 1 "
                                        "5'; read_tns<T, N> reads tensors of N dimensions");
  CHECK(list("1 1 1\n2147483648 1 1\n") ==
        "relatile: " + path + ":2: expected a row from 1 to 2147483647, found '2147483648'");
  CHECK(list("1 1 99999999999") ==
        "relatile: " + path + ":1: expected a number of type int32, found '99999999999'");
  CHECK(list("1 1 1.5") ==
        "relatile: " + path + ":1: expected a number of type int32, found '1.5'");
  directory.put("x", "0 1\n1 2 3\n");
  CHECK(
      common_error(sites, [&] { rt::read_edgelist<float>(path); }) ==
      "relatile: " + path +
          ":2: expected two nodes, found '1 2 3'; read_weighted_edgelist reads edges with weights");
  CHECK_THAT(common_error(sites, [&] { rt::read_weighted_edgelist<float>(path); }),
             ContainsSubstring(":1: expected two nodes and a weight, found '0 1'"));
  CHECK_THROWS_AS(rt::read_tns<float>(directory / "none"), rt::IoError);
}

TEST_CASE("what can't be written is an error, and what was there stays") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Directory directory(context.transport());
  const auto s = sparse(drawn<double>(40, 50, 300, 1), 40, 50);
  CHECK_THROWS_AS(rt::mmwrite(directory / "none/x.mtx", s), rt::IoError);
  CHECK_THROWS_AS(rt::mmwrite("/dev/full", s), rt::IoError);
  CHECK_THROWS_AS(rt::write_tns("/proc/x.tns", s), rt::IoError);
  CHECK_THROWS_AS(rt::write_edgelist(directory / "none/x", s), rt::IoError);
  CHECK_THAT(common_error<rt::IoError>(context.transport(),
                                       [&] { rt::save_sparse(directory / "none/x", s); }),
             ContainsSubstring("cannot make " + (directory / "none/x")));
  CHECK_THROWS_AS(rt::save_sparse("/dev/full", s), rt::IoError);
  directory.put("file", "text");
  CHECK_THROWS_AS(rt::save_sparse(directory / "file", s), rt::IoError);
  CHECK(directory.num_files() == 1);

  rt::save_sparse(directory / "x", s);
  // The last of the files can't take its place, so none does.
  std::filesystem::remove(directory / "x/format.npy");
  std::filesystem::create_directory(directory / "x/format.npy");
  const std::string before = directory.get("x/data.npy");
  CHECK_THROWS_AS(rt::save_sparse(directory / "x", 2.0 * s), rt::IoError);
  CHECK(directory.get("x/data.npy") == before);
  CHECK(std::distance(std::filesystem::directory_iterator(directory / "x"), {}) == 5);
}

TEST_CASE("a folder has the members of scipy's archives") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const Directory directory(context.transport());
  const auto [n, m, count] =
      GENERATE(std::tuple{130, 70, 800}, std::tuple{5, 4, 3}, std::tuple{4, 0, 0});
  const Plain<double> entries = drawn<double>(n, m, count, 6);
  const auto s = sparse(entries, n, m);
  rt::save_sparse(directory / "x", s);
  std::vector<std::int32_t> begins{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (Index row = 0; row < n; ++row) {
    for (auto at = entries.lower_bound({row, 0}); at != entries.lower_bound({row + 1, 0}); ++at) {
      columns.push_back(static_cast<std::int32_t>(at->first.second));
      values.push_back(at->second);
    }
    begins.push_back(static_cast<std::int32_t>(columns.size()));
  }
  CHECK(rt::to_vector(rt::load<std::int32_t, 1>(directory / "x/indptr.npy")) == begins);
  CHECK(rt::to_vector(rt::load<std::int32_t, 1>(directory / "x/indices.npy")) == columns);
  CHECK(rt::to_vector(rt::load<double, 1>(directory / "x/data.npy")) == values);
  CHECK(rt::to_vector(rt::load<Index, 1>(directory / "x/shape.npy")) == std::vector<Index>{n, m});
  CHECK(directory.get("x/format.npy").ends_with("csr"));
  CHECK(rt::load_sparse<std::complex<double>>(directory / "x").nnz() == s.nnz());

  // scipy's other formats, of which entries may be in any order and several in one place.
  directory.put("x/format.npy", rt::io::make_npy_word("csc"));
  rt::save(directory / "x/shape.npy", rt::array<Index>({m, n}));
  Plain<double> mirrored;
  for (const auto& [place, value] : entries) mirrored[{place.second, place.first}] = value;
  require_bits(rt::load_sparse<double>(directory / "x"), mirrored, m, n);
  rt::save(directory / "x/shape.npy", rt::array<Index>({n, m}));
  directory.put("x/format.npy", rt::io::make_npy_word("coo"));
  const auto [rows, cols, data] = rt::coordinates(s);
  rt::save(directory / "x/row.npy", rt::flip(rows));
  rt::save(directory / "x/col.npy", rt::flip(cols));
  rt::save(directory / "x/data.npy", rt::flip(data));
  require_bits(rt::load_sparse<double>(directory / "x"), entries, n, m);
}

TEST_CASE("compressed rows out of order are put in order, and wrong ones refused") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const auto x = directory / "x";
  rt::save_sparse(x, sparse<double>({{{0, 1}, 1}, {{0, 2}, 2}, {{2, 0}, 3}, {{2, 2}, 4}}, 3, 4));
  const auto put = [&](const std::string& name, const std::vector<Index>& numbers) {
    rt::save(x + "/" + name + ".npy", rt::from_span(numbers, {Index(numbers.size())}));
  };
  const auto error = [&] { return common_error(sites, [&] { rt::load_sparse<double>(x); }); };
  put("indices", {2, 1, 2, 2});
  require_bits(rt::load_sparse<double>(x), {{{0, 1}, 2.0}, {{0, 2}, 1.0}, {{2, 2}, 7.0}}, 3, 4);
  put("indices", {2, 1, 4, 2});
  CHECK(error() == x + "/indices.npy: expected indices from 0 to 3, found 4 at 2");
  put("indices", {2, 1, -1, 2});
  CHECK(error() == x + "/indices.npy: expected indices from 0 to 3, found -1 at 2");
  put("indices", {2, 1, 2});
  CHECK(error() == x + "/indices.npy: expected 4 elements, found 3");
  put("indices", {1, 2, 0, 2});
  put("indptr", {0, 2, 4});
  CHECK(error() == x + "/indptr.npy: expected 4 elements, found 3");
  put("indptr", {0, 2, 2, 3});
  require_bits(rt::load_sparse<double>(x), {{{0, 1}, 1.0}, {{0, 2}, 2.0}, {{2, 0}, 3.0}}, 3, 4);
  put("indptr", {0, 2, 2, 5});
  CHECK(error() == x + "/indptr.npy: expected numbers from 0 to at most 4, found 0 to 5");
  put("indptr", {0, 5, 2, 4});
  CHECK_THAT(error(), ContainsSubstring("indptr.npy: expected numbers that ascend"));
  put("indptr", {0, 2, 2, 4});
  put("shape", {3});
  CHECK_THAT(error(), ContainsSubstring(x + " has a sparse array of 1 dimensions"));
  put("shape", {3, -4});
  CHECK_THAT(error(), ContainsSubstring("shape (3, -4)"));
  put("shape", {3, 4});
  CHECK(rt::load_sparse<double>(x).nnz() == 4);
  CHECK_THAT(common_error(sites, [&] { rt::load_sparse<float>(x); }),
             ContainsSubstring("data.npy has elements of type float64; expected float32"));
  directory.put("x/format.npy", rt::io::make_npy_word("bsr"));
  CHECK_THAT(error(), ContainsSubstring("scipy's format 'bsr'; csr, csc and coo are read"));
  put("format", {1});
  CHECK_THAT(error(), ContainsSubstring("format.npy: expected one word"));
  std::filesystem::remove(x + "/format.npy");
  CHECK_THROWS_AS(rt::load_sparse<double>(x), rt::IoError);
  CHECK_THROWS_AS(rt::load_sparse<double>(directory / "none"), rt::IoError);
  rt::savez(directory / "x.npz", {{"data", rt::zeros({3})}});
  CHECK_THAT(common_error(sites, [&] { rt::load_sparse<double>(directory / "x.npz"); }),
             ContainsSubstring("x.npz has no array 'format'; it has 'data'"));
}

}  // namespace files_test
