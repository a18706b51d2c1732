// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <limits>
#include <relatile/sparse.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/directory.hpp"

namespace extents_test {

// Rows and columns are numbered up to 2^31 - 1: whatever would need more says so at the call, by
// its name, and neither wraps around nor asks for memory.

namespace rt = relatile;
using Catch::Matchers::StartsWith;
using rt::Format;
using rt::test::Directory;
using Index = std::int64_t;
using Sparse = rt::SparseArray<double>;

namespace {

constexpr Index most = std::numeric_limits<std::int32_t>::max();
constexpr Index beyond[] = {most + 1, Index{1} << 40, std::numeric_limits<Index>::max()};
const std::vector<Index> rows{0, 5};
const std::vector<Index> columns{1, 7};

Sparse two_entries(Index n, Index m) { return rt::from_coordinates(rows, columns, 1.0, {n, m}); }

/// Requires a call to be refused by its name.
template <class Call>
void require_refused(const std::string& name, Call&& call) {
  std::string told = "nothing";
  try {
    call();
  } catch (const rt::ShapeMismatch& error) {
    told = error.what();
  }
  CHECK_THAT(told, StartsWith("relatile: " + name + ": "));
}

}  // namespace

TEST_CASE("what makes matrices refuses extents that are not numbered") {
  auto context = rt::Context::loopback(2);
  for (const Index n : beyond) {
    INFO(n);
    for (const Format format : {Format::csr, Format::csc}) {
      require_refused("from_coordinates", [&] {
        rt::from_coordinates(rows, columns, 1.0, {n, 9}, {.format = format});
      });
      require_refused("from_coordinates", [&] {
        rt::from_coordinates(rows, columns, 1.0, {9, n}, {.format = format});
      });
    }
    require_refused("sparse_eye", [&] { rt::sparse_eye(n); });
    require_refused("sparse_eye", [&] { rt::sparse_eye(3, n); });
    require_refused("sparse_eye", [&] { rt::sparse_eye(3, 3, n); });
    require_refused("diags", [&] { rt::diags(rt::ones({3}), n); });
    require_refused("diags", [&] { rt::diags(rt::ones({3}), -n); });
    require_refused("diags", [&] { rt::diags(rt::ones({3}), most); });
    require_refused("diags", [&] { rt::diags({1.0, 2.0}, {0, 1}, {3, n}); });
    require_refused("diags", [&] { rt::diags({rt::ones({3}), rt::ones({3})}, {n, 0}); });
    require_refused("one_hot", [&] { rt::one_hot(rt::array(rows), n); });
    require_refused("random::sparse", [&] { rt::random::sparse(n, 5, 1e-9); });
    require_refused("random::sparse", [&] { rt::random::sparse(5, n, 1e-9); });
    require_refused("random::erdos_renyi", [&] { rt::random::erdos_renyi(n, 1e-18); });
    require_refused("random::rmat", [&] { rt::random::rmat(30, n); });
  }
  require_refused("random::sparse", [&] { rt::random::sparse(most, most, 1e-18); });
  const Index long_one = Index{1} << 37;
  require_refused("diags", [&] { rt::diags(rt::ones({long_one})); });
  require_refused("one_hot", [&] { rt::one_hot(rt::zeros<Index>({long_one}), 3); });
  CHECK(two_entries(most, most).nnz() == 2);
}

TEST_CASE("files of extents that are not numbered are refused") {
  auto context = rt::Context::loopback(2);
  const Directory directory(context.transport());
  const auto path = directory.put("x.txt", "1 2 1\n");
  const auto tensor = directory.put("y.txt", "1 2147483647 2147483647 1\n");
  for (const Index n : beyond) {
    INFO(n);
    const rt::Extents shape{5, n};
    const auto market = directory.put("x.mtx", "%%MatrixMarket matrix coordinate real general\n5 " +
                                                   std::to_string(n) + " 1\n1 1 1\n");
    for (const Format format : {Format::csr, Format::csc}) {
      require_refused("mmread_sparse: " + market,
                      [&] { rt::mmread_sparse<double>(market, {.format = format}); });
      require_refused("read_tns: " + path,
                      [&] { rt::read_tns<double>(path, {.shape = shape, .format = format}); });
    }
    require_refused("read_weighted_edgelist: " + path,
                    [&] { rt::read_weighted_edgelist<double>(path, {.shape = shape}); });
    require_refused("read_tns: " + tensor, [&] {
      rt::read_tns<double, 3>(tensor, {.shape = rt::Extents{5, n, n}});
    });
    const auto entry = directory.put("z.txt", "1 " + std::to_string(n) + " 1\n");
    CHECK_THROWS_AS(rt::read_tns<double>(entry), rt::ParseError);
    CHECK_THROWS_AS(rt::read_weighted_edgelist<double>(entry), rt::ParseError);
  }
  require_refused("read_tns: " + tensor, [&] { rt::read_tns<double, 3>(tensor); });
}

TEST_CASE("matrices of matrices refuse extents that are not numbered") {
  auto context = rt::Context::loopback(2);
  const Sparse few = two_entries(9, 9);
  const Sparse wide = two_entries(9, most);
  const Sparse tall = two_entries(most, 9);
  const Sparse all = two_entries(most, most);
  require_refused("hstack", [&] { rt::hstack({wide, few}); });
  require_refused("vstack", [&] { rt::vstack({few, tall}); });
  require_refused("block_diag", [&] { rt::block_diag({all, all}); });
  require_refused("kron", [&] { rt::kron(all, all); });
  require_refused("kron", [&] { rt::kron(wide, rt::sparse_eye(1, 2)); });
  require_refused("reshape", [&] { rt::reshape(all, {-1, 1}); });
  require_refused("reshape", [&] { rt::reshape(all, {-1}); });
  require_refused("reshape", [&] { rt::reshape(few, {Index{1} << 32, Index{1} << 32}); });
  require_refused("reshape", [&] { rt::reshape(few, {Index{1} << 32, Index{1} << 32, -1}); });
  require_refused("reshape", [&] { rt::reshape(few, {81, Index{1} << 62, 4}); });
  require_refused("take", [&] { rt::take(few, rt::zeros<Index>({Index{1} << 37}), 0); });
  require_refused("take", [&] { rt::take(few, rt::zeros<Index>({Index{1} << 37}), 1); });
  CHECK_THROWS_AS(rt::to_dense(all), rt::Error);
  CHECK(rt::kron(tall, rt::sparse_eye(1, 9)).shape() == rt::Extents{most, 81});
  CHECK(rt::matmul(tall, wide).shape() == rt::Extents{most, most});
  constexpr Index least = std::numeric_limits<Index>::min();
  for (const Format format : {Format::csr, Format::csc}) {
    const Sparse s = rt::asformat(few, format);
    CHECK(rt::tril(s, least).nnz() == 0);
    CHECK(rt::triu(s, least).nnz() == 2);
    CHECK(rt::tril(s, std::numeric_limits<Index>::max()).nnz() == 2);
  }
}

TEST_CASE("arrays of other numbers of dimensions refuse axes that are not numbered together") {
  auto context = rt::Context::loopback(2);
  const rt::Array<Index, 1> i = rt::array(rows);
  const rt::Array<Index, 1> none = rt::zeros<Index>({2});
  for (const Index n : beyond) {
    INFO(n);
    require_refused("from_coordinates", [&] { rt::from_coordinates({i}, 1.0, {n}); });
    require_refused("from_coordinates", [&] { rt::from_coordinates({i, i, i}, 1.0, {9, n, n}); });
    require_refused("from_coordinates", [&] {
      // Of indices that are not in the shape, too: nothing is looked at.
      rt::from_coordinates({i, none - 1, none, i, i}, 1.0, {9, n, n, n, n});
    });
  }
  constexpr Index side = 1 << 15;
  const auto t = rt::from_coordinates({i, i, none}, 1.0, {most, side, side});
  require_refused("transpose", [&] { rt::transpose(t); });
  require_refused("transpose", [&] { rt::transpose(t, {1, 0, 2}); });
  require_refused("unfold", [&] { rt::unfold(t, 1); });
  require_refused("reshape", [&] { rt::reshape(t, {-1}); });
  require_refused("reshape", [&] { rt::reshape(t, {side, side, most}); });
  require_refused("a reduction", [&] { rt::sum(t, 1); });
  CHECK_THROWS_AS((rt::einsum<"ijk->kij">(t)), rt::ShapeMismatch);
  CHECK_THROWS_AS((rt::einsum<"ijk->ij">(t)), rt::ShapeMismatch);
  CHECK_THROWS_AS((rt::SparseArray<double, 3>(t.matrix(), rt::Extents{most, Index{1} << 40, side})),
                  rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::to_dense(t), rt::Error);
  CHECK(rt::transpose(t, {0, 2, 1}).shape() == rt::Extents{most, side, side});
  CHECK(rt::item(rt::sum(t)) == 2);
}

}  // namespace extents_test
