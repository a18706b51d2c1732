// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

// Reverse mode: from an operator's result to what it is computed of.

namespace relatile::detail {

/// The derivatives of sum(cotangent * y) by each of the variables, as nodes that are not evaluated:
/// zeros by those that y does not depend on. Where y is complex, sum(re re + im im) is meant, and
/// the derivative by a complex variable has that by its imaginary part in its own.
///
/// Every operator between them adds one for each of its operands, so the graph is at most a few
/// times as long; it refers to what the operators computed on their way forward.
///
///   name    what the user calls this
///   errors  Error, naming the operator, for one without a derivative, and where y depends on a
///           variable by a value that has been evaluated already
RELATILE_INLINE std::vector<tra::NodePtr> pull_back(const std::string& name, const tra::NodePtr& y,
                                                    const tra::NodePtr& cotangent,
                                                    const std::vector<tra::NodePtr>& variables);

/// The derivatives of a loss by variables that it is computed of.
///
///   errors  as of pull_back, and Error for a variable that it does not depend on
RELATILE_INLINE std::vector<tra::NodePtr> pull_back_loss(
    const tra::NodePtr& loss, const std::vector<tra::NodePtr>& variables);

/// The same value as an operand of its own: what else is computed of x does not depend on it.
RELATILE_INLINE tra::NodePtr as_variable(const tra::NodePtr& x);

/// The derivative of y along tangents of the variables: what pulls back along them, pulled back
/// along the cotangent, on which it depends linearly.
RELATILE_INLINE tra::NodePtr push_forward(const tra::NodePtr& y,
                                          const std::vector<tra::NodePtr>& variables,
                                          const std::vector<tra::NodePtr>& tangents);

/// The same value, of which gradients take no notice.
RELATILE_INLINE tra::NodePtr without_gradient(const tra::NodePtr& x);

/// A cotangent of ones for a loss, which has no dimensions.
RELATILE_INLINE tra::NodePtr one_like(const tra::NodePtr& loss);

/// Throws ShapeMismatch unless a cotangent or tangent has the shape of what it belongs to.
RELATILE_INLINE void require_shape_of(const std::string& name, const std::string& what,
                                      const Extents& given, const Extents& wanted);

[[noreturn]] RELATILE_INLINE void refuse_transpose();

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/grad/impl/reverse.hpp"
#endif
