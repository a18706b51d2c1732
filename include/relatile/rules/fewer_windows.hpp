// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/applied_rule.hpp"
#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// Makes no windows but those that a slice chooses: a spectrogram's, which begin at every 128th
/// element, are a 128th of all. Of windows along several axes it makes fewer along each.
///
///   equation   windows(A)[o + s i, k] == windows_of_step(A, o, s)[i, k]
///   condition  all views, or views of views, that are read need fewer windows together than there
///              are, and nothing else reads these; they have no value yet, and nobody asked for a
///              plan or placement of them
///
///   complexity of one look at each node
RELATILE_INLINE Rewritten fewer_windows(const std::vector<tra::NodePtr>& order,
                                        const std::vector<tra::NodePtr>& roots,
                                        plan::AppliedRule& applied);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/fewer_windows.hpp"
#endif
