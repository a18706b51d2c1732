// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/array/text/print.hpp"

#include <array>
#include <complex>
#include <cstdint>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <locale>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/array/text/format.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/relatile.hpp"
#include "support/catch.hpp"

namespace relatile::print_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();
constexpr float inf_f = std::numeric_limits<float>::infinity();
constexpr auto smallest = std::numeric_limits<std::int64_t>::min();

template <class T>
void check(const Extents& shape, std::initializer_list<T> elements, const std::string& text) {
  CHECK(format::array_text(std::span<const T>(elements.begin(), elements.size()), shape) == text);
}

// What str(numpy.array(...)) gives, NumPy 1.24.

TEST_CASE("whole numbers and common digits after the point") {
  check<double>({3}, {1.0, 2.0, 3.0}, "[1. 2. 3.]");
  check<double>({2}, {0.0, -0.0}, "[ 0. -0.]");
  check<double>({3}, {1.5, 2.0, -3.25}, "[ 1.5   2.   -3.25]");
  check<double>({2}, {0.1, 100.0}, "[  0.1 100. ]");
  check<double>({3}, {0.3333333333333333, 0.6666666666666666, 1.0},
                "[0.33333333 0.66666667 1.        ]");
  check<double>({1}, {-1.0}, "[-1.]");
  check<double>({2, 2}, {1.0, -20.5, 300.25, 4.0},
                "[[  1.   -20.5 ]\n"
                " [300.25   4.  ]]");
  check<double>({2}, {9.9999999e7, 1.2345678e7}, "[99999999. 12345678.]");
  check<double>({2}, {1.00000005e7, 1e7}, "[10000000.5 10000000. ]");
  check<double>({2}, {0.5, 1.000000005}, "[0.5 1. ]");
  check<double>({2}, {9.999999999, 0.5}, "[10.   0.5]");
  check<double>({2}, {1.00000000049, 2.0}, "[1. 2.]");
  check<double>({2}, {0.000123456789, 0.001}, "[0.00012346 0.001     ]");
  check<double>({2}, {0.500030517578125, 0.25}, "[0.50003052 0.25      ]");
}

TEST_CASE("scientific notation for large, small and far apart numbers") {
  check<double>({2}, {1e8, 1.0}, "[1.e+08 1.e+00]");
  check<double>({2}, {9.99999999e7, 100000.0}, "[99999999.9   100000. ]");
  check<double>({2}, {0.0001, 0.01}, "[0.0001 0.01  ]");
  check<double>({2}, {9.999e-5, 0.01}, "[9.999e-05 1.000e-02]");
  check<double>({2}, {1.0, 1000.0}, "[   1. 1000.]");
  check<double>({2}, {1.0, 1001.0}, "[1.000e+00 1.001e+03]");
  check<double>({3}, {0.0, 1e-300, 1e300}, "[0.e+000 1.e-300 1.e+300]");
  check<double>({2}, {-1e-10, 123456.789012}, "[-1.00000000e-10  1.23456789e+05]");
  check<double>({2}, {1e10, 1e100}, "[1.e+010 1.e+100]");
  check<double>({2}, {5e-324, 1.7976931348623157e308}, "[4.94065646e-324 1.79769313e+308]");
  check<double>({3}, {0.0, -0.0, 1e9}, "[ 0.e+00 -0.e+00  1.e+09]");
  check<double>({2, 2}, {1e9, 2.5e9, -3e-9, 0.0},
                "[[ 1.0e+09  2.5e+09]\n"
                " [-3.0e-09  0.0e+00]]");
  check<double>({2}, {9.007199254740992e15, 5.684341886080802e-14},
                "[9.00719925e+15 5.68434189e-14]");
}

TEST_CASE("numbers that are none") {
  check<double>({1}, {nan}, "[nan]");
  check<double>({2}, {nan, -inf}, "[ nan -inf]");
  check<double>({2}, {inf, 1.0}, "[inf  1.]");
  check<double>({3}, {nan, 1.5, -inf}, "[ nan  1.5 -inf]");
  check<double>({3}, {inf, nan, 1e20}, "[   inf    nan 1.e+20]");
  check<double>({2}, {-inf, inf}, "[-inf  inf]");
  check<double>({2}, {nan, 123456.0}, "[    nan 123456.]");
  check<double>({2}, {nan, 0.25}, "[ nan 0.25]");
}

