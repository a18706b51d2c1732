// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/npy.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>
#include "relatile/array/stored.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/transport/transport.hpp"

#include "support/directory.hpp"
#include "support/numbered.hpp"

namespace npy_test {

namespace fs = std::filesystem;
namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;
using rt::test::element;
using rt::test::numbers;

namespace {

struct Pair {
  int a;
  int b;
};

/// A file that NumPy could have written, from its shape and type in Python, and its elements.
template <class T>
std::string npy(const std::string& shape, std::string descr, bool fortran,
                std::vector<T> elements) {
  auto* bytes = reinterpret_cast<std::byte*>(elements.data());
  const auto count = std::ssize(elements);
  if (descr[0] == '>') rt::io::swap_bytes(bytes, count, rt::element_type_of<T>());
  std::string header = "{'descr': '" + descr +
                       "', 'fortran_order': " + (fortran ? "True" : "False") +
                       ", 'shape': " + shape + ", }\n";
  std::string file = std::string("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) + '\0';
  return file + header + std::string(reinterpret_cast<char*>(bytes), elements.size() * sizeof(T));
}

template <class T, int N>
void check_saved(const Directory& directory, const rt::Extents& shape) {
  std::vector<T> elements;
  for (std::int64_t i = 0; i < rt::volume(shape); ++i) elements.push_back(element<T>(i));
  const std::string expected =
      rt::io::make_npy_header(rt::element_type_of<T>(), shape) +
      std::string(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T));
  rt::save(directory / "x.npy", numbers<T, N>(shape));
  CHECK(directory.get("x.npy") == expected);
  const auto loaded = rt::load<T, N>(directory / "x.npy");
  CHECK(loaded.shape() == shape);
  CHECK(rt::to_vector(loaded) == elements);
  rt::save(directory / "again.npy", loaded);
  CHECK(directory.get("again.npy") == expected);
}

// std::vector<bool> has no bytes.
template <>
void check_saved<bool, 2>(const Directory& directory, const rt::Extents& shape) {
  const auto x = numbers<bool, 2>(shape);
  rt::save(directory / "x.npy", x);
  CHECK(rt::to_vector(rt::load<bool, 2>(directory / "x.npy")) == rt::to_vector(x));
}

template <class T>
void check_orders(const Directory& directory, const std::string& name) {
  const std::vector<T> elements{element<T>(0), element<T>(1), element<T>(2),
                                element<T>(3), element<T>(4), element<T>(5)};
  const std::vector<T> columns{elements[0], elements[3], elements[1],
                               elements[4], elements[2], elements[5]};
  for (const char* order : {"<", ">"}) {
    const std::string descr = sizeof(T) == 1 ? "|" + name : order + name;
    const auto c = directory.put("c.npy", npy("(2, 3)", descr, false, elements));
    CHECK(rt::to_vector(rt::load<T, 2>(c)) == elements);
    const auto f = directory.put("f.npy", npy("(2, 3)", descr, true, columns));
    const auto x = rt::load<T, 2>(f);
    CHECK(x.shape() == rt::Extents{2, 3});
    CHECK(x.node()->is_view());
    CHECK(rt::to_vector(x) == elements);
  }
}

}  // namespace

TEST_CASE("what is saved is NumPy's file, and what is loaded is what was saved") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  for (const rt::Extents& shape : std::vector<rt::Extents>{{5, 7}, {1, 30}, {0, 3}, {3, 0}}) {
    check_saved<bool, 2>(directory, shape);
    check_saved<std::int8_t, 2>(directory, shape);
    check_saved<std::int16_t, 2>(directory, shape);
    check_saved<std::int32_t, 2>(directory, shape);
    check_saved<std::int64_t, 2>(directory, shape);
    check_saved<std::uint8_t, 2>(directory, shape);
    check_saved<std::uint16_t, 2>(directory, shape);
    check_saved<std::uint32_t, 2>(directory, shape);
    check_saved<std::uint64_t, 2>(directory, shape);
    check_saved<float, 2>(directory, shape);
    check_saved<double, 2>(directory, shape);
    check_saved<std::complex<float>, 2>(directory, shape);
    check_saved<std::complex<double>, 2>(directory, shape);
  }
  check_saved<double, 0>(directory, {});
  for (std::int64_t n : {0, 1, 2, 1000}) check_saved<double, 1>(directory, {n});
  check_saved<double, 3>(directory, {40, 3, 50});
  check_saved<float, 4>(directory, {2, 1, 3, 5});
}

TEST_CASE("files of both byte orders and of both index orders are read") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  check_orders<std::int8_t>(directory, "i1");
  check_orders<std::int16_t>(directory, "i2");
  check_orders<std::int32_t>(directory, "i4");
  check_orders<std::int64_t>(directory, "i8");
  check_orders<std::uint8_t>(directory, "u1");
  check_orders<std::uint16_t>(directory, "u2");
  check_orders<std::uint32_t>(directory, "u4");
  check_orders<std::uint64_t>(directory, "u8");
  check_orders<float>(directory, "f4");
  check_orders<double>(directory, "f8");
  check_orders<std::complex<float>>(directory, "c8");
  check_orders<std::complex<double>>(directory, "c16");
  const auto truth = directory.put("b.npy", npy<std::uint8_t>("(4,)", "|b1", true, {0, 1, 2, 255}));
  CHECK(rt::item(rt::sum(rt::load<bool, 1>(truth))) == 3);
}

