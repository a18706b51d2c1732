// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Clusters and decompositions.
#include <relatile/kernel/models/impl/nearest.hpp>
#include <relatile/models/impl/decompositions.hpp>
#include <relatile/models/impl/kmeans.hpp>
