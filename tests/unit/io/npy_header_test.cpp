// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/npy_header.hpp"

#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace npy_header_test {

using namespace relatile;
using namespace relatile::io;
using namespace std::string_literals;

namespace {

constexpr std::int64_t plenty = std::int64_t(1) << 62;

/// A file of format version `major` whose header is `dictionary`.
std::string file_of(const std::string& dictionary, int major = 1) {
  std::string bytes = "\x93NUMPY"s + static_cast<char>(major) + '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) {
    bytes += static_cast<char>(dictionary.size() >> (8 * i));
  }
  return bytes + dictionary;
}

std::string dictionary_of(const std::string& descr, const std::string& shape) {
  return "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }  \n";
}

/// The text of the ParseError that these bytes give, or "" if they can be read.
std::string error_of(const std::string& bytes, std::int64_t file_size = plenty) {
  try {
    parse_npy_header(bytes, file_size, "x.npy");
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

const std::vector<ElementType> all_types{element_type_of<bool>(),
                                         element_type_of<std::int8_t>(),
                                         element_type_of<std::int16_t>(),
                                         element_type_of<std::int32_t>(),
                                         element_type_of<std::int64_t>(),
                                         element_type_of<std::uint8_t>(),
                                         element_type_of<std::uint16_t>(),
                                         element_type_of<std::uint32_t>(),
                                         element_type_of<std::uint64_t>(),
                                         element_type_of<float>(),
                                         element_type_of<double>(),
                                         element_type_of<std::complex<float>>(),
                                         element_type_of<std::complex<double>>()};

}  // namespace

TEST_CASE("a header is written byte for byte as NumPy writes it") {
  const std::string numpy =
      "\x93NUMPY\x01\x00v\x00"s
      "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }" +
      std::string(58, ' ') + '\n';
  CHECK(make_npy_header(element_type_of<double>(), {3, 4}) == numpy);
  const std::string scalar =
      "\x93NUMPY\x01\x00v\x00"s
      "{'descr': '|b1', 'fortran_order': False, 'shape': (), }" +
      std::string(62, ' ') + '\n';
  CHECK(make_npy_header(element_type_of<bool>(), {}) == scalar);
}

TEST_CASE("every header that is written can be read") {
  const std::vector<Extents> shapes{
      {}, {0}, {3}, {3, 4}, {1, 0, 7}, {std::int64_t(1) << 58}, Extents::filled(max_rank, 3)};
  for (const auto& type : all_types) {
    for (const auto& shape : shapes) {
      CAPTURE(type.name(), shape);
      const std::string bytes = make_npy_header(type, shape);
      CHECK(bytes.size() % 64 == 0);
      const NpyHeader header = parse_npy_header(bytes, plenty + 4096, "x.npy");
      CHECK(header.element == type);
      CHECK(header.shape == shape);
      CHECK_FALSE(header.swapped);
      CHECK_FALSE(header.fortran_order);
      CHECK(header.data_offset == static_cast<std::int64_t>(bytes.size()));
    }
  }
  CHECK_THROWS_AS(make_npy_header(element_type_of<long double>(), {3}), IoError);
}

TEST_CASE("headers of all versions are read") {
  for (const int major : {1, 2, 3}) {
    const std::string bytes = file_of(dictionary_of("'<i4'", "(3,)"), major);
    const NpyHeader header = parse_npy_header(bytes, plenty, "x.npy");
    CHECK(header.shape == Extents{3});
    CHECK(header.data_offset == static_cast<std::int64_t>(bytes.size()));
  }
  CHECK_THAT(error_of(file_of(dictionary_of("'<i4'", "(3,)"), 4)),
             Catch::Matchers::ContainsSubstring("version 1.0, 2.0 or 3.0"));
}

TEST_CASE("a dictionary may be spelled as Python allows") {
  const std::vector<std::string> spellings{
      "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }",
      "{\"shape\":(3,4),\"descr\":\"<f8\",\"fortran_order\":True}",
      " { 'fortran_order' : True ,\n'shape' : ( 3L , 4L , ) , 'descr' : \"<f8\" , } \n",
      "{'descr': 'f8', 'fortran_order': True, 'shape': (3, 4)}",
      "{'descr': '=f8', 'fortran_order': True, 'shape': (3, 4)}",
      "{'descr': '|f8', 'fortran_order': True, 'shape': (3, 4)}"};
  for (const auto& spelling : spellings) {
    CAPTURE(spelling);
    const NpyHeader header = parse_npy_header(file_of(spelling), plenty, "x.npy");
    CHECK(header.element == element_type_of<double>());
    CHECK(header.shape == Extents{3, 4});
    CHECK(header.fortran_order);
    CHECK_FALSE(header.swapped);
  }
}

TEST_CASE("only numbers of the other byte order are swapped") {
  const auto swapped = [](const std::string& descr) {
    return parse_npy_header(file_of(dictionary_of(descr, "(3,)")), plenty, "x.npy").swapped;
  };
  CHECK_FALSE(swapped("'<i8'"));
  CHECK(swapped("'>i8'"));
  CHECK(swapped("'>c16'"));
  CHECK_FALSE(swapped("'>u1'"));
  CHECK_FALSE(swapped("'>b1'"));
}

TEST_CASE("swapping the bytes of numbers twice gives the numbers") {
  std::vector<std::uint32_t> numbers{0x01020304, 0xa0b0c0d0};
  auto* bytes = reinterpret_cast<std::byte*>(numbers.data());
  swap_bytes(bytes, 2, element_type_of<std::uint32_t>());
  CHECK(numbers == std::vector<std::uint32_t>{0x04030201, 0xd0c0b0a0});
  swap_bytes(bytes, 1, element_type_of<std::complex<float>>());
  CHECK(numbers == std::vector<std::uint32_t>{0x01020304, 0xa0b0c0d0});
  swap_bytes(bytes, 8, element_type_of<bool>());
  CHECK(numbers == std::vector<std::uint32_t>{0x01020304, 0xa0b0c0d0});
}

TEST_CASE("a file that holds less than its header promises is refused") {
  const std::string bytes = make_npy_header(element_type_of<double>(), {3, 4});
  const auto size = static_cast<std::int64_t>(bytes.size());
  CHECK(error_of(bytes, size + 96).empty());
  CHECK(error_of(bytes, size + 1000).empty());
  CHECK(error_of(bytes, size + 95) ==
        "x.npy: expected 96 bytes of data for (3, 4) float64, found 95");
  CHECK_FALSE(error_of(bytes, size - 1).empty());
}

TEST_CASE("a header that is wrong or lies gives a ParseError of one line") {
  const std::string good = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }";
  std::vector<std::string> files{"",
                                 "\x93",
                                 "\x93NUMPY",
                                 "\x93NUMPY\x01"s,
                                 "\x93NUMPY\x01\0"s,
                                 "\x93NUMPY\x01\0\x10"s,
                                 "PK\x03\x04 a zip file",
                                 "\x93NUMPY\x01\x01\x02\0{}"s,
                                 "\x93NUMPY\0\0\x02\0{}"s,
                                 "\x93NUMPY\x01\0\xff\xff{}"s,
                                 "\x93NUMPY\x02\0\xff\xff\xff\xff{}"s,
                                 "\x93NUMPY\x02\0\x02\0"s,
                                 file_of(std::string(70000, ' ') + good, 2),
                                 file_of(good + "x"),
                                 file_of(good + good)};
  for (const std::string shape : {"3",
                                  "(3)",
                                  "(-1,)",
                                  "(3,,)",
                                  "(,)",
                                  "(3 4)",
                                  "(3.0,)",
                                  "(3,",
                                  "(",
                                  "[3]",
                                  "((3,),)",
                                  "(1e3,)",
                                  "(0x3,)",
                                  "('3',)",
                                  "(9223372036854775808,)",
                                  "(1152921504606846976,)",
                                  "(4294967296, 4294967296, 0)",
                                  "(99999999999999999999999999,)",
                                  "(3LL,)",
                                  "(True,)",
                                  "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)",
                                  "None",
                                  "",
                                  "(3,)x",
                                  "(\xff,)"}) {
    files.push_back(file_of(dictionary_of("'<f8'", shape)));
  }
  files.push_back(file_of(dictionary_of("'<f8'", std::string(30000, '('))));
  files.push_back(file_of(dictionary_of("'<f8'", "(" + std::string(30000, '9') + ",)")));
  for (const std::string descr :
       {"'<f3'",  "'<f16'", "'|O'",   "'<U3'",  "'|S4'", "'<M8[ns]'",      "'|V8'", "'<f'",
        "'<'",    "''",     "'<f8",   "f8",     "<f8",   "[('a', '<f8')]", "None",  "'<f8\\n'",
        "'<f88'", "'<<f8'", "'\xff'", "b'<f8'", "(1,)",  "'<c32'",         "'<i16'"}) {
    files.push_back(file_of(dictionary_of(descr, "(3,)")));
  }
  for (const std::string dictionary :
       {"", "{", "}", "{}", "[]", "{'descr': '<f8'}", "{'descr' '<f8'}", "{'descr': }",
        "{'descr': '<f8', 'fortran_order': False}", "{descr: '<f8'}", "{{}}", "{'shape'}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': false, 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': False 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,),, }",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'more': 1}"}) {
    files.push_back(file_of(dictionary));
  }
  for (const auto& bytes : files) {
    CAPTURE(excerpt(bytes), excerpt(bytes.substr(std::min<std::size_t>(bytes.size(), 11))));
    const std::string error = error_of(bytes);
    CHECK(error.starts_with("x.npy: expected "));
    CHECK(error.find_first_of("\n\r\xff") == error.npos);
    CHECK(error.size() < 300);
  }
}