TEST_CASE("elements are converted to what they promote to, and to nothing else") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::vector<double> expected{1, -2, 3, 4, 5, 6};
  const auto path =
      directory.put("x.npy", npy<std::int32_t>("(3, 2)", ">i4", false, {1, -2, 3, 4, 5, 6}));
  CHECK(rt::to_vector(rt::load<double, 2>(path)) == expected);
  CHECK(rt::to_vector(rt::load<long long, 2>(path)) == std::vector<long long>{1, -2, 3, 4, 5, 6});
  CHECK(rt::item(rt::sum(rt::load<std::complex<double>, 2>(path))) == std::complex<double>(17));
  CHECK(rt::io::load_any(path)->type.block.element == rt::element_type_of<std::int32_t>());
  for (const auto& error :
       {common_error(context.transport(), [&] { rt::load<float, 2>(path); }),
        common_error(context.transport(), [&] { rt::load<std::uint32_t, 2>(path); }),
        common_error(context.transport(), [&] { rt::load<bool, 2>(path); })}) {
    CHECK_THAT(error, ContainsSubstring(path + " has elements of type int32; expected "));
  }
  CHECK(common_error<rt::ShapeMismatch>(context.transport(), [&] { rt::load<double, 3>(path); }) ==
        "relatile: load: " + path + " has 2 dimensions, shape (3, 2); expected 3");
}

TEST_CASE("float16 is read as what it promotes to, exactly") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<std::uint16_t> bits{0x0000, 0x8000, 0x3c00, 0xc000, 0x3555, 0x7bff, 0xfbff,
                                        0x0001, 0x8001, 0x03ff, 0x0400, 0x7c00, 0xfc00, 0x7e00};
  const std::vector<float> numbers{0,        -0.0f,    1,        -2,        0x1.554p-2f,
                                   65504,    -65504,   0x1p-24f, -0x1p-24f, 0x3ffp-24f,
                                   0x1p-14f, infinity, -infinity};
  for (const std::string descr : {"<f2", ">f2"}) {
    CAPTURE(descr);
    const auto path = directory.put("x.npy", npy("(7, 2)", descr, false, bits));
    const auto x = rt::to_vector(rt::load<float, 2>(path));
    CHECK(std::memcmp(x.data(), numbers.data(), numbers.size() * sizeof(float)) == 0);
    CHECK(std::isnan(x.back()));
    const auto wide = rt::to_vector(rt::load<double, 2>(path));
    CHECK(std::equal(numbers.begin(), numbers.end(), wide.begin()));
    CHECK(rt::load<std::complex<float>, 2>(path)(1, 1).item() == -2.0f);
    CHECK(rt::io::load_any(path)->type.block.element == rt::element_type_of<float>());
    CHECK_THAT(common_error(context.transport(), [&] { rt::load<std::int64_t, 2>(path); }),
               ContainsSubstring(path + " has elements of type float16; expected int64"));
    const auto transposed = directory.put("t.npy", npy("(2, 7)", descr, true, bits));
    CHECK(rt::load<double, 2>(transposed)(1, 3).item() == 0x1p-24);
  }
  CHECK_THAT(
      common_error<rt::ParseError>(
          context.transport(),
          [&] { rt::load<double, 1>(directory.put("x.npy", npy("(14,)", "<f3", false, bits))); }),
      ContainsSubstring("u8 f2 f4 f8 c8 c16), in the header of a NumPy file, found '<f3'"));
}

TEST_CASE("the longest axis is read in parts, and nothing is sent") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  rt::save(directory / "x.npy", numbers<double, 2>({3, 40}));
  const auto x = rt::load<double, 2>(directory / "x.npy");
  std::int64_t held = 0;
  for (const auto& part : rt::local_parts(x)) {
    CHECK(part.extents[0] == 3);
    held += part.extents[1];
  }
  const rt::Range mine = rt::even_part(40, context.size(), context.rank());
  CHECK(held == mine.high - mine.low);
}

TEST_CASE("an array is saved from wherever it is placed") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const int p = context.size();
  const auto x = numbers<double, 3>({7, 5, 6});
  rt::save(directory / "expected.npy", x);
  const std::string expected = directory.get("expected.npy");
  for (const rt::Placing& placing :
       {rt::everywhere, rt::on_rank(p - 1), rt::split(0), rt::split(1), rt::split(2),
        rt::split({{p > 1 ? 2 : 1, 2}, {p > 3 ? 2 : 1, 0}})}) {
    const auto there = rt::placed(x, placing);
    rt::save(directory / "x.npy", there);
    CHECK(directory.get("x.npy") == expected);
  }
  rt::save(directory / "x.npy", rt::transpose(rt::transpose(x)));
  CHECK(directory.get("x.npy") == expected);
  rt::save(directory / "x.npy", x + 1.0);
  CHECK(rt::item(rt::sum(rt::load<double, 3>(directory / "x.npy") - x)) == 210.0);
}

