// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Discrete Fourier transforms, by numpy.fft's names: #include <relatile/fft.hpp>, beside or instead
// of relatile.hpp.

#include "relatile/fft/frequencies.hpp"
#include "relatile/fft/many_axes.hpp"
#include "relatile/fft/transforms.hpp"
#include "relatile/relatile.hpp"
