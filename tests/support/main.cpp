// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The main of the unit tests.
#include "runner.hpp"

int main(int argc, char** argv) { return run_session(argc, argv); }
