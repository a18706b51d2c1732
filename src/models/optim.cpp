// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Minimisers of numbers that all ranks have.
#include <relatile/optim/impl/lbfgs_history.hpp>
#include <relatile/optim/impl/minibatches.hpp>
#include <relatile/optim/impl/minimise_numbers.hpp>
