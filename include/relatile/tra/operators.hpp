// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

// The operators of the logical algebra, each with what only it has; what all have, operands,
// labels, types, is the Node's. On arrays, which may be cut anywhere: Map, Contract, ContractMany,
// those that rearrange elements or take whole lines of them, and the two ways in and out of
// relations. On relations: the seven operators of the tensor relational algebra.
namespace relatile::tra {

/// Data that the sites hold already, or, without a value, will hold.
struct Input {
  bool anywhere = false;  ///< any site can make any part of it, as a source
};

/// An n-ary elementwise join, reduced over the labels its output lacks.
struct Map {
  std::shared_ptr<const Program> program;
  std::shared_ptr<const Reduction> reduction{};  ///< if labels are aggregated
  Flops flops_per_element{1};                    ///< per point of label space
  /// What computes the same, where the program selects (tra/select.hpp); else empty.
  SelectKernel select{};
};

/// An einsum of two operands by + and *.
struct Contract {
  std::shared_ptr<const Reduction> reduction;
  std::shared_ptr<const ContractionPlain> plain{};
  ArrayKernel kernel{};
  Flops flops_per_element{2};  ///< per point of label space
};

/// An array cut into the blocks of a relation.
struct Blocks {};

/// A relation whose keys tile the axes, as one array.
struct Unblocks {};

/// A join of two relations.
struct Join {
  std::shared_ptr<const BlockKernel> kernel;
  std::shared_ptr<const BlockCombine> combine{};  ///< of the aggregate above it, if that is fused
};

/// Blocks combined under the keys that are left.
struct Aggregate {
  std::shared_ptr<const BlockCombine> combine;
  std::shared_ptr<const BlockKernel> kernel{};  ///< of the transform below it, if that is fused
};

/// Blocks under other keys.
struct Rekey {
  std::vector<std::int64_t> source{};  ///< the input key behind each output key; -1: none
};

/// The blocks of some keys.
struct Filter {
  std::vector<std::int64_t> source{};  ///< the input key behind each output key; -1: none
};

/// A kernel on every block.
struct Transform {
  std::shared_ptr<const BlockKernel> kernel;
};

/// Blocks cut along an axis, which becomes the last dimension of the keys.
struct Tile {
  int array_dim = 0;
  std::int64_t size = 1;
};

/// Blocks put together along an axis.
struct Concat {
  int array_dim = 0;
};

/// The elements of an array in their row-major order, under another shape.
struct Reshape {};

/// Arrays that are parts of the result each, later ones in front of earlier ones.
struct Assemble {
  std::vector<Box> places;       ///< per operand, from its first element to its last in the result
  std::vector<Extents> spacing;  ///< per operand, how far neighbours in it are apart there
  /// The element where no operand is, as bytes; if there is none, operands are everywhere.
  std::string fill{};
  KernelIdentity fill_identity{};
};

/// A function of every line of an array along one axis, or of every block that its lines are cut
/// into. A second operand has an element for every line or block.
struct AlongAxis {
  int axis = 0;  ///< of the operand and of the result, and the label that runs along it
  bool in_blocks = false;
  std::shared_ptr<const LineKernel> kernel;
  Flops flops_per_element{1};  ///< of the operand
  bool copies = false;         ///< every block as it is, along a new axis behind
};

/// What an operator on sparse operands was expected to make and to take, by who had not yet looked
/// where they have entries. It decides nothing: plans are made of what was found.
struct SizeEstimate {
  double elements = 0;  ///< of the result
  double flops = 0;
};

class OtherWay;

/// A function of what blocks touch of operands, as of the rows of a sparse matrix. The first label
/// counts blocks, of which a site has whole ones; accesses may have cuts and ends along it.
struct OnPieces {
  std::shared_ptr<const PieceKernel> kernel;
  std::shared_ptr<const Reduction> reduction{};  ///< if labels are aggregated
  /// The flops of all blocks before each one, and of all, for one value of the labels that are
  /// neither the first nor whole.
  std::shared_ptr<const std::vector<std::int64_t>> work{};
  bool factors = false;  ///< fast flops, of factorizations: follows from the kernel's name
  std::optional<SizeEstimate> expected{};
  std::shared_ptr<OtherWay> other{};  ///< to the same value, if there is one: expr/other_way.hpp
};

/// An einsum of more than two operands, which is split before it is planned; its node has no labels
/// and accesses. See tra/contract_many.hpp.
struct ContractMany {
  std::shared_ptr<const Program> program;  ///< what it means, as of all operands at once
  std::shared_ptr<const Reduction> reduction;
  std::shared_ptr<const Labelling> labelling;
  /// Makes one of the two-operand steps it is split into.
  std::function<NodePtr(const NodePtr&, const NodePtr&, const Labelling&)> pairwise;
  Flops flops_per_element{2};  ///< per point of label space
};

/// Exactly one of them, in the order of `Kind`; ContractMany, which has no kind of its own, is the
/// last. A struct of its own, so that headers of the face need only its name.
struct Operator
    : std::variant<Input, Map, Contract, Blocks, Unblocks, Join, Aggregate, Rekey, Filter,
                   Transform, Tile, Concat, Reshape, Assemble, AlongAxis, OnPieces, ContractMany> {
  using variant::variant;
};

/// The node's operator, if it is an `Op`; else null.
template <class Op>
const Op* op_if(const Node& node) {
  return std::get_if<Op>(node.op.get());
}

/// The node's operator, which must be an `Op`.
template <class Op>
const Op& op_of(const Node& node) {
  return std::get<Op>(*node.op);
}

/// Gives a node that nobody shares yet its operator.
template <class Op>
void set_op(Node& node, Op op) {
  node.op = std::make_shared<const Operator>(std::move(op));
}

/// The same with `change` made to the one it has.
template <class Op, class Change>
void change_op(Node& node, const Change& change) {
  Op changed = op_of<Op>(node);
  change(changed);
  set_op(node, std::move(changed));
}

}  // namespace relatile::tra
