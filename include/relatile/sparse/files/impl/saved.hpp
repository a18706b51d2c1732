// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/files/saved.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/lines/scan.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/io/impl/npz_file.hpp"
#include "relatile/io/impl/write_elements.hpp"
#include "relatile/io/load.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/kernel/sparse/order.hpp"
#include "relatile/sparse/structure/entries.hpp"
#include "relatile/sparse/structure/moved_entries.hpp"
#include "relatile/transport/folder.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// Where the entries of rows begin, and their number: scipy's indptr, as short as it can be.
inline tra::NodePtr begins_of_rows(const SparseStructure& s) {
  const Array<std::int64_t, 1> ends = cumsum(astype<std::int64_t>(s.counts));
  const Array<std::int64_t, 1> begins = concatenate({zeros<std::int64_t>({1}), ends});
  if (s.nnz() > std::numeric_limits<kernel::SparseIndex>::max()) return begins.node();
  return as_array(astype<kernel::SparseIndex>(begins)).node();
}

/// Files of one folder, which all take their places or none.
class FilesOfFolder {
 public:
  /// Collective, as all its calls.
  explicit FilesOfFolder(const std::string& path)
      : sites_(transport::current()), path_(path), folder_(sites_, path) {}

  /// An evaluated array.
  void add(const std::string& name, const tra::NodePtr& array) {
    const ElementType element = array->type.block.element;
    const Extents& shape = array->type.extents;
    const std::string header = io::make_npy_header(element, shape);
    const transport::FileArray in_file{std::ssize(header), element.size, shape};
    transport::File& file = create(name, in_file.offset + volume(shape) * element.size);
    file.write_prefix(header);
    io::detail::write_parts(file, in_file, *array->value);
  }
  /// A file that all sites know.
  void add(const std::string& name, const std::string& bytes) {
    create(name, std::ssize(bytes)).write_prefix(bytes);
  }
  void commit() {
    // Disks are full, and quotas are reached, before the first one takes its place.
    for (const auto& file : files_) file->flush();
    for (const auto& file : files_) file->take_place();
    folder_.keep();
  }

 private:
  transport::File& create(const std::string& name, std::int64_t bytes) {
    files_.push_back(sites_.create_file(path_ + "/" + name + ".npy", bytes));
    return *files_.back();
  }

  transport::Transport& sites_;
  std::string path_;
  transport::Folder folder_;  // goes after its files
  std::vector<std::unique_ptr<transport::File>> files_;
};

/// What says in which rows entries are: where rows begin, or, where not all are stored, the row of
/// each entry.
inline tra::NodePtr rows_to_save(const SparsePattern& pattern) {
  if (pattern->has_all_rows()) return begins_of_rows(*pattern);
  const Array<std::int64_t, 1> keys(keys_of(pattern, false));
  return as_array(astype<kernel::SparseIndex>(right_shift(keys, 32))).node();
}

RELATILE_INLINE void save_sparse_nodes(const std::string& path, const SparseNodes& s,
                                       bool by_columns) {
  const transport::Operation operation("save_sparse", path);
  const bool has_all = s.pattern->has_all_rows();
  const tra::NodePtr begins = rows_to_save(s.pattern);
  const tra::NodePtr columns = s.pattern->columns.node();
  const std::array<Handle, 2> kept{handle_of(*begins), handle_of(*s.values)};
  const std::string data_header =
      io::make_npy_header(s.values->type.block.element, s.values->type.extents);
  Session::current().evaluate({begins, columns, s.values});
  io::detail::require_same_array("save_sparse", *columns, to_string(s.pattern->shape));
  io::detail::require_same_array("save_sparse", *s.values, data_header);
  std::array<std::int64_t, 2> shape{s.pattern->shape[0], s.pattern->shape[1]};
  if (by_columns) std::swap(shape[0], shape[1]);
  std::string bytes = io::make_npy_header(element_type_of<std::int64_t>(), {2});
  bytes.append(reinterpret_cast<const char*>(shape.data()), sizeof shape);
  FilesOfFolder files(path);
  files.add(has_all ? "indptr" : by_columns ? "col" : "row", begins);
  files.add(has_all ? "indices" : by_columns ? "row" : "col", columns);
  files.add("data", s.values);
  files.add("shape", bytes);
  files.add("format", io::make_npy_word(has_all ? (by_columns ? "csc" : "csr") : "coo"));
  files.commit();
}

/// The arrays that a matrix was saved as.
class SavedMatrix {
 public:
  /// Collective, as its calls.
  explicit SavedMatrix(const std::string& path)
      : path_(path), is_folder_(transport::is_folder(transport::current(), path)) {}

