// expect: relatile: save: of dense arrays: save_sparse\(path, s\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

void save(const rt::SparseArray<double>& s) { rt::save("s.npy", s); }
