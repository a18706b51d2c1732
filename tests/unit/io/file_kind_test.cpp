// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/file_kind.hpp"

#include <string>

#include "support/catch.hpp"

namespace file_kind_test {

using namespace relatile::io;

TEST_CASE("a file is what its first bytes say, or else its name") {
  CHECK(kind_of_file("\x93NUMPY\1", "x.csv") == FileKind::npy);
  CHECK(kind_of_file("PK\3\4", "x.npy") == FileKind::npz);
  CHECK(kind_of_file("PK\5\6", "x") == FileKind::npz);
  CHECK(kind_of_file("\x89HDF\r\n\x1a\n...", "x.npy") == FileKind::hdf5);
  for (const std::size_t before : {512u, 1024u, 4096u}) {
    CHECK(kind_of_file(std::string(before, ' ') + "\x89HDF\r\n\x1a\n...", "x.csv") ==
          FileKind::hdf5);
    CHECK(kind_of_file(std::string(before + 1, ' ') + "\x89HDF\r\n\x1a\n...", "x.csv") ==
          FileKind::text);
  }
  CHECK(kind_of_file("%%MatrixMarket matrix", "x.txt") == FileKind::matrix_market);
  CHECK(kind_of_file("%%matrixmarket", "x") == FileKind::matrix_market);
  CHECK(kind_of_file("1,2", "x.csv") == FileKind::text);
  CHECK(kind_of_file("", "a/b.dat") == FileKind::text);
  CHECK(kind_of_file("1,2", "csv") == FileKind::npy);
  CHECK(kind_of_file("", "") == FileKind::npy);
}

TEST_CASE("how a text is written shows in its first line") {
  const auto same = [](const std::string& text, char delimiter, bool header, int skip_rows) {
    const CsvFormat format = guess_csv_format(text);
    return format.delimiter == delimiter && format.header == header &&
           format.skip_rows == skip_rows;
  };
  CHECK(same("1,2\n3,4\n", ',', false, 0));
  CHECK(same("1;2\n", ';', false, 0));
  CHECK(same("1 2\n", ' ', false, 0));
  CHECK(same("1\t2\n", ' ', false, 0));
  CHECK(same("7\n", ' ', false, 0));
  CHECK(same("# a, b\n1 2\n", ' ', false, 0));
  CHECK(same("a,b\n1,2\n", ',', true, 0));
  CHECK(same("\n# about\n\"a\";1\n", ';', true, 2));
  CHECK(same("nan,inf,-1e5,\"3\",,\n", ',', false, 0));
  CHECK(same("", ',', false, 0));
}

}  // namespace file_kind_test
