// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Arrays from Eigen's matrices and vectors, and back: #include <relatile/eigen.hpp>

#include "relatile/array/eigen.hpp"
