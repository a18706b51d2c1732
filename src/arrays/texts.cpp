// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Arrays as text.
#include <relatile/array/text/impl/print.hpp>
