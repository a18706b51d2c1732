// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The main of the unit tests.
#define CATCH_CONFIG_RUNNER  // version 2 compiles its runner here; version 3 links it
#include "catch.hpp"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
