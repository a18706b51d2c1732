// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// How sites agree, what they do together, and what they send each other.
#include <relatile/transport/impl/current.hpp>
#include <relatile/transport/impl/interleaved.hpp>
#include <relatile/transport/impl/local_file.hpp>
#include <relatile/transport/impl/loopback.hpp>
#include <relatile/transport/impl/mpi.hpp>
#include <relatile/transport/impl/mpi_check.hpp>
#include <relatile/transport/impl/mpi_gather.hpp>
#include <relatile/transport/impl/mpi_job.hpp>
#include <relatile/transport/impl/mpi_lone_error.hpp>
#include <relatile/transport/impl/mpi_meetings.hpp>
#include <relatile/transport/impl/mpi_neighbours.hpp>
#include <relatile/transport/impl/mpi_type.hpp>
#include <relatile/transport/impl/operation.hpp>
#include <relatile/transport/impl/patience.hpp>
#include <relatile/transport/impl/replacement.hpp>
#include <relatile/transport/impl/shared_region.hpp>
#include <relatile/transport/impl/stretches.hpp>
#include <relatile/transport/impl/together.hpp>
#include <relatile/transport/impl/transport.hpp>
#include <relatile/transport/impl/unfinished_files.hpp>
