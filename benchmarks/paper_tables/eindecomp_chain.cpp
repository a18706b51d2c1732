// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <ostream>

#include "machines.hpp"
#include "table.hpp"
#include "tables.hpp"
#include "tra_problems.hpp"

namespace paper {

namespace {

/// (A B) + (C (D E)), as [ein24] has it in experiment 1.
std::string chain(std::int64_t s, bool skewed) {
  const std::int64_t tenth = skewed ? s / 10 : s;
  const std::int64_t ten = skewed ? 10 * s : s;
  return tra::matrix("A", s, tenth, "") + tra::matrix("B", tenth, s, "") +
         tra::matrix("C", s, tenth, "") + tra::matrix("D", tenth, ten, "") +
         tra::matrix("E", ten, s, "") +
         "AB = einsum(\"ij,jk->ik\", A, B)\n"
         "DE = einsum(\"ij,jk->ik\", D, E)\n"
         "CDE = einsum(\"ij,jk->ik\", C, DE)\n"
         "Z = zip(\"add\", AB, CDE)\n"
         "output Z\n";
}

void print_rows(std::ostream& out, const std::string& name, const relatile::cost::Machine& machine,
                const std::vector<std::int64_t>& scales) {
  for (const bool skewed : {false, true}) {
    for (const auto s : scales) {
      const std::string program = chain(s, skewed);
      const Outcome eindecomp = measure(program, {"EinDecomp", "eindecomp"}, machine);
      const Outcome root = measure(program, {"SQRT", "block"}, machine);
      const Outcome optimal = measure(program, {"optimal", "optimal"}, machine);
      const double ratio = root.seconds() / eindecomp.seconds();
      const double sent = static_cast<double>(root.bytes) / static_cast<double>(eindecomp.bytes);
      const bool agrees = skewed ? ratio >= 1.5 : ratio <= 1.25 && ratio >= 0.8;
      out << row({name + (skewed ? ", skewed, s = " : ", square, s = ") + std::to_string(s),
                  seconds_text(eindecomp.seconds()), seconds_text(root.seconds()),
                  seconds_text(optimal.seconds()), skewed ? "2" : "1", count_text(ratio),
                  count_text(sent), agrees ? "yes" : "**no**"});
    }
  }
}

}  // namespace

void eindecomp_chain(std::ostream& out) {
  // The paper prints no figures, only curves; what its text says of them is the column "paper".
  out << "### EinDecomp, Figures 7 and 9: (A B) + (C (D E))\n\n"
      << header({"seconds", "EinDecomp", "SQRT", "optimal", "SQRT / EinDecomp, paper", "ours",
                 "bytes", "agree"});
  print_rows(out, "16 CPUs", cluster(16, 1, machines::m6in_16xlarge), {8'000, 16'000, 32'000});
  print_rows(out, "4 GPUs", cluster(1, 4, machines::p100_in_server), {4'000, 8'000, 16'000});
}

}  // namespace paper
