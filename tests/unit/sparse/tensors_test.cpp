// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <map>
#include <relatile/sparse.hpp>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace tensors_test {

// Sparse arrays of one, three and four dimensions against loops over their coordinates.

namespace rt = relatile;

namespace {

using Indices = std::vector<std::int64_t>;

/// Entries in the memory of all ranks, some of them at one place, and their sums by place.
template <class T>
struct Entries {
  Entries(const Indices& shape, int count) : extents(shape), axes(shape.size()) {
    std::uint64_t state = 12345;
    for (int e = 0; e < count; ++e) {
      Indices place;
      for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        place.push_back(std::int64_t((state >> 33) % std::uint64_t(shape[axis])));
        axes[axis].push_back(place.back());
      }
      values.push_back(T(e % 5 + 1));
      at[place] += values.back();
    }
  }
  rt::Array<std::int64_t, 1> along(std::size_t axis) const {
    return rt::from_span(axes[axis], {std::int64_t(axes[axis].size())});
  }
  rt::SparseArray<T, 3> three() const {
    return rt::from_coordinates({along(0), along(1), along(2)}, values,
                                {extents[0], extents[1], extents[2]});
  }
  rt::SparseArray<T, 4> four() const {
    return rt::from_coordinates({along(0), along(1), along(2), along(3)}, values,
                                {extents[0], extents[1], extents[2], extents[3]});
  }
  /// The dense elements, row-major.
  std::vector<T> dense() const {
    std::int64_t places = 1;
    for (const std::int64_t extent : extents) places *= extent;
    std::vector<T> all(std::size_t(places), T(0));
    for (const auto& [place, value] : at) {
      std::int64_t number = 0;
      for (std::size_t axis = 0; axis < place.size(); ++axis) {
        number = number * extents[axis] + place[axis];
      }
      all[std::size_t(number)] = value;
    }
    return all;
  }

  Indices extents;
  std::vector<Indices> axes;
  std::vector<T> values;
  std::map<Indices, T> at;
};

template <class T>
rt::Array<T, 2> factor(std::int64_t rows, std::int64_t columns) {
  return rt::astype<T>(
      rt::reshape(rt::arange<std::int64_t>(rows * columns) % std::int64_t{7}, {rows, columns}) +
      std::int64_t{1});
}

/// mttkrp by a loop over the places.
template <class T>
std::vector<T> looped(const Entries<T>& of, std::size_t mode, std::int64_t columns) {
  std::vector<T> sums(std::size_t(of.extents[mode] * columns), T(0));
  for (const auto& [place, value] : of.at) {
    for (std::int64_t r = 0; r < columns; ++r) {
      T product = value;
      for (std::size_t axis = 0; axis < place.size(); ++axis) {
        if (axis != mode) product *= T(double((place[axis] * columns + r) % 7 + 1));
      }
      sums[std::size_t(place[mode] * columns + r)] += product;
    }
  }
  return sums;
}

/// mode_dot of factor(rows, extent of the mode) by a loop over the places.
template <class T>
std::vector<T> looped_mode_dot(const Entries<T>& of, std::size_t mode, std::int64_t rows) {
  Indices shape = of.extents;
  shape[mode] = rows;
  std::int64_t places = 1;
  for (const std::int64_t extent : shape) places *= extent;
  std::vector<T> sums(std::size_t(places), T(0));
  for (const auto& [place, value] : of.at) {
    for (std::int64_t r = 0; r < rows; ++r) {
      std::int64_t number = 0;
      for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        number = number * shape[axis] + (axis == mode ? r : place[axis]);
      }
      const T weight = T(double((r * of.extents[mode] + place[mode]) % 7 + 1));
      sums[std::size_t(number)] += value * weight;
    }
  }
  return sums;
}

const std::vector<Indices> shapes{{1, 1, 1}, {7, 5, 3}, {13, 1, 11}, {101, 23, 2}};

}  // namespace

