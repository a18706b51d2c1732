// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cmath>
#include <ostream>

#include "machines.hpp"
#include "table.hpp"
#include "tables.hpp"
#include "tra_problems.hpp"

namespace paper {

namespace {

constexpr double fail = NAN;
constexpr std::array<int, 3> nodes{2, 5, 10};

/// Seconds on 2, 5 and 10 nodes with CPUs, and then with GPUs.
using Seconds = std::array<double, 6>;

struct Printed {
  const char* name;
  tra::FactoredProblem network;
  Seconds pytorch;
  Seconds data_parallel;
  Seconds model_parallel;
};

std::optional<double> printed(double seconds) {
  return std::isnan(seconds) ? std::nullopt : std::optional(seconds);
}

/// Whether a plan fits in a GPU's memory, in the paper and here.
class MemoryTable {
 public:
  explicit MemoryTable(double limit) : limit_(limit) {}

  std::string cell(double seconds, const Outcome& ours) {
    const auto peak = static_cast<double>(ours.peak);
    ++cells_;
    agree_ += std::isnan(seconds) == (peak > limit_) ? 1 : 0;
    return std::string(std::isnan(seconds) ? "fails" : "runs") + " / " + seconds_text(peak / 1e9) +
           (peak > limit_ ? ", too much" : "");
  }
  void add(const std::string& line) { lines_ += line; }
  void print(std::ostream& out) const {
    out << header({"paper / GB on the fullest of GPUs with 16", "TRA-DP", "TRA-MP"}) << lines_
        << '\n'
        << agree_ << " of " << cells_ << " agree.\n";
  }

 private:
  double limit_;
  std::string lines_;
  int cells_ = 0;
  int agree_ = 0;
};

/// The times on one kind of cluster; what its memory holds.
MemoryTable print_cluster(std::ostream& out, const std::vector<Printed>& rows, const Rates& rates,
                          std::size_t first) {
  std::vector<Contest> contests;
  MemoryTable memory(rates.memory);
  for (const auto& [name, network, pytorch, data_parallel, model_parallel] : rows) {
    for (std::size_t c = 0; c < nodes.size(); ++c) {
      const auto machine = cluster(nodes[c], 1, rates);
      const std::string setting = name + std::string(", ") + std::to_string(nodes[c]) + " nodes";
      const double dp = data_parallel[first + c];
      const double mp = model_parallel[first + c];
      const Outcome our_dp = network.data_parallel(machine);
      const Outcome our_mp = network.model_parallel(machine);
      contests.push_back({setting,
                          {{"PyTorch-DP", printed(pytorch[first + c]), {}},
                           {"TRA-DP", printed(dp), our_dp},
                           {"TRA-MP", printed(mp), our_mp},
                           {"optimal", {}, network.optimal(machine), false}}});
      memory.add(row({setting, memory.cell(dp, our_dp), memory.cell(mp, our_mp)}));
    }
  }
  print(out, contests);
  return memory;
}

void print_network(std::ostream& out, const std::string& title, const std::vector<Printed>& rows) {
  out << "### " << title << ", CPUs\n\n";
  print_cluster(out, rows, machines::r5dn_2xlarge, 0);
  out << "\n### " << title << ", GPUs\n\n";
  const MemoryTable memory = print_cluster(out, rows, machines::p3_2xlarge, 3);
  out << '\n';
  memory.print(out);
}

}  // namespace

void tra_speech(std::ostream& out) {
  // The GPU columns of 200k are those of 100k again, to the digit, but for TRA-MP.
  print_network(out, "TRA, Table 7: speech recognition",
                {{"100k",
                  {10'000, 1'600, 100'000, 10},
                  {11.16, 6.15, 4.75, 0.99, 1.19, 1.27},
                  {11.62, 6.51, 5.20, 1.49, 1.59, 1.63},
                  {26.56, 28.71, 29.09, 7.01, 11.56, fail}},
                 {"150k",
                  {10'000, 1'600, 150'000, 10},
                  {14.28, 9.46, 6.54, 1.18, 1.65, 1.78},
                  {14.52, 9.68, 7.56, 2.15, 2.22, 2.23},
                  {33.20, 42.80, 43.10, fail, fail, fail}},
                 {"200k",
                  {10'000, 1'600, 200'000, 10},
                  {17.25, 11.94, 9.30, 0.99, 1.19, 1.27},
                  {17.89, 12.51, 9.67, 1.49, 1.59, 1.63},
                  {37.82, 54.23, 59.84, fail, fail, fail}}});
}

void tra_extreme(std::ostream& out) {
  print_network(out, "TRA, Table 8: extreme classification",
                {{"1k",
                  {1'000, 597'540, 1'000, 14'588},
                  {9.74, 10.29, 10.34, 2.67, 3.76, 4.20},
                  {12.50, 14.29, 15.68, 4.67, 4.69, 4.73},
                  {3.86, 2.79, 1.70, 0.40, 0.37, 0.35}},
                 {"3k",
                  {1'000, 597'540, 3'000, 14'588},
                  {25.46, 29.04, 30.51, fail, fail, fail},
                  {26.59, 38.15, 46.06, fail, 12.74, 13.13},
                  {10.57, 6.36, 3.88, fail, 0.54, 0.44}},
                 {"5k",
                  {1'000, 597'540, 5'000, 14'588},
                  {34.05, 46.53, 50.17, fail, fail, fail},
                  {44.12, 68.54, 75.15, fail, fail, fail},
                  {18.59, 8.07, 5.75, fail, 0.59, 0.48}},
                 {"7k",
                  {1'000, 597'540, 7'000, 14'588},
                  {fail, fail, fail, fail, fail, fail},
                  {60.28, 89.36, 107.86, fail, fail, fail},
                  {21.35, 12.12, 7.854, fail, fail, 0.73}}});
}

}  // namespace paper
