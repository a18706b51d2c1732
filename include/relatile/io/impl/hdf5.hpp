// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/hdf5.hpp"
#include "relatile/io/hdf5_attributes.hpp"

// With HDF5, or, in a build without it, what says that it is missing.

#if defined(RELATILE_HAS_HDF5)
#include "relatile/io/impl/hdf5_attributes.hpp"
#include "relatile/io/impl/hdf5_load.hpp"
#include "relatile/io/impl/hdf5_save.hpp"
#else
#include "relatile/io/impl/hdf5_absent.hpp"
#endif

#include "relatile/io/impl/wanted.hpp"

namespace relatile::io::detail {

#if defined(RELATILE_COMPILED)
Hdf5Reader hdf5_reader() { return {&load_hdf5_wanted, &names_of_datasets}; }
#else
/// From here on `load` reads HDF5's files.
inline const bool reads_hdf5 = [] {
  hdf5_reader() = {&load_hdf5_wanted, &names_of_datasets};
  return true;
}();
#endif

}  // namespace relatile::io::detail
