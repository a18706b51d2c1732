// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include "relatile/function/list.hpp"
#include "relatile/kernel/functions/vector_library.hpp"

namespace relatile::kernel {

/// True for functions of floats that have vector code in Eigen.
template <class F>
inline constexpr bool in_eigen =
    std::is_same_v<F, function::Sin> || std::is_same_v<F, function::Cos> ||
    std::is_same_v<F, function::Log1p> || std::is_same_v<F, function::Tanh>;

/// True for what has faster vector code than a loop can have: see impl/vector_code.hpp.
template <class F, class C>
inline constexpr bool runs_alone =
    in_vector_library<F> ? std::is_same_v<C, float> || std::is_same_v<C, double>
                         : in_eigen<F>&& std::is_same_v<C, float>;

}  // namespace relatile::kernel
