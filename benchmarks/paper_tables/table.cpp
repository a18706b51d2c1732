// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <ostream>

namespace paper {

namespace {

constexpr double tie = 1.05;
constexpr double never = std::numeric_limits<double>::infinity();

using Seconds = std::function<double(const Contest::Entry&)>;

bool takes_part(const Contest::Entry& entry) { return entry.contends && entry.ours; }

const Contest::Entry* winner(const Contest& contest, const Seconds& seconds) {
  const Contest::Entry* best = nullptr;
  for (const auto& entry : contest.entries) {
    if (takes_part(entry) && (!best || seconds(entry) < seconds(*best))) best = &entry;
  }
  return best;
}

/// Nothing, where no strategy ran. One that failed is slower than any that ran.
struct Verdict {
  const Contest::Entry* theirs = nullptr;
  const Contest::Entry* model = nullptr;
  const Contest::Entry* ours = nullptr;
  bool close = false;

  bool agrees() const { return theirs == ours; }
  const char* text() const { return agrees() ? "yes" : close ? "tie" : "**no**"; }
};

Verdict verdict_on(const Contest& contest) {
  const Seconds printed = [](const auto& entry) { return entry.printed.value_or(never); };
  const Seconds ours = [](const auto& entry) { return entry.ours->seconds(); };
  const auto ran = [](const auto& entry) { return takes_part(entry) && entry.printed; };
  if (std::none_of(contest.entries.begin(), contest.entries.end(), ran)) return {};
  Verdict verdict;
  verdict.theirs = winner(contest, printed);
  verdict.model = winner(contest, [](const auto& entry) { return entry.ours->model; });
  verdict.ours = winner(contest, ours);
  verdict.close = printed(*verdict.ours) <= tie * printed(*verdict.theirs) ||
                  ours(*verdict.theirs) <= tie * ours(*verdict.ours);
  return verdict;
}

}  // namespace

std::string Score::text() const {
  return std::to_string(agree) + " of " + std::to_string(all) + " winners agree" +
         (ties > 0 ? ", " + std::to_string(ties) + " are ties" : "");
}

std::string seconds_text(double seconds) {
  char text[32];
  const int digits = seconds >= 99.95 ? 0 : seconds >= 9.995 ? 1 : seconds >= 0.0995 ? 2 : 4;
  std::snprintf(text, sizeof text, "%.*f", digits, seconds);
  return text;
}

std::string count_text(double count) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", count);
  return text;
}

std::string row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

std::string header(const std::vector<std::string>& cells) {
  std::string rule = "|";
  for (std::size_t c = 0; c < cells.size(); ++c) rule += "---|";
  return row(cells) + rule + "\n";
}

Score score_of(const std::vector<Contest>& contests) {
  Score score;
  for (const auto& contest : contests) {
    const Verdict verdict = verdict_on(contest);
    if (!verdict.theirs) continue;
    ++score.all;
    score.agree += verdict.agrees() ? 1 : 0;
    score.ties += !verdict.agrees() && verdict.close ? 1 : 0;
  }
  return score;
}

void print(std::ostream& out, const std::vector<Contest>& contests) {
  std::vector<std::string> names{"seconds, paper / ours"};
  for (const auto& entry : contests.at(0).entries) names.push_back(entry.strategy);
  for (const char* name : {"wins in paper", "in model", "simulated", "agree"}) {
    names.emplace_back(name);
  }
  out << header(names);
  for (const auto& contest : contests) {
    std::vector<std::string> cells{contest.setting};
    for (const auto& entry : contest.entries) {
      cells.push_back((entry.printed ? seconds_text(*entry.printed) : "-") + std::string(" / ") +
                      (entry.ours ? seconds_text(entry.ours->seconds()) : "-"));
    }
    const Verdict verdict = verdict_on(contest);
    for (const auto* winner : {verdict.theirs, verdict.model, verdict.ours}) {
      cells.push_back(winner ? winner->strategy : "-");
    }
    cells.emplace_back(!verdict.theirs ? "-" : verdict.text());
    out << row(cells);
  }
  out << '\n' << score_of(contests).text() << ".\n";
}

std::optional<double> crossing(double low, double high,
                               const std::function<double(double)>& difference) {
  const double at_low = difference(low);
  if (at_low * difference(high) > 0) return std::nullopt;
  while (high / low > 1.01) {
    const double middle = std::sqrt(low * high);
    (at_low * difference(middle) > 0 ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace paper
