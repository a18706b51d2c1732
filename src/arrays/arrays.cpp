// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Arrays from data, and back.
#include <relatile/array/guests/impl/scalapack.hpp>
#include <relatile/array/impl/adopt.hpp>
#include <relatile/array/impl/choices.hpp>
#include <relatile/array/impl/comparison.hpp>
#include <relatile/array/impl/conversion.hpp>
#include <relatile/array/impl/from_data.hpp>
#include <relatile/array/impl/from_local_rows.hpp>
#include <relatile/array/impl/in_braces.hpp>
#include <relatile/array/impl/parts.hpp>
#include <relatile/array/impl/placed.hpp>
#include <relatile/array/impl/same_data.hpp>
#include <relatile/array/impl/shape.hpp>
#include <relatile/array/impl/stored.hpp>
#include <relatile/array/impl/tapers.hpp>
#include <relatile/array/parts/impl/compress.hpp>
#include <relatile/array/reductions/impl/norm.hpp>
#include <relatile/array/shapes/impl/flip.hpp>
#include <relatile/array/shapes/impl/joining.hpp>
#include <relatile/array/shapes/impl/pad.hpp>
#include <relatile/array/shapes/impl/reshape.hpp>
#include <relatile/array/shapes/impl/roll.hpp>
#include <relatile/array/shapes/impl/stencil.hpp>
#include <relatile/array/shapes/impl/windows.hpp>
#include <relatile/linalg/impl/convolve.hpp>
