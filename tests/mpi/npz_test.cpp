// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/npz.hpp"

#include <complex>
#include <cstring>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>
#include "relatile/array/stored.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/io/zip/layout.hpp"

#include "support/directory.hpp"

namespace npz_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;

namespace {

/// Bit after bit, as the definition has it.
std::uint32_t plain_crc(const std::string& text) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  return ~crc;
}

template <class T>
std::string npy_of(const std::vector<T>& elements, const rt::Extents& shape) {
  return rt::io::make_npy_header(rt::element_type_of<T>(), shape) +
         std::string(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T));
}

/// The archive that members, written one after the other, make.
std::string archive_of(const std::vector<std::pair<std::string, std::string>>& members) {
  rt::io::ZipLayout layout;
  std::vector<std::uint32_t> crcs;
  for (const auto& [name, bytes] : members) {
    layout.add(name, std::ssize(bytes));
    crcs.push_back(plain_crc(bytes));
  }
  std::string file;
  for (std::size_t i = 0; i < members.size(); ++i) {
    file += layout.local_header(i, crcs[i]) + members[i].second;
  }
  return file + layout.directory(crcs);
}

rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t columns) {
  return rt::from_function({rows, columns}, [](std::int64_t i, std::int64_t j) {
    return double(i) * 1.25 - double(j * j);
  });
}

}  // namespace

TEST_CASE("an archive is what one writer would have written, wherever arrays lie") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const auto x = numbers(37, 23);
  const rt::Array<std::int32_t, 1> y = rt::arange<std::int32_t>(11);
  const rt::Array<std::complex<float>, 0> z = rt::astype<std::complex<float>>(rt::sum(y));
  const std::string expected = archive_of({{"x.npy", npy_of(rt::to_vector(x), {37, 23})},
                                           {"y.npy", npy_of(rt::to_vector(y), {11})},
                                           {"z.npy", npy_of(rt::to_vector(z), {})}});
  for (const auto& placing : {rt::everywhere, rt::on_rank(0), rt::split(0), rt::split(1)}) {
    rt::savez(directory / "a.npz", {{"x", rt::placed(x, placing)}, {"y", y}, {"z", z}});
    CHECK(directory.get("a.npz") == expected);
  }
  CHECK(directory.num_files() == 1);
  rt::savez(directory / "b.npz", x + 1.0, y);
  CHECK(directory.get("b.npz") ==
        archive_of({{"arr_0.npy", npy_of(rt::to_vector(x + 1.0), {37, 23})},
                    {"arr_1.npy", npy_of(rt::to_vector(y), {11})}}));
  rt::savez(directory / "none.npz", std::vector<rt::NamedArray>{});
  CHECK(rt::names_in(directory / "none.npz").empty());
}

TEST_CASE("what is saved is loaded by its name") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::string path = directory / "a.npz";
  const auto x = numbers(50, 3);
  const rt::Array<bool, 1> mask = rt::arange<std::int64_t>(9) > 4;
  const rt::Array<float, 2> empty = rt::zeros<float>({0, 4});
  rt::savez(path, {{"x", x}, {"the mask", mask}, {"empty", empty}, {"sum", rt::sum(x)}});
  CHECK(rt::names_in(path) == std::vector<std::string>{"x", "the mask", "empty", "sum"});
  CHECK(rt::load<double, 0>(path, "sum").item() == rt::item(rt::sum(x)));
  CHECK(rt::to_vector(rt::load<double, 2>(path, "x")) == rt::to_vector(x));
  CHECK(rt::to_vector(rt::load<double, 2>(path, "x.npy")) == rt::to_vector(x));
  CHECK(rt::item(rt::sum(rt::load<bool, 1>(path, "the mask"))) == 4);
  CHECK(rt::load<double, 2>(path, "empty").shape() == rt::Extents{0, 4});
  CHECK(rt::io::load_any(path, "x")->type.block.element == rt::element_type_of<double>());
  rt::savez(path, {{"only", x}});
  CHECK(rt::to_vector(rt::load<double, 2>(path)) == rt::to_vector(x));
}

TEST_CASE("what is saved compressed is shorter, and is loaded by its name") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::string path = directory / "a.npz";
  const rt::Array<double, 2> x = rt::floor(numbers(3000, 31) / 50.0);
  const rt::Array<float, 2> empty = rt::zeros<float>({0, 4});
  const rt::Array<std::int32_t, 1> few = rt::arange<std::int32_t>(2);
  rt::savez_compressed(
      path,
      {{"x", rt::placed(x, rt::split(1))}, {"none", empty}, {"few", few}, {"sum", rt::sum(x)}});
  CHECK(std::ssize(directory.get("a.npz")) < 8 * x.size() / 10);
  CHECK(rt::names_in(path) == std::vector<std::string>{"x", "none", "few", "sum"});
  CHECK(rt::to_vector(rt::load<double, 2>(path, "x")) == rt::to_vector(x));
  CHECK(rt::load<double, 2>(path, "none").shape() == rt::Extents{0, 4});
  CHECK(rt::to_vector(rt::load<std::int32_t, 1>(path, "few")) == rt::to_vector(few));
  CHECK(rt::load<double, 0>(path, "sum").item() == rt::item(rt::sum(x)));
  rt::savez_compressed(directory / "b.npz", few);
  CHECK(rt::names_in(directory / "b.npz") == std::vector<std::string>{"arr_0"});
  CHECK(directory.num_files() == 2);
  CHECK_THROWS_AS(rt::savez_compressed("no/such/place.npz", few), rt::IoError);
}

