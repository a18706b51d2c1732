// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/slice_einsum.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {
namespace detail {

/// `x` with `count` values of every axis that `label` runs along, as `read` says; an axis of extent
/// one that is stretched stays as it is.
inline tra::NodePtr sliced_where(const tra::NodePtr& x, const std::vector<int>& labels, int label,
                                 const AccessDim& read, std::int64_t count) {
  Access access = Access::identity(x->type.rank());
  Extents shape = x->type.extents;
  for (int d = 0; d < shape.rank(); ++d) {
    if (nth(labels, d) != label || shape[d] == 1) continue;
    nth(access.dims, d) = {d, read.offset, read.step, 1, nullptr};
    shape[d] = count;
  }
  if (shape == x->type.extents) return x;
  return tra::make_view("slice", x, std::move(access), shape);
}

}  // namespace detail

RELATILE_INLINE tra::NodePtr slice_einsum(const tra::Node& view, const tra::Node& einsum) {
  auto made = std::make_shared<tra::Node>(einsum);
  auto rest = std::make_shared<tra::Node>(view);
  const tra::Labelling& labelling = *tra::op_of<tra::ContractMany>(einsum).labelling;
  bool less = false;
  for (std::size_t d = 0; d < labelling.output.size(); ++d) {
    const AccessDim read = view.accesses[0].dims[d];
    const std::int64_t count = read.label < 0 ? 1 : view.labels[read.label];
    const std::int64_t whole = einsum.type.extents[static_cast<int>(d)];
    if (count == whole) continue;
    less = true;
    made->type.extents[static_cast<int>(d)] = count;
    rest->accesses[0].dims[d] = {read.label, 0, 1, 1, nullptr};
    for (std::size_t x = 0; x < made->inputs.size(); ++x) {
      made->inputs[x] =
          detail::sliced_where(made->inputs[x], labelling.operands[x], labelling.output[d],
                               {0, read.offset, read.step, 1, nullptr}, count);
    }
  }
  if (!less) return nullptr;
  made->handle.reset();
  made->title.clear();
  rest->inputs = {std::move(made)};
  return rest;
}

}  // namespace relatile::rules
