// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#define CATCH_CONFIG_RUNNER       // version 2 compiles its runner here; version 3 links it
#define CATCH_CONFIG_COLOUR_NONE  // mpirun gives ranks a terminal, which ends up in a log
#include "runner.hpp"

#include "catch.hpp"

int run_session(int argc, char** argv) { return Catch::Session().run(argc, argv); }
