// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <mpi.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "relatile/transport/mpi.hpp"
#include "support/catch.hpp"

namespace file_test {

using namespace relatile;
using namespace relatile::transport;
namespace fs = std::filesystem;

namespace {

/// A directory that all ranks see, for the time of a test.
struct Directory {
  Mpi& sites;
  std::string name = "file_test.XXXXXX";
  explicit Directory(Mpi& transport) : sites(transport) {
    if (sites.is_root()) REQUIRE(mkdtemp(name.data()) != nullptr);
    name = sites.text_from(0, name, __LINE__);
  }
  ~Directory() {
    MPI_Barrier(sites.communicator());
    if (sites.is_root()) fs::remove_all(name);
  }
  std::string operator/(const std::string& file) const { return name + "/" + file; }
  std::ptrdiff_t num_files() const {
    MPI_Barrier(sites.communicator());
    const auto files = std::distance(fs::directory_iterator(name), fs::directory_iterator());
    MPI_Barrier(sites.communicator());
    return files;
  }
};

/// The IoError that every rank has to throw, with the same text; collective.
template <class Work>
std::string common_error(Mpi& sites, Work&& work) {
  std::string error = "no IoError";
  try {
    work();
  } catch (const IoError& caught) {
    error = caught.what();
  }
  CHECK(sites.text_from(0, error, __LINE__) == error);
  return error;
}

/// This rank's part of an array that is cut along one dimension.
Box part_of(const Extents& extents, int dimension, Mpi& sites) {
  Box box = Box::whole(extents);
  const int site = sites.local_sites().front();
  if (extents.rank() == 0) {
    box.none = site != sites.num_sites() - 1;
    return box;
  }
  const Range range = even_part(extents[dimension], sites.num_sites(), site);
  box.low[dimension] = range.low;
  box.high[dimension] = range.high;
  return box;
}

/// The elements of a box of an array that holds its own linear indices.
std::vector<std::int64_t> numbers_of(const Extents& extents, const Box& box) {
  std::vector<std::int64_t> numbers;
  for_each_coordinate(box,
                      [&](const Extents& at) { numbers.push_back(linear_index(at, extents)); });
  return numbers;
}

void write_box(File& file, const FileArray& array, const Box& box) {
  const auto numbers = numbers_of(array.extents, box);
  const WriteBox part{box, std::as_bytes(std::span(numbers))};
  file.write_boxes(array, {&part, 1});
}

bool reads_box(File& file, const FileArray& array, const Box& box) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(box.count()), -1);
  const ReadBox part{box, std::as_writable_bytes(std::span(numbers))};
  file.read_boxes(array, {&part, 1});
  return numbers == numbers_of(array.extents, box);
}

}  // namespace

TEST_CASE("what some boxes wrote, any others read") {
  for (const std::int64_t message_limit : {std::int64_t(1) << 30, std::int64_t(1000)}) {
    Mpi sites(MPI_COMM_WORLD, message_limit);
    const Directory directory(sites);
    for (const Extents& extents : std::vector<Extents>{
             {}, {1}, {5}, {0}, {10, 3}, {3, 0, 2}, {2, 3, 4, 5}, {40, 30}, {6, 50, 20}}) {
      const FileArray array{16, 8, extents};
      const int rank = std::max(extents.rank(), 1);
      for (int by = 0; by < rank; ++by) {
        CAPTURE(extents, by, message_limit);
        auto file = sites.create_file(directory / "x", 16 + 8 * volume(extents));
        file->write_prefix("a 16-byte header");
        write_box(*file, array, part_of(extents, by, sites));
        file->commit();
        file = sites.open_file(directory / "x");
        CHECK(file->size() == 16 + 8 * volume(extents));
        CHECK(file->read_prefix(100).substr(0, 16) == "a 16-byte header");
        for (int other = 0; other < rank; ++other) {
          CHECK(reads_box(*file, array, part_of(extents, other, sites)));
        }
        CHECK(reads_box(*file, array, Box::whole(extents)));
      }
    }
  }
}

TEST_CASE("interleaved boxes take several rounds") {
  Mpi sites(MPI_COMM_WORLD);
  const Directory directory(sites);
  const Extents extents{900, 3, 1000};  // 22 MB, where a round moves 16
  auto file = sites.create_file(directory / "x", 8 * volume(extents));
  write_box(*file, {0, 8, extents}, part_of(extents, 2, sites));
  file->commit();
  file = sites.open_file(directory / "x");
  CHECK(reads_box(*file, {0, 8, extents}, part_of(extents, 0, sites)));
  CHECK(reads_box(*file, {0, 8, extents}, part_of(extents, 2, sites)));
}

