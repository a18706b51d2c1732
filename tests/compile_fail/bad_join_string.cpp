// expect: relatile: join: this kernel returns what can't be sent: .* #include <relatile/transport/packed.hpp>
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <string>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto joined() {
  return rt::join(relation(), relation(), rt::on<0, 1>, rt::on<0, 1>,
                  [](const auto&, const auto&) { return std::string("x"); });
}

auto all() { return rt::evaluate(joined()); }
