// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What most programs need: #include <relatile/relatile.hpp>
//
// Headers of their own: plans by hand (relatile/implementation_algebra.hpp), saved plans
// (relatile/save_plan.hpp), measuring a machine (relatile/calibrate.hpp), objects in relations
// (relatile/transport/packed.hpp).

#include "relatile/arrays.hpp"
#include "relatile/eigen.hpp"
#include "relatile/relations.hpp"
