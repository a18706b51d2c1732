// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/plan/folded.hpp"
#include "relatile/plan/print.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan::detail {

/// "12.8 MB": three digits, in the decimal unit that suits.
RELATILE_INLINE std::string scaled_text(double number, const char* unit) {
  static constexpr std::array prefixes{"", "k", "M", "G", "T", "P"};
  std::size_t p = 0;
  for (; number >= 999.5 && p + 1 < prefixes.size(); ++p) number /= 1000;
  std::ostringstream out;
  out << std::fixed
      << std::setprecision(p == 0 || number >= 99.95 ? 0
                           : number >= 9.995         ? 1
                                                     : 2)
      << number << ' ' << prefixes[p] << unit;
  return out.str();
}
RELATILE_INLINE std::string bytes_text(Bytes bytes) {
  return scaled_text(static_cast<double>(bytes.value), "B");
}

/// Lines of cells, written below each other.
class Columns {
 public:
  struct Column {
    const char* title;
    std::size_t most;  ///< characters; longer cells end in two dots
    bool right = false;
  };
  explicit Columns(std::vector<Column> columns) : columns_(std::move(columns)) {
    std::vector<std::string> titles;
    for (const Column& column : columns_) titles.emplace_back(column.title);
    add(std::move(titles));
  }

  void add(std::vector<std::string> cells) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::size_t most = columns_[c].most;
      if (cells[c].size() > most) cells[c] = cells[c].substr(0, most - 2) + "..";
    }
    lines_.push_back(std::move(cells));
  }

  /// Columns in which no line has anything are left out.
  void write(std::ostream& out) const {
    std::vector<std::size_t> widths(columns_.size(), 0);
    for (std::size_t l = 1; l < lines_.size(); ++l) {
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        widths[c] = std::max(widths[c], lines_[l][c].size());
      }
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (widths[c] > 0) widths[c] = std::max(widths[c], lines_[0][c].size());
    }
    for (const auto& cells : lines_) {
      std::string line;
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (widths[c] == 0) continue;
        const std::string space(widths[c] - cells[c].size(), ' ');
        line += "  " + (columns_[c].right ? space + cells[c] : cells[c] + space);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out << line << '\n';
    }
  }

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> lines_;
};

/// "matmul(R0, R2)", "bcast(R1) in 8 parts", "x"
RELATILE_INLINE std::string operation_text(const Plan& plan, const Step& step) {
  const tra::Node& node = node_of(plan, step);
  if (step.kind == StepKind::stored) {
    return "stored " + (!node.title.empty() ? node.title : node.name.empty() ? "input" : node.name);
  }
  std::string text = step.kind == StepKind::exchange ? operator_name(plan, step)
                     : !node.title.empty()           ? node.title
                                                     : node.name;
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + value_name(step.inputs[i]);
  }
  if (!step.inputs.empty()) text += ")";
  if (step.slice.index == all_slices) text += " in " + std::to_string(step.slice.count) + " parts";
  return text;
}

RELATILE_INLINE void print_steps(std::ostream& out, const Plan& plan, Figures figures) {
  // With two spaces before each they are table_width.
  Columns columns({{"", 4},
                   {"operator", 26},
                   {"result", 16},
                   {"where", 18},
                   {"moves", 8, true},
                   {"predicted", 9, true},
                   {"share", 5, true},
                   {"measured", 8, true},
                   {"holds", 8, true}});
  const double all = figures.has_seconds() ? figures.forecast->total_seconds() : 0;
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const Step& step = plan.steps[s];
    const Value& made = output_of(plan, step);
    const tra::Node& node = node_of(plan, step);
    const bool moves = step.kind == StepKind::exchange;
    const bool runs = step.kind != StepKind::stored;
    std::string predicted;
    std::string share;
    if (runs && figures.has_seconds()) {
      const double seconds = figures.forecast->seconds[s];
      predicted = seconds_text(seconds);
      if (all > 0) share = scaled_text(100 * seconds / all, "%");
    }
    columns.add({value_name(step.output), operation_text(plan, step),
                 (node.type.elements ? "" : "keys ") + to_string(node.type.extents),
                 (made.partial ? "partial " : "") + made.placement.text,
                 moves ? bytes_text(step.traffic.total()) : "", predicted, share,
                 runs && figures.measured ? seconds_text(figures.measured->seconds[s]) : "",
                 bytes_text(fullest_site(plan, step))});
  }
  columns.write(out);
}

RELATILE_INLINE void print_sums(std::ostream& out, const Plan& plan, Figures figures) {
  const Traffic total = plan.traffic();
  out << "  total " << bytes_text(total.total()) << " in " << messages_text(total.total_messages());
  if (figures.measured) {
    const Traffic sent = figures.measured->sent(plan.num_sites);
    out << " (sent " << bytes_text(sent.total()) << ')';
  }
  out << ", " << scaled_text(static_cast<double>(plan.total_flops().value), "flop");
  if (figures.forecast) out << ", peak " << bytes_text(figures.forecast->peak);
  out << '\n';
  if (!figures.has_seconds()) return;
  out << "  time  " << predicted_seconds_text(*figures.forecast);
  if (figures.measured) out << ", took " << seconds_text(figures.measured->total_seconds);
  out << '\n';
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE void print_table(std::ostream& out, const Plan& whole, Figures whole_figures) {
  const Folded folded(whole, whole_figures, 2);
  const Plan& plan = folded.plan();
  const Figures figures = folded.figures();
  detail::print_heading(out, plan);
  for (const AppliedRule& rule : plan.rules) out << "  rule  " << detail::rule_text(rule) << '\n';
  detail::print_steps(out, plan, figures);
  detail::print_sums(out, plan, figures);
  if (plan.alternatives.empty()) return;
  detail::Columns rejected({{"rejected", 44}, {"moves", 8, true}, {"because", 60}});
  for (const auto& other : plan.alternatives) {
    rejected.add({other.text, detail::bytes_text(other.bytes), other.reason});
  }
  rejected.write(out);
}

}  // namespace relatile::plan
