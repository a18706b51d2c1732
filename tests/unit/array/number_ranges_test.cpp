// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <relatile/relatile.hpp>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace number_ranges_test {

namespace rt = relatile;

namespace {

/// All bits of all elements in one number, which NumPy 1.24 gave for the tables below:
///
///   h = 0xcbf29ce484222325
///   for bits in y.view(unsigned).tolist(): h = ((h ^ bits) * 0x100000001b3) % 2**64
///
/// where the bits of a NaN are 0.
template <class T>
std::uint64_t hash(const std::vector<T>& elements) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::uint64_t h = 0xcbf29ce484222325;
  for (T x : elements) h = (h ^ (std::isnan(x) ? 0 : std::bit_cast<Bits>(x))) * 0x100000001b3;
  return h;
}

template <class T>
std::vector<T> elements_of(const rt::Array<T, 1>& x) {
  std::vector<T> elements;
  const auto values = rt::to_eigen(x);
  for (Eigen::Index i = 0; i < values.size(); ++i) elements.push_back(values(i));
  return elements;
}

template <class T>
struct Linspace {
  T start;
  T stop;
  std::int64_t count;
  bool endpoint;
  std::uint64_t hash;
};

/// numpy.linspace(start, stop, count, endpoint, dtype=T), of Python's numbers.
template <class T>
std::vector<Linspace<T>> linspaces() {
  if constexpr (std::is_same_v<T, float>) {
    return {
        {0, 1, 0, true, 0xcbf29ce484222325},
        {0, 1, 0, false, 0xcbf29ce484222325},
        {0, 1, 1, true, 0xaf63bd4c8601b7df},
        {0, 1, 1, false, 0xaf63bd4c8601b7df},
        {0, 1, 2, true, 0x8832885f376b6fed},
        {0, 1, 2, false, 0x0832885e5deb6fed},
        {0, 1, 50, true, 0xb465d12973d53b09},
        {0, 1, 50, false, 0xd807ce4afeecb46d},
        {0, 1, 97, true, 0xc317ebf933f62235},
        {0, 1, 97, false, 0x77e6dad1410c0a7f},
        {0, 1, 100, true, 0xf84649405ae45752},
        {0, 1, 100, false, 0x5d7767028c69cab5},
        {0, 1, 101, true, 0xbbaebe97b643718f},
        {0, 1, 101, false, 0x15d968155bd5c2df},
        {-1, 1, 100, true, 0xb51f269ac4e4d92b},
        {-1, 1, 100, false, 0x5128dc7fa5571985},
        {1, -1, 101, true, 0xa12e7f9d1b805cff},
        {1, -1, 101, false, 0x30cd7ef65bffbf4d},
        {0, 10, 7, true, 0x40ba057da04c6daf},
        {0, 10, 7, false, 0x1af174c2253dea44},
        {-5, 17, 1009, true, 0x59e83b7456588589},
        {-5, 17, 1009, false, 0x151bfa709578c021},
        {0x1.99999a0000000p-4f, 0x1.6666660000000p-1f, 100, true, 0x901987d1bd15312c},
        {0x1.99999a0000000p-4f, 0x1.6666660000000p-1f, 100, false, 0x7afb593f1f8f56da},
        {0x1.99999a0000000p-4f, 0x1.6666660000000p-1f, 53, true, 0x647e6d159703b1f1},
        {0x1.99999a0000000p-4f, 0x1.6666660000000p-1f, 53, false, 0x72bbc0b368abd9f3},
        {-0x1.99999a0000000p-4f, -0x1.cccccc0000000p-1f, 100, true, 0x07acf6cda3d37158},
        {-0x1.99999a0000000p-4f, -0x1.cccccc0000000p-1f, 100, false, 0xdd9b9179c03bcb5a},
        {0x1.4484c00000000p-100f, 0x1.e6c7200000000p-99f, 83, true, 0x74f383eb0e37ba47},
        {0x1.4484c00000000p-100f, 0x1.e6c7200000000p-99f, 83, false, 0xe1a696c4da823c35},
        {5, 5, 11, true, 0x0bedf35494b90c97},
        {5, 5, 11, false, 0x0bedf35494b90c97},
        {0, 0x1.0000000000000p-149f, 5, true, 0xe4b8ead9252907d9},
        {0, 0x1.0000000000000p-149f, 5, false, 0xe4b8ead9252907d9},
        {0, 0x1.0000000000000p-148f, 10, true, 0x0308f5528c256e0b},
        {0, 0x1.0000000000000p-148f, 10, false, 0x0bb27452910d7382},
        {-0.0, -0.0, 3, true, 0xd94d113eec0f2fb7},
        {-0.0, -0.0, 3, false, 0xd94d12186c0f2fb7},
        {-0x1.2ced320000000p+126f, 0x1.c363cc0000000p+127f, 100, true, 0xc1170acf70ffc4eb},
        {-0x1.2ced320000000p+126f, 0x1.c363cc0000000p+127f, 100, false, 0x1cde48694b585b3d},
        {0x1.5af1d80000000p+66f, 0x1.5af21c0000000p+66f, 41, true, 0xc5f94b8471f5f182},
        {0x1.5af1d80000000p+66f, 0x1.5af21c0000000p+66f, 41, false, 0xca234b38470e5f93},
        {0x1.0000000000000p+24f, 0x1.0000540000000p+24f, 200, true, 0x81fd4cf6b1164335},
        {0x1.0000000000000p+24f, 0x1.0000540000000p+24f, 200, false, 0xb05b6de63993df9c},
        {0x1.921fa00000000p+1f, 0x1.5bf09a0000000p+1f, 1000, true, 0xc998de8e1631b671},
        {0x1.921fa00000000p+1f, 0x1.5bf09a0000000p+1f, 1000, false, 0xc164deee76a7c5b6},
    };
  } else {
    return {
        {0, 1, 0, true, 0xcbf29ce484222325},
        {0, 1, 0, false, 0xcbf29ce484222325},
        {0, 1, 1, true, 0xaf63bd4c8601b7df},
        {0, 1, 1, false, 0xaf63bd4c8601b7df},
        {0, 1, 2, true, 0xacc28807b4eb6fed},
        {0, 1, 2, false, 0x91928807b4eb6fed},
        {0, 1, 50, true, 0x8db334857685ba69},
        {0, 1, 50, false, 0xb7c11f5c46947f5b},
        {0, 1, 97, true, 0xfe057abbc5d1b94a},
        {0, 1, 97, false, 0x28736f901a6dc36a},
        {0, 1, 100, true, 0x60d65ac95cb04bc1},
        {0, 1, 100, false, 0x062619148d043e44},
        {0, 1, 101, true, 0x4b0ae1eb9e35cd8c},
        {0, 1, 101, false, 0xb3649b30ba61c72e},
        {-1, 1, 100, true, 0x3dbc3f7de131d789},
        {-1, 1, 100, false, 0x112a8d288e7ac2fd},
        {1, -1, 101, true, 0x1820d8ea1a9953e7},
        {1, -1, 101, false, 0xe498329328c629ab},
        {0, 10, 7, true, 0x66a7ee26b1dcffdf},
        {0, 10, 7, false, 0x0df5ec0efd39986f},
        {-5, 17, 1009, true, 0xd59f89ddb099bc45},
        {-5, 17, 1009, false, 0x9d7bc2d0fb424abe},
        {0x1.999999999999ap-4, 0x1.6666666666666p-1, 100, true, 0x38f1c590c3603db8},
        {0x1.999999999999ap-4, 0x1.6666666666666p-1, 100, false, 0x1023579b20d6f5dc},
        {0x1.999999999999ap-4, 0x1.6666666666666p-1, 53, true, 0x1996c30ea996f1b0},
        {0x1.999999999999ap-4, 0x1.6666666666666p-1, 53, false, 0xf5b0fe21bffb9983},
        {-0x1.999999999999ap-4, -0x1.ccccccccccccdp-1, 100, true, 0xf0ca803b9315258e},
        {-0x1.999999999999ap-4, -0x1.ccccccccccccdp-1, 100, false, 0x59f5672e346a368b},
        {0x1.4484bfeebc2a0p-100, 0x1.e6c71fe61a3efp-99, 83, true, 0x4d811de11407eb98},
        {0x1.4484bfeebc2a0p-100, 0x1.e6c71fe61a3efp-99, 83, false, 0x8a3a65f1b3bbc68a},
        {5, 5, 11, true, 0xa999ccdc03990c97},
        {5, 5, 11, false, 0xa999ccdc03990c97},
        {0, 0x1.6d601ad376ab9p-150, 5, true, 0x9351fab703da6ed5},
        {0, 0x1.6d601ad376ab9p-150, 5, false, 0x16f704fc8a508f38},
        {0, 0x1.1208141e9900bp-148, 10, true, 0x016c25e1c0cbda60},
        {0, 0x1.1208141e9900bp-148, 10, false, 0x165a53516682cc08},
        {-0.0, -0.0, 3, true, 0x594d12186c0f2fb7},
        {-0.0, -0.0, 3, false, 0xd94d12186c0f2fb7},
        {-0x1.2ced32a16a1b1p+126, 0x1.c363cbf21f28ap+127, 100, true, 0xd0be721945ea2622},
        {-0x1.2ced32a16a1b1p+126, 0x1.c363cbf21f28ap+127, 100, false, 0xae798c964bbf18a2},
        {0x1.5af1d78b58c40p+66, 0x1.5af21bc1a51fbp+66, 41, true, 0xe42567acc64b5f03},
        {0x1.5af1d78b58c40p+66, 0x1.5af21bc1a51fbp+66, 41, false, 0xbeff0b8aed56ab0b},
        {0x1.0000000000000p+24, 0x1.0000540000000p+24, 200, true, 0xff08aec2acd76541},
        {0x1.0000000000000p+24, 0x1.0000540000000p+24, 200, false, 0x598ae271d6cbb145},
        {0x1.921f9f01b866ep+1, 0x1.5bf0995aaf790p+1, 1000, true, 0x453d59a4a5c74230},
        {0x1.921f9f01b866ep+1, 0x1.5bf0995aaf790p+1, 1000, false, 0x6ca2aa4d29eb5013},
        {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023, 5, true, 0x60e307d1319fd699},
        {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023, 5, false, 0x50dc4fd9252be94f},
        {0, 0x0.0000000000001p-1022, 7, true, 0x6ee50414b1a24d72},
        {0, 0x0.0000000000001p-1022, 7, false, 0x6ee50414b1a24d72},
        {0, 0x0.0000000000003p-1022, 10, true, 0x48e326d621ef0442},
        {0, 0x0.0000000000003p-1022, 10, false, 0x48dfbed621ec1db3},
        {0x1.1ccf385ebc8a0p+1023, 0x1.ab36d48e1acf0p+1023, 101, true, 0x18a3c652ada18340},
        {0x1.1ccf385ebc8a0p+1023, 0x1.ab36d48e1acf0p+1023, 101, false, 0x0eafbe3e1a3f52f8},
        {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023, 1, true, 0xaf63bd4c8601b7df},
        {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023, 1, false, 0xaf63bd4c8601b7df},
        {0x1.0000000000000p+53, 0x1.0000000000001p+53, 9, true, 0x8c6fec31d33f8a63},
        {0x1.0000000000000p+53, 0x1.0000000000001p+53, 9, false, 0x8c6fec31d33f8a63},
    };
  }
}

