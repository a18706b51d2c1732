// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Arrays in HDF5's files.
#include <relatile/io/impl/hdf5.hpp>
