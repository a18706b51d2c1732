// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Where functions are compiled that don't depend on a user's types.
//
// Header-only, everywhere: they are inline, and every header brings its definitions along. With
// RELATILE_COMPILED, which the target relatile::relatile defines, once: headers declare them, and
// each impl/x.hpp is included by one of the library's own sources, src/*.cpp. A program without
// these sources defines RELATILE_COMPILED_SOURCE in one file of its own, before it includes
// relatile/backend.hpp: there headers bring all definitions. A header x.hpp of this kind ends with
//
//     #if defined(RELATILE_DEFINITIONS)
//     #include "relatile/folder/impl/x.hpp"
//     #endif
//
// and impl/x.hpp defines, with RELATILE_INLINE before it, what x.hpp declares. Templates that are
// known for a list of types go the same way, without the word; src/ instantiates them.

#if defined(RELATILE_COMPILED)
#define RELATILE_INLINE
#else
#define RELATILE_INLINE inline
#endif

#if !defined(RELATILE_COMPILED) || defined(RELATILE_COMPILED_SOURCE)
#define RELATILE_DEFINITIONS
#endif
