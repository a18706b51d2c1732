// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/home.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::tra {

/// The operators of the logical algebra. On arrays (re-tileable): map, contract, and the two ways
/// in and out of relations. On relations: the seven operators of the tensor relational algebra.
enum class Kind : std::uint8_t {
  input,     ///< data that the sites hold already, or, without a value, will hold: see `anywhere`
  map,       ///< an n-ary elementwise join, reduced over the labels its output lacks
  contract,  ///< einsum: of two operands by + and *, or of many, see tra/contract_many.hpp
  blocks,    ///< an array cut into the blocks of a relation
  unblocks,  ///< a relation whose keys tile the axes, as one array
  join,      ///< join of two relations, with or without the aggregate above it
  aggregate,
  rekey,
  filter,
  transform,
  tile,
  concat,
};

RELATILE_INLINE const char* name_of(Kind kind);

struct Node;
using NodePtr = std::shared_ptr<Node>;

/// An einsum by label numbers: which label each axis of the operands and of the result carries.
struct Labelling {
  std::vector<std::vector<int>> operands;
  std::vector<int> output;
  std::vector<std::string> names;  ///< one per label
};

/// What the sites hold of an evaluated node: where everything is, and the data of those sites
/// that this process runs.
struct StoredValue {
  HomePtr home;                        ///< of the context that holds it; null: of none
  std::int64_t number = 0;             ///< the how manieth value of its home it is
  std::vector<std::vector<Box>> held;  ///< per site, the boxes of elements or keys it has
  std::string placement;               ///< in words
  /// Per site, the bytes of memory it keeps alive, if these are more than what is held: it may
  /// share the buffers of a larger value.
  std::vector<std::int64_t> memory;
  /// Per site, the boxes of its pieces, if these are larger than what is held.
  std::vector<std::vector<Box>> pieces;
  std::vector<int> local_sites;
  std::vector<SiteData> local;         ///< one per local site
  std::shared_ptr<const void> report;  ///< how it was computed, for explain
};

/// One operator of the logical algebra: labels, how operands and result are indexed by them, the
/// kernel behind one type-erased call, and the type of the result.
///
/// Everything but the two `state` members is fixed once the node is shared, and what the type says
/// of the sizes of objects, which are known once it is evaluated.
struct Node {
  Kind kind = Kind::input;
  std::string name;  ///< what the user called it: "matmul", "exp", "join"
  std::vector<NodePtr> inputs;
  std::vector<Access> accesses;              ///< one per input
  Extents labels;                            ///< the extent of every label
  std::array<bool, max_rank> whole_label{};  ///< true: a site needs all of this label at once
  std::vector<std::string> label_names;
  Access output;
  RelationType type;

  std::shared_ptr<const Program> program;         ///< map, and what many operands mean
  std::shared_ptr<const Reduction> reduction;     ///< map and contract, if labels are aggregated
  std::shared_ptr<const ContractionPlain> plain;  ///< contract
  ArrayKernel array_kernel;                       ///< contract
  Flops flops_per_element{1};                     ///< map and contract, per point of label space
  /// Contract of more than two operands, which has `labelling` in place of labels and accesses:
  /// makes one of the two-operand steps it is split into.
  std::function<NodePtr(const NodePtr&, const NodePtr&, const Labelling&)> pairwise;
  std::shared_ptr<const Labelling> labelling;

  std::shared_ptr<const BlockKernel> block_kernel;  ///< join, transform
  std::shared_ptr<const BlockCombine> combine;      ///< aggregate, fused join
  int array_dim = -1;                               ///< tile, concat
  std::int64_t tile_size = 0;                       ///< tile
  std::vector<std::int64_t> source;  ///< rekey, filter: the input key behind each output key

  bool anywhere = false;  ///< input without value: any site can make any part of it, as a source
  /// "file:line" of the user's code that asked for it, if known.
  std::string where = AskedFrom::text();
  std::string title;  ///< what the user calls the value, if told; it decides nothing

  std::string pinned_plan;                         ///< a plan the caller asked for, or empty
  std::vector<std::vector<Box>> pinned_placement;  ///< per site; empty if not pinned
  std::string pinned_text;

  // state
  std::shared_ptr<const StoredValue> value;  ///< set once evaluated
  std::weak_ptr<const void> handle;          ///< alive while user code can still name this node

  Node();
  Node(const Node&);
  Node& operator=(const Node&) = delete;
  ~Node();

  bool evaluated() const { return value != nullptr; }
  bool held_by_user() const { return !handle.expired(); }
  bool aggregates(int label) const { return !output.has_label(label); }
  /// An einsum of more than two operands, which is to be split before it is planned.
  bool is_many() const { return pairwise != nullptr; }
  bool is_view() const { return kind == Kind::map && program->stages.empty() && !reduction; }
  bool is_generator() const { return kind == Kind::map && inputs.empty(); }

  /// Lets go of the operands without recursion, so that a chain of a million operators does not
  /// overflow the stack.
  void release_inputs();
};

/// A node as people know it: `matmul "gradient" [hello.cpp:18]`, as far as it has been told.
RELATILE_INLINE std::string description(const Node& node);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/node.hpp"
#endif
