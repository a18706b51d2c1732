// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// All targets of libFuzzer in one program, which costs a sixth of the time to compile that six
// cost. The environment variable RELATILE_FUZZ names the one to run.
//
// A target is given any bytes. It returns, or ends the process where a property does not hold;
// every exception but the library's own errors, every report of a sanitizer, and more time or
// memory than run.sh allows are faults too.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string_view>

#include "fuzz/csv.hpp"
#include "fuzz/einsum.hpp"
#include "fuzz/entries.hpp"
#include "fuzz/inflate.hpp"
#include "fuzz/machine.hpp"
#include "fuzz/matrix_market.hpp"
#include "fuzz/npy.hpp"
#include "fuzz/planted.hpp"
#include "fuzz/program.hpp"
#include "fuzz/saved_plan.hpp"
#include "fuzz/zip.hpp"

namespace {

namespace fuzz = relatile::fuzz;

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};
constexpr Target targets[] = {
    {"npy", fuzz::npy},         {"csv", fuzz::csv},         {"einsum", fuzz::einsum},
    {"program", fuzz::program}, {"machine", fuzz::machine}, {"saved_plan", fuzz::saved_plan},
    {"planted", fuzz::planted}, {"zip", fuzz::zip},         {"matrix_market", fuzz::matrix_market},
    {"inflate", fuzz::inflate}, {"entries", fuzz::entries},
};
const Target* chosen = nullptr;

/// Time of this process, so that a busy machine is no fault.
void run_in_time(std::string_view bytes) {
  const std::clock_t begin = std::clock();
  chosen->run(bytes);
  const auto seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  fuzz::require(seconds < 5, "64 KB take less than five seconds");
}

/// 64 KB of the input: what two of its bytes say is repeated in its middle. What takes more than
/// linear time, or a level of recursion a byte, shows at this length.
void run_stretched(std::string_view bytes) {
  constexpr std::size_t size = 64 * 1024;
  const auto place = [&](std::size_t i) {
    return static_cast<unsigned char>(bytes[i]) % bytes.size();
  };
  const auto [begin, end] = std::minmax({place(bytes.size() / 2), place(bytes.size() - 1)});
  const std::size_t after = bytes.size() - end;
  if (bytes.size() >= size || begin == end) return;
  const auto text = std::make_unique<char[]>(size);  // of just this size, so that ASan sees its end
  std::size_t at = bytes.copy(text.get(), begin);
  while (at < size - after) {
    at += bytes.copy(text.get() + at, std::min(end - begin, size - after - at), begin);
  }
  bytes.copy(text.get() + at, after, end);
  run_in_time({text.get(), size});
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("RELATILE_FUZZ");
  for (const Target& target : targets) {
    if (name && target.name == name) chosen = &target;
  }
  if (chosen) return 0;
  std::fprintf(stderr, "fuzz: set RELATILE_FUZZ to one of:");
  for (const Target& target : targets) std::fprintf(stderr, " %s", target.name.data());
  std::fprintf(stderr, "\n");
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  run_in_time(bytes);
  // Long inputs are slow, so only some are stretched: always the same ones, to be found again.
  std::size_t hash = 0;
  for (const char c : bytes) hash = hash * 31 + static_cast<unsigned char>(c);
  if (size > 1 && hash % 64 == 0) run_stretched(bytes);
  return 0;
}
