// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

namespace relatile::pass {

/// The order in which slices are taken, by number: those that `travel` in theirs, each when it has
/// come if all of them together travel for as long as all slices are multiplied, and the others in
/// between. If these all went first, no more than the few panels would travel meanwhile that there
/// is memory for, and then the network alone would be busy.
inline std::vector<std::size_t> spread_between(const std::vector<char>& travels) {
  std::vector<std::size_t> coming;
  std::vector<std::size_t> staying;
  for (std::size_t j = 0; j < travels.size(); ++j) (travels[j] ? coming : staying).push_back(j);
  std::vector<std::size_t> order;
  auto next = staying.begin();
  for (std::size_t t = 0; t < coming.size(); ++t) {
    const std::size_t due = ((t + 1) * travels.size() + coming.size() - 1) / coming.size();
    while (order.size() < due && next != staying.end()) order.push_back(*next++);
    order.push_back(coming[t]);
  }
  order.insert(order.end(), next, staying.end());
  return order;
}

}  // namespace relatile::pass