TEST_CASE("any bytes at all give a header or a ParseError") {
  const auto try_all_sizes = [](const std::string& bytes) {
    for (const std::int64_t size : {static_cast<std::int64_t>(bytes.size()), plenty}) {
      // In memory of exactly this size, so that the address sanitizer sees every step too far.
      const std::vector<char> copy(bytes.begin(), bytes.end());
      try {
        const NpyHeader header = parse_npy_header({copy.data(), copy.size()}, size, "x.npy");
        const std::int64_t data = volume(header.shape) * header.element.size;
        REQUIRE((data >= 0 && header.data_offset + data <= size));
      } catch (const ParseError&) {
      }
    }
  };
  const unsigned seed = 20240607;
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const std::string& good :
       {make_npy_header(element_type_of<double>(), {3, 4}),
        file_of("{'shape': (1L,), 'descr': '>c16', 'fortran_order': True}", 2),
        make_npy_header(element_type_of<bool>(), {})}) {
    for (std::size_t length = 0; length <= good.size(); ++length) {
      try_all_sizes(good.substr(0, length));
    }
    for (int trial = 0; trial < 5000; ++trial) {
      std::string bad = good;
      for (unsigned change = random() % 4; change <= 3; ++change) {
        const std::size_t at = random() % bad.size();
        const std::string telling = "'\"{}(),:<>L09 \n\\-fciub\xff";
        switch (random() % 4) {
          case 0: bad[at] = static_cast<char>(random()); break;
          case 1: bad[at] = telling[random() % telling.size()]; break;
          case 2: bad.erase(at, 1 + random() % 5); break;
          default: bad.insert(at, 1, telling[random() % telling.size()]); break;
        }
        if (bad.empty()) bad = " ";
      }
      try_all_sizes(bad);
    }
  }
}

}  // namespace npy_header_test