template <class T>
struct Arange {
  T start;
  T stop;
  T step;
  std::int64_t count;
  std::uint64_t hash;
};

/// numpy.arange(start, stop, step, dtype=T), of Python's numbers.
template <class T>
std::vector<Arange<T>> aranges() {
  if constexpr (std::is_same_v<T, float>) {
    return {
        {0, 1, 0x1.99999a0000000p-4f, 10, 0x3ecc514b56b72a77},
        {0x1.99999a0000000p-4f, 5, 0x1.99999a0000000p-4f, 49, 0x1b6ea6b030e6bc38},
        {-1, 1, 0x1.47ae140000000p-7f, 201, 0x8777fa7cafd0909f},
        {1, 0, -0x1.0000000000000p-3f, 8, 0x7ca7a5028f5a39c5},
        {1, -1, -0x1.eb851e0000000p-6f, 67, 0x2ac0f5f4af34ad8f},
        {0, 100, 0x1.6666660000000p-1f, 143, 0x0279778e69dac82f},
        {0x1.e848000000000p+19f, 0x1.e849400000000p+19f, 0x1.3333340000000p-2f, 34,
         0x66bacbd65cd33d4e},
        {0x1.fffff40000000p+23f, 0x1.00000e0000000p+24f, 1, 20, 0x601a91e31858245d},
        {-0.0, 3, 1, 3, 0xd6d9a7e26b8f2fb7},
        {0, 0, 1, 0, 0xcbf29ce484222325},
        {0, 1, 5, 1, 0xaf63bd4c8601b7df},
        {5, 1, 1, 0, 0xcbf29ce484222325},
        {0x1.3333340000000p-2f, 0x1.c666660000000p+2f, 0x1.47ae140000000p-7f, 681,
         0x54dec1be8b6fee39},
        {0x1.0624de0000000p-10f, 0x1.47ae140000000p-7f, 0x1.a36e2e0000000p-14f, 90,
         0x3ee43d7b70d122bc},
    };
  } else {
    return {
        {0, 1, 0x1.999999999999ap-4, 10, 0x3261facb4ba1442b},
        {0x1.999999999999ap-4, 5, 0x1.999999999999ap-4, 49, 0xb0026e61ec28ba51},
        {-1, 1, 0x1.47ae147ae147bp-7, 200, 0x8f4c27fd268e1315},
        {1, 0, -0x1.0000000000000p-3, 8, 0x9b07f832281a39c5},
        {1, -1, -0x1.eb851eb851eb8p-6, 67, 0xf468d31f5203ebfb},
        {0, 100, 0x1.6666666666666p-1, 143, 0x906ca4cc43e88321},
        {0x1.e848000000000p+19, 0x1.e849400000000p+19, 0x1.3333333333333p-2, 34,
         0x6440878a025f10ff},
        {0x1.fffff40000000p+23, 0x1.00000e0000000p+24, 1, 20, 0xfe36ac8e654b0935},
        {-0.0, 3, 1, 3, 0xb9fd12186c0f2fb7},
        {0, 0, 1, 0, 0xcbf29ce484222325},
        {0, 1, 5, 1, 0xaf63bd4c8601b7df},
        {5, 1, 1, 0, 0xcbf29ce484222325},
        {0x1.3333333333333p-2, 0x1.c666666666666p+2, 0x1.47ae147ae147bp-7, 680, 0xa4ffdc5186a0fbf3},
        {0x1.0624dd2f1a9fcp-10, 0x1.47ae147ae147bp-7, 0x1.a36e2eb1c432dp-14, 90,
         0xdb5bc18ded91e0dd},
        {0, 0x1p-1074, 0x1p996, 1, 0xaf63bd4c8601b7df},
    };
  }
}

}  // namespace

