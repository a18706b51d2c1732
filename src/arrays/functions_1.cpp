// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Half of the elementwise functions, for all types.
#include "listed_functions.hpp"

namespace relatile::sources {
extern const std::array<Row, function::Elementwise::size> functions_1;
const std::array<Row, function::Elementwise::size> functions_1 =
    share<0, 2>(function::Elementwise{});
}  // namespace relatile::sources
