// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// How sites agree, and what they do together; what they send each other is compiled with the
// engine.
#include <relatile/transport/impl/current.hpp>
#include <relatile/transport/impl/mpi_check.hpp>
#include <relatile/transport/impl/operation.hpp>
#include <relatile/transport/impl/patience.hpp>
#include <relatile/transport/impl/together.hpp>
#include <relatile/transport/impl/transport.hpp>
#include <relatile/transport/impl/unfinished_files.hpp>
