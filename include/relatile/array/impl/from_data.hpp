// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/from_data.hpp"

#include <cstring>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/stored.hpp"
#include "relatile/core/nth.hpp"
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
  if (here && static_cast<std::int64_t>(size) != volume(shape)) {
    throw ShapeMismatch("relatile: " + std::string(operation) + ": " + std::to_string(size) +
                        " elements do not make an array of shape " + to_string(shape));
  }
}

RELATILE_INLINE tra::NodePtr store_part(ElementType element, const Extents& whole,
                                        const Extents& offset, const Extents& extents,
                                        const void* elements, std::size_t size) {
  transport::Transport& transport = transport::current();
  const transport::Operation operation("from_local", element.name() + " " + to_string(whole));
  if (transport.local_sites().size() != 1) {
    throw UnsupportedPlan("relatile: from_local: this context runs several sites in one process");
  }
  const bool sized = offset.rank() == whole.rank() && extents.rank() == whole.rank() &&
                     volume(extents) == static_cast<std::int64_t>(size);
  std::vector<std::int64_t> mine{sized ? 1 : 0};
  for (int d = 0; d < whole.rank(); ++d) {
    mine.push_back(sized ? offset[d] : 0);
    mine.push_back(sized ? extents[d] : 0);
  }
  const std::vector<std::int64_t> gathered = transport.gather(mine);
  std::vector<std::vector<Box>> held(static_cast<std::size_t>(transport.num_sites()));
  std::int64_t covered = 0;
  for (std::size_t site = 0; site < held.size(); ++site) {
    const std::int64_t* row = gathered.data() + site * mine.size();
    Box box = Box::whole(whole);
    for (int d = 0; d < whole.rank(); ++d) {
      box.low[d] = row[1 + 2 * d];
      box.high[d] = box.low[d] + row[2 + 2 * d];
    }
    bool fits = row[0] != 0 && (box.empty() || Box::whole(whole).contains(box));
    for (const auto& other : held) {
      if (!other.empty()) fits = fits && intersect(other[0], box).empty();
    }
    if (!fits) {
      std::ostringstream text;
      text << "relatile: from_local: the part " << box << " of rank " << site
           << " overlaps another one, lies outside the shape " << whole
           << ", or has another number of elements than its extents";
      throw ShapeMismatch(text.str());
    }
    covered += box.count();
    if (!box.empty()) held[site] = {box};
  }
  if (covered != volume(whole)) {
    throw ShapeMismatch("relatile: from_local: the parts of all ranks have " +
                        std::to_string(covered) + " elements, the array has " +
                        std::to_string(volume(whole)));
  }
  SiteData data;
  const auto& own = nth(held, transport.local_sites().front());
  if (!own.empty()) {
    data.pieces.push_back(new_piece(own[0], element));
    std::memcpy(data.pieces[0].data.get(), elements, size * element.size);
  }
  return stored_node("from_local", tra::array_type(element, whole), std::move(held), "as given",
                     {std::move(data)});
}

}  // namespace relatile::detail
