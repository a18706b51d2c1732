// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

// Windows by which a signal of `points` elements is multiplied before its spectrum is taken, so
// that it fades in and out. They are symmetric; one point is 1, and fewer are none, as in NumPy.

namespace relatile {

/// A triangle that begins and ends at 0: numpy.bartlett.
Array<double, 1> bartlett(Extent points, SourceLine line = SourceLine::current());
/// Three terms of cosines that begin and end at nearly 0: numpy.blackman.
Array<double, 1> blackman(Extent points, SourceLine line = SourceLine::current());
/// A raised cosine that begins and ends at 0.08: numpy.hamming.
Array<double, 1> hamming(Extent points, SourceLine line = SourceLine::current());
/// A raised cosine that begins and ends at 0: numpy.hanning.
Array<double, 1> hanning(Extent points, SourceLine line = SourceLine::current());
/// Of the Bessel function i0; it is the narrower the greater `beta`, and 1 everywhere for 0:
/// numpy.kaiser.
Array<double, 1> kaiser(Extent points, double beta, SourceLine line = SourceLine::current());

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/tapers.hpp"
#endif
