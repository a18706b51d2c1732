// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/hdf5.hpp>

#include <cerrno>
#include <complex>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>

#include "support/directory.hpp"
#include "support/numbered.hpp"

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;
using rt::test::numbers;

#if defined(RELATILE_HAS_HDF5)

#include <fcntl.h>
#include <hdf5.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

/// What this process has read by offsets, which is how files are read here and by HDF5.
std::int64_t bytes_read = 0;
/// So many reads and writes still succeed; the one after them does not. Below zero, all do.
int successes = -1;

bool fails() {
  if (successes < 0 || successes-- > 0) return false;
  errno = EIO;
  return true;
}

}  // namespace

extern "C" ssize_t pread(int fd, void* target, size_t bytes, off_t offset) {
  if (fails()) return -1;
  const ssize_t done = syscall(SYS_pread64, fd, target, bytes, offset);
  if (done > 0) bytes_read += done;
  return done;
}
extern "C" ssize_t pread64(int fd, void* target, size_t bytes, off_t offset) {
  return pread(fd, target, bytes, offset);
}

extern "C" ssize_t pwrite(int fd, const void* source, size_t bytes, off_t offset) {
  return fails() ? -1 : syscall(SYS_pwrite64, fd, source, bytes, offset);
}
extern "C" ssize_t pwrite64(int fd, const void* source, size_t bytes, off_t offset) {
  return pwrite(fd, source, bytes, offset);
}

namespace {

template <class T, int N>
void check_saved(const std::string& path, const rt::Extents& shape) {
  const auto x = numbers<T, N>(shape);
  rt::save_hdf5(path, "there/x", x);
  const auto loaded = rt::load_hdf5<T, N>(path, "/there/x");
  CHECK(loaded.shape() == shape);
  CHECK(rt::to_vector(loaded) == rt::to_vector(x));
}

/// 7 x 12 integers of two bytes, the high one first, in compressed chunks of 3 x 5; of another
/// dataset only the shape and what its elements are as long as nobody has written them. And in a
/// third 3 x 2.
void write_chunks(const std::string& path) {
  std::vector<std::int16_t> elements;
  for (int i = 0; i < 84; ++i) elements.push_back(static_cast<std::int16_t>(300 + i));
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t shape[] = {7, 12}, chunk[] = {3, 5};
  const hid_t space = H5Screate_simple(2, shape, nullptr);
  const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(layout, 2, chunk);
  H5Pset_deflate(layout, 6);
  const hid_t dataset =
      H5Dcreate2(file, "chunks", H5T_STD_I16BE, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  CHECK(H5Dwrite(dataset, H5T_NATIVE_INT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, elements.data()) >= 0);
  H5Dclose(dataset);
  H5Pclose(layout);
  const hid_t fill = H5Pcreate(H5P_DATASET_CREATE);
  const double number = 2.5;
  H5Pset_fill_value(fill, H5T_NATIVE_DOUBLE, &number);
  H5Dclose(H5Dcreate2(file, "unwritten", H5T_IEEE_F64LE, space, H5P_DEFAULT, fill, H5P_DEFAULT));
  H5Pclose(fill);
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, 4);
  H5Dclose(H5Dcreate2(file, "texts", text, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Tclose(text);
  H5Sclose(space);
  H5Fclose(file);
}

}  // namespace

TEST_CASE("what is saved in an HDF5 file is loaded from it") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::string path = directory / "x.h5";
  for (const rt::Extents& shape : std::vector<rt::Extents>{{5, 7}, {1, 30}, {0, 3}}) {
    check_saved<bool, 2>(path, shape);
    check_saved<std::int8_t, 2>(path, shape);
    check_saved<std::uint16_t, 2>(path, shape);
    check_saved<std::int32_t, 2>(path, shape);
    check_saved<std::uint64_t, 2>(path, shape);
    check_saved<float, 2>(path, shape);
    check_saved<double, 2>(path, shape);
    check_saved<std::complex<float>, 2>(path, shape);
    check_saved<std::complex<double>, 2>(path, shape);
  }
  check_saved<double, 0>(path, {});
  for (std::int64_t n : {0, 1, 2, 1000}) check_saved<double, 1>(path, {n});
  check_saved<double, 3>(path, {40, 3, 50});
  CHECK(rt::hdf5_datasets(path) == std::vector<std::string>{"there/x"});
  const auto y = rt::load<double, 3>(path);  // by its first bytes
  CHECK(rt::item(rt::sum(y - numbers<double, 3>({40, 3, 50}))) == 0);
}

TEST_CASE("a file gets datasets beside others, and a new one in the place of an old one") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::string path = directory / "x.h5";
  const auto x = numbers<double, 2>({6, 5});
  rt::save_hdf5(path, "x", x);
  rt::save_hdf5(path,
                {{"g/y", rt::placed(x * 2.0, rt::split(1))}, {"g/h/z", numbers<int, 1>({9})}});
  CHECK(rt::names_in(path) == std::vector<std::string>{"g/h/z", "g/y", "x"});
  rt::save_hdf5(path, "x", numbers<float, 1>({4}));
  CHECK(rt::to_vector(rt::load<float, 1>(path, "x")) == rt::to_vector(numbers<float, 1>({4})));
  CHECK(rt::to_vector(rt::load_hdf5<double, 2>(path, "g/y")) == rt::to_vector(x * 2.0));
  CHECK_THAT(common_error(context.transport(), [&] { rt::save_hdf5(path, "g", x); }),
             ContainsSubstring("has a group 'g'; no dataset can be called 'g'"));
  CHECK_THAT(common_error(context.transport(), [&] { rt::save_hdf5(path, "x/y", x); }),
             ContainsSubstring("has a dataset 'x'; no dataset can be called 'x/y'"));
  CHECK_THAT(common_error(context.transport(),
                          [&] {
                            rt::save_hdf5(path, {{"a", x}, {"/a", x}});
                          }),
             ContainsSubstring("two arrays are called 'a'"));
  CHECK(rt::hdf5_datasets(path).size() == 3);
  rt::save_hdf5(path, "alone", x, rt::Hdf5Mode::replace);
  CHECK(rt::hdf5_datasets(path) == std::vector<std::string>{"alone"});
  CHECK(directory.num_files() == 1);
}

