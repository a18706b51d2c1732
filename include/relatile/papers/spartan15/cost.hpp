// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include "relatile/core/access.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

// The cost profiles of [spartan15]: what a worker reads from others and sends to them, given how
// the arrays are tiled. An array that is not tiled as the operator wants it costs its size.
namespace relatile::papers::spartan15 {

/// How an array is cut into tiles, one a worker: along which axes.
struct Tiling {
  unsigned axes = 0;  ///< bit a: axis a is cut

  static constexpr Tiling along(int axis) { return {1U << axis}; }
  constexpr bool cuts(int axis) const { return (axes >> axis & 1U) != 0; }
  friend constexpr bool operator==(const Tiling&, const Tiling&) = default;
};

inline constexpr Tiling none{};
inline constexpr Tiling row = Tiling::along(0);
inline constexpr Tiling column = Tiling::along(1);
inline constexpr Tiling block{3};

/// The tiling of swapaxis(S, a, b), a view: it costs nothing.
constexpr Tiling swapped(Tiling tiling, int a, int b) {
  if (tiling.cuts(a) == tiling.cuts(b)) return tiling;
  return {tiling.axes ^ (1U << a) ^ (1U << b)};
}

struct TiledArray {
  Tiling tiling;
  Floats size;
};

/// Cutting an array anew: all of it.
inline Floats retile(const TiledArray& array, Tiling wanted) {
  return array.tiling == wanted ? Floats{0} : array.size;
}

/// D = map(f, S1, S2, ...): the inputs that are tiled otherwise than D.
///
///   source  [spartan15] section 3.1 compares with S1, as which D is tiled; section 3.3 with D
RELATILE_INLINE Floats map(Tiling output, std::span<const TiledArray> inputs);

/// D = filter(f, S): a view.
///
///   source  [spartan15] section 3.1
inline Floats filter(const TiledArray&) { return {0}; }

/// D = fold(f, S, axis): nothing where every tile extends along all of the axis, else S.
///
///   source  [spartan15] section 3.1: "tiled along the axis dimension"; in the authors' code a sum
///           over axis 0 is free where axis 1 is cut, and so here
inline Floats fold(const TiledArray& input, int axis) {
  return input.tiling.cuts(axis) ? input.size : Floats{0};
}

/// D = scan(f, S, axis): as fold.
///
///   source  [spartan15] section 3.1
inline Floats scan(const TiledArray& input, int axis) { return fold(input, axis); }

/// The axis of an input of join_update that every worker reads whole.
inline constexpr int whole_array = -1;

struct JoinInput {
  TiledArray array;
  int axis = whole_array;
};

/// D = join_update(f, g, S1, S2, ..., axis1, axis2, ...): inputs that are not cut along their axis
/// alone, and the update of the output: D.size, unless more is known about f.
///
///   source  [spartan15] section 3.1
RELATILE_INLINE Floats join_update(std::span<const JoinInput> inputs, Floats update);

/// X Y, a worker having rows of X and reading all of Y; the rows of the result stay with it.
///
///   source  [spartan15] Figure 2 (a)
inline Floats product_by_rows(const TiledArray& x, const TiledArray& y) {
  const JoinInput inputs[] = {{x, 0}, {y, whole_array}};
  return join_update(inputs, Floats{0});
}

/// X Y, a worker having columns of X and rows of Y, and updating all of the result.
///
///   source  [spartan15] Figure 2 (b)
inline Floats product_by_sums(const TiledArray& x, const TiledArray& y, Floats result) {
  const JoinInput inputs[] = {{x, 1}, {y, 0}};
  return join_update(inputs, result);
}

/// The labels of an operator, as bits, that are cut where `tiling` cuts an array read or made by
/// `access`. An axis without a label counts as a label that nothing else has.
RELATILE_INLINE unsigned labels_cut(const Access& access, Tiling tiling);

/// The profiles above as one, for any operator of the logical algebra whose workers share the
/// labels in `work` (bits) among them: every array that is not cut along these labels costs its
/// size. An operator that shares a label it aggregates thus updates all of its output.
RELATILE_INLINE Floats operator_cost(const tra::Node& node, unsigned work,
                                     std::span<const Tiling> inputs, Tiling output);

}  // namespace relatile::papers::spartan15

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/spartan15/impl/cost.hpp"
#endif
