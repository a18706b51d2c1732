// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <relatile/sparse.hpp>
#include <type_traits>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace tensor_semirings_test {

// Sparse arrays of other than two dimensions over semirings, against loops over their entries.

namespace rt = relatile;

namespace {

/// What the semirings are made of, said once more.
struct MinPlus {
  using library = rt::MinPlus;
  template <class T>
  static T nothing() {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::max();
  }
  template <class T>
  static T times(T a, T b) {
    return a == nothing<T>() || b == nothing<T>() ? nothing<T>() : T(a + b);
  }
  template <class T>
  static T plus(T a, T b) {
    return std::min(a, b);
  }
};
struct MaxMin {
  using library = rt::MaxMin;
  template <class T>
  static T nothing() {
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  }
  template <class T>
  static T times(T a, T b) {
    return std::min(a, b);
  }
  template <class T>
  static T plus(T a, T b) {
    return std::max(a, b);
  }
};
struct OrAnd {
  using library = rt::OrAnd;
  template <class T>
  static T nothing() {
    return T(0);
  }
  template <class T>
  static T times(T a, T b) {
    return T(a && b);
  }
  template <class T>
  static T plus(T a, T b) {
    return T(a || b);
  }
};
struct PlusTimes {
  using library = rt::PlusTimes;
  template <class T>
  static T nothing() {
    return T(0);
  }
  template <class T>
  static T times(T a, T b) {
    return T(a * b);
  }
  template <class T>
  static T plus(T a, T b) {
    return T(a + b);
  }
};

template <class S, class T>
struct Case {
  using semiring = S;
  using type = T;
};

/// Entries of a 13 x 6 x 5 array: everything about it in vectors, and the array.
template <class T>
struct Sample {
  static constexpr std::array<std::int64_t, 3> shape{13, 6, 5};

  Sample() {
    for (std::int64_t place = 0; place < 13 * 6 * 5; ++place) {
      if (place * 7919 % 11 > 2 || place / 30 == 4) continue;  // of index 4 there is none
      places.push_back({place / 30, place / 5 % 6, place % 5});
      elements.push_back(T((place * 31 % 17 - 5) % (std::is_same_v<T, bool> ? 2 : 100)));
    }
    std::array<std::vector<std::int64_t>, 3> along;
    for (const auto& place : places) {
      for (std::size_t a = 0; a < 3; ++a) along[a].push_back(place[a]);
    }
    const std::vector<std::int32_t> numbers(elements.begin(), elements.end());
    array =
        rt::astype<T>(rt::from_coordinates({index(along[0]), index(along[1]), index(along[2])},
                                           rt::from_span(numbers, {numbers.size()}), {13, 6, 5}));
  }
  static rt::Array<std::int64_t, 1> index(const std::vector<std::int64_t>& of) {
    return rt::from_span(of, {of.size()});
  }

  std::vector<std::array<std::int64_t, 3>> places;
  std::vector<T> elements;
  rt::SparseArray<T, 3> array;
};

/// Element (i, r) of a factor.
template <class T>
T factor(std::int64_t i, std::int64_t r) {
  return T((i * 5 + r * 3) % 7 - (std::is_same_v<T, bool> ? 0 : 3));
}
template <class T>
rt::Array<T, 2> factor_of(std::int64_t rows, std::int64_t columns) {
  return rt::from_function({rows, columns},
                           [](std::int64_t i, std::int64_t r) { return factor<T>(i, r); });
}

/// Elements by loops: begins with nothing, and adds at `to` what an entry gives.
template <class S, class T>
struct Sums {
  explicit Sums(std::int64_t count) : all(std::size_t(count), S::template nothing<T>()) {}
  void add(std::int64_t to, T what) {
    all[std::size_t(to)] = S::plus(T(all[std::size_t(to)]), what);
  }
  std::vector<T> all;
};
template <class T, int N>
void require(const rt::Array<T, N>& made, const std::vector<T>& wanted) {
  CHECK(rt::to_vector(made) == wanted);
}

}  // namespace