TEST_CASE("of a slice every rank reads its part and nothing else") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::string path = directory / "x.h5";
  const auto x = numbers<double, 2>({400, 50});
  rt::save_hdf5(path, "x", x);
  bytes_read = 0;
  CHECK_THROWS(rt::load_hdf5<std::int8_t, 2>(path, "x"));
  const std::int64_t description = bytes_read;  // what site 0 reads to find the dataset
  if (context.rank() > 0) CHECK(description == 0);
  const auto read_by = [&](const std::vector<rt::Slice>& slices, const auto& expected) {
    bytes_read = 0;
    const auto part = rt::load_hdf5<double, 2>(path, "x", slices);
    const std::int64_t read = bytes_read - description;
    CHECK(part.shape() == expected.shape());
    CHECK(rt::to_vector(part) == rt::to_vector(expected));
    return read;
  };
  const auto mine = [&](std::int64_t longest) {
    const rt::Range range = rt::even_part(longest, context.size(), context.rank());
    return range.high - range.low;
  };
  CHECK(read_by({}, x) == mine(400) * 50 * 8);
  CHECK(read_by({rt::slice(10, 300)}, x(rt::slice(10, 300))) == mine(290) * 50 * 8);
  CHECK(read_by({rt::slice(-3, {}), rt::slice(0, 2)}, x(rt::slice(-3, {}), rt::slice(0, 2))) ==
        mine(3) * 2 * 8);
  CHECK(read_by({rt::slice({}, {}, -1)}, x(rt::slice({}, {}, -1))) >= mine(400) * 50 * 8);
  read_by({rt::slice(1, 390, 7), rt::slice(40, 3, -4)},
          x(rt::slice(1, 390, 7), rt::slice(40, 3, -4)));
  CHECK(read_by({rt::slice(7, 7)}, x(rt::slice(7, 7))) == 0);
  CHECK_THAT(common_error<rt::ShapeMismatch>(
                 context.transport(),
                 [&] {
                   rt::load_hdf5<double, 2>(path, "x", {rt::slice(1), rt::slice(1), rt::slice(1)});
                 }),
             ContainsSubstring("3 slices of " + path + ":x, which has 2 dimensions"));
}

TEST_CASE("chunks, other byte orders and what was never written are read") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  if (context.rank() == 0) write_chunks(directory / "x.h5");
  CHECK(directory.num_files() == 1);  // for all ranks
  std::vector<double> expected;
  for (int i = 0; i < 84; ++i) expected.push_back(300 + i);
  const auto x = rt::from_span(expected, {7, 12});
  CHECK(rt::to_vector(rt::load_hdf5<double, 2>(directory / "x.h5", "chunks")) == expected);
  const auto part = rt::load_hdf5<std::int32_t, 2>(directory / "x.h5", "chunks",
                                                   {rt::slice(1, 7, 2), rt::slice(9, 2)});
  CHECK(rt::volume(part.shape()) == 0);
  const auto some = rt::load_hdf5<double, 2>(directory / "x.h5", "chunks",
                                             {rt::slice(1, 7, 2), rt::slice(9, 2, -3)});
  CHECK(rt::to_vector(some) == rt::to_vector(x(rt::slice(1, 7, 2), rt::slice(9, 2, -3))));
  CHECK(rt::to_vector(rt::load_hdf5<double, 2>(directory / "x.h5", "unwritten")) ==
        std::vector<double>(84, 2.5));
  CHECK(rt::io::load_hdf5_any(directory / "x.h5", "chunks")->type.block.element ==
        rt::element_type_of<std::int16_t>());
  CHECK_THAT(common_error(context.transport(),
                          [&] { rt::load_hdf5<double, 2>(directory / "x.h5", "texts"); }),
             ContainsSubstring("x.h5:texts has texts as elements; expected numbers"));
}