TEST_CASE("sparse arrays of three dimensions are what their coordinates say") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  for (const Indices& shape : shapes) {
    for (const int count : {0, 1, 40, 997}) {
      const Entries<double> of(shape, count);
      const auto s = of.three();
      const rt::Array<double, 3> dense = rt::to_dense(s);
      CHECK(rt::to_vector(dense) == of.dense());
      CHECK(s.nnz() == std::int64_t(of.at.size()));
      CHECK(s.density() == double(of.at.size()) / double(of.dense().size()));
      CHECK(rt::to_sparse(dense).nnz() == s.nnz());
      CHECK(rt::array_equal(rt::to_dense(rt::to_sparse(dense)), dense).item());
      const auto [indices, values] = rt::coordinates(s);
      std::size_t e = 0;
      const Indices i = rt::to_vector(indices[0]), j = rt::to_vector(indices[1]),
                    k = rt::to_vector(indices[2]);
      REQUIRE(i.size() == of.at.size());
      for (const auto& [place, value] : of.at) {
        CHECK(Indices{i[e], j[e], k[e]} == place);
        ++e;
      }
      const auto t = rt::transpose(s, {2, 0, 1});
      CHECK(rt::array_equal(rt::to_dense(t), rt::transpose(dense, {2, 0, 1})).item());
      CHECK(rt::array_equal(rt::to_dense(2.0 * s), 2.0 * dense).item());
      CHECK(rt::array_equal(rt::to_dense(-rt::abs(s)), -rt::abs(dense)).item());
      CHECK(rt::array_equal(rt::to_dense(s * dense), dense * dense).item());
      CHECK(rt::array_equal(s + dense, dense + dense).item());
      const auto flipped = rt::to_sparse(rt::flip(dense));
      CHECK(rt::array_equal(rt::to_dense(s + flipped), dense + rt::flip(dense)).item());
      CHECK(rt::array_equal(rt::to_dense(s * flipped), dense * rt::flip(dense)).item());
      const auto wide = rt::reshape(s, {shape[2], -1});
      CHECK(rt::array_equal(rt::to_dense(wide), rt::reshape(dense, {shape[2], -1})).item());
      CHECK(rt::array_equal(rt::to_dense(rt::reshape(wide, {shape[0], shape[1], shape[2]})), dense)
                .item());
      CHECK(rt::array_equal(rt::to_dense(rt::reshape(s, {-1})), rt::ravel(dense)).item());
    }
  }
}

TEST_CASE("sparse vectors, and indices as a matrix") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 7));
  for (const std::int64_t n : {1, 13, 101}) {
    const Entries<double> of({n}, 20);
    const auto s = rt::from_coordinates({of.along(0)}, of.values, {n});
    const rt::Array<double, 1> dense = rt::to_dense(s);
    CHECK(rt::to_vector(dense) == of.dense());
    CHECK(rt::sum(s).item() == rt::sum(dense).item());
    CHECK(rt::max(s, 0).item() == rt::max(dense).item());
    CHECK(rt::array_equal(rt::to_dense(s + s), dense + dense).item());
    CHECK(rt::array_equal(rt::to_dense(rt::transpose(s)), dense).item());
  }
  const Entries<double> of({7, 5, 3}, 20);
  const rt::Array<std::int64_t, 2> indices = rt::stack({of.along(0), of.along(1), of.along(2)}, 1);
  CHECK(rt::to_vector(rt::to_dense(rt::from_coordinates(indices, of.values, {7, 5, 3}))) ==
        of.dense());
  CHECK_THROWS_AS(rt::from_coordinates(indices, of.values, {7, 15}), rt::ShapeMismatch);
  const auto none = rt::to_sparse(rt::zeros<double>({0, 5, 3}));
  CHECK(none.nnz() == 0);
  CHECK(rt::to_dense(none).shape() == rt::Extents{0, 5, 3});
  CHECK(rt::sum(none).item() == 0);
}

