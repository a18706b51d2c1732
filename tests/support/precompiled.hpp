// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What nearly all tests include. Headers of sparse arrays, models and linear algebra would make it
// slower to read for the many that need none of them than it is quicker for the few.
#include <relatile/relatile.hpp>

#include "support/catch.hpp"
