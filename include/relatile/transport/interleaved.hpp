// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "relatile/transport/stretches.hpp"

namespace relatile::transport::detail {

/// Whether boxes lie in a file as so many short runs that it is better to read or write long
/// stretches of it, even though these hold more than what is wanted.
inline bool are_interleaved(const FileArray& array, std::span<const Box> boxes) {
  constexpr std::int64_t long_run = 64 * 1024;  // bytes
  constexpr std::int64_t few_runs = 16;
  constexpr std::int64_t most_waste = 8;  // bytes read for each one that is wanted
  bool short_runs = false;
  std::int64_t wanted = 0;
  for (const Box& box : boxes) {
    if (box.empty()) continue;
    const std::int64_t run = Runs(array.extents, box).length;
    short_runs |= run < long_run / array.element_size && box.count() / run > few_runs;
    wanted += box.count();
  }
  if (!short_runs) return false;
  Box hull = hull_of(boxes, array.extents.rank());
  for (auto& high : hull.high) --high;  // the last coordinate
  const std::int64_t first = linear_index(hull.low, array.extents);
  return (linear_index(hull.high, array.extents) - first) / most_waste < wanted;
}

/// Reads or writes interleaved boxes, such as columns. In each round every site holds one stretch
/// of the file, which it reads or writes at once; the sites pass each other its parts.
///
/// MPI-IO's collective calls do the same, but in Open MPI 4.1 an error on one site leaves the
/// others waiting, and a full disk is reported as success. Here an error changes no message: the
/// functions that access the file keep it, to be agreed on in the end.
class Interleaved {
 public:
  /// `boxes` are those of all sites. Throws std::bad_alloc; sends nothing yet.
  Interleaved(Transport& sites, const FileArray& array, std::vector<Box> boxes)
      : sites_(sites),
        array_(array),
        boxes_(std::move(boxes)),
        hull_(hull_of(boxes_, array.extents.rank())),
        most_(most_in_a_stretch(sites.num_sites(), array.element_size)),
        stretches_(array.extents, most_),
        round_(boxes_.size()),
        local_of_(boxes_.size()),
        sent_(sites.local_sites().size()) {
    for (const int site : sites.local_sites()) local_.push_back(make_local(site));
    for (auto& local : local_) local_of_[static_cast<std::size_t>(local.site)] = &local;
    parts_.reserve(2 * local_.size() * boxes_.size());
    messages_.reserve(parts_.capacity());
  }

  /// Fills the boxes of the local sites; `load(offset, bytes)` reads from the file.
  template <class Load>
  void read(std::span<const ReadBox> boxes, Load&& load) {
    for (std::size_t l = 0; l < local_.size(); ++l) local_[l].target = boxes[l].target.data();
    while (next_round()) {
      for (const Local& local : local_) {
        if (!local.stretch.empty()) load(offset_of(local.stretch), staged(local));
      }
      for (const Part& part : parts_) {
        if (part.holder == nullptr) continue;
        pack(part.holder->stretch, part.holder->stage.get(), part.box, unit(), part.held);
      }
      exchange(&Part::holder_site, &Part::held, &Part::owner_site, &Part::owned);
      for (const Part& part : parts_) {
        if (part.owner == nullptr) continue;
        unpack(part.owner->box, part.owner->target, part.box, unit(), part.owned);
      }
    }
  }

  /// Writes the boxes of the local sites; `store(offset, bytes)` writes to the file.
  template <class Store>
  void write(std::span<const WriteBox> boxes, Store&& store) {
    for (std::size_t l = 0; l < local_.size(); ++l) local_[l].source = boxes[l].source.data();
    while (next_round()) {
      for (const Part& part : parts_) {
        if (part.owner == nullptr) continue;
        pack(part.owner->box, part.owner->source, part.box, unit(), part.owned);
      }
      exchange(&Part::owner_site, &Part::owned, &Part::holder_site, &Part::held);
      for (const Part& part : parts_) {
        if (part.holder == nullptr) continue;
        unpack(part.holder->stretch, part.holder->stage.get(), part.box, unit(), part.held);
      }
      for (const Local& local : local_) store_stretch(local, store);
    }
  }

 private:
  /// A site that runs here: its box, and what it holds in one round.
  struct Local {
    int site = 0;
    Box box;
    std::byte* target = nullptr;
    const std::byte* source = nullptr;
    Box stretch;
    std::unique_ptr<std::byte[]> stage;  // the stretch
    std::unique_ptr<std::byte[]> held;   // the parts of the stretch, packed
    std::unique_ptr<std::byte[]> owned;  // the parts of the box, packed
    std::byte* next_held = nullptr;
    std::byte* next_owned = nullptr;
  };
  /// What one site's stretch and another's box have in common. What is not here is null.
  struct Part {
    Box box;
    int holder_site = 0;
    int owner_site = 0;
    Local* holder = nullptr;
    Local* owner = nullptr;
    std::byte* held = nullptr;
    std::byte* owned = nullptr;
  };

