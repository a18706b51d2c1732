// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/raw.hpp"

#include <complex>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>
#include "relatile/io/npy_header.hpp"

#include "support/directory.hpp"

namespace raw_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;

namespace {

template <class T>
std::string bytes_of(const std::vector<T>& elements) {
  return {reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)};
}

template <class T>
std::vector<T> counted(std::int64_t count) {
  std::vector<T> elements;
  for (std::int64_t i = 0; i < count; ++i) elements.push_back(static_cast<T>(i * 3 % 101));
  return elements;
}

}  // namespace

TEST_CASE("a file of elements is read from anywhere, as many as there are or are wanted") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const auto elements = counted<double>(47);
  const auto path = directory.put("x.bin", "head" + bytes_of(elements) + "abc");
  const auto x = rt::fromfile<double>(path, {.offset = 4});
  CHECK(rt::to_vector(x) == elements);
  const auto part = rt::to_vector(rt::fromfile<double>(path, {.offset = 4 + 80, .count = 6}));
  CHECK(part == std::vector<double>(elements.begin() + 10, elements.begin() + 16));
  CHECK(rt::fromfile<double>(path, {.offset = 4, .count = 0}).shape() == rt::Extents{0});
  CHECK(rt::fromfile<double>(path, {.offset = 4 + 47 * 8}).shape() == rt::Extents{0});
}

TEST_CASE("a shape, an order and a type that a file does not say are told") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const auto elements = counted<float>(30);
  const auto path = directory.put("x.bin", bytes_of(elements));
  CHECK(rt::to_vector(rt::fromfile<float, 2>(path, {5, 6})) == elements);
  CHECK(rt::fromfile<float, 2>(path, {-1, 7}).shape() == rt::Extents{4, 7});
  CHECK(rt::fromfile<float, 2>(path, {-1, 0}).shape() == rt::Extents{0, 0});
  CHECK(rt::fromfile<float, 3>(path, {2, 3, 2}, {.offset = 8})(1, 2, 1).item() == elements[13]);
  const auto turned = rt::fromfile<float, 2>(path, {5, 6}, {.fortran_order = true});
  for (int i = 0; i < 5; ++i) CHECK(turned(i, 2).item() == elements[std::size_t(10 + i)]);
  const auto wide = rt::fromfile<std::complex<double>>(path, {.dtype = "<f4"});
  CHECK(rt::item(wide(7)) == std::complex<double>(elements[7]));

  auto swapped = counted<std::int32_t>(20);
  rt::io::swap_bytes(reinterpret_cast<std::byte*>(swapped.data()), 20,
                     rt::element_type_of<std::int32_t>());
  const auto other = directory.put("y.bin", bytes_of(swapped));
  CHECK(rt::to_vector(rt::fromfile<std::int64_t>(other, {.dtype = ">i4"})) ==
        counted<std::int64_t>(20));
  const auto halves = directory.put("h.bin", bytes_of(std::vector<std::uint16_t>{0x3c00, 0xc000}));
  CHECK(rt::to_vector(rt::fromfile<double>(halves, {.dtype = "f2"})) == std::vector<double>{1, -2});
}

TEST_CASE("elements are written as they are, and nothing else") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const rt::Array<std::int16_t, 2> x = rt::from_function(
      {13, 9}, [](std::int64_t i, std::int64_t j) { return static_cast<std::int16_t>(i * 9 + j); });
  std::vector<std::int16_t> elements;
  for (int i = 0; i < 13 * 9; ++i) elements.push_back(static_cast<std::int16_t>(i));
  for (const auto& placing : {rt::everywhere, rt::split(0), rt::split(1)}) {
    rt::tofile(directory / "x.bin", rt::placed(x, placing));
    CHECK(directory.get("x.bin") == bytes_of(elements));
  }
  CHECK(rt::to_vector(rt::fromfile<std::int16_t, 2>(directory / "x.bin", {13, 9})) == elements);
  rt::tofile(directory / "empty.bin", rt::zeros({0, 3}));
  CHECK(directory.get("empty.bin").empty());
  CHECK(rt::fromfile<double>(directory / "empty.bin").shape() == rt::Extents{0});
}

TEST_CASE("what is not there is the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const auto path = directory.put("x.bin", std::string(100, 'x'));
  CHECK(common_error<rt::ParseError>(sites, [&] {
          rt::fromfile<double, 2>(path, {4, 4});
        }) == path + ": expected elements for an array of shape (4, 4), found 12");
  CHECK(common_error<rt::ParseError>(sites, [&] { rt::fromfile<double>(path, {.count = 13}); }) ==
        path + ": expected elements for an array of shape (13,), found 12");
  CHECK(common_error<rt::ParseError>(sites, [&] { rt::fromfile<double>(path, {.offset = 101}); }) ==
        path + ": expected elements from byte 101 on, found a file of 100 bytes");
  CHECK_THAT(common_error<rt::ShapeMismatch>(sites,
                                             [&] {
                                               rt::fromfile<double, 2>(path, {2, -1});
                                             }),
             ContainsSubstring("only the first one may be -1"));
  CHECK_THAT(common_error<rt::ParseError>(sites,
                                          [&] {
                                            rt::fromfile<double, 2>(path, {1LL << 40, 1LL << 40});
                                          }),
             ContainsSubstring("found 12"));
  CHECK_THAT(common_error(sites, [&] { rt::fromfile<double>(path, {.dtype = "f9"}); }),
             ContainsSubstring("there is no dtype 'f9'; there are b1 i1"));
  CHECK_THAT(common_error(sites, [&] { rt::fromfile<float>(path, {.dtype = "f8"}); }),
             ContainsSubstring("has elements of type float64; expected float32"));
  CHECK_THAT(common_error<rt::IoError>(sites, [&] { rt::fromfile<float>(directory / "none"); }),
             ContainsSubstring("No such file"));
}

}  // namespace raw_test
