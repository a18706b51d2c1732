// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Writes seeds for the target saved_plan to a folder: plans of its programs by several planners,
// without their last line. To be run again when the text of saved plans changes.
#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include "fuzz/saved_plan.hpp"
#include "relatile/papers.hpp"
#include "relatile/planner/plan_for.hpp"

namespace fuzz = relatile::fuzz;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (std::size_t number = 0; number < fuzz::programs_with_plans.size(); ++number) {
    for (const char* planner : {"optimal", "cross_product", "row", "lshs"}) {
      relatile::planner::PlanOptions options;
      options.planner = planner;
      const auto roots = fuzz::outputs_of_program(number);
      const auto plan = relatile::planner::plan_for(roots, roots, fuzz::sites_of_plans, options);
      const std::string text = relatile::plan::save(plan);
      std::ofstream file(std::string(argv[1]) + "/" + planner + std::to_string(number),
                         std::ios::binary);
      file << static_cast<char>('0' + number) << text.substr(0, text.rfind("end "));
    }
  }
}
