// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/reference/arrays.hpp"
#include "relatile/reference/value.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::reference {

/// reshape: elements stay in row-major order, which is how values keep them.
inline Value reshape(const Value& x) { return x; }

/// assemble: for every element of the result, the last operand whose place it is in, else the fill.
inline Value assemble(const tra::Node& node, const std::vector<const Value*>& inputs) {
  const auto& parts = tra::op_of<tra::Assemble>(node);
  const std::size_t size = node.type.block.element.size;
  Value value;
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  std::byte* to = value.elements.data();
  for_each_coordinate(Box::whole(node.type.extents), [&](const Extents& at) {
    const void* from = parts.fill.data();
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      bool is_there = parts.places[x].contains(unit_box(at));
      for (int d = 0; d < at.rank(); ++d) {
        is_there = is_there && (at[d] - parts.places[x].low[d]) % parts.spacing[x][d] == 0;
      }
      if (!is_there) continue;
      from = element_at(*inputs[x], node.inputs[x]->type, node.accesses[x].coordinate(at));
    }
    std::memcpy(to, from, size);
    to += size;
  });
  return value;
}

/// along_axis: line after line, or block after block of each.
inline Value along_axis(const tra::Node& node, const std::vector<const Value*>& inputs) {
  const auto& along = tra::op_of<tra::AlongAxis>(node);
  Value value;
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) *
                        node.type.block.element.size);
  const auto address = [](const std::byte* elements, const tra::RelationType& type,
                          const Extents& at) {
    if (!elements) return elements;  // of nothing
    return elements + linear_index(at, type.extents) * std::int64_t(type.block.element.size);
  };
  const tra::RelationType& from = node.inputs[0]->type;
  const int made_along = along.axis + (along.copies ? 1 : 0);
  Extents lines = node.labels;
  if (!along.in_blocks && std::exchange(lines[along.axis], 1) == 0) return value;
  for_each_coordinate(Box::whole(lines), [&](const Extents& at) {
    Box labels = unit_box(at);
    if (!along.in_blocks) labels.high[along.axis] = node.labels[along.axis];
    const Box read = node.accesses[0].image(labels);
    const Box made = node.output.image(labels);
    Lines line;
    line.lines = 1;
    line.count = read.extents()[along.axis];
    line.to_count = made.extents()[made_along];
    line.from_step = row_major_strides(from.extents)[along.axis];
    line.to_step = row_major_strides(node.type.extents)[made_along];
    line.from = address(inputs[0]->elements.data(), from, read.low);
    line.to = value.elements.data() +
              (address(value.elements.data(), node.type, made.low) - value.elements.data());
    if (inputs.size() > 1) {
      const Box beside = node.accesses[1].image(labels);
      const int last = std::max(beside.rank() - 1, 0);
      const int run = beside.rank() > along.axis ? along.axis : last;
      line.second = address(inputs[1]->elements.data(), node.inputs[1]->type, beside.low);
      line.second_count = beside.rank() == 0 ? 1 : beside.extents()[run];
      line.second_step = row_major_strides(node.inputs[1]->type.extents)[run];
    }
    along.kernel->run(line);
  });
  return value;
}

}  // namespace relatile::reference
