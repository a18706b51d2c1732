// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <relatile/core/text/json_writer.hpp>
#include <relatile/plan/text/analysis.hpp>
#include <relatile/plan/text/write.hpp>
#include <relatile/plan/verify.hpp>
#include <sstream>

#include "support/catch.hpp"
#include "support/plans.hpp"

namespace writers_test {

using namespace relatile;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Quotes, escapes, control characters, letters beyond ASCII, and bytes that are no UTF-8.
const std::string name_to_escape = "load(\"a\\b\n\t\x01.npy\", '\xC3\xA9', \xFF, </script>)";

const plan::Forecast forecast{{0, 0.001, 0.002},
                              {Bytes{0}, Bytes{32}, Bytes{96}},
                              Bytes{128},
                              Bytes{128},
                              0.0025,
                              0,
                              true,
                              1,
                              2};

plan::Measured measured() {
  plan::Measured result;
  result.traffic.assign(3, plan::Traffic(2));
  result.traffic[1].add(0, 1, Bytes{32}, Messages{1});
  result.site_seconds = {{0, 0}, {0.25, 0.75}, {1, 1}};
  result.seconds = {0, 0.75, 1};
  result.high_water = {Bytes{0}, Bytes{64}, Bytes{100}};
  result.total_seconds = 2;
  return result;
}

std::string written(const plan::Plan& plan, plan::Format format, plan::Figures figures = {}) {
  std::ostringstream out;
  plan::write(out, plan, figures, format);
  return out.str();
}

/// Runs a command on a file that holds `text`, and leaves none, wherever the tests run.
int run_on(const std::string& text, const std::string& file, const std::string& command) {
  std::ofstream(file) << text;
  const int status = std::system((command + " " + file).c_str());
  std::filesystem::remove(file);
  return status;
}

}  // namespace

TEST_CASE("text says of every step what it is, where its result is, what it costs, and who asked") {
  const plan::Plan plan = test::plan_by_hand("x");
  plan::verify(plan);
  const plan::Measured took = measured();
  CHECK(written(plan, plan::Format::text, {&forecast, &took}) ==
        "plan for 2 sites by optimal (optimal in bytes)\n"
        "    R0 = stored(x)   -> (8,) site 0   holds 64 B  [program.cpp:7]\n"
        "    R1 = shuf(R0) point_to_point   -> (8,) split(i:2)   32 B (sent 32 B), 1 message, "
        "most loaded site 32 B, holds 32 B, 1 ms (took 750 ms)  [program.cpp:7]\n"
        "  R2 = local_map(R1) exp \"the result\" [i->i] on i:2   -> (8,) split(i:2)   8 flops, "
        "busiest site 4, holds 32 B, 2 ms (took 1 s)\n"
        "  total 32 B predicted, 32 B sent, 1 message, most loaded site 32 B, 8 flops, 3 ms "
        "predicted (2.5 ms overlapped), took 2 s\n"
        "  peak memory 128 B on the fullest site\n"
        "  rejected:\n"
        "    R2 exp by \"magic\"                               64 B   32 bytes more\n");
}

TEST_CASE("seconds are said to be predicted for another machine than the plan runs on") {
  plan::Forecast predicted = forecast;
  const auto time_on = [&predicted](int sites) {
    return plan::detail::predicted_seconds_text(predicted, sites);
  };
  const std::string seconds = "3 ms predicted (2.5 ms overlapped)";
  predicted.machine_ranks_per_node = 4;
  CHECK(time_on(4) == seconds);
  CHECK(time_on(2) == seconds + " for a machine of 1 node with 4 ranks");
  predicted.machine_nodes = 2;
  CHECK(time_on(8) == seconds);
  CHECK(time_on(7) == seconds);  // three on the last node
  CHECK(time_on(4) == seconds + " for a machine of 2 nodes with 4 ranks each");
  CHECK(time_on(9) == seconds + " for a machine of 2 nodes with 4 ranks each");
  predicted.machine_nodes = predicted.machine_ranks_per_node = 1;
  CHECK(time_on(2) == seconds + " for a machine of 1 node with 1 rank");
  predicted.machine_was_measured = false;
  CHECK(time_on(2) == seconds + " for a generic machine, not calibrated");
}