TEST_CASE("files that can't be opened are the same IoError on all ranks") {
  Mpi sites(MPI_COMM_WORLD);
  const Directory directory(sites);
  const std::string missing = directory / "missing";
  CHECK(common_error(sites, [&] { sites.open_file(missing); }) ==
        "relatile: cannot open " + missing + ": No such file or directory");
  CHECK(common_error(sites, [&] { sites.open_file(directory.name); }) ==
        "relatile: cannot open " + directory.name + ": Is a directory");
}

TEST_CASE("a directory that can't be written is the same IoError on all ranks") {
  Mpi sites(MPI_COMM_WORLD);
  const Directory directory(sites);
  // Permissions do not stop the superuser, but nobody makes files in /proc.
  const bool superuser = ::geteuid() == 0;
  const std::string path = superuser ? "/proc/x" : directory / "x";
  if (sites.is_root()) ::chmod(directory.name.c_str(), 0555);
  const std::string error = common_error(sites, [&] { sites.create_file(path, 100); });
  if (sites.is_root()) ::chmod(directory.name.c_str(), 0755);
  CHECK_THAT(error, Catch::Matchers::ContainsSubstring("cannot write " + path));
  CHECK(directory.num_files() == 0);
}

TEST_CASE("a file that appears on some ranks only is the same IoError on all") {
  Mpi sites(MPI_COMM_WORLD);
  const Directory directory(sites);
  const bool last = sites.local_sites().front() == sites.num_sites() - 1;
  if (sites.is_root()) std::ofstream(directory / "x") << "text";
  MPI_Barrier(sites.communicator());
  const std::string path = last ? directory / "elsewhere" : directory / "x";
  CHECK_THAT(common_error(sites, [&] { sites.open_file(path); }),
             Catch::Matchers::ContainsSubstring("elsewhere: No such file or directory"));
}

TEST_CASE("a file that ends too soon for one rank is the same IoError on all") {
  Mpi sites(MPI_COMM_WORLD);
  const Directory directory(sites);
  const Extents extents{40, 30};
  auto file = sites.create_file(directory / "x", 8 * volume(extents));
  write_box(*file, {0, 8, extents}, part_of(extents, 0, sites));
  file->commit();
  file = sites.open_file(directory / "x");
  if (sites.is_root()) fs::resize_file(directory / "x", 9592);
  MPI_Barrier(sites.communicator());
  for (const int by : {0, 1}) {
    CHECK_THAT(common_error(sites,
                            [&] {
                              reads_box(*file, {0, 8, extents}, part_of(extents, by, sites));
                            }),
               Catch::Matchers::ContainsSubstring("it ends at byte 9592"));
  }
}

TEST_CASE("a disk that is full for one rank is the same IoError on all, and the old file stays") {
  Mpi sites(MPI_COMM_WORLD);
  const Directory directory(sites);
  const Extents extents{40, 30};
  auto file = sites.create_file(directory / "x", 8 * volume(extents));
  write_box(*file, {0, 8, extents}, part_of(extents, 0, sites));
  file->commit();
  ::signal(SIGXFSZ, SIG_IGN);
  for (const int by : {0, 1}) {
    file = sites.create_file(directory / "x", 8 * volume(extents));
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit none{0, before.rlim_max};
    // Each rank writes its own rows, but the first one all of the interleaved columns.
    const int full = by == 0 ? sites.num_sites() - 1 : 0;
    if (sites.local_sites().front() == full) ::setrlimit(RLIMIT_FSIZE, &none);
    const std::string error = common_error(sites, [&] {
      write_box(*file, {0, 8, extents}, part_of(extents, by, sites));
    });
    ::setrlimit(RLIMIT_FSIZE, &before);
    CHECK_THAT(error, Catch::Matchers::ContainsSubstring("File too large"));
    file.reset();
    CHECK(directory.num_files() == 1);
  }
  file = sites.open_file(directory / "x");
  CHECK(reads_box(*file, {0, 8, extents}, Box::whole(extents)));
}

TEST_CASE("a created file may go away on one rank alone") {
  Mpi sites(MPI_COMM_WORLD);
  const Directory directory(sites);
  {
    auto file = sites.create_file(directory / "x", 100);
    if (sites.is_root()) file.reset();  // would wait for the others if it were collective
    MPI_Barrier(sites.communicator());
  }
  CHECK(directory.num_files() == 0);
}

}  // namespace file_test
