// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Arrays in files.
#include <relatile/io/impl/csv.hpp>
#include <relatile/io/impl/load.hpp>
#include <relatile/io/impl/matrix_market.hpp>
#include <relatile/io/impl/npy.hpp>
#include <relatile/io/impl/npz.hpp>
#include <relatile/io/impl/raw.hpp>
#include <relatile/io/impl/savetxt.hpp>