TEST_CASE("reductions of sparse arrays are those of the dense ones") {
  auto context = rt::Context::loopback(GENERATE(1, 3, 4));
  for (const Indices& shape : shapes) {
    const auto s = Entries<double>(shape, 67).three();
    const rt::Array<double, 3> dense = rt::to_dense(s);
    CHECK(rt::sum(s).item() == rt::sum(dense).item());
    CHECK(rt::max(s).item() == rt::max(dense).item());
    CHECK(rt::min(s).item() == rt::min(dense).item());
    CHECK(rt::count_nonzero(s).item() == s.nnz());
    CHECK(rt::allclose(rt::norm(s), rt::sqrt(rt::sum(dense * dense))).item());
    for (const int axis : {0, 1, -1}) {
      CHECK(rt::array_equal(rt::sum(s, axis), rt::sum(dense, axis)).item());
      CHECK(rt::array_equal(rt::max(s, axis, rt::keepdims), rt::max(dense, axis, rt::keepdims))
                .item());
    }
    CHECK(rt::array_equal(rt::sum(s, rt::axis(1, 2)), rt::sum(dense, rt::axis(1, 2))).item());
    CHECK(rt::array_equal(rt::min(s, rt::axis(0, 2)), rt::min(dense, rt::axis(0, 2))).item());
    CHECK(rt::array_equal(rt::sum(s, rt::axis(0, 1)), rt::sum(dense, rt::axis(0, 1))).item());
  }
}

TEMPLATE_TEST_CASE("mttkrp is the sum over entries in every mode", "", float, double, std::int64_t,
                   std::complex<double>) {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  using T = TestType;
  for (const Indices& shape : shapes) {
    const Entries<T> of(shape, 40);
    const auto s = of.three();
    for (const std::int64_t r : {0, 1, 5}) {
      for (const int mode : {0, 1, 2}) {
        const rt::Array<T, 2> y = rt::mttkrp(
            s, {factor<T>(shape[0], r), factor<T>(shape[1], r), factor<T>(shape[2], r)}, mode);
        CHECK(rt::to_vector(y) == looped(of, std::size_t(mode), r));
      }
    }
    const rt::Array<T, 1> x = rt::ravel(factor<T>(shape[2], 1));
    const rt::Array<T, 3> dense = rt::to_dense(s);
    CHECK(rt::array_equal(rt::mode_dot(s, x, -1), rt::sum(dense * x, 2)).item());
  }
  const Indices shape{5, 3, 7, 2};
  const Entries<T> of(shape, 60);
  for (const int mode : {0, 1, 2, 3}) {
    const rt::Array<T, 2> y = rt::mttkrp(
        of.four(), {factor<T>(5, 3), factor<T>(3, 3), factor<T>(7, 3), factor<T>(2, 3)}, mode);
    CHECK(rt::to_vector(y) == looped(of, std::size_t(mode), 3));
  }
}

TEMPLATE_TEST_CASE("mode_dot of a matrix is the sum over entries in every mode", "", float, double,
                   std::int64_t, std::complex<double>) {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  using T = TestType;
  for (const Indices& shape : shapes) {
    for (const int count : {0, 40}) {
      const Entries<T> of(shape, count);
      for (const std::int64_t r : {0, 1, 5}) {
        for (const int mode : {0, 1, 2}) {
          const std::int64_t n = shape[std::size_t(mode)];
          const rt::Array<T, 3> y = rt::mode_dot(of.three(), factor<T>(r, n), mode - 3);
          CHECK(rt::to_vector(y) == looped_mode_dot(of, std::size_t(mode), r));
        }
      }
    }
  }
  const Entries<T> of({5, 3, 7, 2}, 60);
  for (const int mode : {0, 1, 2, 3}) {
    const std::int64_t n = of.extents[std::size_t(mode)];
    const rt::Array<T, 4> y = rt::mode_dot(of.four(), factor<T>(4, n), mode);
    CHECK(rt::to_vector(y) == looped_mode_dot(of, std::size_t(mode), 4));
  }
}

