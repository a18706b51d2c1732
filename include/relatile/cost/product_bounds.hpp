// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"

namespace relatile::cost {

/// A product of rows x common by common x columns.
struct ProductShape {
  std::int64_t rows = 1;
  std::int64_t common = 1;
  std::int64_t columns = 1;

  double points() const {
    return static_cast<double>(rows) * static_cast<double>(common) * static_cast<double>(columns);
  }
};

/// The share of all work that the busiest of `sites` has at least.
inline double even_share(int sites) { return 1.0 / sites; }

/// How many elements all sites together send at least, of operands and of contributions to the
/// result, in any algorithm
///   - that begins with one copy of both operands, anywhere, and ends with one of the result,
///   - that multiplies all pairs (not Strassen's) and gives no site more than `share` of the pairs.
/// How much memory sites have does not matter.
///
/// A site that multiplies a share w of all pairs touches at least D(w) elements, the sum of three
/// faces whose product is at least the square of its pairs (Loomis and Whitney), each of which has
/// at least w of an array and at most all of it. All but one touch of each element is a message.
/// D(w) / w falls with w, so that all sites together touch least where all have the largest share.
///
///   source  H. Al Daas, G. Ballard, L. Grigori, S. Kumar, K. Rouse, Tight memory-independent
///           parallel matrix multiplication communication lower bounds, SPAA 2022, theorem 3, whose
///           three cases are here per share instead of per site, and summed over sites
RELATILE_INLINE double least_elements_sent(const ProductShape& shape, double share);

/// The same where both operands are one matrix, as in X^T X: what is touched as either is received
/// once. The larger of the two faces counts instead of both; half of the products could be spared
/// by symmetry, which is not allowed for: all pairs are multiplied.
RELATILE_INLINE double least_elements_sent_of_one_matrix(const ProductShape& shape, double share);

/// A grid of sites, which cuts the three extents into about equal parts.
struct ProductGrid {
  std::int64_t rows = 1;
  std::int64_t common = 1;
  std::int64_t columns = 1;
  double elements_sent = 0;
  double share = 1;  ///< of the work, that the busiest site has
};

/// What a grid sends, if operands and result are stored once, as parts of what sites need:
/// MK (pn - 1) + KN (pm - 1) + MN (pk - 1).
RELATILE_INLINE ProductGrid product_grid(const ProductShape& shape, std::int64_t rows,
                                         std::int64_t common, std::int64_t columns);

/// The grid that sends least, of all of at most so many sites whose busiest site has at most
/// `slack` times the least work that the busiest site of a grid can have.
RELATILE_INLINE ProductGrid best_product_grid(const ProductShape& shape, int sites,
                                              double slack = 1.25);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/product_bounds.hpp"
#endif
