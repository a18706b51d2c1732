// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/npy.hpp"

#include <memory>

#include "relatile/io/impl/write_elements.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io {

RELATILE_INLINE void save_any(const std::string& path, const tra::NodePtr& node) {
  const transport::Operation operation("save", path);
  const ElementType element = node->type.block.element;
  const Extents& shape = node->type.extents;
  const std::string header = make_npy_header(element, shape);  // refuses structs before any work
  Session::current().evaluate({node});
  detail::require_same_array("save", *node, header);
  const transport::FileArray array{static_cast<std::int64_t>(header.size()), element.size, shape};
  const auto file =
      transport::current().create_file(path, array.offset + volume(shape) * array.element_size);
  file->write_prefix(header);
  detail::write_parts(*file, array, *node->value);
  file->commit();
}

}  // namespace relatile::io
