// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <relatile/sparse.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/directory.hpp"

namespace format_options_test {

// What makes a sparse matrix makes it in the format that it is asked for: the same entries, stored
// so, and products that know of it.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::Format;
using rt::FormatOption;
using rt::test::common_error;
using rt::test::Directory;
using Index = std::int64_t;
using Sparse = rt::SparseArray<double>;

namespace {

constexpr Format all_formats[] = {Format::csr, Format::dcsr, Format::csc, Format::dcsc};

/// Requires what make(format) gives to be the same matrix in every format.
template <class Make>
void require_formats(const std::string& what, Make&& make) {
  INFO(what);
  const auto wanted = make(Format::automatic);
  CHECK_FALSE(rt::detail::is_by_columns(wanted.format()));
  const auto numbers = rt::to_vector(rt::to_dense(wanted));
  const auto x = rt::as_array(rt::astype<double>(rt::arange<Index>(wanted.shape(1))) + 1.0);
  const auto by_x = rt::as_array(rt::matmul(wanted, x));
  for (const Format format : all_formats) {
    INFO(rt::format_name(format));
    const auto made = make(format);
    REQUIRE(made.format() == format);
    CHECK(made.shape() == wanted.shape());
    CHECK(made.nnz() == wanted.nnz());
    CHECK(rt::to_vector(rt::to_dense(made)) == numbers);
    CHECK(rt::allclose(rt::matmul(made, x), by_x, 1e-14).item());
    CHECK(rt::to_vector(rt::coordinates(made).columns) ==
          rt::to_vector(rt::coordinates(wanted).columns));
  }
}

}  // namespace

TEST_CASE("texts are read in the format that is asked for") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4));
  const Directory directory(context.transport());
  const std::string head = "%%MatrixMarket matrix coordinate real ";
  const auto general =
      directory.put("g.mtx", head + "general\n3 5 4\n1 2 2\n3 5 -3\n3 1 4\n1 2 5\n");
  require_formats("general", [&](Format format) {
    return rt::mmread_sparse<double>(general, {.format = format});
  });
  const auto skew = directory.put("s.mtx", head + "skew-symmetric\n4 4 2\n2 1 3\n4 3 7\n");
  require_formats("skew-symmetric", [&](Format format) {
    return rt::mmread_sparse<double>(skew, {.format = format});
  });
  const auto none = directory.put("n.mtx", head + "general\n3 2 0\n");
  require_formats(
      "none", [&](Format format) { return rt::mmread_sparse<double>(none, {.format = format}); });
  const auto tns = directory.put("x.tns", "1 2 0.5\n4 1 2\n# twice\n4 1 3\n2 6 -1\n");
  require_formats("tns",
                  [&](Format format) { return rt::read_tns<double>(tns, {.format = format}); });
  require_formats("tns of a shape", [&](Format format) {
    return rt::read_tns<double>(tns, {.shape = {5, 9}, .format = format});
  });
  const auto edges = directory.put("e.txt", "1 2\n3 1\n4 4\n3 7\n");
  require_formats("edges", [&](Format format) {
    return rt::read_edgelist<double>(edges, {.first_index = 1, .format = format});
  });
  require_formats("edges both ways", [&](Format format) {
    return rt::read_edgelist<double>(edges, {.symmetrized = true, .format = format});
  });
  const auto weighted = directory.put("w.txt", "0 2 1.5\n3 1 2\n0 2 1\n");
  require_formats("weighted edges", [&](Format format) {
    return rt::read_weighted_edgelist<double>(weighted, {.shape = {4, 6}, .format = format});
  });
}

TEST_CASE("texts of many lines are read in the format that is asked for") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Directory directory(context.transport());
  rt::random::seed(4);
  const Sparse s = rt::random::sparse(700, 400, 0.02);
  rt::mmwrite(directory / "x.mtx", s);
  rt::write_tns(directory / "x.tns", s);
  const rt::Extents shape{700, 400};
  require_formats("mtx", [&](Format format) {
    return rt::mmread_sparse<double>(directory / "x.mtx", {.format = format});
  });
  require_formats("tns", [&](Format format) {
    return rt::read_tns<double>(directory / "x.tns", {.shape = shape, .format = format});
  });
}

