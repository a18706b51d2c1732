// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/tra/node.hpp"

// Which labels make an einsum of a product, and which shapes do not fit.

namespace relatile::detail {

/// numpy.matmul's labels: the last two axes multiply, the ones before are a batch that broadcasts;
/// a vector is a row on the left and a column on the right, and its axis disappears.
tra::Labelling matmul_labelling(int left_rank, int right_rank);

/// Axis number s of `axes_a` and of `axes_b` are summed together; the rest of a's axes and then of
/// b's make the result.
///
///   errors  ShapeMismatch for axes that there are not or that are named twice, other extents
tra::Labelling tensordot_labelling(const std::string& name, const Extents& a,
                                   std::span<const int> axes_a, const Extents& b,
                                   std::span<const int> axes_b);

/// A product of many matrices, of which the first and the last may be vectors.
///
///   errors  ShapeMismatch where neighbours do not fit
tra::Labelling chain_labelling(const std::string& name, const std::vector<Extents>& shapes);

/// Throws ShapeMismatch unless the two axes have one extent.
void require_inner(const std::string& name, const Extents& a, int axis_a, const Extents& b,
                   int axis_b);

/// Throws ShapeMismatch unless the last two axes have one extent.
void require_square(const std::string& name, const Extents& shape);

/// Throws ShapeMismatch unless the last axes are vectors of which `cross` makes one of so many
/// components: of two; or of three, or one of three and one of two.
void require_vectors(const Extents& a, const Extents& b, int components);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/impl/labelling.hpp"
#endif
