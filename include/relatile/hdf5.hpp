// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Arrays and attributes in HDF5's files: #include <relatile/hdf5.hpp>

#include "relatile/io/hdf5/attributes.hpp"
#include "relatile/io/hdf5/datasets.hpp"