TEST_CASE("floats have their own shortest digits") {
  check<float>({2}, {0.1f, 0.33333334f}, "[0.1        0.33333334]");
  check<float>({2}, {0.1f, 100.0f}, "[  0.1 100. ]");
  check<float>({2}, {1.6777216e7f, -9.814718e7f}, "[ 16777216. -98147184.]");
  check<float>({2}, {3.8293262e6f, 0.5f}, "[3.8293262e+06 5.0000000e-01]");
  check<float>({1}, {1e-4f}, "[1.e-04]");
  check<float>({2}, {1e-10f, 123456.79f}, "[1.0000000e-10 1.2345679e+05]");
  check<float>({2}, {1e-45f, 3.4028235e38f}, "[1.4012985e-45 3.4028235e+38]");
  check<float>({3}, {1e-10f, 1e8f, 1.2345678f}, "[1.0000000e-10 1.0000000e+08 1.2345678e+00]");
  check<float>({2}, {nan_f, 0.1f}, "[nan 0.1]");
  check<float>({2}, {1.0f, 1000.0001f}, "[1.0000000e+00 1.0000001e+03]");
}

TEST_CASE("complex numbers: two columns, the second with signs") {
  check<std::complex<double>>({2}, {{1.0, 2.0}, {3.0, -4.0}}, "[1.+2.j 3.-4.j]");
  check<std::complex<double>>({3}, {{0.5, 0.0}, {0.0, 1.0}, {-2.25, -0.125}},
                              "[ 0.5 +0.j     0.  +1.j    -2.25-0.125j]");
  check<std::complex<double>>({2}, {{1e10, 1.0}, {1.0, -1e-10}}, "[1.e+10+1.e+00j 1.e+00-1.e-10j]");
  check<std::complex<double>>({2}, {{nan, 1.0}, {inf, -inf}}, "[nan +1.j inf-infj]");
  check<std::complex<double>>({2}, {{-10.5, 0.0}, {1.0, nan}}, "[-10.5 +0.j   1. +nanj]");
  check<std::complex<double>>({1}, {{0.0, -0.0}}, "[0.-0.j]");
  check<std::complex<float>>({2}, {{0.33333334f, 0.33333334f}, {-1.0f, 0.0f}},
                             "[ 0.33333334+0.33333334j -1.        +0.j        ]");
  check<std::complex<float>>({2, 2}, {{1.0f, 2.0f}, {3.0f, 4.0f}, {5.0f, 6.0f}, {7.0f, 8.0f}},
                             "[[1.+2.j 3.+4.j]\n"
                             " [5.+6.j 7.+8.j]]");
}

TEST_CASE("integers and bool") {
  check<std::int64_t>({3}, {1, -20, 300}, "[  1 -20 300]");
  check<std::int64_t>({2}, {smallest, 9223372036854775807},
                      "[-9223372036854775808  9223372036854775807]");
  check<std::uint64_t>({2}, {0, 18446744073709551615u},
                       "[                   0 18446744073709551615]");
  check<std::int8_t>({3}, {-128, 127, 0}, "[-128  127    0]");
  check<std::uint8_t>({3}, {255, 7, 65}, "[255   7  65]");
  check<std::int32_t>({2, 2}, {1, 2, 3, -4},
                      "[[ 1  2]\n"
                      " [ 3 -4]]");
  check<bool>({2}, {true, false}, "[ True False]");
  check<bool>({2, 2}, {true, true, true, true},
              "[[ True  True]\n"
              " [ True  True]]");
  check<bool>({1}, {false}, "[False]");
}

TEST_CASE("brackets and empty lines") {
  check<std::int64_t>({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7},
                      "[[[0 1]\n"
                      "  [2 3]]\n"
                      "\n"
                      " [[4 5]\n"
                      "  [6 7]]]");
  check<std::int32_t>({2, 1, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7},
                      "[[[[0 1]\n"
                      "   [2 3]]]\n"
                      "\n"
                      "\n"
                      " [[[4 5]\n"
                      "   [6 7]]]]");
  check<std::int64_t>({1, 1, 1}, {5}, "[[[5]]]");
  check<double>({0}, {}, "[]");
  check<double>({0, 3}, {}, "[]");
  check<bool>({2, 0, 3}, {}, "[]");
  check<double>({1, 2, 3}, {0.5, 1.0, 2.0, 3.0, 4.0, 5.0},
                "[[[0.5 1.  2. ]\n"
                "  [3.  4.  5. ]]]");
  check<std::int16_t>({1, 2, 1, 2, 1}, {0, 1, 2, 3},
                      "[[[[[0]\n"
                      "    [1]]]\n"
                      "\n"
                      "\n"
                      "  [[[2]\n"
                      "    [3]]]]]");
}

