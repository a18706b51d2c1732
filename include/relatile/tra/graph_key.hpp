// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::tra {

/// Numbers and texts as bytes that can be told apart again: equal bytes, equal values.
class KeyBytes {
 public:
  /// Small numbers take one byte.
  void add(std::int64_t number) {
    auto rest = static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
    for (; rest >= 0x80; rest >>= 7) bytes_ += static_cast<char>(rest | 0x80);
    bytes_ += static_cast<char>(rest);
  }
  void add(std::string_view text) {
    add(static_cast<std::int64_t>(text.size()));
    bytes_ += text;
  }
  void add(const Extents& extents) {
    add(extents.rank());
    for (auto extent : extents) add(extent);
  }
  void add(const Box& box) {
    add(box.none ? 1 : 0);
    add(box.low);
    add(box.high);
  }
  template <class T>
  void add(const std::vector<T>& list) {
    add(static_cast<std::int64_t>(list.size()));
    for (const auto& one : list) add(one);
  }
  void add(const AccessDim& dim) {
    add(dim.label);
    add(dim.offset);
    add(dim.step);
    add(dim.width);
    add(dim.cuts != nullptr ? 1 : 0);
    if (dim.cuts) add(*dim.cuts);
    add(dim.ends != nullptr ? 1 : 0);
    if (dim.ends) add(*dim.ends);
    add(dim.is_clipped() ? 1 : 0);
    if (!dim.is_clipped()) return;
    add(dim.values.low);
    add(dim.values.high);
    add(dim.every);
  }
  void add(const Access& access) { add(access.dims); }
  void add(ElementType element) {
    add(static_cast<std::int64_t>(element.kind));
    add(static_cast<std::int64_t>(element.size));
  }
  void add(const RelationType& type) {
    add(type.elements ? 1 : 0);
    add(type.extents);
    add(type.block.element);
    add(type.block.rank);
    add(type.block.object ? type.block.object->name : std::string());
    add(type.block_extents);
    add(type.object_bytes);
    add(std::int64_t(type.estimated));
    add(type.present);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Bytes that are equal for two nodes if a planner must treat them alike: the operator, how it is
/// indexed, types, where data is stored, and what the user pinned. Kernels count by their names and
/// declared costs, neither by address nor by what they do; lines and titles do not count.
///
/// `inputs` are the positions of the node's operands in its graph.
RELATILE_INLINE std::string node_key(const Node& node, const std::vector<int>& inputs);

/// The keys of all nodes of a graph, in its order.
RELATILE_INLINE std::vector<std::string> graph_keys(const std::vector<NodePtr>& order);

/// The key of a graph in two parts: programs of one form differ in no more than where they slice
/// the arrays that they read, such as the minibatches of a loop.
struct GraphKey {
  std::string form;     ///< without offsets, but which of them are equal, of each array read
  std::string offsets;  ///< of all accesses, in their order
};
RELATILE_INLINE GraphKey graph_key(const std::vector<NodePtr>& order);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/graph_key.hpp"
#endif
