// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "write.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <relatile/core/text/json_writer.hpp>
#include <relatile/core/units.hpp>
#include <relatile/plan/text/dot.hpp>
#include <relatile/program/print.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace rt = relatile;

namespace {

/// "i:4 j:2", without what is not cut.
std::string partition_text(const NodeReport& node) {
  if (node.partition.empty()) return "-";
  std::string text;
  for (const auto& [label, parts] : node.partition) {
    if (parts > 1) text += (text.empty() ? "" : " ") + label + ":" + std::to_string(parts);
  }
  return text.empty() ? "whole" : text;
}

/// The total with its unit, if the objective has one.
std::string total_text(const PlanReport& report, double total) {
  std::ostringstream text;
  if (report.objective == "bytes") {
    return rt::grouped(static_cast<std::int64_t>(total)) + " bytes";
  }
  text << std::setprecision(6) << total << (report.objective == "time" ? " seconds" : "");
  return text.str();
}

using Row = std::vector<std::string>;

/// Words in columns: names and placements to the left, numbers to the right.
void write_table(std::ostream& out, const std::vector<Row>& rows, std::size_t num_words) {
  Row::size_type columns = rows.front().size();
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < columns; ++c) {
      std::size_t width = 0;
      for (const auto& other : rows) width = std::max(width, other[c].size());
      const std::string blanks(width - row[c].size(), ' ');
      out << "  " << (c < num_words ? row[c] + blanks : blanks + row[c]);
    }
    out << '\n';
  }
}

void write_planner(std::ostream& out, const PlanReport& report, const PlannerReport& planner) {
  out << planner.name << ": " << total_text(report, planner.total) << ", "
      << (planner.optimal ? "optimal" : "heuristic") << ", peak memory "
      << (planner.written_out ? "" : "about ") << rt::grouped(planner.peak_memory_per_site)
      << " bytes per site, planned in " << std::setprecision(3) << planner.planning_seconds * 1e3
      << " ms\n";
  if (const auto& found = planner.simulated) {
    out << "  simulated: " << std::setprecision(4) << found->seconds << " seconds, "
        << rt::grouped(found->bytes) << " bytes, " << std::setprecision(3)
        << 100 * found->utilisation << " % of the time computing, peak memory "
        << rt::grouped(found->peak_memory_per_site) << " bytes per site with its inputs\n";
  }
  std::vector<Row> rows{{"node", "partition", "placement", "bytes", "busiest site", "flops"}};
  std::int64_t bytes = 0;
  std::int64_t flops = 0;
  for (const auto& node : planner.nodes) {
    rows.push_back({node.name, partition_text(node), node.placement, rt::grouped(node.bytes),
                    rt::grouped(node.max_bytes_per_site), rt::grouped(node.flops)});
    bytes += node.bytes;
    flops += node.flops;
  }
  rows.push_back({"total", "", "", rt::grouped(bytes), "", rt::grouped(flops)});
  write_table(out, rows, 3);
}

/// The statement without its name: what is computed.
std::string operator_text(const rt::program::Statement& statement) {
  std::ostringstream text;
  text << statement;
  return text.str();
}

}  // namespace

void write_text(std::ostream& out, const PlanReport& report) {
  out << "objective " << report.objective << ", " << report.sites
      << (report.sites == 1 ? " site\n" : " sites\n");
  for (const auto& planner : report.planners) {
    out << '\n';
    write_planner(out, report, planner);
  }
}

void write_json(std::ostream& out, const PlanReport& report) {
  rt::JsonWriter json(out, 4);
  json.object([&] {
    json.member("objective", report.objective);
    json.member("sites", report.sites);
    json.key("planners").array([&] {
      for (const auto& planner : report.planners) {
        json.object([&] {
          json.member("name", planner.name);
          json.member("total", planner.total);
          json.member("optimal", planner.optimal);
          json.member("planning_seconds", planner.planning_seconds);
          json.member("peak_memory_per_site", planner.peak_memory_per_site);
          if (const auto& found = planner.simulated) {
            json.key("simulated").object([&] {
              json.member("seconds", found->seconds);
              json.member("bytes", found->bytes);
              json.member("utilisation", found->utilisation);
              json.member("peak_memory_per_site", found->peak_memory_per_site);
            });
          }
          json.key("nodes").array([&] {
            for (const auto& node : planner.nodes) {
              json.object([&] {
                json.member("name", node.name);
                json.key("partition").object([&] {
                  for (const auto& [label, parts] : node.partition) json.member(label, parts);
                });
                json.member("placement", node.placement);
                json.member("bytes", node.bytes);
                json.member("max_bytes_per_site", node.max_bytes_per_site);
                json.member("flops", node.flops);
              });
            }
          });
        });
      }
    });
  });
}

void write_dot(std::ostream& out, const PlanReport& report, const rt::program::Program& program) {
  out << "digraph plans {\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n";
  for (const auto& planner : report.planners) {
    const auto id = [&](const std::string& name) {
      return rt::plan::detail::dot_string(planner.name + " " + name);
    };
    out << "  subgraph " << rt::plan::detail::dot_string("cluster " + planner.name) << " {\n"
        << "    label="
        << rt::plan::detail::dot_string(planner.name + ": " + total_text(report, planner.total) +
                                        (planner.optimal ? ", optimal" : ", heuristic"))
        << ";\n";
    for (const auto& statement : program.statements) {
      const std::string& name = statement.name.text;
      const auto node = std::find_if(planner.nodes.begin(), planner.nodes.end(),
                                     [&](const NodeReport& other) { return other.name == name; });
      if (node == planner.nodes.end()) continue;  // no output needs it
      const auto is_output = [&](const auto& word) { return word.text == name; };
      const bool output = std::any_of(program.outputs.begin(), program.outputs.end(), is_output);
      out << "    " << id(name) << " [label="
          << rt::plan::detail::dot_string(operator_text(statement) + "\n" + partition_text(*node) +
                                          ", " + node->placement + "\n" + rt::grouped(node->bytes) +
                                          " bytes, " + rt::grouped(node->flops) + " flops")
          << (statement.operands.empty() ? ", shape=cylinder" : "")
          << (output ? ", peripheries=2" : "") << "];\n";
      for (const auto& operand : statement.operands) {
        out << "    " << id(operand.text) << " -> " << id(name) << ";\n";
      }
    }
    out << "  }\n";
  }
  out << "}\n";
}
