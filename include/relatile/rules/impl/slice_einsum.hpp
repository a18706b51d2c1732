// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/slice_einsum.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {
namespace detail {

/// What is read of an axis that carries a label.
struct LabelSlice {
  int label = 0;
  std::int64_t whole = 1;  ///< what the label runs over; an axis of extent one may be stretched
  std::int64_t count = 1;
  AccessDim read;
};

/// The labels of an einsum's result of which not all is read.
inline std::vector<LabelSlice> slices_of(const tra::Node& view, const tra::Node& einsum,
                                         const tra::Labelling& labelling) {
  std::vector<LabelSlice> slices;
  for (std::size_t d = 0; d < labelling.output.size(); ++d) {
    const AccessDim& read = view.accesses[0].dims[d];
    const std::int64_t whole = einsum.type.extents[static_cast<int>(d)];
    const std::int64_t count = read.label < 0 ? 1 : view.labels[read.label];
    if (count != whole) slices.push_back({labelling.output[d], whole, count, read});
  }
  return slices;
}

/// An operand without what nobody reads: itself, or a view of it.
inline tra::NodePtr sliced(const tra::NodePtr& x, const std::vector<int>& labels,
                           const std::vector<LabelSlice>& slices, const std::string& where) {
  Access access = Access::identity(x->type.rank());
  Extents shape = x->type.extents;
  for (int d = 0; d < shape.rank(); ++d) {
    for (const LabelSlice& slice : slices) {
      if (nth(labels, d) != slice.label || shape[d] != slice.whole) continue;
      nth(access.dims, d) = {d, slice.read.offset, slice.read.step, 1, nullptr};
      shape[d] = slice.count;
    }
  }
  if (shape == x->type.extents) return x;
  tra::NodePtr view = tra::make_view("slice", x, std::move(access), shape);
  view->where = where;
  return view;
}

}  // namespace detail

RELATILE_INLINE SlicedEinsum slice_einsum(const tra::Node& view, const tra::Node& einsum) {
  const tra::Labelling& labelling = *tra::op_of<tra::ContractMany>(einsum).labelling;
  const auto slices = detail::slices_of(view, einsum, labelling);
  if (slices.empty()) return {};
  auto made = std::make_shared<tra::Node>(einsum);
  auto rest = std::make_shared<tra::Node>(view);
  for (std::size_t d = 0; d < labelling.output.size(); ++d) {
    for (const detail::LabelSlice& slice : slices) {
      if (slice.label != labelling.output[d]) continue;
      made->type.extents[static_cast<int>(d)] = slice.count;
      rest->accesses[0].dims[d] = {slice.read.label, 0, 1, 1, nullptr};
    }
  }
  for (std::size_t x = 0; x < made->inputs.size(); ++x) {
    made->inputs[x] = detail::sliced(made->inputs[x], labelling.operands[x], slices, einsum.where);
  }
  made->handle.reset();
  made->title.clear();
  rest->inputs = {made};
  return {std::move(made), std::move(rest)};
}

}  // namespace relatile::rules
