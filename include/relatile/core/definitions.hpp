// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Where functions are compiled that don't depend on a user's types.
//
// From headers alone, in every file that uses them: they are inline, and every header brings its
// definitions along. With RELATILE_COMPILED, which the target relatile::relatile defines, once:
// headers declare them, and the library's sources (src/) include the definitions by name. A header
// x.hpp of this kind ends with
//
//     #if defined(RELATILE_DEFINITIONS)
//     #include "relatile/folder/impl/x.hpp"
//     #endif
//
// and impl/x.hpp defines, with RELATILE_INLINE before it, what x.hpp declares. Templates that are
// known for a list of types go the same way, without the word; src/ instantiates them.
//
// Virtual functions that are defined so have RELATILE_INLINE before their declaration, too: a class
// whose first such function is not inline where it is declared has its table of functions, and all
// that these call, compiled wherever that function is defined, though nobody may use the class.

#if defined(RELATILE_COMPILED)
#define RELATILE_INLINE
#else
#define RELATILE_INLINE inline
#define RELATILE_DEFINITIONS
#endif
