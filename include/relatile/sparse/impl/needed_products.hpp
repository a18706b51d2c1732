// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/needed_products.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/expr/other_way.hpp"
#include "relatile/sparse/needed.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"

namespace relatile::detail {

/// Whether an operand by rows is a mask, if there is one.
inline bool only_masks(const tra::NodePtr& by_row) {
  return !by_row || by_row->type.block.element == element_type_of<bool>();
}

RELATILE_INLINE ElementType element_of_product(const DenseOperand& x, const tra::NodePtr& by_row) {
  return (only_masks(by_row) ? x.array : by_row)->type.block.element;
}

RELATILE_INLINE bool is_numbered(const SparseStructure& s, const tra::NodePtr& by_row) {
  return !s.has_all_rows() && only_masks(by_row);
}

RELATILE_INLINE tra::NodePtr product_of_needed(const SparseStructure& s,
                                               const NeededColumns& needed,
                                               const ProductBeside& beside, const DenseOperand& x,
                                               const tra::NodePtr& brought,
                                               const ProductKernel& kernel) {
  tra::PieceLabels labels = labels_of_blocks(s);
  tra::MadeOfPieces made = made_by_rows(s, element_of_product(x, beside.by_row));
  kernel::ProductLabels named;
  named.masked = beside.by_row != nullptr;
  named.numbered = is_numbered(s, beside.by_row);
  if (x.rank == 2) {
    named.packed = x.array->type.extents[1];
    named.column = labels.extents.rank();
    labels.extents.push_back(named.packed);
    labels.names.push_back("columns");
    labels.whole = {named.column};
    made.shape.push_back(named.packed);
    made.dims.push_back(tra::along_label(named.column));
  }
  const std::int64_t width = std::max<std::int64_t>(named.packed, 1);
  std::vector<tra::TouchedArray> operands{
      counts_of(s, named.numbered),
      by_entries(s, needed.places.node()),
      by_entries(s, beside.values),
      {brought,
       {tra::from_lows_to_ends(times_width(needed.lows, width), times_width(needed.ends, width))}}};
  if (beside.by_row) operands.push_back(by_rows(s, beside.by_row));
  if (named.numbered) operands.push_back(by_stored_rows(s, s.numbers.node()));
  return tra::make_on_pieces(labels, operands, made, op_on_rows(s, kernel(named), width));
}

/// Knows the structure until the product has a value.
class WayOfNeeded : public tra::OtherWay {
 public:
  WayOfNeeded(SparsePattern pattern, int rank, ProductKernel kernel, bool masked)
      : pattern_(std::move(pattern)),
        looked_at_(pattern_->looked_at),
        rank_(rank),
        kernel_(std::move(kernel)),
        masked_(masked) {}

  std::string own_text() const override { return "all of what is dense"; }
  std::string other_text() const override { return "the rows that entries touch"; }
  int slot() const override { return dense_slot; }

  std::int64_t number() const override { return needed() ? needed()->number : 0; }
  Bytes sends(const tra::RelationType& operand) const override {
    const std::int64_t width = rank_ == 2 ? operand.extents[1] : 1;
    const auto size = static_cast<std::int64_t>(operand.block.element.size);
    return Bytes{needed()->lacking * width * size};
  }
  tra::NodePtr brought(const tra::NodePtr& operand) const override {
    return needed_elements(*needed(), operand);
  }
  tra::NodePtr made(const tra::Node& node, const tra::NodePtr& brought) const override {
    const ProductBeside beside{nth(node.inputs, values_slot),
                               masked_ ? nth(node.inputs, mask_slot) : nullptr};
    tra::NodePtr product = product_of_needed(
        *pattern_, *needed(), beside, {nth(node.inputs, dense_slot), rank_}, brought, kernel_);
    product->where = node.where;
    product->title = node.title;
    product->pins = node.pins;
    return product;
  }

  bool may_look() const override { return pattern_ && !pattern_->looked_at->done; }
  const void* looks_at() const override { return pattern_->looked_at.get(); }
  std::int64_t reads_to_look(int num_sites) const override {
    return passes_to_look * (pattern_->nnz() / num_sites + 1);
  }
  void prepare_look() override { detail::prepare_look(*pattern_); }
  void look() override { look_at(*pattern_); }
  Bytes sent_so_far() const override { return pattern_->looked_at->sent_so_far; }
  void add_sent(Bytes more) override {
    if (const auto looked_at = looked_at_.lock()) looked_at->sent_so_far += more;
  }
  void forget() override { pattern_.reset(); }

 private:
  // Of product_node's operands.
  static constexpr int values_slot = 2;
  static constexpr int dense_slot = 3;
  static constexpr int mask_slot = 4;
  /// Which elements are needed is counted, listed, and found again for every entry.
  static constexpr std::int64_t passes_to_look = 8;

  const NeededColumns* needed() const {
    return pattern_ ? pattern_->looked_at->needed.get() : nullptr;
  }

  SparsePattern pattern_;
  std::weak_ptr<LookedAt> looked_at_;  ///< outlives the product's need of the pattern
  int rank_;
  ProductKernel kernel_;
  bool masked_;
};

RELATILE_INLINE std::shared_ptr<tra::OtherWay> way_of_needed(const SparsePattern& pattern,
                                                             const DenseOperand& x,
                                                             const ProductKernel& kernel,
                                                             bool masked) {
  const bool has_columns = x.rank == 1 || x.array->type.extents[1] > 0;
  if (pattern->nnz() == 0 || !has_columns) return nullptr;
  return std::make_shared<WayOfNeeded>(pattern, x.rank, kernel, masked);
}

}  // namespace relatile::detail
