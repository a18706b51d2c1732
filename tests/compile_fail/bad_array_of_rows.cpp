// expect: relatile: array: of a range of numbers; of rows make one of all of them
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>
#include <vector>

namespace rt = relatile;

auto rows(const std::vector<std::vector<double>>& numbers) { return rt::array(numbers); }
