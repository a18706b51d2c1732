// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Includes the whole library and does nothing. Its compile command is the one that
// cmake/check_compiles.py repeats.
#include <relatile/relatile.hpp>
