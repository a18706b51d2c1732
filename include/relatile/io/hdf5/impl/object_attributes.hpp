// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "relatile/io/hdf5/impl/changed_file.hpp"
#include "relatile/io/hdf5/impl/find.hpp"
#include "relatile/io/hdf5/impl/shown_object.hpp"
#include "relatile/io/impl/read_elements.hpp"

namespace relatile::io::detail {

inline std::vector<std::string> attributes_of(hid_t object) {
  std::vector<std::string> names;
  const auto visit = [](hid_t, const char* name, const H5A_info_t*, void* data) -> herr_t {
    return guarded_visit([&] { static_cast<std::vector<std::string>*>(data)->emplace_back(name); });
  };
  hsize_t at = 0;
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &at, visit, &names);
  return names;
}

inline Hdf5Object open_object(hid_t file, const std::string& path, const std::string& object) {
  const std::string name = "/" + plain_name(object);
  Hdf5Object opened(H5Oopen(file, name.c_str(), H5P_DEFAULT), H5Oclose);
  if (opened.is_there()) return opened;
  const std::string why = words_of_hdf5();
  const std::vector<std::string> names = datasets_of(file, path);
  if (std::find(names.begin(), names.end(), plain_name(object)) != names.end()) {
    throw IoError("relatile: cannot open " + path + ":" + plain_name(object) + ": " + why);
  }
  throw Error("relatile: " + path + " has no dataset or group " + excerpt(object) +
              "; its datasets are " + listed(names));
}

/// Runs `work(object)` on a dataset or a group of a file, on site 0; gives its text to all.
/// Collective.
template <class Work>
std::string read_hdf5_object(const std::string& path, const std::string& object, Work&& work) {
  transport::Transport& sites = transport::current();
  std::string text;
  transport::together(sites, [&] {
    if (!sites.is_root()) return;
    const QuietHdf5 quiet;
    const Hdf5Object file = open_hdf5(path, H5F_ACC_RDONLY);
    text = work(open_object(file.id(), path, object).id());
  });
  return sites.text_from(0, text);
}

/// Runs `work(object)`, which changes a dataset or a group, on site 0. Collective.
template <class Work>
void change_hdf5_object(const std::string& path, const std::string& object, Work&& work) {
  transport::Transport& sites = transport::current();
  const auto file = sites.change_file(path);
  const std::int64_t old_size = file->size();
  const QuietHdf5 quiet;
  std::optional<ChangedHdf5> changed;  // on site 0
  std::int64_t new_size = 0;
  transport::together(sites, [&] {
    if (!sites.is_root()) return;
    changed.emplace(path, path, false);
    work(open_object(changed->id(), path, object).id());
    new_size = changed->close();
  });
  apply_changes(*file, old_size, new_size, changed ? &*changed : nullptr);
}

inline Hdf5Object open_attribute(hid_t object, const std::string& name, const std::string& shown) {
  Hdf5Object attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
  if (attribute.is_there()) return attribute;
  throw Error("relatile: " + shown + " has no attribute " + excerpt(name) + "; it has " +
              listed(attributes_of(object)));
}

/// The elements of an attribute as they are to be, `count` of them unless that is -1.
inline std::string read_attribute(hid_t object, const std::string& name, const std::string& shown,
                                  ElementType element, std::int64_t count) {
  const Hdf5Object attribute = open_attribute(object, name, shown);
  const std::string full = shown + "@" + name;
  const Hdf5Object type(H5Aget_type(attribute.id()), H5Tclose);
  const Hdf5Object space(H5Aget_space(attribute.id()), H5Sclose);
  const auto stored = stored_type_of(type.id());
  if (!stored) {
    throw Error("relatile: " + full + " is made of " + name_of_hdf5_type(type.id()) +
                "; expected numbers");
  }
  const Conversion conversion = require_conversion(stored->element, element, full);
  const std::int64_t there = H5Sget_simple_extent_npoints(space.id());
  if (there < 0 || (count >= 0 && there != count)) {
    throw Error("relatile: " + full + " has " + std::to_string(there) + " numbers; expected " +
                std::to_string(count));
  }
  const auto bytes = [&](ElementType of) { return static_cast<std::size_t>(there) * of.size; };
  std::vector<std::byte> raw(bytes(stored->element));
  if (there > 0) require_hdf5(H5Aread(attribute.id(), type.id(), raw.data()), "read", full);
  make_native({stored->element, stored->swapped, false, {}, 0}, raw.data(), there);
  std::string result(bytes(element), '\0');
  if (conversion.convert) {
    conversion.convert(raw.data(), result.data(), there);
  } else {
    std::copy(raw.begin(), raw.end(), reinterpret_cast<std::byte*>(result.data()));
  }
  return result;
}