TEST_CASE("lines break before column 75") {
  check<std::int64_t>({30}, {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
                             15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29},
                      "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
                      " 24 25 26 27 28 29]");
  check<double>({14},
                {0.0, 0.3333333333333333, 0.6666666666666666, 1.0, 1.3333333333333333,
                 1.6666666666666667, 2.0, 2.3333333333333335, 2.6666666666666665, 3.0,
                 3.3333333333333335, 3.6666666666666665, 4.0, 4.333333333333333},
                "[0.         0.33333333 0.66666667 1.         1.33333333 1.66666667\n"
                " 2.         2.33333333 2.66666667 3.         3.33333333 3.66666667\n"
                " 4.         4.33333333]");
  check<std::int64_t>({1, 21}, {995,  996,  997,  998,  999,  1000, 1001, 1002, 1003, 1004, 1005,
                                1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015},
                      "[[ 995  996  997  998  999 1000 1001 1002 1003 1004 1005 1006 1007 1008\n"
                      "  1009 1010 1011 1012 1013 1014 1015]]");
  check<double>({8}, {0.0, 1e9, 2e9, 3e9, 4e9, 5e9, 6e9, 7e9},
                "[0.e+00 1.e+09 2.e+09 3.e+09 4.e+09 5.e+09 6.e+09 7.e+09]");
  check<bool>({13},
              {true, false, true, false, true, false, true, false, true, false, true, false, true},
              "[ True False  True False  True False  True False  True False  True False\n"
              "  True]");
  check<std::complex<double>>(
      {4},
      {{0.3333333333333333, 0.0},
       {0.3, -0.09999999999999999},
       {0.23076923076923078, -0.15384615384615385},
       {0.16666666666666666, -0.16666666666666666}},
      "[0.33333333+0.j         0.3       -0.1j        0.23076923-0.15384615j\n"
      " 0.16666667-0.16666667j]");
  check<double>({20}, {0.0,  1.5,  2.5,  3.0,  4.5,  5.5,  6.0,  7.5,  8.5,  9.0,
                       10.5, 11.5, 12.0, 13.5, 14.5, 15.0, 16.5, 17.5, 18.0, 19.5},
                "[ 0.   1.5  2.5  3.   4.5  5.5  6.   7.5  8.5  9.  10.5 11.5 12.  13.5\n"
                " 14.5 15.  16.5 17.5 18.  19.5]");
  check<std::complex<float>>(
      {2, 4},
      {{0.33333334f, 0.0f},
       {0.3f, -0.1f},
       {0.23076923f, -0.15384616f},
       {0.16666667f, -0.16666667f},
       {0.12f, -0.16f},
       {0.0882353f, -0.14705883f},
       {0.06666667f, -0.13333334f},
       {0.05172414f, -0.12068965f}},
      "[[0.33333334+0.j         0.3       -0.1j        0.23076923-0.15384616j\n"
      "  0.16666667-0.16666667j]\n"
      " [0.12      -0.16j       0.0882353 -0.14705883j 0.06666667-0.13333334j\n"
      "  0.05172414-0.12068965j]]");
}

TEST_CASE("a number by itself has all its digits") {
  check<double>({}, {1.0}, "1.0");
  check<double>({}, {0.3333333333333333}, "0.3333333333333333");
  check<double>({}, {-0.0}, "-0.0");
  check<double>({}, {1e15}, "1000000000000000.0");
  check<double>({}, {1e16}, "1e+16");
  check<double>({}, {0.0001}, "0.0001");
  check<double>({}, {9.999e-5}, "9.999e-05");
  check<double>({}, {1.23456789e8}, "123456789.0");
  check<double>({}, {nan}, "nan");
  check<double>({}, {-inf}, "-inf");
  check<double>({}, {1e300}, "1e+300");
  check<float>({}, {0.1f}, "0.1");
  check<float>({}, {0.33333334f}, "0.33333334");
  check<float>({}, {8.388609e7f}, "83886090.0");
  check<float>({}, {1e16f}, "1e+16");
  check<float>({}, {1e-4f}, "1e-04");
  check<std::complex<double>>({}, {{0.0, 0.0}}, "0j");
  check<std::complex<double>>({}, {{1.0, 2.0}}, "(1+2j)");
  check<std::complex<double>>({}, {{-0.0, 1.0}}, "(-0+1j)");
  check<std::complex<double>>({}, {{0.3333333333333333, -2.5}}, "(0.3333333333333333-2.5j)");
  check<std::complex<double>>({}, {{1e20, 1e-7}}, "(1e+20+1e-07j)");
  check<std::complex<double>>({}, {{0.0, nan}}, "nanj");
  check<std::complex<double>>({}, {{1.0, nan}}, "(1+nanj)");
  check<std::complex<double>>({}, {{-inf, -inf}}, "(-inf-infj)");
  check<std::complex<float>>({}, {{0.1f, 1.0f}}, "(0.1+1j)");
  check<bool>({}, {true}, "True");
  check<std::int8_t>({}, {-5}, "-5");
  check<std::uint64_t>({}, {18446744073709551615u}, "18446744073709551615");
}

