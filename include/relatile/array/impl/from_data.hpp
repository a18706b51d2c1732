// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/from_data.hpp"

#include <string>
#include <utility>
#include <vector>

#include "relatile/array/parts.hpp"
#include "relatile/array/stored.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr store_whole(const char* operation, const ComparedElements& type,
                                         const Extents& shape, const Placing& placing,
                                         ElementsOf write, const void* source) {
  const std::string name = operation;
  if (placing.kind == Placing::Kind::split) {
    throw UnsupportedPlan("relatile: " + name +
                          ": the data is on all ranks (everywhere) or on one (on_rank(r)); use "
                          "from_local for parts that ranks own");
  }
  const Session& session = Session::current();
  const placement::Placement target = resolve(placing, shape, session.num_sites());
  std::vector<SiteData> local;
  ArrayPiece piece;
  for (int site : session.local_sites()) {
    SiteData data;
    if (!target.of(site).empty() && !target.of(site)[0].empty()) {
      if (!piece.data) {
        piece = new_piece(Box::whole(shape), type.type);
        write(source, piece.data.get());
      }
      data.pieces.push_back(piece);
    }
    local.push_back(std::move(data));
  }
  const bool everywhere = placing.kind == Placing::Kind::everywhere;
  require_same_data(name, type, piece.data.get(),
                    everywhere ? shape : Extents::filled(shape.rank(), 0), shape);
  return stored_node(name, tra::array_type(type.type, shape), target.table(), target.text,
                     std::move(local));
}

RELATILE_INLINE void require_size(const char* operation, const Extents& shape,
                                  const Placing& placing, std::size_t size) {
  const bool here = placing.kind == Placing::Kind::everywhere ||
                    placing.rank == Session::current().local_sites().front();
  // Others can't know how many this rank has: when ranks meet they are told.
  asked_by_each_site([&] {
    if (!here || static_cast<std::int64_t>(size) == volume(shape)) return true;
    throw ShapeMismatch("relatile: " + std::string(operation) + ": " + std::to_string(size) +
                        " elements do not make an array of shape " + to_string(shape));
  });
}

RELATILE_INLINE tra::NodePtr store_part(ElementType element, const Extents& whole,
                                        const Extents& offset, const Extents& extents,
                                        ElementsOf write, const void* source, std::size_t size) {
  transport::Transport& transport = transport::current();
  const transport::Operation operation("from_local", element.name() + " " + to_string(whole));
  std::vector<std::vector<Box>> held =
      agree_on_parts("from_local", transport, whole, offset, extents, size);
  return store_held("from_local", element, whole, std::move(held), write, source);
}

RELATILE_INLINE tra::NodePtr store_held(const std::string& operation, ElementType element,
                                        const Extents& whole, std::vector<std::vector<Box>> held,
                                        ElementsOf write, const void* source) {
  SiteData data;
  const auto& own = nth(held, transport::current().local_sites().front());
  if (!own.empty()) {
    data.pieces.push_back(new_piece(own[0], element));
    write(source, data.pieces[0].data.get());
  }
  return stored_node(operation, tra::array_type(element, whole), std::move(held), "as given",
                     {std::move(data)});
}

RELATILE_INLINE void refuse_count(std::int64_t given, std::int64_t wanted) {
  throw ShapeMismatch("relatile: fromiter: " + std::to_string(given) + " elements, and not " +
                      std::to_string(wanted));
}

RELATILE_INLINE void refuse_endless() {
  throw ShapeMismatch(
      "relatile: fromiter: a function gives numbers for ever; say how many: fromiter(f, count)");
}

}  // namespace relatile::detail
