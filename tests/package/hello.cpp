// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// As little as a program can do: cheap to compile from headers alone.
#include <relatile/relatile.hpp>

namespace rt = relatile;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  rt::print("hello from", context.size(), "ranks");
  return context.size() == 2 ? 0 : 1;
}
