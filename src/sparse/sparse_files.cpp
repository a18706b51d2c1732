// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Sparse matrices in files.
#include <relatile/sparse/files/impl/entry_lists.hpp>
#include <relatile/sparse/files/impl/files.hpp>
#include <relatile/sparse/files/impl/saved.hpp>