TEST_CASE("attributes are written, read and listed") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::string path = directory / "x.h5";
  rt::save_hdf5(path, "g/x", numbers<double, 1>({5}));
  rt::set_hdf5_attribute(path, "g/x", "dt", 0.25);
  rt::set_hdf5_attribute(path, "g/x", "unit", "metre");
  rt::set_hdf5_attribute(path, "/g/x", "unit", std::string("Ångström"));
  rt::set_hdf5_attribute(path, "/", "steps", std::vector<std::int32_t>{3, 1, 4});
  rt::set_hdf5_attribute(path, "g", "none", std::vector<double>());
  rt::set_hdf5_attribute(path, "g", "is_good", true);
  rt::set_hdf5_attribute(path, "g", "z", std::complex<double>(1, 2));
  rt::set_hdf5_attribute(path, "g", "empty", "");
  CHECK(rt::hdf5_attribute<double>(path, "g/x", "dt") == 0.25);
  CHECK(rt::hdf5_attribute<std::string>(path, "g/x", "unit") == "Ångström");
  CHECK(rt::hdf5_attribute<std::vector<double>>(path, "", "steps") == std::vector<double>{3, 1, 4});
  CHECK(rt::hdf5_attribute<std::vector<double>>(path, "g", "none").empty());
  CHECK(rt::hdf5_attribute<bool>(path, "g", "is_good"));
  CHECK(rt::hdf5_attribute<std::complex<double>>(path, "g", "z") == std::complex<double>(1, 2));
  CHECK(rt::hdf5_attribute<std::string>(path, "g", "empty").empty());
  CHECK(rt::hdf5_attributes(path, "g/x") == std::vector<std::string>{"dt", "unit"});
  auto& sites = context.transport();
  CHECK_THAT(common_error(sites, [&] { rt::hdf5_attribute<double>(path, "g/x", "dx"); }),
             ContainsSubstring("x.h5:g/x has no attribute 'dx'; it has dt, unit"));
  CHECK_THAT(common_error(sites, [&] { rt::hdf5_attribute<double>(path, "x", "dt"); }),
             ContainsSubstring("no dataset or group 'x'; its datasets are g/x"));
  CHECK_THAT(common_error(sites, [&] { rt::hdf5_attribute<int>(path, "/", "steps"); }),
             ContainsSubstring("x.h5:/@steps has 3 numbers; expected 1"));
  CHECK_THAT(common_error(sites, [&] { rt::hdf5_attribute<float>(path, "g/x", "dt"); }),
             ContainsSubstring("elements of type float64; expected float32"));
  CHECK_THAT(common_error(sites, [&] { rt::hdf5_attribute<double>(path, "g/x", "unit"); }),
             ContainsSubstring("x.h5:g/x@unit is made of texts; expected numbers"));
}

TEST_CASE("what is wrong with an HDF5 file is the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const std::string path = directory / "x.h5";
  rt::save_hdf5(path, {{"a", numbers<double, 1>({3})}, {"b/c", numbers<double, 2>({3, 4})}});
  const auto load = [](const std::string& file, const std::string& name) {
    return [=] { rt::load_hdf5<double, 2>(file, name); };
  };
  CHECK_THAT(common_error(sites, load(path, "q")),
             ContainsSubstring("x.h5 has no dataset 'q'; its datasets are a, b/c"));
  CHECK_THAT(
      common_error(sites, load(path, "b")),
      ContainsSubstring("x.h5 has no dataset 'b', that is a group; its datasets are a, b/c"));
  CHECK_THAT(common_error(sites, load(path, "")),
             ContainsSubstring("x.h5 has the datasets a, b/c; name the one"));
  CHECK_THAT(common_error<rt::ShapeMismatch>(sites, load(path, "a")),
             ContainsSubstring("x.h5:a has 1 dimensions, shape (3,); expected 2"));
  CHECK_THAT(common_error(sites, [&] { rt::load<float, 2>(path, "b/c"); }),
             ContainsSubstring("x.h5:b/c has elements of type float64; expected float32"));
  CHECK_THAT(common_error<rt::IoError>(sites, load(directory / "none.h5", "a")),
             ContainsSubstring("none.h5: No such file or directory"));
  CHECK_THAT(common_error<rt::ParseError>(sites, load(directory.put("y.h5", "numbers"), "a")),
             ContainsSubstring("y.h5: expected an HDF5 file"));
  const std::string whole = directory.get("x.h5");
  for (const std::size_t bytes : {8u, 90u, 600u, 2000u}) {
    const std::string part =
        directory.put("z.h5", whole.substr(0, std::min(bytes, whole.size() - 1)));
    const std::string error = common_error(sites, load(part, "b/c"));
    CHECK_THAT(error, ContainsSubstring("z.h5"));
  }
  const auto failing = rt::generate<double, 1>("failing", {100}, 1, [](const rt::Extents& at) {
    if (at[0] == 99) throw std::runtime_error("no such number");
    return 0.0;
  });
  common_error<rt::KernelError>(sites, [&] { rt::save_hdf5(path, "d", failing); });
  CHECK(directory.get("x.h5") == whole);
  CHECK_THAT(
      common_error<rt::IoError>(
          sites, [&] { rt::save_hdf5(directory / "no/x.h5", "a", numbers<double, 1>({3})); }),
      ContainsSubstring("no/x.h5: No such file or directory"));
}

