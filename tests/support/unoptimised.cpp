// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Owns the precompiled header of tests that are compiled without optimisation.
#include <relatile/relatile.hpp>
