// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/thinning.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/cost/transfer_cost.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::planner::detail {

RELATILE_INLINE int product_of(const placement::PartitionVector& d) {
  int product = 1;
  for (int parts : d) product *= parts;
  return product;
}

RELATILE_INLINE bool divides(const placement::PartitionVector& d, const Extents& labels) {
  for (int l = 0; l < labels.rank(); ++l) {
    if (labels[l] % nth(d, l) != 0) return false;
  }
  return true;
}

RELATILE_INLINE bool has_equal_shares(const placement::PartitionVector& d, const Extents& labels,
                                      int num_sites) {
  if (divides(d, labels)) return true;
  const int working = product_of(d);
  double all = 1;
  for (const std::int64_t extent : labels) all *= static_cast<double>(extent);
  return placement::num_cut(d) == 1 && working * 16 >= num_sites * 15 &&
         placement::largest_share(d, labels) * working <= 1.01 * all;
}

RELATILE_INLINE std::vector<bool> with_equal_shares(
    const std::vector<placement::PartitionVector>& vectors, const Extents& labels, int num_sites) {
  std::vector<double> shares;
  for (const auto& d : vectors) shares.push_back(placement::largest_share(d, labels));
  const double best = *std::min_element(shares.begin(), shares.end());
  bool some = false;  // balanced and equal
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    some = some || (shares[i] <= balance_slack * best && divides(vectors[i], labels));
  }
  std::vector<bool> equal(vectors.size(), true);
  for (std::size_t i = 0; some && i < vectors.size(); ++i) {
    equal[i] = has_equal_shares(vectors[i], labels, num_sites);
  }
  return equal;
}

RELATILE_INLINE Unavoidable::Unavoidable(const tra::Node& node, const placement::PartitionVector& d)
    : working_(product_of(d)) {
  const auto parts_of = [&](const Access& access) {
    int parts = 1;
    for (std::size_t l = 0; l < d.size(); ++l) {
      if (access.has_label(static_cast<int>(l))) parts *= d[l];
    }
    return parts;
  };
  for (std::size_t x = 0; x < node.inputs.size(); ++x) {
    const Box touched = node.accesses[x].image(Box::whole(node.labels));
    const tra::RelationType& type = node.inputs[x]->type;
    add(type, volume(touched.extents()), parts_of(node.accesses[x]), false);
  }
  add(node.type, volume(node.type.extents), parts_of(node.output), true);
}

RELATILE_INLINE void Unavoidable::add(const tra::RelationType& type, std::int64_t elements,
                                      int parts, bool reduces) {
  const double bytes = static_cast<double>(elements) * type.block.element.size;
  touched_ += bytes / parts;
  moves_.push_back({&type, bytes, working_ / parts, reduces});
}

RELATILE_INLINE double Unavoidable::bytes() const {
  double sum = 0;
  for (const Move& move : moves_) sum += move.bytes * (move.copies - 1);
  return sum;
}

RELATILE_INLINE double Unavoidable::price(const tra::Node& node,
                                          const placement::PartitionVector& d,
                                          const Objective& objective) const {
  if (!objective.joins_reads()) return bytes();
  const double flops = placement::largest_share(d, node.labels) *
                       static_cast<double>(node.flops_per_element().value);
  double price =
      objective.work({node, placement::Layout(), static_cast<std::int64_t>(std::min(flops, 9e18)),
                      static_cast<std::int64_t>(std::min(touched_, 9e18))});
  const placement::Sharding anywhere;
  for (const Move& move : moves_) {
    if (move.copies == 1) continue;
    const double sent = std::min(move.bytes * (move.copies - 1), 9e18);
    cost::TransferCost cost{static_cast<std::int64_t>(sent),
                            static_cast<std::int64_t>(sent / working_), working_, working_,
                            move.copies - 1};
    price += objective.transport({*move.type, anywhere, anywhere, cost, move.reduces});
  }
  return price;
}

