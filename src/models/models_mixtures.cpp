// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Naive Bayes, and clusters to which rows belong in part.
#include <relatile/models/impl/mixtures.hpp>
#include <relatile/models/impl/naive_bayes.hpp>
