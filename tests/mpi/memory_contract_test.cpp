// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// ranks: 1 2 3 4
// timeout: 120
#include <relatile/context/context.hpp>

#include "support/catch.hpp"
#include "support/memory_contract.hpp"

namespace memory_contract_test {

TEST_CASE("every rank keeps within its memory, or says before it starts what it needs") {
  const relatile::Context context(MPI_COMM_WORLD);
  relatile::test::check_memory_contracts();
}

}  // namespace memory_contract_test
