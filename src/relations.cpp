// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Relations from blocks, and back.
#include <relatile/array/impl/placed_relation.hpp>
#include <relatile/array/impl/relation_data.hpp>
