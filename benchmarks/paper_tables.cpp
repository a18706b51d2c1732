// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// The papers' tables, their figures beside ours for the same problems and plans on models of their
// machines, as Markdown: `paper_tables` prints all of them, `paper_tables --table NAME` one,
// `paper_tables --list` their names.
#include "paper_tables/tables.hpp"

#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Table {
  std::string_view name;
  void (*print)(std::ostream&);
};

constexpr Table tables[]{
    {"tra3", paper::tra_products},
    {"tra5", paper::tra_nearest},
    {"tra7", paper::tra_speech},
    {"tra8", paper::tra_extreme},
    {"tra_crossings", paper::tra_crossings},
    {"ein7", paper::eindecomp_chain},
    {"ein11", paper::eindecomp_llama},
    {"spartan_als", paper::spartan_als},
    {"nums", paper::nums_weak_scaling},
};

int usage() {
  std::cerr << "usage: paper_tables [--list | --table NAME], where NAME is one of";
  for (const auto& table : tables) std::cerr << ' ' << table.name;
  std::cerr << '\n';
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    for (const auto& table : tables) {
      table.print(std::cout);
      std::cout << std::endl;
    }
    return 0;
  }
  if (words == std::vector<std::string>{"--list"}) {
    for (const auto& table : tables) std::cout << table.name << '\n';
    return 0;
  }
  if (words.size() != 2 || words[0] != "--table") return usage();
  for (const auto& table : tables) {
    if (table.name != words[1]) continue;
    table.print(std::cout);
    return 0;
  }
  return usage();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
