// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "measure.hpp"

namespace paper {

/// Several strategies on one problem, and what the paper measured for each of them.
struct Contest {
  struct Entry {
    std::string strategy;
    std::optional<double> printed;  ///< seconds in the paper; nothing: it failed or is not printed
    std::optional<Outcome> ours;    ///< nothing: not one of our plans
    bool contends = true;           ///< false: shown, but the paper has no such plan
  };
  std::string setting;
  std::vector<Entry> entries;
};

/// Counts the rows in which our winner is the paper's, or as good as it.
struct Score {
  int agree = 0;
  int ties = 0;
  int all = 0;
  std::string text() const;
};

/// Who wins, whatever is printed. Within 5 % of the winner in the paper or here is a tie.
Score score_of(const std::vector<Contest>& contests);

/// A Markdown table of contests with the same strategies: seconds "paper / ours", who wins there,
/// by the model's sum of steps and in simulation, and whether the simulation agrees; then the
/// score.
void print(std::ostream& out, const std::vector<Contest>& contests);

std::string seconds_text(double seconds);
std::string count_text(double count);
std::string row(const std::vector<std::string>& cells);
std::string header(const std::vector<std::string>& cells);

/// Where `difference` changes its sign between `low` and `high`, to within 1 %, by bisection of
/// the logarithm; nothing if it does not.
std::optional<double> crossing(double low, double high,
                               const std::function<double(double)>& difference);

}  // namespace paper
