// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::einsum_detail {

/// What can be wrong with an einsum string.
namespace faults {
inline constexpr const char* comma = "a comma after '->'";
inline constexpr const char* operands = "too many operands; contract some first";
inline constexpr const char* dash = "'-' without '>'";
inline constexpr const char* arrow = "a second '->'";
inline constexpr const char* ellipsis = "an ellipsis, which is not supported; name the axes";
inline constexpr const char* character = "a character that is no label (a-z, A-Z)";
inline constexpr const char* labels = "too many labels";
inline constexpr const char* unknown = "an output label that no operand has";
inline constexpr const char* twice = "an output label that occurs twice";
}  // namespace faults

/// An einsum string taken apart: the labels of each operand and of the output, as characters.
/// Works at compile time (no heap) and at run time.
struct Parsed {
  static constexpr std::size_t most = 32;
  static constexpr std::size_t most_operands = 64;
  std::array<std::array<char, most>, most_operands> operands{};
  std::array<std::size_t, most_operands> ranks{};
  std::size_t num_operands = 0;
  std::array<char, most> output{};
  std::size_t output_rank = 0;
  const char* error = nullptr;  ///< what is wrong, if anything
  std::size_t error_at = 0;     ///< position in the string

  /// Whether operands have these numbers of dimensions; what follows the last one is ignored.
  constexpr bool has_ranks(std::span<const int> given) const {
    for (std::size_t x = 0; x < num_operands; ++x) {
      if (static_cast<int>(ranks[x]) != given[x]) return false;
    }
    return true;
  }
};

constexpr bool is_label(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Reads "ij,jk->ik" as numpy.einsum does: spaces are ignored; without "->" the output is every
/// label that occurs once, in alphabetical order. No ellipsis.
constexpr Parsed parse(std::string_view text) {
  Parsed parsed;
  const auto fail = [&](const char* error, std::size_t at) {
    if (!parsed.error) {
      parsed.error = error;
      parsed.error_at = at;
    }
  };
  bool arrow = false;
  std::size_t operand = 0;
  std::array<std::size_t, Parsed::most> output_at{};
  for (std::size_t at = 0; at < text.size() && !parsed.error; ++at) {
    const char c = text[at];
    if (c == ' ') continue;
    if (c == ',') {
      if (arrow) fail(faults::comma, at);
      if (++operand == Parsed::most_operands) fail(faults::operands, at);
    } else if (c == '-') {
      if (at + 1 >= text.size() || text[at + 1] != '>') fail(faults::dash, at);
      if (arrow) fail(faults::arrow, at);
      arrow = true;
      ++at;
    } else if (!is_label(c)) {
      fail(c == '.' ? faults::ellipsis : faults::character, at);
    } else if (arrow) {
      if (parsed.output_rank == Parsed::most) {
        fail(faults::labels, at);
      } else {
        output_at[parsed.output_rank] = at;
        parsed.output[parsed.output_rank++] = c;
      }
    } else if (parsed.ranks[operand] == Parsed::most) {
      fail(faults::labels, at);
    } else {
      parsed.operands[operand][parsed.ranks[operand]++] = c;
    }
  }
  if (parsed.error) return parsed;
  parsed.num_operands = operand + 1;
  const auto occurrences = [&](char label) {
    std::size_t count = 0;
    for (std::size_t x = 0; x < parsed.num_operands; ++x) {
      for (std::size_t d = 0; d < parsed.ranks[x]; ++d) {
        if (parsed.operands[x][d] == label) ++count;
      }
    }
    return count;
  };
  if (!arrow) {
    for (int c = 'A'; c <= 'z'; ++c) {
      const char label = static_cast<char>(c);
      if (!is_label(label) || occurrences(label) != 1) continue;
      if (parsed.output_rank == Parsed::most) {
        fail(faults::labels, text.size());
        break;
      }
      parsed.output[parsed.output_rank++] = label;
    }
  }
  for (std::size_t d = 0; d < parsed.output_rank && arrow; ++d) {
    if (occurrences(parsed.output[d]) == 0) fail(faults::unknown, output_at[d]);
    for (std::size_t e = 0; e < d; ++e) {
      if (parsed.output[d] == parsed.output[e]) fail(faults::twice, output_at[d]);
    }
  }
  return parsed;
}

/// Throws ParseError for a string that is no einsum of `num_operands` operands.
RELATILE_INLINE void require_parsed(const Parsed& parsed, std::string_view text,
                                    std::size_t num_operands);

RELATILE_INLINE void require_ranks(const Parsed& parsed, std::string_view text,
                                   const std::vector<int>& ranks);

/// Label numbers from characters: the output's first, then the others as they occur.
RELATILE_INLINE tra::Labelling number_labels(const Parsed& parsed);

RELATILE_INLINE bool uses(const std::vector<int>& labels, int label);

/// Takes those labels from operand `x` that neither another operand nor the output has, and repeats
/// of a label. Returns the einsum of that operand alone which does this to it, or nothing if there
/// is nothing to do.
RELATILE_INLINE std::optional<tra::Labelling> take_own_labels(tra::Labelling& labelling,
                                                              std::size_t x);

/// Drops labels that no operand has any more, so that nothing is aggregated over them twice.
RELATILE_INLINE void drop_unused(tra::Labelling& labelling);

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

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/labels.hpp"
#endif
