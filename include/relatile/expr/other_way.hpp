// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

/// Another way to the value of an operator: by operators that bring together less of one operand,
/// which they know once all sites have looked at the data. Which way is taken is chosen when the
/// program is planned (context/other_ways.hpp); whoever knows nothing of it takes the operator's
/// own.
class OtherWay {
 public:
  OtherWay() = default;
  OtherWay(const OtherWay&) = delete;
  OtherWay& operator=(const OtherWay&) = delete;
  virtual ~OtherWay() = default;

  /// What either way brings together of the operand, in words.
  virtual std::string own_text() const = 0;
  virtual std::string other_text() const = 0;
  /// The operand of which it brings less together.
  virtual int slot() const = 0;

  /// A number that no other knowledge has; 0: nothing is known yet, or there is no such way.
  virtual std::int64_t number() const = 0;
  /// What it sends of an operand of this type that lies as suits it.
  virtual Bytes sends(const RelationType& operand) const = 0;
  /// What of the operand is brought together.
  virtual NodePtr brought(const NodePtr& operand) const = 0;
  /// The value of the operator, by what was brought together of its operand.
  virtual NodePtr made(const Node& node, const NodePtr& brought) const = 0;

  /// Whether nobody has looked yet.
  virtual bool may_look() const = 0;
  /// One address for all ways that learn of the same look.
  virtual const void* looks_at() const = 0;
  /// The elements of the busiest of so many sites that are read, across their order, to look.
  virtual std::int64_t reads_to_look(int num_sites) const = 0;
  /// Looks at the data, for all operators that share it. Collective; an error is one of all sites,
  /// and of them all or none know afterwards what there is.
  virtual void look() = 0;
  /// What was sent of operands so far where nobody had looked.
  virtual Bytes sent_so_far() const = 0;
  virtual void add_sent(Bytes more) = 0;
  /// Lets go of the data: the value is there.
  virtual void forget() = 0;
  /// What each site does by itself before all of them look. What goes wrong in it is the site's
  /// own, which it can still tell the others, as none has begun.
  virtual void prepare_look() = 0;
};

/// The operator's other way, or null.
inline OtherWay* other_way(const Node& node) {
  if (node.evaluated()) return nullptr;
  const auto* const pieces = op_if<OnPieces>(node);
  return pieces ? pieces->other.get() : nullptr;
}

/// What nobody will compute again: the value is there.
inline void forget_other_way(const Node& node) {
  const auto* const pieces = op_if<OnPieces>(node);
  if (pieces && pieces->other) pieces->other->forget();
}

}  // namespace relatile::tra
