// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// What sorts, partitions and quantiles have to give, in plain loops over many numbers: compiled
// once and optimised, as most tests are not.

namespace relatile::test {

/// Whether both are the same number, or both NaN.
bool equal(double a, double b);

/// Numbers of many kinds: ties, infinities, zeros of both signs, NaN, ascending, all equal.
std::vector<double> numbers(const std::string& kind, std::int64_t count);

/// What a line without NaN has at a place once it is sorted.
double element_in_order(std::vector<double> line, std::int64_t place);

/// The elements of a line at the places of `order`.
std::vector<double> in_order(const std::vector<double>& line,
                             const std::vector<std::int64_t>& order);

/// How many of `count` places are not in `order`.
std::int64_t num_left_out(const std::vector<std::int64_t>& order, std::size_t count);

/// In NumPy's order: NaN last.
std::vector<double> sorted_as_numpy(std::vector<double> line);

/// How many elements before a place come after the element there, or the other way round.
std::int64_t on_wrong_side(const std::vector<double>& line, std::int64_t place);

/// How many elements differ, of lines of one length.
std::int64_t differences(const std::vector<double>& a, const std::vector<double>& b);

std::int64_t negative_zeros(const std::vector<double>& line);

/// A quantile of a line in NumPy's order, as numpy.quantile interpolates, or numpy.nanquantile if
/// NaN are skipped.
double quantile_of(const std::vector<double>& sorted, double q, const std::string& method,
                   bool skip_nan);

}  // namespace relatile::test
