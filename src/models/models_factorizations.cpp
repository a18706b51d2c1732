// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Products of thin matrices, and clusters by eigenvectors.
#include <relatile/models/impl/factorizations.hpp>
#include <relatile/models/impl/spectral_clustering.hpp>
