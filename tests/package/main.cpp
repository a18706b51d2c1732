// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

int main(int argc, char** argv) {
  relatile::Context context(argc, argv);
  return 0;
}