  /// About 16 MiB are on their way in a round, but stretches are long enough for a disk.
  static std::int64_t most_in_a_stretch(int num_sites, std::int64_t element_size) {
    const std::int64_t bytes = std::max<std::int64_t>((16 << 20) / num_sites, 256 << 10);
    return std::max<std::int64_t>(bytes / element_size, 1);
  }
  std::int64_t unit() const { return array_.element_size; }
  std::int64_t offset_of(const Box& stretch) const {
    return array_.offset + linear_index(stretch.low, array_.extents) * unit();
  }
  std::span<std::byte> staged(const Local& local) const {
    return {local.stage.get(), static_cast<std::size_t>(local.stretch.count() * unit())};
  }

  Local make_local(int site) const {
    const auto buffer = [&](std::int64_t elements) {
      return std::make_unique_for_overwrite<std::byte[]>(
          static_cast<std::size_t>(elements * unit()));
    };
    Local local;
    local.site = site;
    local.box = boxes_[static_cast<std::size_t>(site)];
    local.stage = buffer(most_);
    std::int64_t held = 0;
    for (const Box& box : boxes_) held += std::min(box.count(), most_);
    local.held = buffer(held);
    local.owned = buffer(std::min(local.box.count(), most_ * sites_.num_sites()));
    return local;
  }

  /// Gives every site its next stretch; false if all have been dealt with. The same on all sites.
  bool next_round() {
    for (Box& stretch : round_) {
      do {
        stretch = stretches_[next_stretch_++];
      } while (next_stretch_ < stretches_.count() && intersect(stretch, hull_).empty());
      if (intersect(stretch, hull_).empty()) stretch = Box::nothing(hull_.rank());
    }
    parts_.clear();
    for (Local& local : local_) {
      local.stretch = round_[static_cast<std::size_t>(local.site)];
      local.next_held = local.held.get();
      local.next_owned = local.owned.get();
    }
    const int num_sites = sites_.num_sites();
    for (const Local& local : local_) {
      for (int other = 0; other < num_sites; ++other) add_part(local.site, other);
      for (int other = 0; other < num_sites; ++other) {
        const bool is_local = local_of_[static_cast<std::size_t>(other)] != nullptr;
        if (!is_local) add_part(other, local.site);
      }
    }
    return !round_.front().empty();
  }

  void add_part(int holder, int owner) {
    const Box box = intersect(round_[static_cast<std::size_t>(holder)],
                              boxes_[static_cast<std::size_t>(owner)]);
    if (box.empty()) return;
    Part part{box, holder, owner, local_of_[static_cast<std::size_t>(holder)],
              local_of_[static_cast<std::size_t>(owner)]};
    const std::int64_t bytes = box.count() * unit();
    const auto take = [&](std::byte*& next) { return std::exchange(next, next + bytes); };
    if (part.holder != nullptr) part.held = take(part.holder->next_held);
    if (part.owner != nullptr) part.owned = take(part.owner->next_owned);
    parts_.push_back(part);
  }

  void exchange(int Part::*from, std::byte* Part::*source, int Part::*to,
                std::byte* Part::*target) {
    messages_.clear();
    for (const Part& part : parts_) {
      messages_.push_back(
          {part.*from, part.*to, part.*source, part.*target, part.box.count() * unit()});
    }
    sites_.point_to_point(messages_, sent_);
  }

  /// Writes what was received of a stretch: at once if that is all of it.
  template <class Store>
  void store_stretch(const Local& local, Store&& store) const {
    const auto bytes = staged(local);
    const std::int64_t offset = offset_of(local.stretch);
    std::int64_t received = 0;
    for (const Part& part : parts_) received += part.holder == &local ? part.box.count() : 0;
    if (received == local.stretch.count()) {
      store(offset, std::span<const std::byte>(bytes));
      return;
    }
    for (const Part& part : parts_) {
      if (part.holder != &local) continue;
      for_each_run_of(local.stretch, part.box, unit(), [&](std::int64_t at, std::int64_t count) {
        store(offset + at, std::span<const std::byte>(bytes).subspan(
                               static_cast<std::size_t>(at), static_cast<std::size_t>(count)));
      });
    }
  }

  Transport& sites_;
  const FileArray& array_;
  std::vector<Box> boxes_;  // of all sites
  Box hull_;
  std::int64_t most_;  // elements in a stretch
  Stretches stretches_;
  std::int64_t next_stretch_ = 0;
  std::vector<Box> round_;  // the stretches of all sites
  std::vector<Local> local_;
  std::vector<Local*> local_of_;  // by site; null if it does not run here
  std::vector<Part> parts_;
  std::vector<Message> messages_;
  std::vector<Sent> sent_;  // not counted: these messages belong to no plan
};

}  // namespace relatile::transport::detail
