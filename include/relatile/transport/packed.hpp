// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/level.hpp>
#include <boost/serialization/version.hpp>
#include <cstddef>
#include <streambuf>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/core/block.hpp"

// Blocks that are structs of the user's own travel as Boost.Serialization writes them. This header
// brings the archives; what serialises a struct's members (boost/serialization/vector.hpp, ...) is
// included where the struct is.

namespace relatile {

namespace detail {

/// Appends what is written to a string.
class StringSink : public std::streambuf {
 public:
  std::string take() { return std::move(bytes_); }

 protected:
  std::streamsize xsputn(const char* data, std::streamsize count) override {
    bytes_.append(data, static_cast<std::size_t>(count));
    return count;
  }
  int_type overflow(int_type one) override {
    bytes_.push_back(traits_type::to_char_type(one));
    return one;
  }

 private:
  std::string bytes_;
};

/// Reads from memory in place.
class MemorySource : public std::streambuf {
 public:
  MemorySource(const char* data, std::size_t size) {
    char* begin = const_cast<char*>(data);  // setg takes no const; nothing is put back
    setg(begin, begin, begin + size);
  }
};

namespace serialize_probe {

struct Rival {};
/// As general as Boost's overload for classes with a member: a call that finds both is ambiguous,
/// one that finds an overload for this very type is not.
template <class Archive, class T>
Rival serialize(Archive&, T&, unsigned);

template <class T>
concept HasFunction = requires(boost::archive::binary_oarchive& archive, T& object,
                               boost::serialization::version_type version) {
  serialize(archive, object, version);
};

/// Two members of one name are ambiguous even where one is private: so this also sees a member
/// that only boost::serialization::access may call.
struct Named {
  int serialize;
};
template <class T>
struct Both : T, Named {};
template <class T>
concept HasMember = std::is_class_v<T> && !std::is_final_v<T> && !requires {
  &Both<T>::serialize;
};

}  // namespace serialize_probe

/// Whether Boost.Serialization knows T: by a `serialize` of its own, or as a basic type.
template <class T>
concept Serializable = serialize_probe::HasMember<T> || serialize_probe::HasFunction<T> ||
                           boost::serialization::implementation_level<T>::value ==
                           boost::serialization::primitive_type ||
                       std::is_final_v<T>;  // final classes can't be asked: Boost itself complains

}  // namespace detail

/// Objects as the bytes of a Boost.Serialization binary archive without a header: whatever
/// Boost.MPI can send. All ranks must run on machines with the same representation of numbers.
template <class T>
struct ObjectArchive {
  static constexpr bool sendable = detail::Serializable<T>;

  static std::string save(const T& object) {
    detail::StringSink sink;
    boost::archive::binary_oarchive(sink, flags) << object;
    return sink.take();
  }
  static void load(T& object, const char* bytes, std::size_t size) {
    detail::MemorySource source(bytes, size);
    boost::archive::binary_iarchive(source, flags) >> object;
  }

 private:
  // Codecvt facets are for text; setting one up takes longer than saving a small struct.
  static constexpr unsigned flags = boost::archive::no_header | boost::archive::no_codecvt;
};

}  // namespace relatile
