// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace relatile {

/// What is done with a file that is there already.
enum class Hdf5Mode {
  append,  ///< it gets the new datasets beside those that it has; h5py's "a"
  replace  ///< a new file takes its place when it is complete; h5py's "w"
};

}  // namespace relatile