TEST_CASE("errors of texts are the same in every format") {
  auto context = rt::Context::loopback(2);
  auto& sites = context.transport();
  const Directory directory(sites);
  const auto path = directory.put("x.tns", "1 2 0.5\n4 1 2\n4 1 3\n");
  const auto refused = [&](Format format) {
    return common_error<rt::ShapeMismatch>(sites, [&] {
      rt::read_tns<double>(path, {.duplicates = rt::Duplicates::refused, .format = format});
    });
  };
  const auto outside = [&](Format format) {
    return common_error<rt::ParseError>(sites, [&] {
      rt::read_tns<double>(path, {.shape = {3, 5}, .format = format});
    });
  };
  for (const Format format : all_formats) {
    CHECK_THAT(refused(format), ContainsSubstring("of 3 entries 1 are where another one is"));
    CHECK_THAT(outside(format), ContainsSubstring(":2: expected a row from 1 to 3, found '4'"));
  }
}

TEST_CASE("arrays of other numbers of dimensions are read by their first axis") {
  auto context = rt::Context::loopback(2);
  auto& sites = context.transport();
  const Directory directory(sites);
  const auto path = directory.put("x.tns", "1 2 1 0.5\n4 1 3 2\n");
  for (const Format format : {Format::csr, Format::dcsr}) {
    const auto read = rt::read_tns<double, 3>(path, {.format = format});
    CHECK(read.matrix().format() == format);
    CHECK(read.shape() == rt::Extents{4, 2, 3});
    CHECK(rt::item(rt::sum(read)) == 2.5);
  }
  CHECK_THAT(common_error<rt::Error>(
                 sites, [&] { rt::read_tns<double, 3>(path, {.format = Format::csc}); }),
             ContainsSubstring("a sparse array of 3 dimensions in the format csc"));
}

TEST_CASE("generators make matrices in the format that is asked for") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4));
  const auto drawn = [](auto&& make) {
    return [make](Format format) {
      rt::random::seed(3);
      return make(FormatOption{format});
    };
  };
  using rt::random::Edges;
  require_formats("rmat", drawn([](FormatOption o) { return rt::random::rmat(5, 3, {}, o); }));
  require_formats("erdos_renyi", drawn([](FormatOption o) {
                    return rt::random::erdos_renyi(20, 0.2, Edges::undirected, o);
                  }));
  require_formats("directed", drawn([](FormatOption o) {
                    return rt::random::erdos_renyi(20, 0.2, Edges::directed, o);
                  }));
  const auto x = rt::array({1.0, 2.0, 0.0});
  const auto y = rt::array({4.0, 5.0});
  require_formats("diags", [&](Format f) { return rt::diags(x, -2, {.format = f}); });
  require_formats("diags of two", [&](Format f) {
    return rt::diags({x, y}, {0, 1}, {3, 3}, {.format = f});
  });
  require_formats("square diags of two", [&](Format f) {
    return rt::diags({x, y}, {0, 1}, {.format = f});
  });
  require_formats("diags of numbers", [](Format f) {
    return rt::diags({-1.0, 2.0}, {-1, 1}, {4, 7}, {.format = f});
  });
  require_formats("eye", [](Format f) { return rt::sparse_eye(4, {.format = f}); });
  require_formats("wide eye", [](Format f) { return rt::sparse_eye(4, 6, 1, {.format = f}); });
  const auto labels = rt::array<Index>({2, 0, 2, 1, 0});
  require_formats("one_hot", [&](Format f) { return rt::one_hot(labels, 4, {.format = f}); });
  const auto dense = rt::array({{1.0, 0.0, -2.0}, {0.0, 0.25, 0.0}});
  require_formats("to_sparse", [&](Format f) { return rt::to_sparse(dense, {.format = f}); });
  require_formats("to_sparse above",
                  [&](Format f) { return rt::to_sparse(dense, 0.5, {.format = f}); });
}

}  // namespace format_options_test
