// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Derivatives of array programs: #include <relatile/grad.hpp>, beside or instead of relatile.hpp.

#include "relatile/grad/grad.hpp"
#include "relatile/grad/jacobian.hpp"
#include "relatile/relatile.hpp"
