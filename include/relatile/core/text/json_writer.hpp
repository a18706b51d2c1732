// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/text/utf8.hpp"
#include "relatile/core/units.hpp"

namespace relatile {

/// `text` as a JSON string, in its quotes.
inline std::string json_string(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : to_valid_utf8(text)) {
    const auto code = static_cast<unsigned char>(c);
    switch (c) {
      case '"': quoted += "\\\""; break;
      case '\\': quoted += "\\\\"; break;
      case '\n': quoted += "\\n"; break;
      case '\t': quoted += "\\t"; break;
      default:
        if (code < 0x20 || code == 0x7F) {
          quoted += {'\\', 'u', '0', '0', digits[code / 16], digits[code % 16]};
        } else {
          quoted += c;
        }
    }
  }
  return quoted + '"';
}

/// Writes JSON in the order in which values come:
///
///   JsonWriter json(out);
///   json.object([&] {
///     json.member("sites", 4);
///     json.key("steps").array([&] { json.value("bcast"); });
///   });                                      // {"sites": 4, "steps": ["bcast"]}
///
/// One member or element a line, down to the depth `lines`; what is deeper stays on one line.
class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out, int lines = 2) : out_(out), lines_(lines) {}

  template <class Members>
  void object(Members&& members) {
    nest('{', '}', members);
  }
  template <class Elements>
  void array(Elements&& elements) {
    nest('[', ']', elements);
  }
  JsonWriter& key(std::string_view name) {
    separate();
    out_ << json_string(name) << ": ";
    after_key_ = true;
    return *this;
  }
  template <class T>
  void member(std::string_view name, const T& is) {
    key(name).value(is);
  }
  template <class Range>
  void members(std::string_view name, const Range& are) {
    key(name).array([&] {
      for (const auto& one : are) value(one);
    });
  }

  void value(std::string_view text) { put(json_string(text)); }
  void value(const std::string& text) { put(json_string(text)); }
  void value(const char* text) { put(json_string(text)); }
  void value(std::same_as<bool> auto truth) { put(truth ? "true" : "false"); }
  void value(std::integral auto number) requires(!std::same_as<decltype(number), bool>) {
    put(std::to_string(number));
  }
  /// The shortest text that reads back as the same number; null for what JSON has no number for.
  void value(double number) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, number).ptr;
    put(std::isfinite(number) ? std::string(text, end) : "null");
  }
  template <class Tag>
  void value(Count<Tag> count) {
    put(std::to_string(count.value));
  }

 private:
  template <class Content>
  void nest(char open, char close, Content&& content) {
    separate();
    out_ << open;
    first_.push_back(true);
    content();
    const bool empty = first_.back();
    first_.pop_back();
    if (!empty && depth() < lines_) new_line();
    out_ << close;
    if (first_.empty()) out_ << '\n';
  }
  void put(const std::string& text) {
    separate();
    out_ << text;
  }
  int depth() const { return static_cast<int>(first_.size()); }
  void new_line() { out_ << '\n' << std::string(static_cast<std::size_t>(2 * depth()), ' '); }
  void separate() {
    if (after_key_) {
      after_key_ = false;
      return;
    }
    if (first_.empty()) return;
    if (!first_.back()) out_ << (depth() <= lines_ ? "," : ", ");
    first_.back() = false;
    if (depth() <= lines_) new_line();
  }

  std::ostream& out_;
  int lines_;
  std::vector<bool> first_;  ///< per open object or array: nothing was written in it yet
  bool after_key_ = false;
};

}  // namespace relatile