TEMPLATE_TEST_CASE("linspace has NumPy's elements, bit for bit", "", float, double) {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [start, stop, count, endpoint, bits] : linspaces<TestType>()) {
      CAPTURE(start, stop, count, endpoint);
      const auto x = rt::linspace<TestType>(start, stop, count, endpoint);
      REQUIRE(x.shape(0) == count);
      CHECK(hash(elements_of(x)) == bits);
    }
  }
}

TEMPLATE_TEST_CASE("arange has NumPy's elements, bit for bit", "", float, double) {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [start, stop, step, count, bits] : aranges<TestType>()) {
      CAPTURE(start, stop, step);
      const auto x = rt::arange<TestType>(start, stop, step);
      REQUIRE(x.shape(0) == count);
      CHECK(hash(elements_of(x)) == bits);
    }
  }
}

TEST_CASE("arange of numbers of several types is of the one that holds all of them") {
  auto context = rt::Context::loopback(3);
  const auto quarters = rt::arange(0, 1, 0.25);
  STATIC_REQUIRE(std::is_same_v<decltype(quarters), const rt::Array<double, 1>>);
  CHECK(rt::to_vector(quarters) == std::vector<double>{0, 0.25, 0.5, 0.75});
  CHECK(rt::to_vector(rt::arange(1, 3.5F)) == std::vector<double>{1, 2, 3});
  CHECK(rt::to_vector(rt::arange(-1, 2U)) == std::vector<std::int64_t>{-1, 0, 1});
  CHECK(rt::to_vector(rt::arange(2, std::int64_t{5})) == std::vector<std::int64_t>{2, 3, 4});
  CHECK(rt::to_vector(rt::arange<float>(0, 1, 0.5)) == std::vector<float>{0, 0.5});
}

