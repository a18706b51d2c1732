// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "relatile/core/element_type.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/text/excerpt.hpp"
#include "relatile/io/npy_dictionary.hpp"

namespace relatile::io {

/// How much of a file `parse_npy_header` needs: this many bytes, or all of a shorter file.
/// A longer header, which no array of numbers has, is refused.
inline constexpr std::int64_t npy_prefix_bytes = 64 * 1024;

namespace detail {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// A shape as Python writes it. Unlike a stream, it never groups digits as some locales do.
inline std::string shape_text(const Extents& shape) {
  std::string text = "(";
  for (int d = 0; d < shape.rank(); ++d) text += (d > 0 ? ", " : "") + std::to_string(shape[d]);
  return text + (shape.rank() == 1 ? ",)" : ")");
}

[[noreturn]] inline void fail_npy(const std::string& file_name, const std::string& expected,
                                  const std::string& found) {
  throw ParseError(file_name + ": expected " + expected + ", found " + found);
}

/// The dictionary of a NumPy file, and where it ends.
struct NpyHeaderText {
  std::string_view dictionary;
  std::int64_t end = 0;
};

inline NpyHeaderText find_npy_dictionary(std::string_view first_bytes, std::int64_t file_size,
                                         const std::string& file_name) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(first_bytes[at]); };
  const std::size_t magic = npy_magic.size();
  if (!first_bytes.starts_with(npy_magic)) {
    fail_npy(file_name, "a NumPy file, which begins with '\\x93NUMPY'",
             excerpt(first_bytes.substr(0, magic)));
  }
  const int major = first_bytes.size() > magic + 1 ? byte(magic) : 0;
  if (major < 1 || major > 3 || byte(magic + 1) != 0) {
    fail_npy(file_name, "version 1.0, 2.0 or 3.0 of the NumPy format",
             excerpt(first_bytes.substr(magic, 2)));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t begin = magic + 2 + length_bytes;
  if (first_bytes.size() < begin) {
    fail_npy(file_name, "the length of a NumPy header", "the end of the file");
  }
  std::int64_t length = 0;  // little-endian
  for (std::size_t i = begin; i-- > begin - length_bytes;) length = length * 256 + byte(i);
  const std::int64_t end = static_cast<std::int64_t>(begin) + length;
  const auto first_size = static_cast<std::int64_t>(first_bytes.size());
  if (end > std::min({first_size, file_size, npy_prefix_bytes})) {
    fail_npy(
        file_name, "a NumPy header in the first " + std::to_string(npy_prefix_bytes) + " bytes",
        "one of " + std::to_string(length) + " bytes in a file of " + std::to_string(file_size));
  }
  return {first_bytes.substr(begin, static_cast<std::size_t>(length)), end};
}

/// Throws ParseError unless the file holds all of the array that its header promises.
inline void check_npy_data(const NpyHeader& header, std::int64_t file_size,
                           const std::string& file_name) {
  // An extent of zero counts as one: then no product of some of the extents overflows either.
  std::int64_t capacity = header.element.size;
  for (const auto extent : header.shape) {
    if (__builtin_mul_overflow(capacity, std::max<std::int64_t>(extent, 1), &capacity)) {
      fail_npy(file_name, "an array of less than 2^63 bytes", shape_text(header.shape));
    }
  }
  const std::int64_t bytes = volume(header.shape) * header.element.size;
  if (bytes > file_size - header.data_offset) {
    fail_npy(file_name,
             std::to_string(bytes) + " bytes of data for " + shape_text(header.shape) + " " +
                 header.element.name(),
             std::to_string(file_size - header.data_offset));
  }
}

}  // namespace detail

