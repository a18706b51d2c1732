// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/machine_json.hpp"

#include <fast_float/fast_float.h>

#include <charconv>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

// The parser of Boost 1.74 includes a header that warns unless this is defined.
#if defined(BOOST_BIND_GLOBAL_PLACEHOLDERS)
#include <boost/property_tree/json_parser.hpp>
#else
#define BOOST_BIND_GLOBAL_PLACEHOLDERS
#include <boost/property_tree/json_parser.hpp>
#undef BOOST_BIND_GLOBAL_PLACEHOLDERS
#endif

#include "relatile/core/error.hpp"
#include "relatile/core/text/number_text.hpp"
#include "relatile/core/units.hpp"

namespace relatile {

namespace detail {

/// Calls `visit(key, member)` for everything in the file, in its order; a dot leads into an object.
template <class Machine, class Visit>
void for_each_field(Machine& machine, Visit&& visit) {
  visit("nodes", machine.nodes);
  visit("ranks_per_node", machine.ranks_per_node);
  visit("memory_per_rank_bytes", machine.memory_per_rank);
  visit("memory_bytes_per_second", machine.memory_bandwidth);
  visit("chunked_bandwidth_factor", machine.chunked_bandwidth_factor);
  visit("new_memory_bytes_per_second", machine.new_memory_bandwidth);
  visit("product_seconds_per_byte", machine.product_seconds_per_byte);
  visit("elementwise_seconds_in_turns", machine.elementwise_seconds_in_turns);
  visit("seconds_lost_to_messages", machine.seconds_lost_to_messages);
  for (std::size_t c = 0; c < machine.flops_per_second.size(); ++c) {
    visit(std::string("flops_per_second.") + cost::kernel_class_names[c],
          machine.flops_per_second[c]);
  }
  for (std::size_t k = 0; k < machine.exchanges.size(); ++k) {
    const std::string kind = std::string("exchanges.") + cost::exchange_kind_names[k];
    auto& [within, between] = machine.exchanges[k];
    visit(kind + ".within_node.latency_seconds", within.latency);
    visit(kind + ".within_node.bytes_per_second", within.bytes_per_second);
    visit(kind + ".between_nodes.latency_seconds", between.latency);
    visit(kind + ".between_nodes.bytes_per_second", between.bytes_per_second);
  }
}

using relatile::number_text;
inline std::string number_text(int value) { return std::to_string(value); }
inline std::string number_text(Bytes value) { return std::to_string(value.value); }
inline std::string number_text(Seconds value) { return number_text(value.value); }

inline const char* expectation(int) { return "a whole number of at least 1"; }
inline const char* expectation(Bytes) { return "a whole number of at least 1"; }
inline const char* expectation(double) { return "a number above 0"; }
inline const char* expectation(Seconds) { return "a number of at least 0"; }

/// All of `text` as a number; false if it is none.
template <class T>
bool parse_number(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  if constexpr (std::is_integral_v<T>) {
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
  } else {
    const auto [stop, error] = fast_float::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && std::isfinite(value);
  }
}
inline bool read_number(std::string_view text, int& value) {
  return parse_number(text, value) && value >= 1;
}
inline bool read_number(std::string_view text, Bytes& value) {
  return parse_number(text, value.value) && value.value >= 1;
}
inline bool read_number(std::string_view text, double& value) {
  return parse_number(text, value) && value > 0;
}
inline bool read_number(std::string_view text, Seconds& value) {
  return parse_number(text, value.value) && value.value >= 0;
}

/// The leaves of a JSON document: dotted key and text, in the file's order.
using JsonLeaves = std::vector<std::pair<std::string, std::string>>;

inline void collect_leaves(const boost::property_tree::ptree& tree, const std::string& prefix,
                           JsonLeaves& leaves) {
  for (const auto& [key, child] : tree) {
    // An element of a list has no name; a dot in a name must not pass for an object.
    const bool plain = !key.empty() && key.find('.') == key.npos;
    const std::string name = prefix + (plain ? key : "'" + key + "'");
    if (child.empty()) leaves.emplace_back(name, child.data());
    collect_leaves(child, name + ".", leaves);
  }
}

/// Throws for more levels than any machine has: the parser, and what reads its tree, take stack for
/// each, so that a file of nothing but brackets could end the process.
inline void require_few_levels(std::string_view text, const std::string& file) {
  constexpr int most = 16;
  int levels = 0;
  int line = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    line += c == '\n' ? 1 : 0;
    if (c == '"') quoted = !quoted;
    if (quoted) {
      i += c == '\\' ? 1 : 0;  // and what it escapes
    } else if (c == '[' || c == '{') {
      if (++levels <= most) continue;
      throw ParseError("relatile: " + file + ", line " + std::to_string(line) +
                       ": lists and objects in each other, more than " + std::to_string(most) +
                       " deep; a machine has objects up to 4 deep");
    } else if (c == ']' || c == '}') {
      --levels;
    }
  }
}

inline JsonLeaves json_leaves(const std::string& text, const std::string& file) {
  require_few_levels(text, file);
  boost::property_tree::ptree tree;
  std::istringstream stream(text);
  try {
    boost::property_tree::read_json(stream, tree);
  } catch (const boost::property_tree::json_parser_error& error) {
    throw ParseError("relatile: " + file + ", line " + std::to_string(error.line()) +
                     ": no JSON: " + error.message());
  }
  JsonLeaves leaves;
  collect_leaves(tree, "", leaves);
  return leaves;
}

}  // namespace detail

