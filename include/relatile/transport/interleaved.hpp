// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/stretches.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport::detail {

/// Whether boxes lie in a file as so many short runs that it is better to read or write long
/// stretches of it, even though these hold more than what is wanted.
RELATILE_INLINE bool are_interleaved(const FileArray& array, std::span<const Box> boxes);

/// Reads or writes interleaved boxes, such as columns. In each round every site holds one stretch
/// of the file, which it reads or writes at once; the sites pass each other its parts.
///
/// MPI-IO's collective calls do the same, but in Open MPI 4.1 an error on one site leaves the
/// others waiting, and a full disk is reported as success. Here an error changes no message: the
/// functions that access the file keep it, to be agreed on in the end.
class Interleaved {
 public:
  /// `boxes` are those of all sites. Throws std::bad_alloc; sends nothing yet.
  Interleaved(Transport& sites, const FileArray& array, std::vector<Box> boxes);

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

  Local make_local(int site) const;

  /// Gives every site its next stretch; false if all have been dealt with. The same on all sites.
  bool next_round();

  void add_part(int holder, int owner);

  void exchange(int Part::*from, std::byte* Part::*source, int Part::*to, std::byte* Part::*target);

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

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/interleaved.hpp"
#endif