TEST_CASE("the analysis has a row for every step, the skew, and the totals") {
  const plan::Plan plan = test::plan_by_hand("x");
  const plan::Measured took = measured();
  std::ostringstream out;
  plan::print_analysis(out, plan, {&forecast, &took});
  CHECK(out.str() ==
        "measured beside predicted (sent, took and held are measured; skew is the most loaded "
        "site's share over the mean):\n"
        "  step          bytes  sent  messages  sent  skew  flops  skew  predicted    took  skew"
        "  memory  held\n"
        "  R1 shuf          32    32         1     1  1.00      -     -       1 ms  750 ms  1.50"
        "      32    64\n"
        "  R2 local_map      -     -         -     -     -      8  1.00       2 ms     1 s  1.00"
        "      96   100\n"
        "  total            32    32         1     1  1.00      8  1.00       3 ms     2 s  1.17"
        "     128   100\n");
}

TEST_CASE("Python reads the plan's JSON, whatever names hold") {
  const plan::Plan plan = test::plan_by_hand(name_to_escape);
  const plan::Measured took = measured();
  const std::string json = written(plan, plan::Format::json, {&forecast, &took});
  CHECK(run_on(json, "plan.json", "python3 " RELATILE_TEST_DIRECTORY "/support/read_plan.py") == 0);
  const std::string without = written(plan, plan::Format::json);
  CHECK(without.size() < json.size());
  CHECK(run_on(without, "planned.json", "python3 -m json.tool > /dev/null") == 0);
}

TEST_CASE("Graphviz reads the plan's graph, whatever names hold") {
  const plan::Plan plan = test::plan_by_hand(name_to_escape);
  const std::string dot = written(plan, plan::Format::dot);
  CHECK_THAT(dot, ContainsSubstring(R"(load(\"a\\b\n  .npy\", 'é', �, </script>))"));
  CHECK_THAT(dot, ContainsSubstring("R0 -> R1;"));
  CHECK_THAT(dot, ContainsSubstring("peripheries=2"));
  if (std::system("dot -V > /dev/null 2>&1") != 0) return;  // optional
  CHECK(run_on(dot, "plan.dot", "dot -Tsvg -o /dev/null") == 0);
}

TEST_CASE("numbers keep their value in JSON, and what is no number is null") {
  std::ostringstream out;
  JsonWriter json(out);
  json.object([&] {
    json.members("reals", std::vector<double>{0.1, 1e300, 1.0 / 0.0});
    json.member("long", std::int64_t{1} << 62);
    json.key("empty").array([] {});
    json.key("nested").array([&] { json.object([&] { json.member("yes", true); }); });
  });
  CHECK(out.str() ==
        "{\n  \"reals\": [\n    0.1,\n    1e+300,\n    null\n  ],\n  \"long\": "
        "4611686018427387904,\n  \"empty\": [],\n  \"nested\": [\n    {\"yes\": true}\n  ]\n}\n");
}

TEST_CASE("what is no UTF-8 is replaced byte by byte, and nothing else") {
  for (const char* text : {"", "plain", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}) {
    CHECK(to_valid_utf8(text) == text);
  }
  CHECK(to_valid_utf8("a\xC3") == "a�");                 // cut short
  CHECK(to_valid_utf8("\xC0\xAF") == "��");              // overlong
  CHECK(to_valid_utf8("\xED\xA0\x80") == "���");         // a surrogate
  CHECK(to_valid_utf8("\xF4\x90\x80\x80z") == "����z");  // beyond the last code point
  CHECK(to_valid_utf8(std::string("\0x", 2)).size() == 2);
}

}  // namespace writers_test