TEST_CASE("arrays in Fortran order, swapped and of several types are read from an archive") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  std::vector<double> columns{1, 4, 2, 5, 3, 6};
  std::string member = npy_of(columns, {3, 2});
  const std::size_t order = member.find("False, 'shape': (3, 2)");
  member.replace(order, 22, "True , 'shape': (2, 3)");
  std::vector<std::int16_t> swapped{1, 2, 3};
  rt::io::swap_bytes(reinterpret_cast<std::byte*>(swapped.data()), 3,
                     rt::element_type_of<std::int16_t>());
  std::string other = npy_of(swapped, {3});
  other[other.find("<i2")] = '>';
  const auto path =
      directory.put("a.npz", archive_of({{"f.npy", member}, {"s.npy", other}, {"text", "words"}}));
  CHECK(rt::to_vector(rt::load<double, 2>(path, "f")) == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(rt::to_vector(rt::load<double, 1>(path, "s")) == std::vector<double>{1, 2, 3});
  CHECK(rt::names_in(path) == std::vector<std::string>{"f", "s", "text"});
  CHECK_THAT(
      common_error<rt::ParseError>(context.transport(), [&] { rt::load<double, 1>(path, "text"); }),
      ContainsSubstring(path + ":text: expected a NumPy file"));
}

TEST_CASE("what an archive lacks is the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const std::vector<double> elements(100, 1.5);
  const std::string good =
      archive_of({{"a.npy", npy_of(elements, {100})}, {"b.npy", npy_of(elements, {10, 10})}});
  const auto load = [&](const std::string& path, const std::string& name) {
    rt::load<double, 1>(path, name);
  };
  const auto path = directory.put("good.npz", good);
  CHECK(common_error(sites, [&] { load(path, "c"); }) ==
        "relatile: load: " + path + " has no array 'c'; it has 'a', 'b'");
  CHECK(common_error(sites, [&] { load(path, ""); }) ==
        "relatile: load: " + path +
            " has several arrays, or none ('a', 'b'); say which: load<double, 2>(path, name)");
  CHECK(common_error<rt::ShapeMismatch>(sites, [&] { load(path, "b"); }) ==
        "relatile: load: " + path + ":b has 2 dimensions, shape (10, 10); expected 1");
  CHECK_THAT(common_error(sites, [&] { rt::load<float, 1>(path, "a"); }),
             ContainsSubstring(path + ":a has elements of type float64; expected float32"));
  // One bit of an element, on whichever rank it is.
  for (const std::size_t at : {200U, 500U, 900U}) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    directory.put("bad.npz", bad);
    CHECK(common_error<rt::ParseError>(sites, [&] { load(directory / "bad.npz", "a"); }) ==
          directory /
              "bad.npz:a: expected bytes that agree with the archive's checksum, found "
              "others");
  }
  const auto short_file = directory.put("short.npz", good.substr(0, good.size() - 30));
  CHECK_THAT(common_error<rt::ParseError>(sites, [&] { load(short_file, "a"); }),
             ContainsSubstring("expected a whole ZIP archive"));
  std::string compressed = good;  // in the directory's entry of b
  const std::size_t entry = compressed.rfind("PK\1\2");
  compressed[entry + 10] = 14;
  CHECK_THAT(
      common_error(sites, [&] { load(directory.put("z.npz", compressed), "b"); }),
      ContainsSubstring("z.npz:b is compressed by method 14; numpy.savez_compressed's is 8"));
  compressed[entry + 10] = 8;  // which these bytes are not
  CHECK_THAT(
      common_error<rt::ParseError>(sites, [&] { load(directory.put("z.npz", compressed), "b"); }),
      ContainsSubstring("z.npz:b: expected "));
  CHECK(common_error(sites, [&] {
          rt::savez(path, {{"a", numbers(2, 2)}, {"a", numbers(1, 1)}});
        }) == "relatile: savez: two arrays are called 'a'");
  CHECK_THAT(
      common_error<rt::IoError>(sites, [&] { rt::savez("no/such/place.npz", numbers(2, 2)); }),
      ContainsSubstring("cannot write no/such/place.npz"));
  CHECK(directory.get("good.npz") == good);
}

}  // namespace npz_test
