// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/object_weights.hpp"

#include "relatile/core/block.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/schedule/agreement.hpp"
#include "relatile/schedule/staging.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::engine {

RELATILE_INLINE ObjectWeights::ObjectWeights(const plan::Plan& plan) : plan_(plan) {
  for (const auto& [node, value] : plan.results) {
    const auto width = static_cast<std::size_t>(schedule::most_objects_held(plan, value));
    if (width == 0) continue;
    results_.push_back({node, value, width});
    width_ += width;
  }
}

RELATILE_INLINE void ObjectWeights::append_row(const LocalSite& local,
                                               std::vector<std::int64_t>& row) const {
  for (const Result& result : results_) {
    const std::size_t begin = row.size();
    const plan::Value& value = nth(plan_.values, result.value);
    const tra::RelationType& type = nth(plan_.nodes, value.node)->type;
    schedule::for_each_key(type, value.placement.of(local.site), [&](std::int64_t key, const Box&) {
      row.push_back(weight(*type.block.object, local, result.value, key));
    });
    row.resize(begin + result.width, -1);
  }
}

RELATILE_INLINE std::int64_t ObjectWeights::weight(const ObjectType& type, const LocalSite& local,
                                                   int value, std::int64_t key) {
  if (local.failed()) return -1;
  try {
    return std::ssize(type.save(local.value(value).blocks.at(key).data.get()));
  } catch (...) {  // it may stay where it is for ever: no error of this plan's
    return -1;
  }
}

RELATILE_INLINE void ObjectWeights::store(const std::int64_t* rows, std::size_t stride) const {
  std::size_t first = 0;
  for (const Result& result : results_) {
    tra::RelationType& type = nth(plan_.nodes, result.node)->type;
    const auto& placement = nth(plan_.values, result.value).placement;
    bool all_weighed = true;
    for (int site = 0; site < plan_.num_sites; ++site) {
      const std::int64_t* number = rows + static_cast<std::size_t>(site) * stride + first;
      schedule::for_each_key(type, placement.of(site), [&](std::int64_t key, const Box&) {
        const std::int64_t bytes = *number++;
        all_weighed = all_weighed && bytes >= 0;
        if (bytes >= 0) nth(type.object_bytes, key) = bytes;
      });
    }
    type.estimated = type.estimated && !all_weighed;
    first += result.width;
  }
}

}  // namespace relatile::engine
