// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <hdf5.h>

#include <string>
#include <string_view>
#include <utility>

#include "relatile/core/error.hpp"

// HDF5's C library, which has numbers for its objects and -1 for what failed.

namespace relatile::io::detail {

/// While it lives, HDF5 prints nothing about errors: they become exceptions.
class QuietHdf5 {
 public:
  QuietHdf5() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;
  ~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// What a function that HDF5 calls gives it: no exception may pass through a library in C.
template <class Visit>
herr_t guarded_visit(Visit&& visit) noexcept {
  try {
    visit();
    return 0;
  } catch (...) {
    return -1;
  }
}

/// What HDF5 says of its last error: the words of its innermost function.
inline std::string words_of_hdf5() {
  std::string words;
  const auto first = [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
    auto& text = *static_cast<std::string*>(data);
    return guarded_visit([&] {
      if (text.empty() && error->desc) text = error->desc;
    });
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first, &words);
  // Of a system's error it says all that it knows, in several lines; one needs its text.
  const std::string_view before_text = "error message = '";
  if (const std::size_t at = words.find(before_text); at != words.npos) {
    const std::string text = words.substr(at + before_text.size());
    words = words.substr(0, words.find(':')) + ": " + text.substr(0, text.find('\''));
  }
  return words.empty() ? "HDF5 does not say why" : words;
}

/// Throws IoError for what HDF5 could not do with a file.
[[noreturn]] inline void fail_hdf5(const std::string& action, const std::string& path) {
  throw IoError("relatile: cannot " + action + " " + path + ": " + words_of_hdf5());
}

/// The same unless `result` tells of success.
template <class Result>
Result require_hdf5(Result result, const std::string& action, const std::string& path) {
  if (result < 0) fail_hdf5(action, path);
  return result;
}

/// An object of HDF5's, which it closes at the end.
class Hdf5Object {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Object(hid_t id, Close how) : id_(id), close_(how) {}
  Hdf5Object(Hdf5Object&& other) noexcept
      : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Object& operator=(Hdf5Object&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Object() {
    if (id_ >= 0) close_(id_);
  }

  hid_t id() const { return id_; }
  bool is_there() const { return id_ >= 0; }
  /// Closes it now; false if that failed, of a file in writing what was left.
  bool close() { return close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  Close close_;
};

/// How files are opened: each process for itself, and closed with all that is in them.
inline Hdf5Object hdf5_access() {
  Hdf5Object access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG);
  return access;
}

/// Opens a file on this process alone. Throws ParseError for what HDF5 does not know.
inline Hdf5Object open_hdf5(const std::string& path, unsigned flags,
                            const Hdf5Object& access = hdf5_access()) {
  Hdf5Object file(H5Fopen(path.c_str(), flags, access.id()), H5Fclose);
  if (file.is_there()) return file;
  const std::string why = words_of_hdf5();
  if (H5Fis_hdf5(path.c_str()) == 0) {
    throw ParseError(path + ": expected an HDF5 file, found something else");
  }
  throw IoError("relatile: cannot open " + path + ": " + why);
}

}  // namespace relatile::io::detail
