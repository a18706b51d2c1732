// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <string>

#include <relatile/machine/machine_file.hpp>

#include "support/catch.hpp"

namespace machine_file_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::cost::Machine;

namespace {

std::string error_of(const std::string& text) {
  try {
    rt::machine_from_json(text, "m.json");
  } catch (const rt::ParseError& error) {
    return error.what();
  }
  return "no error";
}

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = rt::machine_to_json(Machine{});
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a machine is the same after a round trip through JSON") {
  Machine machine;
  machine.measured = true;  // as whatever a file says
  CHECK(rt::machine_from_json(rt::machine_to_json(machine), "m.json") == machine);
  machine.nodes = 7;
  machine.ranks_per_node = 3;
  machine.memory_per_rank = rt::Bytes{std::numeric_limits<std::int64_t>::max()};
  machine.memory_bandwidth = 1.0 / 3;
  machine.chunked_bandwidth_factor = 1.0 / 9;
  machine.product_seconds_per_byte.value = 2e-10 / 3;
  machine.elementwise_seconds_in_turns.value = 1.0 / 5;
  machine.seconds_lost_to_messages.value = 1.0 / 7;
  double figure = 0.1;
  for (auto& rate : machine.flops_per_second) rate = figure *= 17.7;
  for (auto& links : machine.exchanges) {
    links.within_node = {{figure *= 1e-3}, figure *= 17.7};
    links.between_nodes = {{figure *= 1e-3}, figure *= 1777.7};
  }
  machine.exchanges[2].within_node.latency = rt::Seconds{0};
  CHECK(rt::machine_from_json(rt::machine_to_json(machine), "m.json") == machine);
}

TEST_CASE("files of earlier versions, whose rates meant something else, are refused") {
  const std::string key = "  \"memory_bytes_per_second\"";
  CHECK_THAT(error_of(replaced(key, "  \"new_memory_from_bytes\": 33554432,\n" + key)),
             ContainsSubstring("unknown key new_memory_from_bytes"));
}

TEST_CASE("the file is for people, too") {
  const std::string text = rt::machine_to_json(Machine{});
  CHECK(text.starts_with("{\n  \"nodes\": 16,\n  \"ranks_per_node\": 4,\n"));
  CHECK_THAT(text, ContainsSubstring("  \"flops_per_second\": {\n    \"product\": 2.5e+11,\n"));
  CHECK_THAT(text, ContainsSubstring("    \"gather\": 1e+09\n  },\n  \"exchanges\": {\n    "
                                     "\"broadcast\": {\n      \"within_node\": {\n"));
  CHECK(text.ends_with("        \"bytes_per_second\": 3e+09\n      }\n    }\n  }\n}\n"));
}

TEST_CASE("errors name the file, the key or the line, and what is expected") {
  CHECK(error_of(replaced("\"nodes\": 16", "\"nodes\": 0")) ==
        "relatile: m.json: nodes is '0'; it has to be a whole number of at least 1");
  CHECK(error_of(replaced("\"nodes\": 16", "\"nodes\": 2.5")) ==
        "relatile: m.json: nodes is '2.5'; it has to be a whole number of at least 1");
  CHECK(error_of(replaced("\"product\": 2.5e+11", "\"product\": -1")) ==
        "relatile: m.json: flops_per_second.product is '-1'; it has to be a number above 0");
  CHECK(error_of(replaced("\"product\": 2.5e+11", "\"product\": null")) ==
        "relatile: m.json: flops_per_second.product is 'null'; it has to be a number above 0");
  CHECK(error_of(replaced("\"product\": 2.5e+11", "\"product\": 1e999")) ==
        "relatile: m.json: flops_per_second.product is '1e999'; it has to be a number above 0");
  CHECK(error_of(replaced("5e-07", "\"fast\"")) ==
        "relatile: m.json: exchanges.broadcast.within_node.latency_seconds is 'fast'; it has to "
        "be a number of at least 0");
  CHECK(error_of(replaced("  \"ranks_per_node\": 4,\n", "")) ==
        "relatile: m.json: ranks_per_node is missing; it has to be a whole number of at least 1");
  CHECK_THAT(error_of(replaced("\"nodes\": 16", "\"nodes\": 16, \"color\": 3")),
             ContainsSubstring("m.json: unknown key color; the keys of a machine are nodes, "));
  CHECK_THAT(error_of(replaced("\"copy\": 2e+09", "\"copy\": 2e+09, \"copying\": 1")),
             ContainsSubstring("m.json: unknown key flops_per_second.copying; "));
  CHECK_THAT(error_of(replaced("\"nodes\": 16", "\"nodes\": [16]")),
             ContainsSubstring("m.json: unknown key nodes.''; "));
  CHECK_THAT(error_of(replaced("\"nodes\": 16", "\"flops_per_second.copy\": 1")),
             ContainsSubstring("m.json: unknown key 'flops_per_second.copy'; "));
  CHECK(error_of(replaced("\"nodes\": 16", "\"nodes\": 16, \"nodes\": 16")) ==
        "relatile: m.json: nodes is there twice");
  CHECK_THAT(error_of("{\n\"nodes\": 16\n\"ranks_per_node\": 4}"),
             ContainsSubstring("m.json, line 3: no JSON: "));
  CHECK_THAT(error_of(""), ContainsSubstring("m.json, line 1: no JSON: "));
  CHECK_THAT(error_of("{}"), ContainsSubstring("m.json: nodes is missing"));
}

TEST_CASE("a file of brackets is refused before it takes a level of the stack for each") {
  constexpr std::size_t many = 1000000;
  CHECK_THAT(error_of(std::string(many, '[')),
             ContainsSubstring("m.json, line 1: lists and objects in each other, more than 16"));
  std::string objects;
  for (int i = 0; i < 20; ++i) objects += "{\n\"a\": ";
  CHECK_THAT(error_of(objects), ContainsSubstring("m.json, line 17: lists and objects in each"));
  CHECK_THAT(error_of("[" + std::string(16, '[')), ContainsSubstring("more than 16 deep"));
  CHECK_THAT(error_of(std::string(16, '[')), ContainsSubstring("no JSON: "));
  // What is quoted is no bracket, whatever is escaped.
  CHECK_THAT(error_of("{\"" + std::string(40, '[') + "\\\"[{\": 1}"),
             ContainsSubstring("unknown key [["));
  CHECK_THAT(error_of("{\"\\\\\": " + std::string(16, '[')),
             ContainsSubstring("more than 16 deep"));
}

}  // namespace machine_file_test
