// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/hdf5/impl/library.hpp"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "relatile/io/hdf5/impl/numbers_of_root.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/together.hpp"

// A file that HDF5 changes in memory. What it writes itself, everything but elements, is kept until
// all else is done: HDF5 can't undo half a change, and after a write that failed its library
// crashes at the program's end.

namespace relatile::io::detail {

/// What HDF5 has written, in order.
class CollectedWrites {
 public:
  void add(std::int64_t address, std::span<const std::byte> bytes) {
    writes_.push_back({address, {bytes.begin(), bytes.end()}});
  }
  /// Makes what was read of the file what HDF5 thinks that it holds.
  void lay_over(std::int64_t address, std::span<std::byte> bytes) const {
    for (const Write& write : writes_) {
      const std::int64_t low = std::max(address, write.address);
      const std::int64_t high = std::min(address + std::ssize(bytes), write.end());
      if (low >= high) continue;
      std::memcpy(bytes.data() + (low - address), write.bytes.data() + (low - write.address),
                  static_cast<std::size_t>(high - low));
    }
  }
  /// Where the last of them ends.
  std::int64_t end() const {
    std::int64_t last = 0;
    for (const Write& write : writes_) last = std::max(last, write.end());
    return last;
  }
  /// Writes all that to a file that was `old_size` bytes long; what was there comes back if that
  /// fails. Not collective.
  void apply(transport::File& file, std::int64_t old_size) const {
    const std::vector<Write> before = what_was_there(file, old_size);
    try {
      for (const Write& write : writes_) file.write(write.address, write.bytes);
    } catch (...) {
      for (const Write& write : before) {
        try {
          file.write(write.address, write.bytes);
        } catch (const Error&) {  // the first one is told of
        }
      }
      throw;
    }
  }

 private:
  struct Write {
    std::int64_t address;
    std::vector<std::byte> bytes;
    std::int64_t end() const { return address + std::ssize(bytes); }
  };

  std::vector<Write> what_was_there(transport::File& file, std::int64_t old_size) const {
    std::vector<Write> before;
    for (const Write& write : writes_) {
      const std::int64_t known = std::min(write.end(), old_size) - write.address;
      if (known <= 0) continue;
      before.push_back({write.address, std::vector<std::byte>(static_cast<std::size_t>(known))});
      file.read(write.address, before.back().bytes);
    }
    return before;
  }

  std::vector<Write> writes_;
};

/// HDF5's usual way to files, but for writing. Only one is at work at a time.
class CollectingDriver {
 public:
  CollectingDriver(const std::string& name, const std::string& path, CollectedWrites& writes)
      : driver_(-1, H5FDunregister) {
    const Hdf5Object access = hdf5_access();
    H5FD_t* const usual = H5FDopen(name.c_str(), H5F_ACC_RDONLY, access.id(), HADDR_UNDEF);
    if (!usual) fail_hdf5("open", path);
    H5FD_class_t driver = *usual->cls;
    H5FDclose(usual);
    here() = {&writes, driver.read};
    driver.name = "relatile";
    driver.terminate = nullptr;  // belongs to the usual one
    driver.read = &read;
    driver.write = &write;
    driver.truncate = [](H5FD_t*, hid_t, hbool_t) -> herr_t { return 0; };
    driver_ = Hdf5Object(require_hdf5(H5FDregister(&driver), "open", path), H5FDunregister);
  }

  /// How a file is opened by it.
  Hdf5Object access() const {
    Hdf5Object access = hdf5_access();
    H5Pset_driver(access.id(), driver_.id(), nullptr);
    return access;
  }

 private:
  using Read = decltype(H5FD_class_t::read);
  struct State {
    CollectedWrites* writes = nullptr;
    Read usual_read = nullptr;
  };
  static State& here() {
    static State state;
    return state;
  }
  static herr_t read(H5FD_t* file, H5FD_mem_t type, hid_t transfer, haddr_t address,
                     std::size_t size, void* buffer) {
    if (here().usual_read(file, type, transfer, address, size, buffer) < 0) return -1;
    return guarded_visit([&] {
      here().writes->lay_over(static_cast<std::int64_t>(address),
                              {static_cast<std::byte*>(buffer), size});
    });
  }
  static herr_t write(H5FD_t*, H5FD_mem_t, hid_t, haddr_t address, std::size_t size,
                      const void* buffer) {
    return guarded_visit([&] {
      here().writes->add(static_cast<std::int64_t>(address),
                         {static_cast<const std::byte*>(buffer), size});
    });
  }

  Hdf5Object driver_;
};

/// A file that one process changes.
class ChangedHdf5 {
 public:
  /// `name` is where the file is, and `path` what errors call it.
  ChangedHdf5(const std::string& name, const std::string& path, bool is_new)
      : path_(path), driver_(name, path, writes_), file_(open(name, is_new)) {}
  ChangedHdf5(const ChangedHdf5&) = delete;
  ChangedHdf5& operator=(const ChangedHdf5&) = delete;

  hid_t id() const { return file_.id(); }
  const std::string& path() const { return path_; }

  /// How long the file has to be for what is in it now.
  std::int64_t size() const {
    require_hdf5(H5Fflush(id(), H5F_SCOPE_LOCAL), "write", path_);
    hsize_t bytes = 0;
    require_hdf5(H5Fget_filesize(id(), &bytes), "write", path_);
    return static_cast<std::int64_t>(bytes);
  }
  /// Closes it; gives how long it has to be in the end.
  std::int64_t close() {
    const std::int64_t bytes = size();
    if (!file_.close()) fail_hdf5("write", path_);
    return std::max(bytes, writes_.end());
  }
  /// Writes what has been changed. Not collective.
  void apply(transport::File& file, std::int64_t old_size) const { writes_.apply(file, old_size); }

 private:
  Hdf5Object open(const std::string& name, bool is_new) const {
    const Hdf5Object access = driver_.access();
    if (!is_new) return open_hdf5(name, H5F_ACC_RDWR, access);
    Hdf5Object file(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), H5Fclose);
    require_hdf5(file.id(), "write", path_);
    return file;
  }

  std::string path_;
  CollectedWrites writes_;
  CollectingDriver driver_;
  Hdf5Object file_;
};

/// The last part of a change, which site 0 has closed: the file gets its length, and then what HDF5
/// wrote. Collective.
inline void apply_changes(transport::File& file, std::int64_t old_size, std::int64_t new_size,
                          const ChangedHdf5* changed) {
  transport::Transport& sites = transport::current();
  file.extend(std::max(file.size(), numbers_of_root(sites, {new_size})[0]));
  transport::together(sites, [&] {
    if (changed) changed->apply(file, old_size);
  });
  file.commit();
}

}  // namespace relatile::io::detail
