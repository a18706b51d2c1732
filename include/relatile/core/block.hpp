// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/extents.hpp"

namespace relatile {

/// What a user's own struct must be able to do to live in a relation, once its type is gone.
struct ObjectType {
  std::string name;
  std::function<std::shared_ptr<void>()> make;
  std::function<void(void* to, const void* from)> copy;
  std::function<std::string(const void* object)> save;
  std::function<void(void* object, const char* bytes, std::size_t size)> load;
};

/// The type of a relation's blocks: dense arrays of `rank` dimensions, or objects.
struct BlockType {
  ElementType element;
  int rank = 0;
  std::shared_ptr<const ObjectType> object;  ///< set: every block is one object, of rank 0

  std::string name() const;

 private:
  std::string rank_marks() const;
};

/// A block as a kernel sees it: dense row-major memory with its extents, or one object.
struct BlockRef {
  void* data = nullptr;
  Extents extents;
};

/// Turns an object into bytes and back. Defined where Boost.Serialization is included
/// (transport/packed.hpp), so that only programs with such blocks pay for it. `sendable` says
/// whether it knows how.
template <class T>
struct ObjectArchive;

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/block.hpp"
#endif
