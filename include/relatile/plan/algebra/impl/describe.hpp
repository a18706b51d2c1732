// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/describe.hpp"

#include <unordered_map>

#include "relatile/tra/node.hpp"

namespace relatile::plan {

RELATILE_INLINE std::string describe(const Sites& sites, const tra::RelationType& type) {
  const int rank = type.rank();
  if (is_partitioned(sites, type, {})) {
    for (const auto& holders : sites.of_key) {
      if (!holders.empty() && sites.num_sites > 1) return "site " + std::to_string(holders[0]);
    }
    return "all";
  }
  if (is_all(sites, type)) return "all";
  for (int d = 0; d < rank; ++d) {
    if (is_partitioned(sites, type, {d})) return "part" + dims_text({d});
  }
  for (int d = 0; d < rank; ++d) {
    for (int e = d + 1; e < rank; ++e) {
      if (is_partitioned(sites, type, {d, e})) return "part" + dims_text({d, e});
    }
  }
  for (const auto& holders : sites.of_key) {
    if (holders.size() > 1) return "copies";
  }
  return "once";
}

}  // namespace relatile::plan

namespace relatile::plan::detail {

RELATILE_INLINE std::string list_text(const std::vector<int>& dims) {
  std::string text;
  for (std::size_t i = 0; i < dims.size(); ++i) text += (i ? "," : "") + std::to_string(dims[i]);
  return text;
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE std::string parameters_text(const Operator& op) {
  using detail::list_text;
  const auto map_text = [](const KeyMap& keys, const BlockMap& blocks) {
    std::string text = keys.is_identity() ? "" : keys.name;
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
    for (const auto& kernel : blocks.kernels) add(kernel->name);
    if (blocks.tile_dim >= 0) {
      add("axis " + std::to_string(blocks.tile_dim) + " by " + std::to_string(blocks.tile_size));
    }
    return text;
  };
  switch (op.kind) {
    case OperatorKind::shuf: return "<" + list_text(op.part_dims) + ">";
    case OperatorKind::exchange: return "<" + describe(op) + ">";
    case OperatorKind::local_join:
      return "<" + list_text(op.on_left) + "; " + list_text(op.on_right) + "; " + op.kernel->name +
             (op.keys.is_identity() ? "" : "; " + op.keys.name) + ">";
    case OperatorKind::local_aggregate:
      if (!op.combine) {
        return "<" + list_text(op.by) + "; concat axis " + std::to_string(op.concat_dim) + ">";
      }
      return "<" + list_text(op.by) + "; " + (op.finish ? op.finish->name + " of " : "") +
             op.combine->name + (op.prepare ? " of " + op.prepare->name : "") + ">";
    case OperatorKind::local_map: return "<" + map_text(op.keys, op.blocks) + ">";
    default: return "";
  }
}

RELATILE_INLINE std::string to_text(const OperatorPtr& root) {
  std::unordered_map<const tra::Node*, std::string> names;
  const auto write = [&](const auto& self, const Operator& op) -> std::string {
    if (op.kind == OperatorKind::input) {
      const std::string fresh =
          op.node->name.empty() ? "R" + std::to_string(names.size()) : op.node->name;
      return names.try_emplace(op.node.get(), fresh).first->second;
    }
    std::string text = name_of(op.kind) + parameters_text(op) + "(";
    for (std::size_t x = 0; x < op.inputs.size(); ++x) {
      text += (x ? ", " : "") + self(self, *op.inputs[x]);
    }
    return text + ")";
  };
  return write(write, *root);
}

}  // namespace relatile::plan