  /// As elements of one type.
  tra::NodePtr load(const std::string& name, ElementType element) const {
    if (is_folder_) return io::load_as(name_of(name), element, 1);
    return io::load_as(path_, element, 1, name);
  }
  Array<std::int64_t, 1> numbers(const std::string& name) const {
    return Array<std::int64_t, 1>(load(name, element_type_of<std::int64_t>()));
  }
  std::string format() const {
    const auto file = transport::current().open_file(is_folder_ ? name_of("format") : path_);
    if (!is_folder_) return io::detail::word_of_member(*file, "format");
    return io::parse_npy_word(file->read_prefix(io::npy_prefix_bytes), file->size(), file->path());
  }
  Extents shape() const {
    const std::vector<std::int64_t> extents = to_vector(numbers("shape"));
    if (extents.size() == 2) {
      const Extents shape{extents[0], extents[1]};
      require_sparse_shape(("load_sparse: " + path_).c_str(), shape);
      return shape;
    }
    throw ShapeMismatch("relatile: load_sparse: " + path_ + " has a sparse array of " +
                        std::to_string(extents.size()) +
                        " dimensions; sparse arrays here have two");
  }
  /// What errors call one of the arrays.
  std::string name_of(const std::string& name) const {
    return is_folder_ ? path_ + "/" + name + ".npy" : path_ + ":" + name;
  }
  /// Throws ParseError for an array of another length.
  void require_length(const std::string& name, std::int64_t expected, std::int64_t found) const {
    if (expected == found) return;
    throw ParseError(name_of(name) + ": expected " + std::to_string(expected) +
                     " elements, found " + std::to_string(found));
  }
  /// Throws ParseError for an index that is not below `extent`.
  void require_below(const std::string& name, const Array<std::int64_t, 1>& indices,
                     std::int64_t extent) const {
    if (indices.size() == 0) return;
    const Array<bool, 1> outside = (indices < std::int64_t{0}) || (indices >= extent);
    const std::int64_t first = argmax(outside).item();
    const std::int64_t index = indices(first).item();
    if (index >= 0 && index < extent) return;
    throw ParseError(name_of(name) + ": expected indices from 0 to " + std::to_string(extent - 1) +
                     ", found " + std::to_string(index) + " at " + std::to_string(first));
  }

 private:
  std::string path_;
  bool is_folder_;
};

inline SparseNodes sparse_of_keys(const Extents& shape, const tra::NodePtr& keys,
                                  const tra::NodePtr& values) {
  const PieceKernel sum = visit_scalar_type(
      values->type.block.element,
      []<class T>(std::type_identity<T>) { return kernel::sum_of_equal_keys<T>(); });
  return sparse_of_entries("load_sparse", {shape, keys, values}, Equal::summed, sum);
}

/// How many entries each row has, by where those of rows begin; ParseError if these do not ascend
/// from 0 to the number of entries, or fewer: scipy may have room for more.
inline Array<kernel::SparseIndex, 1> counts_of_begins(const SavedMatrix& from, std::int64_t rows,
                                                      std::int64_t entries) {
  const Array<std::int64_t, 1> begins = from.numbers("indptr");
  from.require_length("indptr", rows + 1, begins.size());
  const Array<std::int64_t, 1> counts = begins(slice(1, rows + 1)) - begins(slice(0, rows));
  const std::int64_t first = begins(0).item();
  const std::int64_t last = begins(rows).item();
  constexpr std::int64_t most = std::numeric_limits<kernel::SparseIndex>::max();
  if (first != 0 || last > entries) {
    throw ParseError(from.name_of("indptr") + ": expected numbers from 0 to at most " +
                     std::to_string(entries) + ", found " + std::to_string(first) + " to " +
                     std::to_string(last));
  }
  if (rows > 0 && (min(counts).item() < 0 || max(counts).item() > most)) {
    throw ParseError(from.name_of("indptr") +
                     ": expected numbers that ascend by less than 2^31 each, found others");
  }
  return astype<kernel::SparseIndex>(counts);
}

/// A matrix in compressed rows. Collective.
inline SparseNodes load_compressed_rows(const SavedMatrix& from, const Extents& shape,
                                        ElementType element) {
  tra::NodePtr values = from.load("data", element);
  const Handle kept = handle_of(*values);
  std::int64_t entries = values->type.extents[0];
  Array<std::int64_t, 1> columns = from.numbers("indices");
  from.require_length("indices", entries, columns.size());
  const Array<kernel::SparseIndex, 1> counts = counts_of_begins(from, shape[0], entries);
  const std::int64_t used = sum(astype<std::int64_t>(counts)).item();
  if (used < entries) {
    values = slice_node("load_sparse", values, 0, slice(0, used));
    columns = columns(slice(0, used));
    entries = used;
  }
  from.require_below("indices", columns, shape[1]);
  const auto narrow = as_array(astype<kernel::SparseIndex>(columns));
  const SparseNodes made = sparse_of_rows(shape, counts.node(), narrow.node(), values);
  if (entries < 2) return made;
  const Array<std::int64_t, 1> keys(keys_of(made.pattern, false));
  const auto ascend = keys(slice(1, entries)) > keys(slice(0, entries - 1));
  if (all(ascend).item()) return made;
  return sparse_of_keys(shape, keys.node(), made.values);
}

RELATILE_INLINE SparseNodes load_sparse_nodes(const std::string& path, ElementType element,
                                              Format wanted) {
  const transport::Operation operation("load_sparse",
                                       path + " as " + element.name() + in_words(wanted));
  const bool flipped = is_by_columns(wanted);
  const SavedMatrix from(path);
  const std::string format = from.format();
  const Extents shape = from.shape();
  const Extents of_transpose{shape[1], shape[0]};
  if (format == "csr" || format == "csc") {
    const bool by_columns = format == "csc";
    const SparseNodes loaded =
        load_compressed_rows(from, by_columns ? of_transpose : shape, element);
    return by_columns == flipped ? loaded : transposed(loaded);
  }
  if (format != "coo") {
    throw Error("relatile: load_sparse: " + path + " has a matrix in scipy's format " +
                excerpt(format) + "; csr, csc and coo are read: convert it by tocsr()");
  }
  const tra::NodePtr values = from.load("data", element);
  const Array<std::int64_t, 1> rows = from.numbers("row");
  const Array<std::int64_t, 1> columns = from.numbers("col");
  from.require_length("row", values->type.extents[0], rows.size());
  from.require_length("col", values->type.extents[0], columns.size());
  from.require_below("row", rows, shape[0]);
  from.require_below("col", columns, shape[1]);
  if (flipped) return sparse_of_keys(of_transpose, keys_at(columns, rows), values);
  return sparse_of_keys(shape, keys_at(rows, columns), values);
}

}  // namespace relatile::detail
