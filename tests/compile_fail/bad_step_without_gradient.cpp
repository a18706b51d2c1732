// expect: relatile: optim: a step takes the gradient as well: step\(w, grad\(loss, w\)\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/optim.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

void step(rt::optim::Adam& adam, rt::Array<double, 1>& w) { adam.step(w); }
