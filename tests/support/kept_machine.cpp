// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Prints whether its machine was measured, and a number that stands for all that is known of it: a
// line a rank, the same on all of them.

#include <iostream>
#include <relatile/core/kernel_identity.hpp>
#include <relatile/relatile.hpp>
#include <string>

namespace rt = relatile;

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  const rt::cost::Machine& machine = context.plan_options().machine;
  const auto number = rt::detail::hash_of_name(rt::machine_to_json(machine));
  std::cout << (machine.measured ? "measured " : "generic ") + std::to_string(number) + "\n"
            << std::flush;
}
