// expect: relatile: an einsum with sparse operands has at most three
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto chain(const rt::SparseArray<double>& s) { return rt::einsum<"ij,jk,kl,lm->im">(s, s, s, s); }
