// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/context/context.hpp>

#include "support/catch.hpp"
#include "support/memory_contract.hpp"

namespace relatile::test::memory_contract_test {
namespace {

TEST_CASE("evaluations keep within their memory, or say before they start what they need") {
  for (const int sites : {1, 2, 3, 4}) {
    const Context context = Context::loopback(sites);
    check_memory_contracts();
  }
}

}  // namespace
}  // namespace relatile::test::memory_contract_test