TEST_CASE("arange of integers counts exactly, at both ends of their range too") {
  auto context = rt::Context::loopback(2);
  using Long = std::int64_t;
  constexpr Long least = std::numeric_limits<Long>::min();
  constexpr Long most = std::numeric_limits<Long>::max();
  constexpr Long large = Long(1) << 53;
  const auto range = [](Long start, Long stop, Long step) {
    return elements_of(rt::arange<Long>(start, stop, step));
  };
  CHECK(range(large, large + 3, 1) == std::vector<Long>{large, large + 1, large + 2});
  CHECK(range(least, least + 10, 3) == std::vector<Long>{least, least + 3, least + 6, least + 9});
  CHECK(range(most - 9, most, 4) == std::vector<Long>{most - 9, most - 5, most - 1});
  CHECK(range(10, -10, -7) == std::vector<Long>{10, 3, -4});
  constexpr Long half = Long(1) << 62;
  CHECK(range(half, -half, -half) == std::vector<Long>{half, 0});
  CHECK(range(3, 3, 1).empty());
  CHECK(range(3, 5, -1).empty());
  CHECK_THROWS_AS(rt::arange<Long>(least, most, 1), rt::LimitExceeded);
  const auto bytes = rt::arange<std::uint8_t>(250, 5, 200);
  CHECK(bytes.shape(0) == 0);
  CHECK(elements_of(rt::arange<std::uint8_t>(5, 250, 200)) == std::vector<std::uint8_t>{5, 205});
}

TEST_CASE("a range of floats ends at a whole number as at a float") {
  auto context = rt::Context::loopback(1);
  const std::int64_t n = rt::zeros({3, 2}).shape(0);
  CHECK(elements_of(rt::arange<double>(n)) == std::vector<double>{0, 1, 2});
  CHECK(elements_of(rt::arange<float>(3U)) == std::vector<float>{0, 1, 2});
  CHECK(elements_of(rt::arange<double>(-n)).empty());
  CHECK(elements_of(rt::arange<double>(2.5F)) == std::vector<double>{0, 1, 2});
}

}  // namespace number_ranges_test