/// Reads the header of a NumPy file of format version 1, 2 or 3.
///
/// `first_bytes` are the first `npy_prefix_bytes` of the file, or all of a shorter one. Throws
/// ParseError, naming `file_name` and what was expected, for anything but an array of bools,
/// integers, floats or complex numbers that fits in 64 bits and is all there. Any bytes at all
/// may be passed: the time is linear, and nothing but the error's text is allocated.
inline NpyHeader parse_npy_header(std::string_view first_bytes, std::int64_t file_size,
                                  const std::string& file_name) {
  const auto text = detail::find_npy_dictionary(first_bytes, file_size, file_name);
  NpyHeader header = detail::NpyDictionary(text.dictionary, file_name).parse();
  header.data_offset = text.end;
  detail::check_npy_data(header, file_size, file_name);
  return header;
}

namespace detail {

/// A header of format version 1.0 and of a multiple of 64 bytes; `type` begins with its byte order.
inline std::string npy_header_of(const std::string& type, const Extents& shape) {
  std::string text = "{'descr': '";
  text += type;
  text += "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  // NumPy leaves room for the first extent to grow to 21 digits, and at least one byte of padding.
  if (!shape.empty()) text.append(21 - std::to_string(shape[0]).size(), ' ');
  constexpr std::size_t alignment = 64;
  const std::size_t begin = npy_magic.size() + 4;
  text.append(alignment - (begin + text.size() + 1) % alignment, ' ');
  text += '\n';
  std::string header(npy_magic);
  header +=
      {'\1', '\0', static_cast<char>(text.size() % 256), static_cast<char>(text.size() / 256)};
  return header + text;
}

}  // namespace detail

/// The header that NumPy writes before an array of `element` in C order and in this machine's
/// byte order: format version 1.0, and a multiple of 64 bytes. Throws IoError for an element
/// type that NumPy's format lacks.
inline std::string make_npy_header(ElementType element, const Extents& shape) {
  const auto* type =
      std::find_if(detail::npy_types.begin(), detail::npy_types.end(),
                   [&](const detail::NpyType& known) { return known.element == element; });
  if (type == detail::npy_types.end()) {
    throw IoError("relatile: NumPy's file format has no elements of type " + element.name());
  }
  const char order = element.size == 1 ? '|' : detail::native_order;
  return detail::npy_header_of(order + std::string(type->name), shape);
}

/// The file of one word, such as NumPy writes of bytes.
inline std::string make_npy_word(const std::string& word) {
  return detail::npy_header_of("|S" + std::to_string(word.size()), {}) + word;
}

/// The one word, of bytes or of Unicode, in a NumPy file of which `first_bytes` are as many as
/// parse_npy_header needs. Throws ParseError for what is none.
inline std::string parse_npy_word(std::string_view first_bytes, std::int64_t file_size,
                                  const std::string& file_name) {
  const auto text = detail::find_npy_dictionary(first_bytes, file_size, file_name);
  const bool is_text = text.dictionary.find("'|S") != std::string_view::npos ||
                       text.dictionary.find("'<U") != std::string_view::npos ||
                       text.dictionary.find("'>U") != std::string_view::npos;
  const std::string_view bytes = first_bytes.substr(static_cast<std::size_t>(text.end));
  constexpr std::size_t longest = 256;
  if (!is_text || bytes.size() > longest) {
    detail::fail_npy(file_name, "one word", excerpt(text.dictionary));
  }
  std::string word;
  for (const char c : bytes) {
    if (c != '\0') word += c;  // of ASCII as Unicode three bytes of four
  }
  return word;
}

/// Reverses the bytes of each of `elements` numbers; of a complex number, those of both halves.
inline void swap_bytes(std::byte* data, std::int64_t elements, ElementType element) {
  const bool complex = element.kind == ElementKind::complex;
  const std::int64_t size = complex ? element.size / 2 : element.size;
  const std::int64_t numbers = complex ? 2 * elements : elements;
  for (std::int64_t i = 0; i < numbers; ++i) std::reverse(data + i * size, data + (i + 1) * size);
}

}  // namespace relatile::io