/// 0, 1, 2, ... in row-major order.
template <std::size_t N>
auto counted(const std::int64_t (&shape)[N]) {
  const Extents extents(std::span<const std::int64_t>(shape, N));
  return generate<std::int64_t, int(N)>(
      "counted", extents, 1, [extents](const Extents& at) { return linear_index(at, extents); });
}

const char* const cut_matrix =
    "[[   0    1    2 ...   27   28   29]\n"
    " [  30   31   32 ...   57   58   59]\n"
    " [  60   61   62 ...   87   88   89]\n"
    " ...\n"
    " [1410 1411 1412 ... 1437 1438 1439]\n"
    " [1440 1441 1442 ... 1467 1468 1469]\n"
    " [1470 1471 1472 ... 1497 1498 1499]]";

TEST_CASE("of more than 1000 elements only the corners are shown") {
  for (int sites : {1, 2, 3, 5}) {
    auto context = Context::loopback(sites);
    CHECK(to_string(counted({1001})) == "[   0    1    2 ...  998  999 1000]");
    CHECK(to_string(counted({50, 30})) == cut_matrix);
    CHECK(to_string(counted({2, 600}) / 8.0) ==
          "[[0.00000e+00 1.25000e-01 2.50000e-01 ... 7.46250e+01 7.47500e+01\n"
          "  7.48750e+01]\n"
          " [7.50000e+01 7.51250e+01 7.52500e+01 ... 1.49625e+02 1.49750e+02\n"
          "  1.49875e+02]]");
    CHECK(to_string(counted({1000, 4}) * 0.25) ==
          "[[0.0000e+00 2.5000e-01 5.0000e-01 7.5000e-01]\n"
          " [1.0000e+00 1.2500e+00 1.5000e+00 1.7500e+00]\n"
          " [2.0000e+00 2.2500e+00 2.5000e+00 2.7500e+00]\n"
          " ...\n"
          " [9.9700e+02 9.9725e+02 9.9750e+02 9.9775e+02]\n"
          " [9.9800e+02 9.9825e+02 9.9850e+02 9.9875e+02]\n"
          " [9.9900e+02 9.9925e+02 9.9950e+02 9.9975e+02]]");
    const std::string middle = to_string(counted({8, 2, 70})(slice(3, 4)));
    CHECK(middle.substr(0, 26) == "[[[420 421 422 423 424 425");
    const std::string cube = to_string(counted({7, 7, 28}));
    CHECK(cube.find("[ 168  169  170 ...  193  194  195]]\n\n [[ 196  197") != std::string::npos);
    CHECK(cube.find("[ 560  561  562 ...  585  586  587]]\n\n ...\n\n [[ 784") !=
          std::string::npos);
    CHECK(cube.size() == 1421);
  }
}

TEST_CASE("the last digits and the width follow what is shown, not what is left out") {
  auto context = Context::loopback(2);
  const auto x = from_function({2000}, [](std::int64_t i) { return i == 1000 ? 1e300 : 0.5; });
  CHECK(to_string(x) == "[0.5 0.5 0.5 ... 0.5 0.5 0.5]");
}

TEST_CASE("of a large array only its corners travel and are copied") {
  auto context = Context::loopback(3);
  const auto x = placed(counted({3000, 100}), split(0));
  evaluate(x);
  memory_meter().reset();
  const std::int64_t before = memory_meter().live_bytes;
  to_string(x);
  CHECK(memory_meter().peak_bytes - before < 4096);
}

