// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Runs functions of the library on .npy files, so that tests/python/numpy_test.py can compare them
// with NumPy's. A line of the jobs' file is: a function, its operands' files, "->" and the result's
// file, and for a reduction the axes ("all", "0", "1", "01"), "keep" or "drop", and a number that
// it takes.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "numpy_face.hpp"

namespace rt = relatile;

namespace numpy_face {

Job read_job(const std::string& line) {
  std::istringstream words(line);
  Job job;
  words >> job.function;
  for (std::string word; words >> word && word != "->";) job.operands.push_back(word);
  std::string number;  // streams do not read infinities
  words >> job.result >> job.axes >> job.keeps >> number;
  job.number = std::strtod(number.c_str(), nullptr);
  return job;
}

std::string type_of(const std::string& file) { return file.substr(0, file.find('_')); }

}  // namespace numpy_face

int main(int argc, char** argv) {
  using namespace numpy_face;
  const rt::Context context(argc, argv);
  std::ifstream jobs(argv[1]);
  bool fine = true;
  for (std::string line; std::getline(jobs, line);) {
    const Job job = read_job(line);
    const bool known = run_at_places(job) || run_product(job) || run_with_options(job) ||
                       run_elementwise(job) || run_reduction(job) || run_places(job) ||
                       run_other(job) || run_rearranged(job) || run_more(job);
    if (!known) std::cerr << "numpy_face: can't run: " << line << '\n';
    fine &= known;
  }
  return fine ? 0 : 1;
}
