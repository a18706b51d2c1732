// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/against_reference.hpp"

namespace relatile::test {

void require_reference_of(const tra::NodePtr& node, double tolerance,
                          Disagreement* disagreement_of) {
  const Handle kept = handle_of(*node);
  const reference::Value expected = reference::evaluate(node);
  Session::current().evaluate({node});
  require_report(node);
  const reference::Value actual = reference::from_stored(*node);
  REQUIRE(actual.elements.size() == expected.elements.size());
  const Extents& shape = node->type.extents;
  const std::string difference =
      disagreement_of(actual.elements.data(), expected.elements.data(), volume(shape), tolerance);
  if (difference.empty()) return;
  CAPTURE(to_string(shape), difference);
  REQUIRE(difference.empty());
}

}  // namespace relatile::test