/// A text, of fixed or of varying length.
inline std::string read_text_attribute(hid_t object, const std::string& name,
                                       const std::string& shown) {
  const Hdf5Object attribute = open_attribute(object, name, shown);
  const Hdf5Object type(H5Aget_type(attribute.id()), H5Tclose);
  const Hdf5Object space(H5Aget_space(attribute.id()), H5Sclose);
  if (H5Tget_class(type.id()) != H5T_STRING || H5Sget_simple_extent_npoints(space.id()) != 1) {
    throw Error("relatile: " + shown + "@" + name + " is no text");
  }
  if (H5Tis_variable_str(type.id()) > 0) {
    char* characters = nullptr;
    require_hdf5(H5Aread(attribute.id(), type.id(), static_cast<void*>(&characters)), "read",
                 shown);
    const std::string text = characters ? characters : "";
    H5free_memory(characters);
    return text;
  }
  std::string text(H5Tget_size(type.id()), '\0');
  require_hdf5(H5Aread(attribute.id(), type.id(), text.data()), "read", shown);
  const bool spaces = H5Tget_strpad(type.id()) == H5T_STR_SPACEPAD;
  const std::size_t end = spaces ? text.find_last_not_of(' ') + 1 : text.find('\0');
  return text.substr(0, end);
}

/// Puts an attribute in the place of one of that name; `elements` are null if there are none.
inline void write_attribute(hid_t object, const std::string& name, const std::string& shown,
                            hid_t type, hid_t space, const void* elements) {
  if (H5Aexists(object, name.c_str()) > 0) {
    require_hdf5(H5Adelete(object, name.c_str()), "replace " + name + " of", shown);
  }
  const Hdf5Object made(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                        H5Aclose);
  require_hdf5(made.id(), "make the attribute " + name + " of", shown);
  if (elements) require_hdf5(H5Awrite(made.id(), type, elements), "write", shown);
}

inline std::string attribute_elements(const std::string& path, const std::string& object,
                                      const std::string& name, ElementType element,
                                      std::int64_t count) {
  return read_hdf5_object(path, object, [&](hid_t id) {
    return read_attribute(id, name, shown_object(path, object), element, count);
  });
}

inline std::string attribute_text(const std::string& path, const std::string& object,
                                  const std::string& name) {
  return read_hdf5_object(path, object, [&](hid_t id) {
    return read_text_attribute(id, name, shown_object(path, object));
  });
}

inline void set_attribute_elements(const std::string& path, const std::string& object,
                                   const std::string& name, ElementType element,
                                   const Extents& shape, std::span<const std::byte> bytes) {
  change_hdf5_object(path, object, [&](hid_t id) {
    const Hdf5Object space = space_of_shape(shape);
    const Hdf5Object type = hdf5_type_of(element);
    write_attribute(id, name, shown_object(path, object), type.id(), space.id(),
                    bytes.empty() ? nullptr : bytes.data());
  });
}

inline void set_attribute_text(const std::string& path, const std::string& object,
                               const std::string& name, const std::string& text) {
  change_hdf5_object(path, object, [&](hid_t id) {
    const Hdf5Object type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.id(), H5T_VARIABLE);
    H5Tset_cset(type.id(), H5T_CSET_UTF8);
    const Hdf5Object space = space_of_shape({});
    const char* const characters = text.c_str();
    write_attribute(id, name, shown_object(path, object), type.id(), space.id(), &characters);
  });
}

inline std::vector<std::string> attribute_names(const std::string& path,
                                                const std::string& object) {
  return split_names(
      read_hdf5_object(path, object, [](hid_t id) { return joined(attributes_of(id)); }));
}

}  // namespace relatile::io::detail
