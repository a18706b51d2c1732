// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "relatile/io/hdf5/impl/changed_file.hpp"
#include "relatile/io/hdf5/impl/find.hpp"
#include "relatile/io/hdf5/mode.hpp"
#include "relatile/io/impl/write_elements.hpp"
#include "relatile/io/npz.hpp"

namespace relatile::io::detail {

/// Datasets that are being written: a file that one process has open, and in it room for the
/// elements, which all write. They have names once all is there.
class Hdf5Draft {
 public:
  Hdf5Draft(const std::string& name, const std::string& path, bool is_new)
      : file_(name, path, is_new) {}

  /// Makes room for a dataset; gives where its elements begin.
  std::int64_t add(const std::string& name, ElementType element, const Extents& shape) {
    require_place(name);
    const Hdf5Object space = space_of_shape(shape);
    const Hdf5Object type = hdf5_type_of(element);
    const Hdf5Object layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_layout(layout.id(), H5D_CONTIGUOUS);
    H5Pset_alloc_time(layout.id(), H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(layout.id(), H5D_FILL_TIME_NEVER);
    H5Pset_obj_track_times(layout.id(), false);  // equal arrays make equal files
    const hid_t made = H5Dcreate_anon(file_.id(), type.id(), space.id(), layout.id(), H5P_DEFAULT);
    datasets_.emplace_back(require_hdf5(made, "make a dataset in", file_.path()), H5Dclose);
    names_.push_back(name);
    return volume(shape) == 0 ? 0 : require_offset(made);
  }

  /// The file, to be written when its elements are there.
  const ChangedHdf5& file() const { return file_; }

  /// Gives the datasets their names, in the place of those that had them, and closes the file;
  /// gives how long that is now.
  std::int64_t finish() {
    const Hdf5Object links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.id(), 1);
    H5Pset_char_encoding(links.id(), H5T_CSET_UTF8);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const char* const name = names_[i].c_str();
      if (H5Oexists_by_name(file_.id(), name, H5P_DEFAULT) > 0) {
        require_hdf5(H5Ldelete(file_.id(), name, H5P_DEFAULT), "replace " + names_[i] + " in",
                     file_.path());
      }
      require_hdf5(H5Olink(datasets_[i].id(), file_.id(), name, links.id(), H5P_DEFAULT),
                   "make the dataset " + names_[i] + " in", file_.path());
    }
    datasets_.clear();
    return file_.close();
  }

 private:
  std::int64_t require_offset(hid_t dataset) const {
    const std::int64_t offset = offset_of_elements(dataset);
    if (offset < 0) fail_hdf5("make room for a dataset in", file_.path());
    return offset;
  }

  /// Throws an Error where a group has the name, or a dataset is where a group must be.
  void require_place(const std::string& name) const {
    for (std::size_t end = name.find('/');; end = name.find('/', end + 1)) {
      const std::string part = name.substr(0, end);
      if (H5Lexists(file_.id(), part.c_str(), H5P_DEFAULT) <= 0) return;
      const Hdf5Object object(H5Oopen(file_.id(), part.c_str(), H5P_DEFAULT), H5Oclose);
      const bool is_group = object.is_there() && H5Iget_type(object.id()) == H5I_GROUP;
      if (is_group == (end != name.npos)) {
        if (!is_group) return;
        continue;
      }
      throw Error("relatile: save_hdf5: " + file_.path() + " has a " +
                  (is_group ? "group " : "dataset ") + excerpt(part) +
                  "; no dataset can be called " + excerpt(name));
    }
  }

  ChangedHdf5 file_;
  std::vector<Hdf5Object> datasets_;
  std::vector<std::string> names_;
};

/// Throws an Error for names that HDF5 can't give, and for those given twice.
inline std::vector<std::string> dataset_names(const std::vector<NamedArray>& arrays) {
  std::vector<std::string> names;
  for (const NamedArray& array : arrays) {
    const std::string name = plain_name(array.name);
    const bool fits = !name.empty() && name.find('\0') == name.npos && name.find("//") == name.npos;
    if (!fits) {
      throw Error("relatile: save_hdf5: a dataset can't be called " + excerpt(array.name));
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw Error("relatile: save_hdf5: two arrays are called " + excerpt(name));
    }
    names.push_back(name);
  }
  return names;
}

/// Evaluates the arrays, and makes sure that all sites save the same ones.
inline void evaluate_for_hdf5(const std::vector<NamedArray>& arrays) {
  std::vector<tra::NodePtr> nodes;
  for (const NamedArray& array : arrays) {
    hdf5_type_of(array.node->type.block.element);  // refuses structs before any work
    nodes.push_back(array.node);
  }
  Session::current().evaluate(nodes);
  for (const NamedArray& array : arrays) {
    require_same_array(
        "save_hdf5", *array.node,
        array.name + array.node->type.block.element.name() + to_string(array.node->type.extents));
  }
}

/// Where a file is that is to be changed; a new one, to replace another or none, is empty.
/// Collective.
inline std::unique_ptr<transport::File> file_to_save(const std::string& path, bool& is_new) {
  transport::Transport& sites = transport::current();
  std::error_code ignored;
  const std::string known =
      sites.text_from(0, !is_new && std::filesystem::exists(path, ignored) ? "there" : "new");
  is_new = known == "new";
  return is_new ? sites.create_file(path, 0) : sites.change_file(path);
}

/// Evaluates the arrays and saves them. Collective.
inline void save_in_hdf5(const std::string& path, const std::vector<NamedArray>& arrays,
                         Hdf5Mode mode) {
  const std::vector<std::string> names = dataset_names(arrays);
  evaluate_for_hdf5(arrays);
  transport::Transport& sites = transport::current();
  bool is_new = mode == Hdf5Mode::replace;
  const auto file = file_to_save(path, is_new);
  const std::int64_t old_size = file->size();
  const QuietHdf5 quiet;
  std::optional<Hdf5Draft> draft;     // on site 0
  std::vector<std::int64_t> numbers;  // where the datasets begin, and the file ends
  transport::together(sites, [&] {
    if (!sites.is_root()) return;
    draft.emplace(file->name_on_disk(), path, is_new);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const tra::RelationType& type = arrays[i].node->type;
      numbers.push_back(draft->add(names[i], type.block.element, type.extents));
    }
    numbers.push_back(draft->file().size());
  });
  numbers = numbers_of_root(sites, numbers);
  file->extend(numbers.back());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const tra::Node& node = *arrays[i].node;
    const transport::FileArray array{numbers[i], node.type.block.element.size, node.type.extents};
    write_parts(*file, array, *node.value);
  }
  std::int64_t new_size = 0;
  transport::together(sites, [&] {
    if (draft) new_size = draft->finish();
  });
  apply_changes(*file, old_size, new_size, draft ? &draft->file() : nullptr);
}

}  // namespace relatile::io::detail
