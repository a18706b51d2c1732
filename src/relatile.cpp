// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The planner, engine and transports, compiled once.
#define RELATILE_COMPILED_SOURCE
#include <relatile/backend.hpp>
