// expect: relatile: optim: a function gives std::tuple\(value, gradient, ...\).* value_and_grad\(loss, x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>
#include <relatile/optim.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto least(const rt::Array<double, 1>& x) {
  return rt::optim::lbfgs([](const auto& v) { return rt::sum(v * v).item(); }, x);
}
