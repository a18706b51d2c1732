// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace relatile::kernel {

/// Of the vector registers of the machine that is compiled for.
#if defined(__AVX512F__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

/// Numbers that operators of the language compute with side by side.
template <class T>
using Pack [[gnu::vector_size(vector_bytes)]] = T;
template <class T>
inline constexpr std::int64_t lanes_of = std::int64_t(vector_bytes / sizeof(T));

/// Vectors are read where they lie, whatever the alignment.
template <class T>
void load(Pack<T>& to, const T* from) {
  std::memcpy(&to, from, vector_bytes);
}
template <class T>
void store(T* to, const Pack<T>& from) {
  std::memcpy(to, &from, vector_bytes);
}

}  // namespace relatile::kernel
