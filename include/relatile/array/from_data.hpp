// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/array/same_data.hpp"
#include "relatile/array/shape.hpp"
#include "relatile/array/stored.hpp"
#include "relatile/kernel/eigen_matrix.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"

// Arrays from data that ranks already have.

namespace relatile {

namespace detail {

/// Stores one dense row-major array, copied once per process, on every site or on one.
template <class T, int N, class Fill>
Array<T, N> store_whole(std::string name, const Extents& shape, const Placing& placing,
                        Fill&& fill) {
  if (placing.kind == Placing::Kind::split) {
    throw UnsupportedPlan("relatile: " + name +
                          ": the data is on all ranks (everywhere) or on one (on_rank(r)); use "
                          "from_local for parts that ranks own");
  }
  const Session& session = Session::current();
  const placement::Placement target = resolve(placing, shape, session.num_sites());
  std::vector<SiteData> local;
  ArrayPiece piece;
  const T* elements = nullptr;
  for (int site : session.local_sites()) {
    SiteData data;
    if (!target.of(site).empty() && !target.of(site)[0].empty()) {
      if (!piece.data) {
        piece = new_piece(Box::whole(shape), element_type_of<T>());
        fill(reinterpret_cast<T*>(piece.data.get()));
        elements = reinterpret_cast<const T*>(piece.data.get());
      }
      data.pieces.push_back(piece);
    }
    local.push_back(std::move(data));
  }
  const bool everywhere = placing.kind == Placing::Kind::everywhere;
  require_same_data(name, elements, everywhere ? shape : Extents::filled(N, 0), shape);
  return Array<T, N>(stored_node(std::move(name), tra::array_type(element_type_of<T>(), shape),
                                 target.boxes, target.text, std::move(local)));
}

}  // namespace detail

/// An array from an Eigen matrix or vector that all ranks have (`everywhere`), or that only one has
/// (`on_rank(r)`; the others pass one of the same shape, whose elements are not read).
///
///   errors  PlanMismatch, on every rank, if ranks have different data or shapes, and
///           RELATILE_CHECK=1 asks to compare them
template <kernel::EigenDense M>
auto from_eigen(const M& m, const Placing& placing = everywhere,
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = typename M::Scalar;
  return detail::store_whole<T, kernel::eigen_rank<M>>(
      "from_eigen", kernel::eigen_shape(m), placing,
      [&](T* data) { kernel::eigen_write(m, data); });
}

/// An array of `shape` from its elements in row-major order, on all ranks or on one.
///
///   errors  ShapeMismatch, on the ranks whose span does not have as many elements
template <class T, std::size_t N>
auto from_span(std::span<T> elements, const Extent (&shape)[N], const Placing& placing = everywhere,
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = std::remove_const_t<T>;
  const Extents extents = detail::require_shape<int(N)>("from_span", detail::to_extents(shape));
  const bool here = placing.kind == Placing::Kind::everywhere ||
                    placing.rank == Session::current().local_sites().front();
  if (here && static_cast<std::int64_t>(elements.size()) != volume(extents)) {
    throw ShapeMismatch("relatile: from_span: " + std::to_string(elements.size()) +
                        " elements do not make an array of shape " + to_string(extents));
  }
  return detail::store_whole<Element, int(N)>("from_span", extents, placing, [&](Element* data) {
    std::copy(elements.begin(), elements.end(), data);
  });
}

/// An array from the parts that ranks own: this rank's part is the box that starts at `offset`
/// and has `extents`, its elements row-major in `part`. Collective; the parts of all ranks must
/// tile the array.
///
///   errors  ShapeMismatch, on every rank, if parts overlap, leave gaps or lie outside
template <class T, std::size_t N>
Array<std::remove_const_t<T>, int(N)> from_local(const Extent (&shape)[N], const Extents& offset,
                                                 const Extents& extents, std::span<T> part,
                                                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = std::remove_const_t<T>;
  const Extents whole = detail::require_shape<int(N)>("from_local", detail::to_extents(shape));
  transport::Transport& transport = transport::current();
  const transport::Operation operation("from_local",
                                       element_type_of<Element>().name() + " " + to_string(whole));
  if (transport.local_sites().size() != 1) {
    throw UnsupportedPlan("relatile: from_local: this context runs several sites in one process");
  }
  const bool sized = offset.rank() == int(N) && extents.rank() == int(N) &&
                     volume(extents) == static_cast<std::int64_t>(part.size());
  std::vector<std::int64_t> mine{sized ? 1 : 0};
  for (int d = 0; d < int(N); ++d) {
    mine.push_back(sized ? offset[d] : 0);
    mine.push_back(sized ? extents[d] : 0);
  }
  const std::vector<std::int64_t> gathered = transport.gather(mine);
  std::vector<std::vector<Box>> held(static_cast<std::size_t>(transport.num_sites()));
  std::int64_t covered = 0;
  for (std::size_t site = 0; site < held.size(); ++site) {
    const std::int64_t* row = gathered.data() + site * mine.size();
    Box box = Box::whole(whole);
    for (int d = 0; d < int(N); ++d) {
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
  const auto& own = held[static_cast<std::size_t>(transport.local_sites().front())];
  if (!own.empty()) {
    data.pieces.push_back(detail::new_piece(own[0], element_type_of<Element>()));
    std::copy(part.begin(), part.end(), reinterpret_cast<Element*>(data.pieces[0].data.get()));
  }
  return Array<Element, int(N)>(
      detail::stored_node("from_local", tra::array_type(element_type_of<Element>(), whole),
                          std::move(held), "as given", {std::move(data)}));
}

}  // namespace relatile
