// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Arrays and attributes in HDF5's files.
#include <relatile/io/hdf5/impl/attributes.hpp>
#include <relatile/io/hdf5/impl/datasets.hpp>
