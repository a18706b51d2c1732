// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/io/market_format.hpp"

// Dense matrices in the format of the Matrix Market, as scipy.io.mmread and mmwrite have them.

namespace relatile {

namespace io {
/// The matrix in a Matrix Market file, as elements of the type `element`.
RELATILE_INLINE tra::NodePtr load_matrix_market(const std::string& path, ElementType element);
}  // namespace io

namespace io {
/// Evaluates the matrix and writes it; collective. See mmwrite.
RELATILE_INLINE void save_matrix_market(const std::string& path, const tra::NodePtr& node,
                                        const MarketFormat& format);
}  // namespace io

/// The dense matrix in a Matrix Market file (array format), whole where the file has one half of a
/// symmetric, skew-symmetric or hermitian one. Collective; each site reads lines of the text.
///
///   errors  IoError; ParseError naming file and line; Error for a sparse matrix (coordinate
///           format), for real numbers as integers and complex ones as real
template <class T>
Array<T, 2> mmread(const std::string& path, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: mmread: T is no number");
  return Array<T, 2>(io::load_matrix_market(path, element_type_of<T>()));
}

/// Writes a matrix for the Matrix Market: mmwrite("x.mtx", x, {.symmetry = "symmetric"}). Evaluates
/// x; collective, and as with save the file appears when it is complete.
///
///   errors  IoError; ShapeMismatch for what is no matrix; Error for one that has not the symmetry
template <ArrayExpression E>
void mmwrite(const std::string& path, const E& x, const MarketFormat& format = {},
             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: mmwrite: only matrices have this format");
  const auto array = as_array(x);
  io::save_matrix_market(path, array.node(), format);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/matrix_market.hpp"
#endif
