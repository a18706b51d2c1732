// expect: no member: rt::transpose\(s\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto turned(const rt::SparseArray<double>& s) { return s.T(); }
