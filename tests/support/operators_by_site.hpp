// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <relatile/plan/algebra/operator.hpp>
#include <relatile/reference/relations.hpp>
#include <string>
#include <utility>
#include <vector>

// What operators of the implementation algebra mean, in plain loops over sets of (key, block,
// site): compiled once and optimised, as the tests are not.

namespace relatile::test {

/// Tells contributions to one key from copies of one block: what it was made of. Two blocks of one
/// key and one origin are copies.
using Origin = std::string;
using Tuple = std::pair<Key, Origin>;
/// The blocks of one site.
using SiteBlocks = std::map<Tuple, reference::Block>;
/// A physical relation.
using Physical = std::vector<SiteBlocks>;

/// The physical relation of a tree; what was inferred of every operator is checked on the way.
Physical evaluate_by_site(const plan::OperatorPtr& root);

/// The relation without its sites, contributions combined: what equivalent trees have in common.
std::map<Key, reference::Block> relation_of(const plan::OperatorPtr& root);

bool equal(const std::map<Key, reference::Block>& a, const std::map<Key, reference::Block>& b);

}  // namespace relatile::test
