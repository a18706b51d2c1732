// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Small dense systems of models, by Eigen, whose classes take long to compile.
#include <relatile/kernel/models/impl/ridge_rows.hpp>
#include <relatile/kernel/spectral/impl/small_dense.hpp>
