// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "relatile/core/element_type.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/text/excerpt.hpp"
#include "relatile/io/half.hpp"

namespace relatile::io {

/// What the beginning of a NumPy file says about the array that follows it.
struct NpyHeader {
  ElementType element;
  bool swapped = false;        ///< the elements' bytes are in the other order than this machine's
  bool fortran_order = false;  ///< the first index is the fastest
  Extents shape;
  std::int64_t data_offset = 0;  ///< where the elements begin, in bytes from the file's beginning
};

namespace detail {

/// An element type and its name in a NumPy file, where a byte order goes before it.
struct NpyType {
  std::string_view name;
  ElementType element;
};

inline constexpr std::array npy_types{
    NpyType{"b1", element_type_of<bool>()},
    NpyType{"i1", element_type_of<std::int8_t>()},
    NpyType{"i2", element_type_of<std::int16_t>()},
    NpyType{"i4", element_type_of<std::int32_t>()},
    NpyType{"i8", element_type_of<std::int64_t>()},
    NpyType{"u1", element_type_of<std::uint8_t>()},
    NpyType{"u2", element_type_of<std::uint16_t>()},
    NpyType{"u4", element_type_of<std::uint32_t>()},
    NpyType{"u8", element_type_of<std::uint64_t>()},
    NpyType{"f2", half_element},
    NpyType{"f4", element_type_of<float>()},
    NpyType{"f8", element_type_of<double>()},
    NpyType{"c8", element_type_of<std::complex<float>>()},
    NpyType{"c16", element_type_of<std::complex<double>>()},
};

inline constexpr char native_order = std::endian::native == std::endian::little ? '<' : '>';

/// Elements as a file has them.
struct StoredType {
  ElementType element;
  bool swapped = false;  ///< the bytes are in the other order than this machine's
};

/// The type that NumPy calls `text`: "<f8", "|b1", "i4"; nothing if there is none.
inline std::optional<StoredType> parse_stored_type(std::string_view text) {
  const bool has_order = !text.empty() && std::string_view("<>=|").find(text[0]) != text.npos;
  const std::string_view name = text.substr(has_order ? 1 : 0);
  const auto* type = std::find_if(npy_types.begin(), npy_types.end(),
                                  [&](const NpyType& known) { return known.name == name; });
  if (type == npy_types.end()) return std::nullopt;
  const bool explicit_order = has_order && (text[0] == '<' || text[0] == '>');
  return StoredType{type->element,
                    explicit_order && text[0] != native_order && type->element.size > 1};
}

/// The names of all types, each after a blank.
inline std::string names_of_types() {
  std::string names;
  for (const NpyType& type : npy_types) (names += ' ') += type.name;
  return names;
}

/// Reads the Python dictionary in a header from left to right. The grammar has no recursion: a
/// dictionary of a string, a bool and a tuple of integers, and nothing else.
class NpyDictionary {
 public:
  NpyDictionary(std::string_view text, const std::string& file_name)
      : rest_(text), file_name_(file_name) {}

  NpyHeader parse() {
    NpyHeader header;
    expect('{', "a dictionary");
    while (!accept('}')) {
      const std::string_view key = string("a key in quotes");
      expect(':', "':' after a key");
      if (key == "descr" && first_time(has_type_)) {
        parse_type(header);
      } else if (key == "fortran_order" && first_time(has_order_)) {
        header.fortran_order = parse_bool();
      } else if (key == "shape" && first_time(has_shape_)) {
        header.shape = parse_shape();
      } else {
        fail("the keys 'descr', 'fortran_order' and 'shape', once each", key);
      }
      if (accept(',')) continue;
      expect('}', "',' or '}' after a value");
      break;
    }
    skip_space();
    if (!rest_.empty()) fail("nothing after the dictionary", rest_);
    if (!(has_type_ && has_order_ && has_shape_)) {
      fail("the keys 'descr', 'fortran_order' and 'shape', once each", "fewer");
    }
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& expected, std::string_view found) const {
    throw ParseError(file_name_ + ": expected " + expected +
                     " in the header of a NumPy file, found " + excerpt(found));
  }
  static bool first_time(bool& seen) { return !std::exchange(seen, true); }

  void skip_space() {
    const std::size_t end = rest_.find_first_not_of(" \t\r\n\f");
    rest_.remove_prefix(std::min(end, rest_.size()));
  }
  bool accept(char wanted) {
    skip_space();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char wanted, const char* what) {
    if (!accept(wanted)) fail(what, rest_);
  }

  /// What stands between two equal quotes. Nothing that is meant here needs an escape.
  std::string_view string(const char* what) {
    skip_space();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    const std::size_t end = quote == '\'' || quote == '"' ? rest_.find(quote, 1) : rest_.npos;
    if (end == rest_.npos) fail(what, rest_);
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  void parse_type(NpyHeader& header) {
    const std::string_view text = string("one type of numbers, such as '<f8' or '|b1',");
    const std::optional<StoredType> type = parse_stored_type(text);
    if (!type) {
      fail("one type of numbers, such as '<f8' or '|b1' (of" + names_of_types() + "),", text);
    }
    header.element = type->element;
    header.swapped = type->swapped;
  }

  bool parse_bool() {
    skip_space();
    for (const std::string_view word : {"True", "False"}) {
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return word == "True";
    }
    fail("True or False", rest_);
  }

  Extents parse_shape() {
    Extents shape;
    bool comma = true;
    expect('(', "a tuple as shape");
    while (!accept(')')) {
      if (!comma) fail("',' or ')' in the shape", rest_);
      if (shape.rank() == max_rank) {
        fail("at most " + std::to_string(max_rank) + " dimensions", "more");
      }
      shape.push_back(parse_extent());
      comma = accept(',');
    }
    // Python reads "(3)" as a number.
    if (shape.rank() == 1 && !comma) fail("',' after the only extent of a shape", ")");
    return shape;
  }

  std::int64_t parse_extent() {
    skip_space();
    const std::string_view at = rest_;
    std::int64_t value = 0;
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; rest_.remove_prefix(1)) {
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, rest_.front() - '0', &value)) {
        fail("an extent below 2^63", at);
      }
    }
    if (rest_.size() == at.size()) fail("an extent of at least 0", at);
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // a long integer of Python 2
    return value;
  }

  std::string_view rest_;
  const std::string& file_name_;
  bool has_type_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

}  // namespace detail
}  // namespace relatile::io
