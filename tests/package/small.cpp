// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The least that plans, runs and prints.
#include <relatile/relatile.hpp>

namespace rt = relatile;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const rt::Array<double, 1> x = rt::ones({100});
  const double total = rt::sum(x).item();
  rt::print("the sum is", total);
  return total == 100 ? 0 : 1;
}
