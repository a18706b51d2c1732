// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// What every other folder is made of: boxes, accesses, memory, lines of programs.
#include <relatile/core/impl/access.hpp>
#include <relatile/core/impl/block.hpp>
#include <relatile/core/impl/box.hpp>
#include <relatile/core/impl/box_index.hpp>
#include <relatile/core/impl/buffer.hpp>
#include <relatile/core/impl/buffer_pool.hpp>
#include <relatile/core/impl/byte_runs.hpp>
#include <relatile/core/impl/compose_kernels.hpp>
#include <relatile/core/impl/dead_stack.hpp>
#include <relatile/core/impl/disabled_names.hpp>
#include <relatile/core/impl/element_type.hpp>
#include <relatile/core/impl/extent.hpp>
#include <relatile/core/impl/extents.hpp>
#include <relatile/core/impl/kernel_identity.hpp>
#include <relatile/core/impl/memory.hpp>
#include <relatile/core/impl/number_as.hpp>
#include <relatile/core/impl/scalar_types.hpp>
#include <relatile/core/impl/source_line.hpp>
#include <relatile/core/impl/units.hpp>
#include <relatile/core/impl/untold_errors.hpp>