RELATILE_INLINE std::string machine_to_json(const cost::Machine& machine) {
  std::string text = "{";
  std::vector<std::string> open;  // objects around the key before
  const char* separator = "\n";
  detail::for_each_field(machine, [&](const std::string& key, const auto& value) {
    std::vector<std::string> path;
    std::istringstream words(key);
    for (std::string word; std::getline(words, word, '.');) path.push_back(word);
    std::size_t shared = 0;
    while (shared < open.size() && shared + 1 < path.size() && open[shared] == path[shared]) {
      ++shared;
    }
    for (; open.size() > shared; open.pop_back()) {
      text += "\n" + std::string(2 * open.size(), ' ') + "}";
    }
    text += separator;
    for (; open.size() + 1 < path.size(); open.push_back(path[open.size()])) {
      text += std::string(2 * open.size() + 2, ' ') + '"' + path[open.size()] + "\": {\n";
    }
    text +=
        std::string(2 * path.size(), ' ') + '"' + path.back() + "\": " + detail::number_text(value);
    separator = ",\n";
  });
  for (; !open.empty(); open.pop_back()) text += "\n" + std::string(2 * open.size(), ' ') + "}";
  return text + "\n}\n";
}

RELATILE_INLINE cost::Machine machine_from_json(const std::string& text, const std::string& file) {
  std::map<std::string, std::string> values;
  for (auto& [key, value] : detail::json_leaves(text, file)) {
    if (!values.emplace(key, value).second) {
      throw ParseError("relatile: " + file + ": " + key + " is there twice");
    }
  }
  cost::Machine machine;
  machine.measured = true;
  std::map<std::string, std::string> unknown = values;
  std::string known;
  detail::for_each_field(machine, [&](const std::string& key, const auto&) {
    unknown.erase(key);
    known += (known.empty() ? "" : ", ") + key;
  });
  if (!unknown.empty()) {
    throw ParseError("relatile: " + file + ": unknown key " + unknown.begin()->first +
                     "; the keys of a machine are " + known);
  }
  detail::for_each_field(machine, [&](const std::string& key, auto& value) {
    const auto found = values.find(key);
    if (found != values.end() && detail::read_number(found->second, value)) return;
    throw ParseError("relatile: " + file + ": " + key +
                     (found == values.end() ? " is missing" : " is '" + found->second + "'") +
                     "; it has to be " + detail::expectation(value));
  });
  return machine;
}

}  // namespace relatile