TEST_CASE("every byte that mode_dot of a matrix sends is predicted") {
  auto context = rt::Context::loopback(4);
  const Entries<double> of({101, 23, 17}, 3000);
  const auto s = of.three();
  for (const int mode : {0, 1, 2}) {
    const rt::Array<double, 3> y(
        rt::mode_dot(s, factor<double>(4, of.extents[std::size_t(mode)]), mode));
    rt::evaluate(y);
    rt::test::require_exact_traffic(rt::report(y));
    CHECK(rt::to_vector(y) == looped_mode_dot(of, std::size_t(mode), 4));
  }
}

TEST_CASE("every byte that mttkrp sends is predicted") {
  auto context = rt::Context::loopback(4);
  const Entries<double> of({101, 23, 17}, 3000);
  const auto s = of.three();
  for (const int mode : {0, 1, 2}) {
    const rt::Array<double, 2> y(rt::mttkrp(
        s, {factor<double>(101, 4), factor<double>(23, 4), factor<double>(17, 4)}, mode));
    rt::evaluate(y);
    rt::test::require_exact_traffic(rt::report(y));
    CHECK(rt::to_vector(y) == looped(of, std::size_t(mode), 4));
  }
}

TEST_CASE("errors of sparse arrays name shapes and axes") {
  auto context = rt::Context::loopback(3);
  const Entries<double> of({7, 5, 3}, 20);
  const auto s = of.three();
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(rt::from_coordinates({of.along(0), of.along(1), of.along(2)}, 1.0, {7, 2, 3}),
                    ContainsSubstring("along axis 1 is not in the shape"));
  CHECK_THROWS_WITH(
      rt::from_coordinates({of.along(0), of.along(1), of.along(2)}, 1.0, {7, 100000, 100000}),
      ContainsSubstring("more than 2^31 - 1 places"));
  CHECK_THROWS_WITH(rt::transpose(s, {0, 1, 1}), ContainsSubstring("axis 1 is named twice"));
  CHECK_THROWS_WITH(rt::sum(s, 3), ContainsSubstring("axis 3"));
  CHECK_THROWS_WITH(
      rt::mttkrp(s, {factor<double>(7, 2), factor<double>(5, 3), factor<double>(3, 2)}, 0),
      ContainsSubstring("mttkrp: factor 2"));
  CHECK_THROWS_AS(s + rt::to_sparse(rt::zeros<double>({7, 5, 2})), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::exp(s), rt::Error);
  CHECK_THROWS_WITH(rt::mode_dot(s, rt::zeros<double>({4}), 1),
                    ContainsSubstring("a vector of shape (4,) along axis 1 of a sparse array"));
  CHECK_THROWS_WITH(rt::mode_dot(s, rt::zeros<double>({5, 4}), 1),
                    ContainsSubstring("a matrix of shape (5, 4) along axis 1 of a sparse array"));
  CHECK_THROWS_WITH(rt::mode_dot(s, rt::zeros<double>({4, 5}), 3), ContainsSubstring("axis 3"));
}

TEST_CASE("a sparse array is made of the matrix that it is stored as, and of no other") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 3> x = rt::reshape(rt::arange(12.0), {2, 3, 2});
  const auto s = rt::to_sparse(x);
  CHECK_THROWS_AS((rt::SparseArray<double, 3>(s.matrix(), rt::Extents{2, 3, 3})),
                  rt::ShapeMismatch);
  CHECK_THROWS_AS((rt::SparseArray<double, 3>(s.matrix(), rt::Extents{2, 6})), rt::ShapeMismatch);
  const rt::SparseArray<double, 3> turned(s.matrix(), rt::Extents{2, 2, 3});
  CHECK(rt::to_vector(rt::to_dense(turned)) == rt::to_vector(x));
  CHECK(rt::to_vector(rt::sum(s, rt::axis(0, 1, 2), rt::keepdims)) == std::vector{66.0});
  const rt::Array<double, 2> a = rt::ones({2, 3});
  const rt::Array<double, 2> b = rt::ones({3, 3});
  const std::array<rt::Array<double, 2>, 3> factors{a, b, a};
  CHECK(rt::to_vector(rt::mttkrp(s, factors, 0)) == rt::to_vector(rt::mttkrp(s, {a, b, a}, 0)));
}

}  // namespace tensors_test
