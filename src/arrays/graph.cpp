// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The logical algebra: what makes the nodes of a graph, and their types.
#include <relatile/expr/impl/session.hpp>
#include <relatile/tra/impl/aggregate.hpp>
#include <relatile/tra/impl/along_axis.hpp>
#include <relatile/tra/impl/assemble.hpp>
#include <relatile/tra/impl/block_operator.hpp>
#include <relatile/tra/impl/blocks.hpp>
#include <relatile/tra/impl/concat.hpp>
#include <relatile/tra/impl/contract.hpp>
#include <relatile/tra/impl/contract_many.hpp>
#include <relatile/tra/impl/filter.hpp>
#include <relatile/tra/impl/flops.hpp>
#include <relatile/tra/impl/graph.hpp>
#include <relatile/tra/impl/graph_key.hpp>
#include <relatile/tra/impl/indexing.hpp>
#include <relatile/tra/impl/join.hpp>
#include <relatile/tra/impl/labels.hpp>
#include <relatile/tra/impl/map.hpp>
#include <relatile/tra/impl/node.hpp>
#include <relatile/tra/impl/on_pieces.hpp>
#include <relatile/tra/impl/rekey.hpp>
#include <relatile/tra/impl/relation_type.hpp>
#include <relatile/tra/impl/reshape.hpp>
#include <relatile/tra/impl/select.hpp>
#include <relatile/tra/impl/semiring.hpp>
#include <relatile/tra/impl/tile.hpp>
#include <relatile/tra/impl/transform.hpp>