TEST_CASE("arrays, expressions and views are written to streams; << still shifts arrays") {
  for (int sites : {1, 3}) {
    auto context = Context::loopback(sites);
    const auto x = counted({2, 3});
    std::ostringstream out;
    out << "x = " << x << "; " << x + 1 << "; " << transpose(x)(0) << '\n' << sum(x) << (x > 2);
    CHECK(out.str() ==
          "x = [[0 1 2]\n [3 4 5]]; [[1 2 3]\n [4 5 6]]; [0 3]\n15[[False False False]\n"
          " [ True  True  True]]");
    CHECK(to_string(x << 2) == "[[ 0  4  8]\n [12 16 20]]");
    CHECK(to_string(1 << x(0)) == "[1 2 4]");
    CHECK(to_string(x << x) == "[[  0   2   8]\n [ 24  64 160]]");
    CHECK(to_string(zeros({0, 3})) == "[]");
    CHECK(to_string(mean(x) / 3.0) == "0.8333333333333334");
  }
}

/// What print writes, without the end of the line.
template <class... X>
std::string printed(const X&... x) {
  const std::ostringstream out;
  std::streambuf* const before = std::cout.rdbuf(out.rdbuf());
  print(x...);
  std::cout.rdbuf(before);
  return out.str().substr(0, out.str().size() - 1);
}

TEST_CASE("numbers by themselves are printed as arrays without dimensions are") {
  auto context = Context::loopback(2);
  CHECK(printed(1.0 / 3.0) == "0.3333333333333333");
  CHECK(printed(3.0, 1e-20, 12345678.9, 0.1F, 1e6) == "3.0 1e-20 12345678.9 0.1 1000000.0");
  CHECK(printed(true, false, 7, -8L, std::int8_t{65}, std::size_t{9}) == "True False 7 -8 65 9");
  CHECK(printed(std::complex<double>(1, -0.5), nan, -inf) == "(1-0.5j) nan -inf");
  CHECK(printed('c', "text", std::string("more")) == "c text more");
  const auto same = [](auto x) {
    return printed(x) == printed(full<decltype(x), 0>(Extents{}, x));
  };
  CHECK(same(2.0 / 3.0));
  CHECK(same(2.0F / 3.0F));
  CHECK(same(true));
  CHECK(same(smallest));
  CHECK(same(std::uint8_t{200}));
  CHECK(same(std::complex<float>(0.1F, 2.0F)));
}

TEST_CASE("shapes and boxes keep their own text") {
  std::ostringstream out;
  out << Extents{3, 4} << to_string(Extents{5});
  CHECK(out.str() == "(3, 4)(5,)");
}

TEST_CASE("the text does not depend on the locale") {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  const std::array numbers{1234.5, 7.0};
  const std::array<std::int64_t, 1> integers{1234567};
  const auto text = format::array_text(std::span<const double>(numbers), {2});
  const auto whole = format::array_text(std::span<const std::int64_t>(integers), {1});
  std::locale::global(before);
  CHECK(text == "[1234.5    7. ]");
  CHECK(whole == "[1234567]");
}

}  // namespace
TEST_CASE("containers are printed as Python prints its own, with arrays in them") {
  auto context = Context::loopback(GENERATE(1, 2));
  const auto x = array({1.5, 2.0});
  const Array<double, 2> rows = stack({x, 2.0 * x});
  CHECK(printed(std::vector{1, 2, 3}) == "[1, 2, 3]");
  CHECK(printed(std::vector<double>{}, std::vector<bool>{true}) == "[] [True]");
  CHECK(printed(std::pair(x, 0.5), std::tuple(1), std::tuple<>()) == "([1.5 2. ], 0.5) (1,) ()");
  CHECK(printed(std::vector{x + 1.0, x}) == "[[2.5 3. ], [1.5 2. ]]");
  CHECK(printed(std::map<std::string, int>{{"a", 1}, {"b", 2}}) == "{'a': 1, 'b': 2}");
  CHECK(printed(std::set{3, 1}, std::map<int, int>()) == "{1, 3} {}");
  CHECK(printed(std::array{"a", "b"}, std::vector{std::tuple('c', 1)}) == "['a', 'b'] [('c', 1)]");
  CHECK(printed(nonzero(rows > 2.0)) == "[[1 1], [0 1]]");
  CHECK(printed("of", std::tuple(1.0, rows)) ==
        "of (1.0, [[1.5 2. ]\n"
        "          [3.  4. ]])");
}

}  // namespace relatile::print_test
