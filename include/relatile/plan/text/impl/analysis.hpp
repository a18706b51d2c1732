// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/analysis.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "relatile/core/units.hpp"
#include "relatile/plan/text/folded.hpp"
#include "relatile/plan/text/print.hpp"

namespace relatile::plan::detail {

RELATILE_INLINE void print_table(std::ostream& out,
                                 const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  for (const auto& row : rows) {
    out << ' ';
    for (std::size_t c = 0; c < row.size(); ++c) {
      out << (c == 0 ? " " : "  ") << (c == 0 ? std::left : std::right)
          << std::setw(static_cast<int>(widths[c])) << row[c];
    }
    out << std::right << '\n';
  }
}

RELATILE_INLINE std::string skew_text(double skew) {
  if (skew == 0) return "-";
  std::ostringstream out;
  out << std::fixed << std::setprecision(2) << skew;
  return out.str();
}

RELATILE_INLINE std::vector<std::string> traffic_words(const Traffic& predicted,
                                                       const Traffic& sent) {
  return {grouped(predicted.total().value), grouped(sent.total().value),
          grouped(predicted.total_messages().value), grouped(sent.total_messages().value),
          skew_text(skew(site_bytes(sent)))};
}

RELATILE_INLINE std::vector<std::string> analysis_row(const Plan& plan, std::size_t s,
                                                      Figures figures) {
  const Step& step = plan.steps[s];
  std::vector<std::string> row{value_name(step.output) + " " + operator_name(plan, step)};
  if (step.slice.index == all_slices) row[0] += " x " + std::to_string(step.slice.count);
  std::vector<std::string> traffic(5, "-");
  if (step.kind == StepKind::exchange) {
    traffic = traffic_words(*step.traffic, figures.measured->traffic[s]);
  }
  row.insert(row.end(), traffic.begin(), traffic.end());
  std::vector<std::int64_t> flops;
  for (auto site : *step.flops) flops.push_back(site.value);
  row.push_back(flops.empty() ? "-" : grouped(total_flops(step).value));
  row.push_back(skew_text(skew(flops)));
  row.push_back(figures.has_seconds() ? seconds_text(figures.forecast->seconds[s]) : "-");
  row.push_back(seconds_text(figures.measured->seconds[s]));
  row.push_back(skew_text(skew(figures.measured->site_seconds[s])));
  row.push_back(grouped(figures.forecast->live[s].value));
  row.push_back(grouped(figures.measured->high_water[s].value));
  return row;
}

RELATILE_INLINE std::vector<std::string> analysis_total(const Plan& plan, Figures figures) {
  const Measured& measured = *figures.measured;
  std::vector<double> seconds(static_cast<std::size_t>(plan.num_sites), 0);
  for (const auto& step : measured.site_seconds) {
    for (std::size_t site = 0; site < seconds.size(); ++site) seconds[site] += step[site];
  }
  Bytes high_water;
  for (auto step : measured.high_water) high_water = std::max(high_water, step);
  std::vector<std::string> row{"total"};
  const auto traffic = traffic_words(plan.traffic(), measured.sent(plan.num_sites));
  row.insert(row.end(), traffic.begin(), traffic.end());
  row.push_back(grouped(plan.total_flops().value));
  row.push_back(skew_text(skew(site_flops(plan))));
  row.push_back(figures.has_seconds() ? seconds_text(figures.forecast->total_seconds()) : "-");
  row.push_back(seconds_text(measured.total_seconds));
  row.push_back(skew_text(skew(seconds)));
  row.push_back(grouped(figures.forecast->allocated.value));
  row.push_back(grouped(high_water.value));
  return row;
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE void print_analysis(std::ostream& out, const Plan& whole, Figures whole_figures) {
  const Folded folded(whole, whole_figures);
  const Plan& plan = folded.plan();
  const Figures figures = folded.figures();
  std::vector<std::vector<std::string>> rows{{"step", "bytes", "sent", "messages", "sent", "skew",
                                              "flops", "skew", "predicted", "took", "skew",
                                              "memory", "held"}};
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    if (plan.steps[s].kind == StepKind::stored) continue;
    rows.push_back(detail::analysis_row(plan, s, figures));
  }
  rows.push_back(detail::analysis_total(plan, figures));
  out << "measured beside predicted (sent, took and held are measured; skew is the most loaded "
         "site's share over the mean):\n";
  detail::print_table(out, rows);
}

}  // namespace relatile::plan
