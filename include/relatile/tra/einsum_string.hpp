// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

// "...ij,...jk->...ik", read as numpy.einsum reads it, at compile time (no heap) and at run time.

namespace relatile::einsum_detail {

/// What can be wrong with an einsum string.
namespace faults {
inline constexpr const char* comma = "a comma after '->'";
inline constexpr const char* operands = "too many operands; contract some first";
inline constexpr const char* dash = "'-' without '>'";
inline constexpr const char* arrow = "a second '->'";
inline constexpr const char* dot = "a '.' that is not part of an ellipsis '...'";
inline constexpr const char* ellipsis = "a second ellipsis among the labels of one operand";
inline constexpr const char* character = "a character that is no label (a-z, A-Z)";
inline constexpr const char* labels = "too many labels";
inline constexpr const char* unknown = "an output label that no operand has";
inline constexpr const char* twice = "an output label that occurs twice";
}  // namespace faults

/// Stands among labels for the axes that an ellipsis takes, as long as their number is not known.
inline constexpr char ellipsis_mark = '.';

constexpr bool is_label(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// An einsum string taken apart: the labels of each operand and of the output, as characters. An
/// ellipsis is one character; `with_ellipses` makes labels of it.
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

  constexpr void fail(const char* what, std::size_t at) {
    if (error) return;
    error = what;
    error_at = at;
  }
  constexpr std::string_view labels(std::size_t operand) const {
    return {operands[operand].data(), ranks[operand]};
  }
  constexpr std::string_view output_labels() const { return {output.data(), output_rank}; }
  constexpr bool has_ellipsis(std::size_t operand) const {
    return labels(operand).find(ellipsis_mark) != std::string_view::npos;
  }
  constexpr std::size_t occurrences(char label) const {
    std::size_t count = 0;
    for (std::size_t x = 0; x < num_operands; ++x) {
      for (const char c : labels(x)) count += c == label ? 1 : 0;
    }
    return count;
  }
  constexpr bool add(char c, std::size_t operand) {
    if (ranks[operand] == most) return false;
    operands[operand][ranks[operand]++] = c;
    return true;
  }
  constexpr bool add_to_output(char c) {
    if (output_rank == most) return false;
    output[output_rank++] = c;
    return true;
  }

  /// How many axes of operand x an ellipsis takes if the operand has `rank`; negative if it has not
  /// as many axes as labels.
  constexpr int axes_of_ellipsis(std::size_t x, int rank) const {
    return rank - static_cast<int>(ranks[x]) + (has_ellipsis(x) ? 1 : 0);
  }
  /// Whether operands have these numbers of dimensions; what follows the last one is ignored.
  constexpr bool has_ranks(std::span<const int> given) const {
    for (std::size_t x = 0; x < num_operands; ++x) {
      const int axes = axes_of_ellipsis(x, given[x]);
      if (axes < 0 || (axes > 0 && !has_ellipsis(x))) return false;
    }
    return true;
  }
  /// The most axes that an ellipsis takes.
  constexpr int broadcast_axes(std::span<const int> given) const {
    int axes = 0;
    for (std::size_t x = 0; x < num_operands; ++x) {
      axes = std::max(axes, axes_of_ellipsis(x, given[x]));
    }
    return axes;
  }
  /// How many dimensions the result has.
  constexpr int result_rank(std::span<const int> given) const {
    const bool ellipsis = output_labels().find(ellipsis_mark) != std::string_view::npos;
    return static_cast<int>(output_rank) + (ellipsis ? broadcast_axes(given) - 1 : 0);
  }
  /// Whether the output has a place for the axes of ellipses, if there are any.
  constexpr bool keeps_ellipses(std::span<const int> given) const {
    return broadcast_axes(given) == 0 ||
           output_labels().find(ellipsis_mark) != std::string_view::npos;
  }
};

/// Reads a string from left to right.
class StringReader {
 public:
  constexpr explicit StringReader(std::string_view text) : text_(text) {}

  constexpr Parsed read() {
    for (; at_ < text_.size() && !parsed_.error; ++at_) read_character(text_[at_]);
    if (parsed_.error) return parsed_;
    parsed_.num_operands = operand_ + 1;
    if (arrow_) {
      check_output();
    } else {
      add_implicit_output();
    }
    return parsed_;
  }

