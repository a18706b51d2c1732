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

/// The names of the operators, as far as planning tells them apart; tra/operators.hpp has what each
/// of them is.
enum class Kind : std::uint8_t {
  input,
  map,
  contract,  ///< of two operands, or of many
  blocks,
  unblocks,
  join,
  aggregate,
  rekey,
  filter,
  transform,
  tile,
  concat,
  reshape,
  assemble,
  along_axis,
  on_pieces,
};

RELATILE_INLINE const char* name_of(Kind kind);

struct Operator;
struct Node;
using NodePtr = std::shared_ptr<Node>;

/// An einsum by label numbers: which label each axis of the operands and of the result carries.
struct Labelling {
  std::vector<std::vector<int>> operands;
  std::vector<int> output;
  std::vector<std::string> names;  ///< one per label
};

/// What sites hold of an evaluated node: what is where, and the data of this process's sites.
struct StoredValue {
  HomePtr home;                        ///< of the context that holds it; null: of none
  std::int64_t number = 0;             ///< the how manieth value of its home it is
  std::vector<std::vector<Box>> held;  ///< per site, the boxes of elements or keys it has
  std::string placement;               ///< in words
  /// Per site, the bytes that it keeps alive, if more than is held: it may share buffers.
  std::vector<std::int64_t> memory;
  /// Per site, the boxes of its pieces, if these are larger than what is held.
  std::vector<std::vector<Box>> pieces;
  std::vector<int> local_sites;
  std::vector<SiteData> local;         ///< one per local site
  std::shared_ptr<const void> report;  ///< how it was computed, for explain
};

/// What the caller has decided himself about how a value is made and where it is.
struct Pins {
  std::string plan;                     ///< a plan by name, or empty
  std::vector<std::vector<Box>> boxes;  ///< per site, where the value is to be; empty: anywhere
  std::string place;                    ///< those in words

  bool placed() const { return !boxes.empty(); }
  bool none() const { return plan.empty() && boxes.empty(); }
};

/// How what is told of a value's influence is told of the values that it was made of: the rule of a
/// gradient, where operators between them have none of their own.
struct Pullback {
  std::vector<NodePtr> of;  ///< what it was made of, through any number of operators
  /// For each of them, what adds to its cotangent, from that of `self`; null where nothing does.
  std::function<std::vector<NodePtr>(const NodePtr& self, const std::vector<NodePtr>& of,
                                     const NodePtr& cotangent)>
      apply;
  NodePtr recipe{};  ///< in its place, of a value: the operator that it was, whose rule it is
};

/// Of which other values, that somebody could name, a value was computed: see grad/origins.hpp.
struct Origin {
  inline static std::int64_t made = 0;
  const std::int64_t number = ++made;  ///< above those of its parents, which were made before
  std::weak_ptr<const Node> of;
  std::vector<std::shared_ptr<Origin>> parents;

  /// Lets go of the parents without recursion: a loop may have kept the values of all its steps.
  RELATILE_INLINE ~Origin();
};

/// One operator of the logical algebra: labels, how operands and result are indexed by them, and
/// the type of the result.
///
/// Everything but the `state` members is fixed once the node is shared, and what the type says
/// of the sizes of objects, which are known once it is evaluated.
struct Node {
  std::shared_ptr<const Operator> op;  ///< to begin with, an input; see tra/operators.hpp
  std::string name;                    ///< what the user called it: "matmul", "exp", "join"
  std::vector<NodePtr> inputs;
  std::vector<Access> accesses;              ///< one per input
  Extents labels;                            ///< the extent of every label
  std::array<bool, max_rank> whole_label{};  ///< true: a site needs all of this label at once
  std::vector<std::string> label_names;
  Access output;
  RelationType type;
  /// Of a relation whose blocks are contributions: how they are combined where they meet.
  std::shared_ptr<const BlockCombine> pending;

  /// "file:line" of the user's code that asked for it, if known.
  std::string where = AskedFrom::text();
  std::string title;  ///< what the user calls the value, if told; it decides nothing
  Pins pins;
  /// Instead of the operator's own rule, if there is one; of a value, if how it was computed is
  /// kept (expr/recipe.hpp).
  std::shared_ptr<Pullback> pullback;

  // state
  std::shared_ptr<const StoredValue> value;  ///< set once evaluated
  std::weak_ptr<const void> handle;          ///< alive while user code can still name this node
  std::shared_ptr<Origin> origin;            ///< set once it is a part of an evaluation
  bool lost_name_noted = false;              ///< see expr/lost_names.hpp

  Node();
  Node(const Node&);
  Node& operator=(const Node&) = delete;
  ~Node();

  bool evaluated() const { return value != nullptr; }
  bool held_by_user() const { return !handle.expired(); }
  bool aggregates(int label) const { return !output.has_label(label); }

  // What several operators have, or none.
  RELATILE_INLINE Kind kind() const;
  RELATILE_INLINE const Program* program() const;
  RELATILE_INLINE const Reduction* reduction() const;
  RELATILE_INLINE const BlockKernel* block_kernel() const;
  /// How blocks are combined under a key, by the operator itself or by who reads contributions.
  RELATILE_INLINE const BlockCombine* combine() const;
  RELATILE_INLINE Flops flops_per_element() const;
  /// Of blocks under other keys, the input key behind each output key; else empty.
  RELATILE_INLINE const std::vector<std::int64_t>& source() const;

  /// An einsum of more than two operands, which is to be split before it is planned.
  RELATILE_INLINE bool is_many() const;
  RELATILE_INLINE bool is_view() const;
  /// A map with a kernel of its own, which takes elements by indices that an operand holds.
  RELATILE_INLINE bool selects() const;
  /// A reshape or an assemble: elements are copied, and nothing is computed.
  RELATILE_INLINE bool rearranges() const;
  bool is_generator() const { return kind() == Kind::map && inputs.empty(); }
  /// An input without value of which any site can make any part.
  RELATILE_INLINE bool is_anywhere() const;

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
