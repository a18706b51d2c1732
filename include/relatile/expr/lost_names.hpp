// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/tra/node.hpp"

// A loop in the order of other frameworks has a state whose name is taken by the next one before
// anything is computed:
//
//     loss = f(w);  w -= 0.1 * grad(loss, w);  loss.item();
//
// The old w has no name any more, so its value would not be kept, and the new one would be computed
// from the first w in every step.

namespace relatile::detail {

/// Values that an evaluation computes on its way, that have no name, but had one or are shown by a
/// view with one, and of which something that isn't asked for is still to be computed.
///
/// The first time that is only noted: who asks for the new w in the next line loses nothing. Where
/// what is noted is needed again, some of them have names for the time of the evaluation, as in all
/// that go on from there, so that a loop's second step is the last one to be computed twice.
/// Values that are larger than what is kept, and computed of that, are not: functions' local values
/// would be stored for a loss that nobody asks for.
class LostNames {
 public:
  LostNames() = default;
  /// Of a graph, operands first, to whose nodes besides itself only `roots` and the list refer.
  RELATILE_INLINE LostNames(const std::vector<tra::NodePtr>& order,
                            const std::vector<tra::NodePtr>& roots);

  /// After the evaluation.
  RELATILE_INLINE void note() const;

 private:
  std::vector<tra::NodePtr> nodes_;
  std::vector<Handle> names_;  ///< of those that are kept
};

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/expr/impl/lost_names.hpp"
#endif
