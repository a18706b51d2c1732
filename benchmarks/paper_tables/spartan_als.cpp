// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <ostream>

#include "machines.hpp"
#include "table.hpp"
#include "tables.hpp"

namespace paper {

namespace {

/// Alternating least squares, [spartan15] Figure 3: users from the ratings and the items, items
/// from the ratings and the users, every one by a small system of its own, weighted by its ratings.
/// `reciprocal` stands for its solution.
std::string als(std::int64_t users, std::int64_t items, int factors, int iterations) {
  const std::string f = std::to_string(factors);
  std::string text = "R = input(" + std::to_string(users) + ", " + std::to_string(items) +
                     ") placed split(0)\nI0 = input(" + std::to_string(items) + ", " + f + ")\n";
  for (int i = 0; i < iterations; ++i) {
    const std::string n = std::to_string(i);
    const auto line = [&](const std::string& name, const std::string& rest) {
      text += name + n + " = " + rest + "\n";
    };
    line("II", "einsum(\"if,ig->ifg\", I" + n + ", I" + n + ")");
    line("A", "einsum(\"ui,ifg->ufg\", R, II" + n + ")");
    line("RI", "einsum(\"ui,if->uf\", R, I" + n + ")");
    line("Ar", "map(\"reciprocal\", A" + n + ")");
    line("U", "einsum(\"ufg,ug->uf\", Ar" + n + ", RI" + n + ")");
    line("UU", "einsum(\"uf,ug->ufg\", U" + n + ", U" + n + ")");
    line("B", "einsum(\"ui,ufg->ifg\", R, UU" + n + ")");
    line("RU", "einsum(\"ui,uf->if\", R, U" + n + ")");
    line("Br", "map(\"reciprocal\", B" + n + ")");
    text += "I" + std::to_string(i + 1) + " = einsum(\"ifg,ig->if\", Br" + n + ", RU" + n + ")\n";
  }
  return text + "output U" + std::to_string(iterations - 1) + ", I" + std::to_string(iterations) +
         "\n";
}

/// A user's system on one site, and an item's: the ratings are read by rows and by columns.
Strategy one_site_a_system(int sites) {
  return {"two copies",
          "",
          {{"A", {{"u", sites}}},
           {"RI", {{"u", sites}}},
           {"B", {{"i", sites}}},
           {"RU", {{"i", sites}}}}};
}

}  // namespace

void spartan_als(std::ostream& out) {
  // The paper says what one tiling costs more than two, "40 %", but neither sizes nor times. It
  // has 128 machines; so many, and our space has no plan with every system on one site.
  out << "### Spartan: ALS, 100,000 users and items, 20 factors\n\n"
      << header({"seconds", "ratings by rows only", "two copies", "rows / two, paper", "ours",
                 "`row`", "`column`", "`spartan`", "`optimal`", "agree"});
  for (const int nodes : {8, 16}) {
    const auto machine = cluster(nodes, 1, machines::m2_xlarge);
    const auto program = [](int iterations) { return als(100'000, 100'000, 20, iterations); };
    const Strategy systems = one_site_a_system(nodes);
    // A plan moves the ratings once and keeps them; with one copy, every iteration moves them.
    const double one_iteration = measure(program(1), systems, machine).seconds();
    for (const int iterations : {1, 3, 10}) {
      const auto seconds = [&](const Strategy& strategy) {
        return measure(program(iterations), strategy, machine).seconds();
      };
      const double rows = iterations * one_iteration;
      const double two = seconds(systems);
      out << row({std::to_string(nodes) + " machines, " + std::to_string(iterations) +
                      (iterations == 1 ? " iteration" : " iterations"),
                  seconds_text(rows), seconds_text(two), "1.4", count_text(rows / two),
                  seconds_text(seconds({"row", "row"})),
                  seconds_text(seconds({"column", "column"})),
                  seconds_text(seconds({"spartan", "spartan"})),
                  seconds_text(seconds({"optimal", "optimal"})),
                  iterations == 1     ? "-"
                  : rows / two >= 1.2 ? "yes"
                                      : "**no**"});
    }
  }
}

}  // namespace paper
