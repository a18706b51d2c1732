// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/hdf5/attributes.hpp"

#include <string>
#include <vector>

#if defined(RELATILE_HAS_HDF5)
#include "relatile/io/hdf5/impl/object_attributes.hpp"
#else
#include "relatile/io/hdf5/impl/absent.hpp"
#endif
#include "relatile/io/hdf5/impl/shown_object.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io {

RELATILE_INLINE std::string hdf5_attribute_elements(const std::string& path,
                                                    const std::string& object,
                                                    const std::string& name, ElementType element,
                                                    std::int64_t count) {
  const transport::Operation operation(
      "hdf5_attribute", detail::shown_object(path, object) + "@" + name + " " + element.name());
  return detail::attribute_elements(path, object, name, element, count);
}

RELATILE_INLINE std::string hdf5_attribute_text(const std::string& path, const std::string& object,
                                                const std::string& name) {
  const transport::Operation operation("hdf5_attribute",
                                       detail::shown_object(path, object) + "@" + name);
  return detail::attribute_text(path, object, name);
}

RELATILE_INLINE void set_hdf5_attribute_elements(const std::string& path, const std::string& object,
                                                 const std::string& name, ElementType element,
                                                 const Extents& shape,
                                                 std::span<const std::byte> bytes) {
  const transport::Operation operation("set_hdf5_attribute",
                                       detail::shown_object(path, object) + "@" + name);
  detail::set_attribute_elements(path, object, name, element, shape, bytes);
}

RELATILE_INLINE void set_hdf5_attribute_text(const std::string& path, const std::string& object,
                                             const std::string& name, const std::string& text) {
  const transport::Operation operation("set_hdf5_attribute",
                                       detail::shown_object(path, object) + "@" + name);
  detail::set_attribute_text(path, object, name, text);
}

}  // namespace relatile::io

namespace relatile {

RELATILE_INLINE std::vector<std::string> hdf5_attributes(const std::string& path,
                                                         const std::string& object,
                                                         SourceLine line) {
  const AskedFrom scope(line);
  const transport::Operation operation("hdf5_attributes", path + ":" + object);
  return io::detail::attribute_names(path, object);
}

}  // namespace relatile
