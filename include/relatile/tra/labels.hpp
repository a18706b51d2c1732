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

inline void require_ranks(const Parsed& parsed, std::string_view text,
                          const std::vector<int>& ranks) {
  for (std::size_t x = 0; x < ranks.size(); ++x) {
    if (static_cast<int>(parsed.ranks[x]) == ranks[x]) continue;
    throw ShapeMismatch("relatile: einsum '" + std::string(text) + "': operand " +
                        std::to_string(x) + " has " + std::to_string(ranks[x]) +
                        " dimensions, but the string gives it " + std::to_string(parsed.ranks[x]) +
                        " labels");
  }
}

/// Label numbers from characters: the output's first, then the others as they occur.
inline tra::Labelling number_labels(const Parsed& parsed) {
  tra::Labelling labelling;
  std::string known;
  const auto number = [&](char label) {
    const auto at = known.find(label);
    if (at != std::string::npos) return static_cast<int>(at);
    known += label;
    labelling.names.emplace_back(1, label);
    return static_cast<int>(known.size()) - 1;
  };
  for (std::size_t d = 0; d < parsed.output_rank; ++d) {
    labelling.output.push_back(number(parsed.output[d]));
  }
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    labelling.operands.emplace_back();
    for (std::size_t d = 0; d < parsed.ranks[x]; ++d) {
      labelling.operands[x].push_back(number(parsed.operands[x][d]));
    }
  }
  return labelling;
}

inline bool uses(const std::vector<int>& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// Takes those labels from operand `x` that neither another operand nor the output has, and repeats
/// of a label. Returns the einsum of that operand alone which does this to it, or nothing if there
/// is nothing to do.
inline std::optional<tra::Labelling> take_own_labels(tra::Labelling& labelling, std::size_t x) {
  std::vector<int>& labels = labelling.operands[x];
  const auto needed = [&](int label) {
    bool found = uses(labelling.output, label);
    for (std::size_t y = 0; y < labelling.operands.size(); ++y) {
      found = found || (y != x && uses(labelling.operands[y], label));
    }
    return found;
  };
  std::vector<int> kept;
  for (int label : labels) {
    if (needed(label) && !uses(kept, label)) kept.push_back(label);
  }
  if (kept.size() == labels.size()) return std::nullopt;
  tra::Labelling own;
  std::vector<int> numbers;
  const auto number = [&](int label) {
    const auto known = std::find(numbers.begin(), numbers.end(), label);
    if (known != numbers.end()) return static_cast<int>(known - numbers.begin());
    numbers.push_back(label);
    own.names.push_back(labelling.names[static_cast<std::size_t>(label)]);
    return static_cast<int>(numbers.size()) - 1;
  };
  for (int label : kept) own.output.push_back(number(label));
  own.operands.emplace_back();
  for (int label : labels) own.operands[0].push_back(number(label));
  labels = std::move(kept);
  return own;
}

/// Drops labels that no operand has any more, so that nothing is aggregated over them twice.
inline void drop_unused(tra::Labelling& labelling) {
  std::vector<int> renumbered(labelling.names.size(), -1);
  std::vector<std::string> names;
  const auto renumber = [&](std::vector<int>& labels) {
    for (int& label : labels) {
      int& now = renumbered[static_cast<std::size_t>(label)];
      if (now < 0) {
        now = static_cast<int>(names.size());
        names.push_back(labelling.names[static_cast<std::size_t>(label)]);
      }
      label = now;
    }
  };
  renumber(labelling.output);
  for (auto& labels : labelling.operands) renumber(labels);
  labelling.names = std::move(names);
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
