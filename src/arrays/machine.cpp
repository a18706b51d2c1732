// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Measuring the machine, and keeping what was measured.
#include <relatile/machine/impl/calibrate.hpp>
#include <relatile/machine/impl/kept_machine.hpp>
#include <relatile/machine/impl/machine_file.hpp>