TEST_CASE("an array is saved from uneven parts, and from parts that overlap") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::int64_t p = context.size();
  const std::int64_t me = context.rank();
  const rt::Extents shape{2 * p, 3};
  // Rank r holds rows r to p + r in one piece, and the last row, in another if it must be.
  rt::SiteData data;
  std::vector<std::vector<rt::Box>> held;
  for (std::int64_t r = 0; r < p; ++r) {
    held.push_back({{{r, 0}, {p + r, 3}}, {{2 * p - 1, 0}, {2 * p, 3}}});
  }
  for (const rt::Box& box : held[static_cast<std::size_t>(me)]) {
    data.pieces.push_back(rt::detail::new_piece(box, rt::element_type_of<double>()));
    auto* out = reinterpret_cast<double*>(data.pieces.back().data.get());
    rt::for_each_coordinate(
        box, [&](const rt::Extents& at) { *out++ = element<double>(rt::linear_index(at, shape)); });
  }
  const rt::Array<double, 2> x(rt::detail::stored_node(
      "x", rt::tra::array_type(rt::element_type_of<double>(), shape), held, "by hand", {data}));
  rt::save(directory / "x.npy", x);
  rt::save(directory / "expected.npy", numbers<double, 2>(shape));
  CHECK(directory.get("x.npy") == directory.get("expected.npy"));
  const std::vector<double> mine(static_cast<std::size_t>(2 * me), double(me));
  rt::save(directory / "y.npy", rt::from_local({p * (p - 1), 1}, {me * (me - 1), 0}, {2 * me, 1},
                                               std::span<const double>(mine)));
  std::vector<double> rows;
  for (std::int64_t r = 0; r < p; ++r) rows.insert(rows.end(), std::size_t(2 * r), double(r));
  CHECK(rt::to_vector(rt::load<double, 2>(directory / "y.npy")) == rows);
}

TEST_CASE("files that are no arrays are the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const auto error_of = [&](const std::string& bytes) {
    const auto path = directory.put("x.npy", bytes);
    return common_error<rt::ParseError>(context.transport(), [&] { rt::load<double, 2>(path); });
  };
  const std::vector<double> six(6);
  const std::string good = npy("(2, 3)", "<f8", false, six);
  CHECK_THAT(error_of(""), ContainsSubstring("expected a NumPy file"));
  CHECK_THAT(error_of(good.substr(0, 40)), ContainsSubstring("expected a NumPy header"));
  CHECK_THAT(error_of(good.substr(0, good.size() - 1)),
             ContainsSubstring("expected 48 bytes of data for (2, 3) float64, found 47"));
  CHECK_THAT(error_of(npy("(144115188075855872, 1)", "<f8", false, six)),
             ContainsSubstring("expected 1152921504606846976 bytes"));
  CHECK_THAT(error_of(npy("(4294967296, 4294967296)", "<f8", true, six)),
             ContainsSubstring("less than 2^63 bytes"));
  CHECK_THAT(error_of(npy("(2, 3)", "|O8", false, six)), ContainsSubstring("'|O8'"));
  CHECK_THAT(common_error<rt::IoError>(context.transport(),
                                       [&] { rt::load<double, 2>(directory / "missing.npy"); }),
             ContainsSubstring("missing.npy: No such file or directory"));
}

TEST_CASE("an error while saving leaves the old file as it was, and no other") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const auto path = directory.put("x.npy", "what was there before");
  const auto x = numbers<double, 2>({4, 4});
  const auto failing = rt::generate<double, 1>("failing", {100}, 1, [](const rt::Extents& at) {
    if (at[0] == 99) throw std::runtime_error("no such number");
    return 0.0;
  });
  common_error<rt::KernelError>(context.transport(), [&] { rt::save(path, failing); });
  CHECK(directory.get("x.npy") == "what was there before");
  CHECK_THAT(common_error<rt::IoError>(context.transport(),
                                       [&] { rt::save(directory / "none/x.npy", x); }),
             ContainsSubstring("none/x.npy: No such file or directory"));
  if (context.transport().is_root()) fs::create_symlink("loop", directory / "loop");
  CHECK_THAT(
      common_error<rt::IoError>(context.transport(), [&] { rt::save(directory / "loop", x); }),
      ContainsSubstring("loop: Too many levels of symbolic links"));
  const auto pairs = rt::detail::stored_node(
      "pairs", rt::tra::array_type(rt::element_type_of<Pair>(), {0}),
      std::vector<std::vector<rt::Box>>(std::size_t(context.size())), "", {{}});
  CHECK_THAT(common_error<rt::IoError>(context.transport(),
                                       [&] { rt::save(path, rt::Array<Pair, 1>(pairs)); }),
             ContainsSubstring("struct8"));
  CHECK(directory.num_files() == 2);  // and the link
  rt::save(path, x);
  CHECK(rt::to_vector(rt::load<double, 2>(path)) == rt::to_vector(x));
}

}  // namespace npy_test
