// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/error.hpp"

namespace relatile::einsum_detail {

/// An einsum string taken apart: the labels of each operand and of the output, as characters.
/// Works at compile time (no heap) and at run time.
struct Parsed {
  static constexpr std::size_t most = 32;
  std::array<std::array<char, most>, 2> operands{};
  std::array<std::size_t, 2> ranks{};
  std::size_t num_operands = 0;
  std::array<char, most> output{};
  std::size_t output_rank = 0;
  const char* error = nullptr;  ///< what is wrong, if anything
  std::size_t error_at = 0;     ///< position in the string
};

constexpr bool is_label(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Reads "ij,jk->ik" as numpy.einsum does: spaces are ignored; without "->" the output is every
/// label that occurs once, in alphabetical order. One or two operands, no ellipsis.
constexpr Parsed parse(std::string_view text) {
  Parsed parsed;
  const auto fail = [&](const char* error, std::size_t at) {
    if (!parsed.error) {
      parsed.error = error;
      parsed.error_at = at;
    }
  };
  std::size_t at = 0;
  bool arrow = false;
  std::size_t operand = 0;
  for (; at < text.size() && !parsed.error; ++at) {
    const char c = text[at];
    if (c == ' ') continue;
    if (c == ',') {
      if (arrow) fail("a comma after '->'", at);
      if (++operand > 1) fail("more than two operands; contract them two at a time", at);
    } else if (c == '-') {
      if (at + 1 >= text.size() || text[at + 1] != '>') fail("'-' without '>'", at);
      if (arrow) fail("a second '->'", at);
      arrow = true;
      ++at;
    } else if (!is_label(c)) {
      fail(c == '.' ? "an ellipsis, which is not supported; name the axes"
                    : "a character that is no label (a-z, A-Z)",
           at);
    } else if (arrow) {
      if (parsed.output_rank == Parsed::most) {
        fail("too many labels", at);
      } else {
        parsed.output[parsed.output_rank++] = c;
      }
    } else if (parsed.ranks[operand] == Parsed::most) {
      fail("too many labels", at);
    } else {
      parsed.operands[operand][parsed.ranks[operand]++] = c;
    }
  }
  parsed.num_operands = operand + 1;
  const auto occurrences = [&](char label) {
    std::size_t count = 0;
    for (std::size_t x = 0; x < parsed.num_operands && x < 2; ++x) {
      for (std::size_t d = 0; d < parsed.ranks[x]; ++d) {
        count += parsed.operands[x][d] == label ? 1 : 0;
      }
    }
    return count;
  };
  if (!arrow) {
    for (int c = 'A'; c <= 'z'; ++c) {
      const char label = static_cast<char>(c);
      if (is_label(label) && occurrences(label) == 1) parsed.output[parsed.output_rank++] = label;
    }
  }
  for (std::size_t d = 0; d < parsed.output_rank && arrow; ++d) {
    if (occurrences(parsed.output[d]) == 0) fail("an output label that no operand has", 0);
    for (std::size_t e = 0; e < d; ++e) {
      if (parsed.output[d] == parsed.output[e]) fail("an output label that occurs twice", 0);
    }
  }
  return parsed;
}

/// Throws ParseError for a string that is no einsum of `num_operands` operands.
inline void require_parsed(const Parsed& parsed, std::string_view text, std::size_t num_operands) {
  const std::string quoted = "relatile: einsum '" + std::string(text) + "': ";
  if (parsed.error) {
    throw ParseError(quoted + parsed.error + " (at position " + std::to_string(parsed.error_at) +
                     ")");
  }
  if (parsed.num_operands != num_operands) {
    throw ParseError(quoted + "the string has " + std::to_string(parsed.num_operands) +
                     " operands, but " + std::to_string(num_operands) + " arrays were given");
  }
}

/// A string as a template argument: einsum<"ij,jk->ik">(a, b).
template <std::size_t N>
struct FixedString {
  std::array<char, N> text{};
  constexpr FixedString(const char (&literal)[N]) {  // NOLINT: implicit by purpose
    std::copy_n(literal, N, text.begin());
  }
  constexpr std::string_view view() const { return {text.data(), N - 1}; }
};

}  // namespace relatile::einsum_detail
