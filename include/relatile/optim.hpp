// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Minimisers, steps down gradients, minibatches: #include <relatile/optim.hpp>, beside or instead
// of relatile.hpp.

#include "relatile/optim/first_order.hpp"
#include "relatile/optim/learning_rates.hpp"
#include "relatile/optim/minibatches.hpp"
#include "relatile/optim/minimise.hpp"
#include "relatile/relatile.hpp"
