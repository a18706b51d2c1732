// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Arrays in files.
#include <relatile/io/impl/csv.hpp>
#include <relatile/io/impl/npy.hpp>