RELATILE_INLINE std::vector<bool> usual_ones(const std::vector<placement::PartitionVector>& vectors,
                                             const Extents& labels, int num_sites) {
  std::vector<bool> usual = with_equal_shares(vectors, labels, num_sites);
  if (num_sites > placement::every_count_up_to) return usual;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const int working = product_of(vectors[i]);
    if (working != num_sites && !placement::is_power_of_two(working)) usual[i] = false;
  }
  return usual;
}

RELATILE_INLINE void keep_marked(const std::vector<bool>& kept,
                                 std::vector<placement::PartitionVector>& vectors) {
  std::vector<placement::PartitionVector> marked;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (kept[i]) marked.push_back(std::move(vectors[i]));
  }
  vectors = std::move(marked);
}

RELATILE_INLINE void keep_usual(const Extents& extents, int num_sites,
                                std::vector<placement::PartitionVector>& vectors) {
  if (num_sites <= placement::every_product_up_to) return;
  const auto on_others = [&](const placement::PartitionVector& d) {
    return product_of(d) != num_sites;
  };
  if (!std::all_of(vectors.begin(), vectors.end(), on_others)) std::erase_if(vectors, on_others);
  keep_marked(with_equal_shares(vectors, extents, num_sites), vectors);
}

RELATILE_INLINE void keep_usual_and_cheaper(const tra::Node& node, int num_sites,
                                            const Objective& objective,
                                            std::vector<placement::PartitionVector>& vectors) {
  if (num_sites <= placement::every_product_up_to) return;
  std::vector<bool> kept = usual_ones(vectors, node.labels, num_sites);
  if (num_sites <= placement::every_count_up_to && node.type.elements) {
    keep_cheaper(node, num_sites, objective, vectors, kept);
  }
  const bool none = std::find(kept.begin(), kept.end(), true) == kept.end();
  if (!none)
    keep_marked(kept, vectors);  // blocks of which no usual number of sites has equally many
}

RELATILE_INLINE void keep_cheaper(const tra::Node& node, int num_sites, const Objective& objective,
                                  const std::vector<placement::PartitionVector>& vectors,
                                  std::vector<bool>& kept) {
  double by_all = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, std::size_t>> others;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (kept[i] && product_of(vectors[i]) != num_sites) continue;
    const double price = Unavoidable(node, vectors[i]).price(node, vectors[i], objective);
    if (kept[i]) {
      by_all = std::min(by_all, price);
    } else {
      others.emplace_back(price, i);
    }
  }
  std::sort(others.begin(), others.end());
  if (others.size() > most_of_others) others.resize(most_of_others);
  for (const auto& [price, i] : others) kept[i] = price < by_all;
}

RELATILE_INLINE void keep_beam(const tra::Node& node, int num_sites,
                               std::vector<placement::PartitionVector>& vectors) {
  const std::size_t widest = widest_beam(num_sites);
  if (vectors.size() <= widest || !node.type.elements) return;
  std::map<int, std::vector<std::pair<double, std::size_t>>> by_working;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    by_working[product_of(vectors[i])].emplace_back(Unavoidable(node, vectors[i]).bytes(), i);
  }
  std::vector<std::pair<double, std::size_t>> order;
  for (auto& [working, some] : by_working) {
    std::sort(some.begin(), some.end());
    for (std::size_t k = 0; k < some.size(); ++k) {
      const std::size_t i = some[k].second;
      const bool keep = k == 0 || (working == num_sites && placement::num_cut(vectors[i]) <= 1);
      order.emplace_back(keep ? 0 : static_cast<double>(k + 1) * num_sites / working, i);
    }
  }
  std::sort(order.begin(), order.end());
  order.resize(widest);
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  std::vector<placement::PartitionVector> kept;
  for (const auto& [position, i] : order) kept.push_back(std::move(vectors[i]));
  vectors = std::move(kept);
}

}  // namespace relatile::planner::detail
