// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Runs all tests of a program, as its arguments say, and returns how many failed. Catch2's runner
/// takes seconds to compile, so both mains share one.
int run_session(int argc, char** argv);
