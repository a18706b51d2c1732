// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// A little of what the part for arrays has, with numbers that are exact.
#include <relatile/hdf5.hpp>
#include <relatile/relatile.hpp>
#include <string>

namespace rt = relatile;

namespace {

bool all_right = true;

void expect(const char* what, bool right) {
  if (!right) rt::print("wrong:", what);
  all_right = all_right && right;
}

void arrays() {
  const rt::Array<double, 2> a = 2.0 * rt::ones({6, 4}) + rt::exp(rt::zeros({4}));
  expect("arithmetic", rt::sum(a).item() == 3 * 24);
  expect("matmul", rt::sum(rt::matmul(a, rt::transpose(a))).item() == 9 * 4 * 36);
  const rt::Array<double, 2> gram = rt::einsum<"ni,nj->ij">(a, a);
  expect("einsum", rt::item(gram(0, 0)) == 9 * 6);
  rt::print(gram);
  expect("explain", rt::explain(gram, rt::in_full).find("einsum") != std::string::npos);
}

void relations() {
  const rt::Array<double, 2> a = rt::ones({8, 4});
  const auto doubled =
      rt::transform(rt::blocks(a, {2, 2}), [](const auto& block) { return 2.0 * block; });
  expect("a relation", rt::sum(rt::to_array(doubled)).item() == 64);
}

void files() {
  const rt::Array<float, 2> a = rt::from_function(
      {5, 3}, [](std::int64_t i, std::int64_t j) { return static_cast<float>(10 * i + j); });
  rt::save("consumer.npy", a);
  const auto same = rt::load<float, 2>("consumer.npy") == a;
  expect("a file", rt::all(same).item());
}

/// With HDF5, or without it, which an Error says then.
void datasets() {
  const rt::Array<double, 2> a = rt::ones({5, 3});
  bool works = true;
  try {
    rt::save_hdf5("consumer.h5", "group/a", a);
    expect("a dataset", rt::sum(rt::load<double, 2>("consumer.h5")).item() == 15);
  } catch (const rt::Error& error) {
    works = std::string(error.what()).find("built without HDF5") == std::string::npos;
  }
#if defined(RELATILE_HAS_HDF5)
  expect("HDF5", works);
#else
  expect("no HDF5", !works);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  arrays();
  relations();
  files();
  datasets();
  return all_right ? 0 : 1;
}