 private:
  constexpr void read_character(char c) {
    if (c == ' ') return;
    if (c == ',') {
      if (arrow_) parsed_.fail(faults::comma, at_);
      if (++operand_ == Parsed::most_operands) parsed_.fail(faults::operands, at_);
    } else if (c == '-') {
      read_arrow();
    } else if (c == '.') {
      read_ellipsis();
    } else if (!is_label(c)) {
      parsed_.fail(faults::character, at_);
    } else {
      add(c);
    }
  }

  constexpr void read_arrow() {
    if (text_.substr(at_, 2) != "->") parsed_.fail(faults::dash, at_);
    if (arrow_) parsed_.fail(faults::arrow, at_);
    arrow_ = true;
    ++at_;
  }

  constexpr void read_ellipsis() {
    const bool whole = text_.substr(at_, 3) == "..." && text_.substr(at_ + 3, 1) != ".";
    if (!whole) return parsed_.fail(faults::dot, at_);
    const std::string_view labels = arrow_ ? parsed_.output_labels() : parsed_.labels(operand_);
    if (labels.find(ellipsis_mark) != std::string_view::npos) {
      return parsed_.fail(faults::ellipsis, at_);
    }
    add(ellipsis_mark);
    at_ += 2;
  }

  constexpr void add(char c) {
    if (arrow_) output_at_[parsed_.output_rank % Parsed::most] = at_;
    const bool room = arrow_ ? parsed_.add_to_output(c) : parsed_.add(c, operand_);
    if (!room) parsed_.fail(faults::labels, at_);
  }

  /// As NumPy has it: the axes of ellipses, then every label that occurs once, in alphabetical
  /// order.
  constexpr void add_implicit_output() {
    if (parsed_.occurrences(ellipsis_mark) > 0) parsed_.add_to_output(ellipsis_mark);
    for (char c = 'A'; c <= 'z'; ++c) {
      if (!is_label(c) || parsed_.occurrences(c) != 1) continue;
      if (!parsed_.add_to_output(c)) parsed_.fail(faults::labels, text_.size());
    }
  }

  constexpr void check_output() {
    for (std::size_t d = 0; d < parsed_.output_rank; ++d) {
      const char label = parsed_.output[d];
      if (label == ellipsis_mark) continue;  // may take no axes, even if no operand has one
      if (parsed_.occurrences(label) == 0) parsed_.fail(faults::unknown, output_at_[d]);
      if (parsed_.output_labels().substr(0, d).find(label) != std::string_view::npos) {
        parsed_.fail(faults::twice, output_at_[d]);
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t operand_ = 0;
  bool arrow_ = false;
  Parsed parsed_;
  std::array<std::size_t, Parsed::most> output_at_{};
};

/// Reads "ij,jk->ik" as numpy.einsum does: spaces are ignored; without "->" the output is every
/// label that occurs once, in alphabetical order. Ellipses stand for axes that broadcast.
constexpr Parsed parse(std::string_view text) { return StringReader(text).read(); }

/// The axis of an ellipsis that is number `from_end` counted from its last one, as a label.
constexpr char broadcast_label(int from_end) { return static_cast<char>(1 + from_end); }
constexpr bool is_broadcast_label(char c) { return c > 0 && c <= 31; }

/// The string's labels for operands of these numbers of dimensions, which fit: every ellipsis
/// becomes labels of its axes. Operands broadcast there as NumPy's do, the last axes beside each
/// other.
constexpr Parsed with_ellipses(const Parsed& parsed, std::span<const int> given) {
  Parsed made;
  made.num_operands = parsed.num_operands;
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    for (const char c : parsed.labels(x)) {
      const int axes = c == ellipsis_mark ? parsed.axes_of_ellipsis(x, given[x]) : 0;
      for (int d = axes; d > 0; --d) made.add(broadcast_label(d - 1), x);
      if (c != ellipsis_mark) made.add(c, x);
    }
  }
  for (const char c : parsed.output_labels()) {
    const int axes = c == ellipsis_mark ? parsed.broadcast_axes(given) : 0;
    for (int d = axes; d > 0; --d) made.add_to_output(broadcast_label(d - 1));
    if (c != ellipsis_mark) made.add_to_output(c);
  }
  return made;
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