TEST_CASE("a file that one rank can't open is an error on all") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  rt::save_hdf5(directory / "x.h5", "a", numbers<double, 1>({30}));
  const int last = context.size() - 1;
  // Every rank has a directory of its own in the place of one that all see; the last one's is
  // empty.
  const std::string own = directory / ("of" + std::to_string(context.rank()));
  std::filesystem::create_directory(own);
  if (context.rank() != last) std::filesystem::copy(directory / "x.h5", own + "/x.h5");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(own);
  const std::string error =
      common_error<rt::IoError>(context.transport(), [] { rt::load_hdf5<double, 1>("x.h5", "a"); });
  CHECK_THAT(error, ContainsSubstring("cannot open x.h5: No such file or directory"));
  if (context.size() > 1) {
    CHECK_THAT(
        common_error<rt::IoError>(context.transport(),
                                  [] { rt::save_hdf5("x.h5", "b", numbers<double, 1>({30})); }),
        ContainsSubstring("cannot open x.h5: No such file or directory"));
  }
  std::filesystem::current_path(before);
}

TEST_CASE(
    "a read or a write that fails on one rank is an error on all, and the file is what it was") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::string path = directory / "x.h5";
  if (context.rank() == 0) write_chunks(path);
  CHECK(directory.num_files() == 1);
  const rt::Array<double, 2> x = numbers<double, 2>({200, 30});
  rt::save_hdf5(path, "x", x);
  const std::vector<std::string> names = rt::hdf5_datasets(path);
  const auto fails_on = [&](int rank, int after, const auto& work) {
    successes = context.rank() == rank ? after : -1;
    std::string error = "none";
    try {
      work();
    } catch (const rt::IoError& caught) {
      error = caught.what();
    }
    successes = -1;
    CHECK(context.transport().text_from(0, error) == error);
    return error != "none";
  };
  for (int rank = 0; rank < context.size(); ++rank) {
    int errors = 0;
    for (int after = 0; after < 12; ++after) {
      errors += fails_on(rank, after, [&] { rt::load_hdf5<double, 2>(path, "x"); });
      errors += fails_on(rank, after, [&] { rt::load_hdf5<double, 2>(path, "chunks"); });
      errors += fails_on(rank, after, [&] { rt::save_hdf5(directory / "y.h5", "x", x); });
      CHECK(directory.num_files() <= 2);
      const bool failed = fails_on(rank, after, [&] { rt::save_hdf5(path, "new", x + 1.0); });
      errors += failed;
      CHECK(rt::to_vector(rt::load_hdf5<double, 2>(path, "x")) == rt::to_vector(x));
      if (failed) CHECK(rt::hdf5_datasets(path).size() <= names.size() + 1);
    }
    CHECK(errors > 4);
  }
}

#else

TEST_CASE("a program without HDF5 says what to install") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const std::string path = directory.put("x.h5", std::string("\x89HDF\r\n\x1a\n", 8));
  const auto says =
      ContainsSubstring("x.h5: this program was built without HDF5; on Debian: apt-get");
  auto& sites = context.transport();
  CHECK_THAT(common_error(sites, [&] { rt::load_hdf5<double, 1>(path, "a"); }), says);
  CHECK_THAT(common_error(sites, [&] { rt::load<double, 1>(path, "a"); }), says);
  CHECK_THAT(common_error(sites, [&] { rt::names_in(path); }), says);
  const rt::Array<double, 1> x = rt::ones<double>({4});
  CHECK_THAT(common_error(sites, [&] { rt::save_hdf5(path, "a", x); }), says);
  CHECK_THAT(common_error(sites, [&] { rt::hdf5_attribute<double>(path, "a", "dt"); }), says);
  CHECK_THAT(common_error(sites, [&] { rt::set_hdf5_attribute(path, "a", "dt", 1.0); }), says);
}

#endif
