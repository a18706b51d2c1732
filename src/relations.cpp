// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Relations from blocks, and back.
#include <relatile/array/relations/impl/data.hpp>
#include <relatile/array/relations/impl/placed.hpp>
