// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <string>
#include <vector>

#include "relatile/program/parse.hpp"
#include "relatile/program/print.hpp"
#include "support/catch.hpp"

namespace relatile::program::parse_test {
namespace {

const std::string example = R"(# every operator once
A = input(40000, 40000) placed split(0)        # optional: split(d[,d]), replicated
B = input(40000, 40000) [float32]
S = source(40000)
C = einsum("ik,kj->ij", A, B)
D = map("relu", C)
E = zip("add", C, D)
F = sum(E, axis=0)
G = transpose(F)
H = A[0:1000, :]

P = einsum("ij,jk->ik", A, A, combine="add", reduce="min")
M = mean(E, axis=(0, -1), keepdims=true)
T = transpose(A, axes=(1, 0))
I = A[-1, ::2]
output E, F
output H
)";

TEST_CASE("a program has its statements, their operands and their parameters") {
  const Program program = parse(example);
  REQUIRE(program.statements.size() == 13);
  const Statement& a = program.statements[0];
  CHECK(a.kind == Operator::input);
  CHECK(a.extents.size() == 2);
  CHECK(a.extents[1].value == 40000);
  CHECK(a.dtype.text == "float64");
  REQUIRE(a.placed);
  CHECK_FALSE(a.placed->replicated);
  CHECK(a.placed->axes == std::vector<Number>{{0, {}}});
  CHECK(program.statements[1].dtype.text == "float32");
  CHECK_FALSE(program.statements[1].placed);
  CHECK(program.statements[2].kind == Operator::source);
  const Statement& c = program.statements[3];
  CHECK(c.name.text == "C");
  CHECK(c.function.text == "ik,kj->ij");
  CHECK(c.operands == std::vector<Word>{{"A", {}}, {"B", {}}});
  CHECK(c.combine.text == "mul");
  const Statement& f = program.statements[6];
  CHECK(f.kind == Operator::reduce);
  CHECK(f.function.text == "sum");
  CHECK(f.axes == std::vector<Number>{{0, {}}});
  CHECK_FALSE(f.keepdims);
  CHECK_FALSE(program.statements[7].axes);
  CHECK(program.statements[9].reduce.text == "min");
  CHECK(program.statements[10].keepdims);
  CHECK(program.statements[10].axes == std::vector<Number>{{0, {}}, {-1, {}}});
  const std::vector<Index> indices{{false, -1, {}, {}, {}}, {true, {}, {}, 2, {}}};
  CHECK(program.statements[12].indices == indices);
  CHECK(program.outputs == std::vector<Word>{{"E", {}}, {"F", {}}, {"H", {}}});
}

TEST_CASE("parts of a program know where they stand") {
  const Program program = parse(example);
  const Statement& c = program.statements[3];
  CHECK(c.name.at.line == 5);
  CHECK(c.name.at.column == 1);
  CHECK(c.at.column == 5);
  CHECK(c.function.at.column == 12);
  CHECK(c.operands[1].at.column == 28);
}

TEST_CASE("a printed program reads back equal") {
  const Program program = parse(example);
  CHECK(parse(to_text(program)) == program);
  CHECK(to_text(parse(to_text(program))) == to_text(program));
}

TEST_CASE("blanks, comments, carriage returns and a missing last newline mean nothing") {
  const Program program = parse("A=input( 3,4 )\noutput A\n");
  CHECK(parse("\n  # a comment\r\nA\t= input(3, 4)#another\r\n\r\n output A") == program);
}

TEST_CASE("two programs that differ in one word are not equal") {
  const std::string text = "A = input(3, 4)\nB = sum(A, axis=0)\noutput B\n";
  const Program program = parse(text);
  for (const char* other : {"A = source(3, 4)\nB = sum(A, axis=0)\noutput B\n",
                            "A = input(3, 5)\nB = sum(A, axis=0)\noutput B\n",
                            "A = input(3, 4) [int32]\nB = sum(A, axis=0)\noutput B\n",
                            "A = input(3, 4) placed replicated\nB = sum(A, axis=0)\noutput B\n",
                            "A = input(3, 4)\nB = prod(A, axis=0)\noutput B\n",
                            "A = input(3, 4)\nB = sum(A, axis=1)\noutput B\n",
                            "A = input(3, 4)\nB = sum(A)\noutput B\n",
                            "A = input(3, 4)\nB = sum(A, axis=0)\noutput B, A\n",
                            "A = input(3, 4)\nB = sum(A, axis=0, keepdims=true)\noutput B\n"}) {
    CAPTURE(other);
    CHECK_FALSE(parse(other) == program);
  }
}

// ---- Errors
// ---------------------------------------------------------------------------------------

struct Mistake {
  const char* text;  ///< after two lines that define A of shape (3, 4) and V of shape (4,)
  int column;
  const char* complaint;
};

void check(const Mistake& mistake) {
  CAPTURE(mistake.text);
  const std::string text =
      "A = input(3, 4)\nV = input(4)\n" + std::string(mistake.text) + "\noutput V\n";
  try {
    parse(text);
    FAIL("no error");
  } catch (const ProgramError& error) {
    CAPTURE(error.what());
    CHECK(error.at().line == 3);
    CHECK(error.at().column == mistake.column);
    CHECK(error.detail() == mistake.complaint);
    CHECK(std::string(error.what()) ==
          "relatile: line 3, column " + std::to_string(mistake.column) + ": " + mistake.complaint);
  }
}

TEST_CASE("errors of grammar say what was expected, and what is there, and where") {
  const std::vector<Mistake> mistakes{
      {"3 = input(3)", 1, "expected the name of a statement, or 'output', but found '3'"},
      {"B input(3)", 3, "expected '=', but found 'input'"},
      {"B =", 4,
       "expected an operator (input, source, einsum, map, zip, transpose, sum, prod, min, max, "
       "mean, "
       "any, all) or a slice A[...], but found the end of the line"},
      {"B = matmul(A, A)", 5,
       "expected an operator (input, source, einsum, map, zip, transpose, sum, prod, min, max, "
       "mean, "
       "any, all) or a slice A[...], but found 'matmul'"},
      {"B = input 3", 11, "expected '(', but found '3'"},
      {"B = input(3", 12, "expected ',' or ')', but found the end of the line"},
      {"B = input(3,)", 13, "expected an extent, but found ')'"},
      {"B = input(-3)", 11, "expected an extent that is not negative, but found '-'"},
      {"B = input(128K)", 11, "expected an extent in digits only, but found '128K'"},
      {"B = input(99999999999999999999)", 11,
       "expected an extent of at most 63 bits, but found '99999999999999999999'"},
      {"B = input(3.5)", 12,
       "expected a name, a number, a quoted text or one of ( ) [ ] = , : -, but found '.'"},
      {"B = input(3) \xc3\xa4", 14,
       "expected a name, a number, a quoted text or one of ( ) [ ] = , : -, but found '\xc3\xa4'"},
      {"B = input(3) \x01", 14,
       "expected a name, a number, a quoted text or one of ( ) [ ] = , : -, but found a byte of "
       "value 1"},
      {"B = input(3) [3]", 15, "expected an element type such as float32, but found '3'"},
      {"B = input(3) [int8", 19, "expected ']', but found the end of the line"},
      {"B = input(3) on split(0)", 14,
       "expected '[', 'placed' or the end of the line, but found 'on'"},
      {"B = input(3) placed", 20,
       "expected 'split(axis, ...)' or 'replicated', but found the end of the line"},
      {"B = input(3) placed split", 26, "expected '(', but found the end of the line"},
      {"B = input(3) placed split()", 27, "expected an axis, but found ')'"},
      {"B = input(3) placed replicated now", 32, "expected the end of the line, but found 'now'"},
      {"B = source(3) placed split(0)", 15,
       "expected '[' or the end of the line, but found 'placed'"},
      {"B = einsum(A, A)", 12,
       "expected an einsum in quotes, such as \"ij,jk->ik\", but found 'A'"},
      {"B = einsum(\"ij->ij, A)", 12,
       "expected a closing quote after \"ij->ij, A), but found the end of the line"},
      {"B = einsum(\"ij->ij\")", 20, "expected ',' and the name of an operand, but found ')'"},
      {"B = einsum(\"ij->ij\", \"A\")", 22, "expected the name of an operand, but found \"A\""},
      {"B = einsum(\"i,i->i\", V, V, merge=\"add\")", 28,
       "expected an operand, 'combine=' or 'reduce=', but found 'merge'"},
      {"B = einsum(\"i,i->i\", V, combine=\"add\", V)", 40,
       "expected 'combine=' or 'reduce=', after the operands, but found 'V'"},
      {"B = einsum(\"i,i->i\", V, V, combine=add)", 36,
       "expected the name of a function in quotes, such as \"add\" or \"min\", but found 'add'"},
      {"B = einsum(\"i,i->i\", V, V, reduce=\"min\", reduce=\"max\")", 42,
       "expected each option once, but found 'reduce'"},
      {"B = einsum(\"i,i->i\", V,", 24,
       "expected the name of an operand, but found the end of the line"},
      {"B = map(relu, A)", 9,
       "expected the name of a function in quotes, such as \"relu\", but found 'relu'"},
      {"B = map(\"relu\", A, A)", 18, "expected ')', but found ','"},
      {"B = zip(\"add\", A)", 17, "expected ',', but found ')'"},
      {"B = zip(\"add\", A, A, A, A)", 23, "expected ')', but found ','"},
      {"B = sum()", 9, "expected the name of an operand, but found ')'"},
      {"B = sum(A, 0)", 12, "expected 'axis=' or 'keepdims=', but found '0'"},
      {"B = sum(A, axis=)", 17, "expected '(', but found ')'"},
      {"B = sum(A, axis=0, axis=1)", 20, "expected each option once, but found 'axis'"},
      {"B = sum(A, keepdims=1)", 21, "expected 'true' or 'false', but found '1'"},
      {"B = transpose(A, 1, 0)", 18, "expected 'axes=', but found '1'"},
      {"B = transpose(A, axes=(1, 0)", 29, "expected ')', but found the end of the line"},
      {"B = A[]", 7, "expected a position or a range start:stop:step, but found ']'"},
      {"B = A[0:1:2:3]", 12, "expected ',' or ']', but found ':'"},
      {"B = A[0] + A", 10,
       "expected a name, a number, a quoted text or one of ( ) [ ] = , : -, but found '+'"},
      {"B = A[0] A", 10, "expected the end of the line, but found 'A'"},
      {"B = A[0:-]", 10, "expected a position, but found ']'"},
      {"output", 7, "expected the name of a statement, but found the end of the line"},
      {"output A V", 10, "expected ',' or the end of the line, but found 'V'"},
      {"output = sum(A)", 8, "expected the name of a statement, but found '='"},
  };
  for (const auto& mistake : mistakes) check(mistake);
}

TEST_CASE("errors of names say which") {
  const std::vector<Mistake> mistakes{
      {"B = sum(C)", 9,
       "expected the name of an earlier statement, but found 'C', which no line above defines"},
      {"B = zip(\"add\", A, B)", 19,
       "expected the name of an earlier statement, but found 'B', which no line above defines"},
      {"A = sum(V)", 1, "expected a new name, but found 'A', which line 1 defines"},
      {"output B", 8,
       "expected the name of an earlier statement, but found 'B', which no line above defines"},
      {"output A, A", 11, "expected every output once, but found 'A' again"},
  };
  for (const auto& mistake : mistakes) check(mistake);
}

TEST_CASE("errors of meaning stand where the part is that does not fit") {
  const std::vector<Mistake> mistakes{
      {"B = input(3) [float16]", 15,
       "expected an element type (bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, "
       "float32, float64, complex64, complex128), but found 'float16'"},
      {"B = input(3, 4) placed split(2)", 30, "expected an axis of B of shape (3, 4), but found 2"},
      {"B = input(3, 4) placed split(0, 0)", 33, "expected each axis once, but found 0 again"},
      {"B = input(4000000000, 4000000000)", 5,
       "an array of more than 2^63 elements, of shape (4000000000, 4000000000)"},
      {"B = input(3000000000, 3000000000)", 5,
       "an array of shape (3000000000, 3000000000) of float64 takes more than 2^63 bytes"},
      {"B = einsum(\"ij,jk-ik\", A, A)", 18,
       "expected an einsum such as \"ij,jk->ik\", but found '-' without '>' in \"ij,jk-ik\""},
      {"B = einsum(\"ij,j->k\", A, V)", 19,
       "expected an einsum such as \"ij,jk->ik\", but found an output label that no operand has in "
       "\"ij,j->k\""},
      {"B = einsum(\"ij,j->i\", A)", 12, "expected 2 operands of \"ij,j->i\", but found 1"},
      {"B = einsum(\"ij,j->i\", A, V, V)", 29, "expected 2 operands of \"ij,j->i\", but found 3"},
      {"B = einsum(\"ij,j->i\", V, A)", 23,
       "expected an operand of 2 dimensions for 'ij', but found V of shape (4,)"},
      {"B = einsum(\"ij,jk->ik\", A, A)", 28,
       "expected extent 4 for label 'j', as A of shape (3, 4) has it, but found 3 in axis 0 of A "
       "of "
       "shape (3, 4)"},
      {"B = einsum(\"i,i->i\", V, V, combine=\"pow\")", 36,
       "einsum: there is no way to combine called 'pow'; there are mul, add, sub, div, min, max, "
       "and, "
       "or"},
      {"B = einsum(\"i,i->\", V, V, reduce=\"mean\")", 34,
       "einsum: there is no way to reduce called 'mean'; there are add, mul, min, max, and, or"},
      {"B = einsum(\"i->\", V, combine=\"add\")", 30,
       "expected two operands or more to combine by \"add\", but found one"},
      {"B = map(\"rellu\", A)", 9,
       "expected a function of one operand, such as \"relu\", but found \"rellu\""},
      {"B = map(\"add\", A)", 9,
       "expected a function of one operand, such as \"relu\", but found \"add\", which takes 2"},
      {"B = zip(\"exp\", A, A)", 9,
       "expected a function of two operands, such as \"add\", but found \"exp\", which takes 1"},
      {"B = zip(\"add\", A, A, A)", 9,
       "expected a function of three operands, such as \"where\", but found \"add\", which takes "
       "2"},
      {"B = zip(\"bitwise_and\", A, A)", 9,
       "expected a function of elements of type float64, but found \"bitwise_and\", which is not "
       "defined for them"},
      {"B = sum(A, axis=2)", 17, "expected an axis of A of shape (3, 4), but found 2"},
      {"B = sum(A, axis=(0, -2))", 21, "expected each axis once, but found -2 again"},
      {"B = transpose(A, axes=(0, 5))", 27, "expected an axis of A of shape (3, 4), but found 5"},
      {"B = transpose(A, axes=(1, 1))", 27, "expected each axis once, but found 1 again"},
      {"B = transpose(A, axes=(0))", 24,
       "expected all axes of A of shape (3, 4), but found 1 of them"},
      {"B = A[0, 0, 0]", 13,
       "expected no more indices than A of shape (3, 4) has axes, but found 3"},
      {"B = A[0, 4]", 10, "index 4 is out of bounds for axis 1 with size 4"},
      {"B = A[::0]", 7, "a slice's step can't be 0"},
  };
  for (const auto& mistake : mistakes) check(mistake);
}

TEST_CASE("errors that need other operands") {
  const auto complaint = [](const std::string& text) -> std::string {
    try {
      parse(text);
      return "no error";
    } catch (const ProgramError& error) {
      return error.what();
    }
  };
  CHECK(complaint("A = input(3)\n# nothing\n") ==
        "relatile: line 3, column 1: expected a line 'output' with names, but found the end of the "
        "program");
  CHECK(complaint("") ==
        "relatile: line 1, column 1: expected a line 'output' with names, but found the end of the "
        "program");
  CHECK(complaint("A = input(3, 0)\nB = max(A)\noutput B") ==
        "relatile: line 2, column 5: max: no elements to choose from along axis 1 of an array of "
        "shape (3, 0)");
  CHECK(complaint("A = input(0)\nB = einsum(\"i->\", A, reduce=\"min\")\noutput B") ==
        "relatile: line 2, column 5: einsum: no elements to choose the min from: label 'i' has "
        "extent 0");
  CHECK(complaint("A = input(3) [complex64]\nB = max(A)\noutput B") ==
        "relatile: line 2, column 5: expected a function of elements of type complex64, but found "
        "\"max\", which is not defined for them");
  CHECK(complaint("A = input(3) [bool]\nB = einsum(\"i,i->\", A, A, combine=\"sub\")\noutput B") ==
        "relatile: line 2, column 35: expected a function of elements of type bool, but found "
        "\"sub\", which is not defined for them");
  CHECK(complaint("A = input(3) [complex64]\nB = einsum(\"i->\", A, reduce=\"max\")\noutput B") ==
        "relatile: line 2, column 29: expected a function of elements of type complex64, but found "
        "\"max\", which is not defined for them");
  CHECK(complaint("A = input(3, 4)\nB = input(3)\nC = zip(\"add\", A, B)\noutput C") ==
        "relatile: line 3, column 19: add: operands of shapes (3, 4) and (3,) do not broadcast "
        "together; extents of an axis must be equal or 1");
  CHECK(complaint("A = input(2000000, 2000000)\nB = einsum(\"ij,kl->ijkl\", A, A)\noutput B") ==
        "relatile: line 2, column 5: an array of more than 2^63 elements, of shape (2000000, "
        "2000000, 2000000, 2000000)");
  CHECK(complaint("A = input(3000000, 3000000)\nB = einsum(\"ij,jk->ik\", A, A)\noutput B") ==
        "relatile: line 2, column 5: an array of more than 2^63 elements, of shape (3000000, "
        "3000000, 3000000)");
}

}  // namespace
}  // namespace relatile::program::parse_test
