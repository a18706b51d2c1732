// expect: relatile: optim: parameters are real: steps of whole numbers are cut to 0
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/optim.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

void moved(rt::Array<int, 1>& w) {
  rt::optim::Sgd by;
  by.step(w, 2 * w);
}
