// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// A program of more stages than this is not composed into its reader: the passes over memory that
/// are saved no longer pay for copying ever longer programs, and their chunks leave the cache.
inline constexpr std::size_t longest_program = 64;

/// A map whose result is as large as more operands than these, all of them still to be computed, is
/// not composed into its reader: all must be there at once, as the derivatives that a loop's steps
/// add up for one variable, where a sum of some of them takes the memory of one.
inline constexpr int most_computed_operands = 8;

/// What a fused operator is called says what it consists of, up to so many characters.
inline constexpr std::size_t longest_name = 160;

/// Composes elementwise maps with the maps that read them, and views with any array operator, so
/// that a chain is one pass over memory and a transpose, a slice or a constant costs nothing.
///
///   equation  map[f](map[g](R), ...) == map[f o g](R, ...)          (and for reductions of maps)
///   source    [tra21] R1-2, R1-4; Spartan's map-map fusion
///
/// A map that computes is composed only into its one reader, and only if that reader does not
/// repeat its elements: nothing is computed twice. Except where that costs less than to store and
/// read it: an operation or two on one array and what broadcasts to it, such as x - mean, is
/// composed into all readers. Views and bare generators (zeros, arange, random numbers) are, too.
/// What the user still holds a handle of stays (it is to be kept), but for views.
///
/// What a product reads is stored, so it is not computed again for others; and a map is not
/// composed into a view that a product reads, which costs nothing while it is one.
class MapFusion {
 public:
  explicit MapFusion(const std::vector<tra::NodePtr>& roots) : roots_(roots) {}

  /// The rewritten graph: new node by old one.
  Rewritten run();

 private:
  struct Readers {
    const tra::Node* node = nullptr;
    bool several = false;
    bool product = false;  ///< one is a product, perhaps through further views
  };

  void note_products(const tra::Node& node);

  bool is_root(const tra::NodePtr& node) const {
    return std::find(roots_.begin(), roots_.end(), node) != roots_.end();
  }

  static bool repeats(const tra::Node& reader, const Access& access);

  /// True if a map's elements take no longer to compute again than to read.
  static bool is_cheap(const tra::Node& map);

  /// How many operands are neither stored nor repeated.
  static int computed_operands(const tra::Node& map);

  /// Whether `input` can disappear into `reader`, which reads it by `access`.
  bool composes(const tra::NodePtr& input, const tra::Node& reader, const Access& access) const;

  tra::NodePtr rewrite(const tra::NodePtr& node) const;

  /// Collects the operands and stages of a fused program. Slots of stages are numbered ~s until
  /// the number of inputs is known.
  struct Fused {
    std::vector<tra::NodePtr> inputs;
    std::vector<Access> accesses;
    Program program;

    int add_input(const tra::NodePtr& node, const Access& access);
    /// Appends the stages of a program whose inputs are in `slots`; returns its result's slot.
    int add_stages(const Program& from, const std::vector<int>& slots, const Access* through);
    void number_slots();
  };

  void compose_program(const tra::Node& old, tra::Node& copy) const;

  /// "add" and "multiply.exp": "add.multiply.exp"; what does not fit is left out.
  static void add_name(std::string& name, const std::string& inner);

  std::vector<tra::NodePtr> roots_;
  std::unordered_map<const tra::Node*, Readers> readers_;
  Rewritten rewritten_;
};

/// Fuses until nothing changes: fusing a reader may leave its operand with one reader less.
RELATILE_INLINE Rewritten fuse_maps(const std::vector<tra::NodePtr>& roots);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/fuse_maps.hpp"
#endif
