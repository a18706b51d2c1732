// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/own_function.hpp"

namespace relatile::kernel {

RELATILE_INLINE Stage CompiledFunction::stage() const {
  Stage made;
  made.name = name;
  made.output = result;
  made.flops_per_element = Flops{flops};
  if (own != nullptr) {
    made.run = own->run;
    made.plain = own->plain;
    made.identity = own->identity;
    made.partials = own->partials;
  } else {
    made.run = run;
    made.plain = plain;
    made.identity.type = type;
    made.identity.pure = true;
  }
  return made;
}

}  // namespace relatile::kernel
