// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Relations from blocks, and back; their kernels and joins.
#include <relatile/array/relations/impl/data.hpp>
#include <relatile/array/relations/impl/placed.hpp>
#include <relatile/expr/impl/pending_join.hpp>
#include <relatile/kernel/blocks/impl/block_kernel.hpp>
#include <relatile/kernel/blocks/impl/block_result.hpp>
#include <relatile/kernel/blocks/impl/kernel_call.hpp>
#include <relatile/kernel/blocks/impl/probe.hpp>
#include <relatile/kernel/blocks/impl/ready_partials.hpp>
#include <relatile/kernel/blocks/impl/sample_blocks.hpp>
