// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Reads and writes files of all formats, so that tests/python/files_test.py can compare them with
// NumPy's. A line of the jobs' file is an action and its words, tab after tab:
//
//   load      file result.npy              what load makes of a file, with its own types
//   member    file name result.npy         one array of an archive
//   savez     result.npz name file ...     several .npy files as one archive
//   compress  result.npz name file ...     the same, compressed
//   csv       file result.npy type delimiter skip_rows header usecols filling missing
//   savetxt   file.npy result delimiter precision
//   fromfile  file result.npy type dtype offset
//   tofile    file.npy result
//   mmwrite   file.npy result symmetry
//   sparse    type file result             a sparse matrix, read and written as the names end:
//                                          .mtx, .tns, .edges, .npz (read only), else a folder
//   load_hdf5 file name result.npy start:stop:step ...    a part of a dataset
//   save_hdf5 result.h5 mode name file ...                several .npy files as datasets
//   attribute file object name result.h5                  a number, copied to one of the file "/"
//   text      file object name result.h5                  the same of a text
#include <complex>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <relatile/hdf5.hpp>
#include <relatile/relatile.hpp>
#include <relatile/sparse.hpp>

namespace rt = relatile;

namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& line) {
  Words words;
  std::istringstream stream(line);
  for (std::string word; std::getline(stream, word, '\t');) words.push_back(word);
  return words;
}

rt::io::CsvFormat csv_format(const Words& job) {
  rt::io::CsvFormat format{.delimiter = job.at(4)[0],
                           .skip_rows = std::stoll(job.at(5)),
                           .header = job.at(6) == "header"};
  std::istringstream columns(job.at(7));
  for (std::string column; std::getline(columns, column, ';');) {
    const bool is_number = column.find_first_not_of("-0123456789") == std::string::npos;
    if (is_number) {
      format.usecols.emplace_back(std::int64_t(std::stoll(column)));
    } else {
      format.usecols.emplace_back(column);
    }
  }
  if (job.at(8) != "none") format.filling_value = std::strtod(job.at(8).c_str(), nullptr);
  if (job.size() > 9) format.missing_values.push_back(job.at(9));
  return format;
}

template <class T>
void csv(const Words& job) {
  rt::save(job.at(2), rt::load_csv<T>(job.at(1), csv_format(job)));
}

template <class T>
void fromfile(const Words& job) {
  rt::save(job.at(2),
           rt::fromfile<T>(job.at(1), {.offset = std::stoll(job.at(5)), .dtype = job.at(4)}));
}

void savez(const Words& job) {
  std::vector<rt::NamedArray> arrays;
  for (std::size_t i = 2; i + 1 < job.size(); i += 2) {
    arrays.emplace_back(job[i], rt::io::load_any(job[i + 1]));
  }
  if (job.at(0) == "compress") return rt::savez_compressed(job.at(1), arrays);
  rt::savez(job.at(1), arrays);
}

rt::SlicePosition position(const std::string& text) {
  if (text.empty()) return {};
  return std::stoll(text);
}

void load_hdf5(const Words& job) {
  std::vector<rt::Slice> slices;
  for (std::size_t i = 4; i < job.size(); ++i) {
    std::istringstream stream(job[i] + ":");
    std::string start, stop, step;
    std::getline(stream, start, ':');
    std::getline(stream, stop, ':');
    std::getline(stream, step, ':');
    slices.push_back(rt::slice(position(start), position(stop), position(step)));
  }
  rt::io::save_any(job.at(3), rt::io::load_hdf5_any(job.at(1), job.at(2), slices));
}

void save_hdf5(const Words& job) {
  std::vector<rt::NamedArray> arrays;
  for (std::size_t i = 3; i + 1 < job.size(); i += 2) {
    arrays.emplace_back(job[i], rt::io::load_any(job[i + 1]));
  }
  rt::save_hdf5(job.at(1), arrays,
                job.at(2) == "replace" ? rt::Hdf5Mode::replace : rt::Hdf5Mode::append);
}

template <class T>
void attribute(const Words& job) {
  const T value = rt::hdf5_attribute<T>(job.at(1), job.at(2), job.at(3));
  rt::set_hdf5_attribute(job.at(4), "/", job.at(3), value);
}

template <class T>
rt::SparseArray<T> read_sparse(const std::string& path) {
  if (path.ends_with(".mtx")) return rt::mmread_sparse<T>(path);
  if constexpr (!rt::is_complex_v<T>) {
    if (path.ends_with(".tns")) return rt::read_tns<T>(path);
    if (path.ends_with(".edges")) return rt::read_weighted_edgelist<T>(path);
  }
  return rt::load_sparse<T>(path);
}

template <class T>
void sparse(const Words& job) {
  const rt::SparseArray<T> s = read_sparse<T>(job.at(2));
  const std::string& path = job.at(3);
  if (path.ends_with(".mtx")) return rt::mmwrite(path, s);
  if constexpr (!rt::is_complex_v<T>) {
    if (path.ends_with(".tns")) return rt::write_tns(path, s);
    if (path.ends_with(".edges")) return rt::write_weighted_edgelist(path, s);
  }
  rt::save_sparse(path, s);
}

const std::map<std::string, std::function<void(const Words&)>> actions{
    {"load", [](const Words& job) { rt::io::save_any(job.at(2), rt::io::load_any(job.at(1))); }},
    {"member",
     [](const Words& job) { rt::io::save_any(job.at(3), rt::io::load_any(job.at(1), job.at(2))); }},
    {"savez", savez},
    {"compress", savez},
    {"load_hdf5", load_hdf5},
    {"save_hdf5", save_hdf5},
    {"attribute", attribute<std::vector<double>>},
    {"text", attribute<std::string>},
    {"csv f8", csv<double>},
    {"csv f4", csv<float>},
    {"csv i4", csv<std::int32_t>},
    {"csv i8", csv<std::int64_t>},
    {"fromfile f8", fromfile<double>},
    {"fromfile i8", fromfile<std::int64_t>},
    {"sparse f8", sparse<double>},
    {"sparse i8", sparse<std::int64_t>},
    {"sparse c16", sparse<std::complex<double>>},
    {"savetxt",
     [](const Words& job) {
       rt::io::savetxt_any(job.at(2), rt::io::load_any(job.at(1)),
                           {.delimiter = job.at(3)[0], .precision = std::stoi(job.at(4))});
     }},
    {"tofile", [](const Words& job) { rt::io::save_raw(job.at(2), rt::io::load_any(job.at(1))); }},
    {"mmwrite",
     [](const Words& job) {
       rt::io::save_matrix_market(job.at(2), rt::io::load_any(job.at(1)), {.symmetry = job.at(3)});
     }},
};

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  std::ifstream jobs(argv[1]);
  for (std::string line; std::getline(jobs, line);) {
    const Words job = words_of(line);
    std::string name = job[0];
    if (name == "csv" || name == "fromfile") name += " " + job.at(3);
    if (name == "sparse") name += " " + job.at(1);
    const auto action = actions.find(name);
    if (action == actions.end()) {
      std::cerr << "files_face: can't run: " << line << '\n';
      return 1;
    }
    action->second(job);
  }
  return 0;
}