TEMPLATE_TEST_CASE("operations of sparse arrays are over semirings, too", "",
                   (Case<MinPlus, double>), (Case<MinPlus, std::int32_t>), (Case<MaxMin, float>),
                   (Case<MaxMin, std::int64_t>), (Case<OrAnd, bool>), (Case<PlusTimes, double>)) {
  using S = typename TestType::semiring;
  using T = typename TestType::type;
  using Library = typename S::library;
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const Sample<T> of;
  const std::int64_t width = 3;
  const auto times = [](T a, T b) { return S::times(a, b); };
  for (int mode = 0; mode < 3; ++mode) {
    const auto m = std::size_t(mode);
    const std::int64_t extent = of.shape[m];
    // mttkrp
    Sums<S, T> products(extent * width);
    // mode_dot of a vector and of a matrix, whose rows are the columns of the factor
    const std::size_t first = mode == 0 ? 1 : 0;
    const std::size_t last = mode == 2 ? 1 : 2;
    Sums<S, T> along(of.shape[first] * of.shape[last]);
    std::array<std::int64_t, 3> made = of.shape;
    made[m] = width;
    Sums<S, T> mapped(made[0] * made[1] * made[2]);
    Sums<S, T> sums(extent);
    Sums<S, T> others(of.shape[first] * of.shape[last]);
    for (std::size_t e = 0; e < of.places.size(); ++e) {
      const auto& at = of.places[e];
      const T x = of.elements[e];
      const std::int64_t rest = at[first] * of.shape[last] + at[last];
      sums.add(at[m], x);
      others.add(rest, x);
      along.add(rest, times(x, factor<T>(at[m], 0)));
      for (std::int64_t r = 0; r < width; ++r) {
        products.add(at[m] * width + r,
                     times(times(x, factor<T>(at[first], r)), factor<T>(at[last], r)));
        auto to = at;
        to[m] = r;
        mapped.add((to[0] * made[1] + to[1]) * made[2] + to[2], times(x, factor<T>(at[m], r)));
      }
    }
    CAPTURE(mode);
    require(rt::mttkrp<Library>(
                of.array, {factor_of<T>(13, width), factor_of<T>(6, width), factor_of<T>(5, width)},
                mode),
            products.all);
    const rt::Array<T, 2> by = factor_of<T>(extent, width);
    require(rt::Array<T, 2>(rt::mode_dot<Library>(of.array, by(rt::all_of_axis, 0), mode)),
            along.all);
    const rt::Array<T, 3> y = rt::mode_dot<Library>(of.array, rt::transpose(by), mode);
    rt::evaluate(y);
    rt::test::require_exact_traffic(rt::report(y));
    require(y, mapped.all);
    if (mode == 0) {
      require(rt::einsum<"ijk->i", Library>(of.array), sums.all);
      require(rt::einsum<"ijk->jk", Library>(of.array), others.all);
    } else if (mode == 1) {
      require(rt::einsum<"ijk->j", Library>(of.array), sums.all);
      require(rt::einsum<"ijk->ik", Library>(of.array), others.all);
      require(rt::einsum<"ijk,ir,kr->jr", Library>(of.array, factor_of<T>(13, width),
                                                   factor_of<T>(5, width)),
              products.all);
      require(rt::einsum<"jr,ijk->irk", Library>(by, of.array), mapped.all);
    } else {
      require(rt::einsum<"ijk,k->ij", Library>(of.array, by(rt::all_of_axis, 0)), along.all);
    }
  }
  Sums<S, T> all(1);
  Sums<S, T> through(width);
  for (std::size_t e = 0; e < of.places.size(); ++e) {
    const auto& at = of.places[e];
    all.add(0, of.elements[e]);
    for (std::int64_t r = 0; r < width; ++r) {
      through.add(r, times(times(times(of.elements[e], factor<T>(at[0], r)), factor<T>(at[1], r)),
                           factor<T>(at[2], r)));
    }
  }
  CHECK(rt::einsum<"ijk->", Library>(of.array).item() == all.all[0]);
  require(rt::einsum<"ijk,ir,jr,kr->r", Library>(of.array, factor_of<T>(13, width),
                                                 factor_of<T>(6, width), factor_of<T>(5, width)),
          through.all);
}

TEST_CASE("of nothing there is the identity, and vectors are sparse arrays as well") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const double inf = std::numeric_limits<double>::infinity();
  const auto none = rt::to_sparse(rt::zeros({4, 3, 2}));
  CHECK(rt::to_vector(rt::mttkrp<rt::MinPlus>(
            none, {rt::ones({4, 1}), rt::ones({3, 1}), rt::ones({2, 1})}, 1)) ==
        std::vector<double>(3, inf));
  CHECK(rt::to_vector(rt::as_array(rt::mode_dot<rt::MaxPlus>(none, rt::ones({2}), 2))) ==
        std::vector<double>(12, -inf));
  CHECK(rt::einsum<"ijk->", rt::MinPlus>(none).item() == inf);
  const auto line = rt::to_sparse(rt::array({0.0, 3.0, 0.0, -2.0}));
  CHECK(rt::einsum<"i->", rt::MinPlus>(line).item() == -2.0);
  CHECK(rt::einsum<"i->", rt::MaxPlus>(line).item() == 3.0);
}

TEST_CASE("where entries are is enough for mode_dot") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto s = rt::to_sparse(rt::where(rt::reshape(rt::arange(60.0), {5, 4, 3}) % 7.0 == 1.0,
                                         std::numeric_limits<double>::quiet_NaN(), 0.0));
  const rt::Array<std::int64_t, 1> labels = rt::arange<std::int64_t>(5) * std::int64_t{3};
  const rt::Array<std::int64_t, 2> least = rt::mode_dot<rt::MinSecond>(s, labels, 0);
  const auto is_entry = rt::reshape(rt::arange(60.0), {5, 4, 3}) % 7.0 == 1.0;
  const std::int64_t far = std::numeric_limits<std::int64_t>::max();
  const rt::Array<std::int64_t, 2> wanted =
      rt::min(rt::where(is_entry, rt::reshape(labels, {5, 1, 1}), far), 0);
  CHECK(rt::array_equal(least, wanted).item());
}

}  // namespace tensor_semirings_test
