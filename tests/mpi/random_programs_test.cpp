// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/context.hpp>

#include "support/catch.hpp"
#include "support/random_program.hpp"
#include "support/run_program.hpp"

TEST_CASE("random programs give what plain loops give, on all ranks") {
  using namespace relatile::test;
  const relatile::Context context(MPI_COMM_WORLD);
  for (std::uint64_t seed = 1000; seed < 1060; ++seed) {
    check_program(random_program(seed, Sizes::small), seed);
  }
}
