// expect: relatile: savetxt: the file comes first, as in NumPy: savetxt\(path, x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void keep(const rt::Array<double, 2>& a) { rt::savetxt(a, "a.csv"); }
