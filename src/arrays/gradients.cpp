// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Derivatives of programs.
#include <relatile/grad/impl/origins.hpp>
#include <relatile/grad/impl/reverse.hpp>
