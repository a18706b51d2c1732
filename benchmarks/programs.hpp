// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace benchmarks {

/// One iteration of alternating least squares, 14 operators: the users' factors from the ratings
/// and the items', then the items' from the users'. `inverse` stands for the small solve.
inline std::string als(int users, int items, int factors) {
  const std::string f = std::to_string(factors);
  const std::string ratings = std::to_string(users) + ", " + std::to_string(items);
  return "R = input(" + ratings + ")\n" + "M = input(" + std::to_string(items) + ", " + f + ")\n" +
         "I = source(" + f + ", " + f + ")\n" +
         "MtM = einsum(\"if,ig->fg\", M, M)\n"
         "A = zip(\"add\", MtM, I)\n"
         "Ai = map(\"reciprocal\", A)\n"
         "RM = einsum(\"ui,if->uf\", R, M)\n"
         "U = einsum(\"uf,fg->ug\", RM, Ai)\n"
         "UtU = einsum(\"uf,ug->fg\", U, U)\n"
         "B = zip(\"add\", UtU, I)\n"
         "Bi = map(\"reciprocal\", B)\n"
         "Rt = transpose(R)\n"
         "RtU = einsum(\"iu,uf->if\", Rt, U)\n"
         "N = einsum(\"if,fg->ig\", RtU, Bi)\n"
         "D = zip(\"subtract\", N, M)\n"
         "S = map(\"square\", D)\n"
         "E = sum(S)\n"
         "output U, N, E\n";
}

/// Two products of large matrices, with a function of all elements between them.
inline std::string two_products() {
  return "x = input(65536, 8192)\n"
         "w = input(8192, 8192)\n"
         "v = input(8192, 8192)\n"
         "a = einsum(\"ij,jk->ik\", x, w)\n"
         "b = map(\"exp\", a)\n"
         "y = einsum(\"ij,jk->ik\", b, v)\n"
         "output y\n";
}

/// Steps of gradient descent on a logistic regression, none of them evaluated: one program, all of
/// which reads the same data.
inline std::string gradient_steps(int steps) {
  std::string program = "X = input(10000, 5)\ny = input(10000)\nw0 = input(5)\n";
  for (int step = 0; step < steps; ++step) {
    const std::string k = std::to_string(step);
    program += "z" + k + " = einsum(\"ij,j->i\", X, w" + k + ")\n" +  //
               "p" + k + " = map(\"logistic\", z" + k + ")\n" +       //
               "d" + k + " = zip(\"subtract\", p" + k + ", y)\n" +    //
               "g" + k + " = einsum(\"ij,i->j\", X, d" + k + ")\n" +  //
               "w" + std::to_string(step + 1) + " = zip(\"subtract\", w" + k + ", g" + k + ")\n";
  }
  return program + "output w" + std::to_string(steps) + "\n";
}

/// The shapes of LLaMA-7B: tokens of a batch of prompts through `layers` layers.
struct Llama {
  int layers = 32;
  int batch = 8;
  int sequence = 4096;
  int width = 4096;
  int heads = 32;
  int hidden = 11008;
  /// "input": the weights are stored once; "source": every site may have those that it needs.
  std::string weights = "input";

  /// First-token inference ("prefill") as EinSum, [ein24] section 3: about 39 nodes a layer.
  std::string program() const {
    const std::string a = std::to_string(width);
    const std::string h = std::to_string(heads);
    const std::string d = std::to_string(width / heads);
    const std::string f = std::to_string(hidden);
    std::string text = "x0 = input(" + std::to_string(batch) + ", " + std::to_string(sequence) +
                       ", " + a + ") [float32]\n";
    for (int l = 0; l < layers; ++l) {
      const std::string n = std::to_string(l);
      const auto input = [&](const std::string& name, const std::string& shape) {
        text += name + n + " = " + weights + "(" + shape + ") [float32]\n";
      };
      const auto line = [&](const std::string& name, const std::string& rest) {
        text += name + n + " = " + rest + "\n";
      };
      const auto normalised = [&](const std::string& from, const std::string& to) {
        line(to + "sq", "map(\"square\", " + from + ")");
        line(to + "ss", "sum(" + to + "sq" + n + ", axis=2, keepdims=true)");
        line(to + "rs", "map(\"reciprocal\", " + to + "ss" + n + ")");
        line(to + "nx", "zip(\"multiply\", " + from + ", " + to + "rs" + n + ")");
        input(to + "g", a);
        line(to, "zip(\"multiply\", " + to + "nx" + n + ", " + to + "g" + n + ")");
      };
      normalised("x" + n, "h");
      for (const char* which : {"q", "k", "v"}) {
        const std::string w = which;
        input("w" + w, a + ", " + h + ", " + d);
        line(w, "einsum(\"bsa,ahd->bshd\", h" + n + ", w" + w + n + ")");
      }
      line("qr", "map(\"cos\", q" + n + ")");
      line("kr", "map(\"cos\", k" + n + ")");
      line("sc", "einsum(\"bshd,bthd->bhst\", qr" + n + ", kr" + n + ")");
      line("mx", "max(sc" + n + ", axis=3, keepdims=true)");
      line("df", "zip(\"subtract\", sc" + n + ", mx" + n + ")");
      line("ex", "map(\"exp\", df" + n + ")");
      line("su", "sum(ex" + n + ", axis=3, keepdims=true)");
      line("pr", "zip(\"divide\", ex" + n + ", su" + n + ")");
      line("o", "einsum(\"bhst,bthd->bshd\", pr" + n + ", v" + n + ")");
      input("wo", h + ", " + d + ", " + a);
      line("y", "einsum(\"bshd,hda->bsa\", o" + n + ", wo" + n + ")");
      line("z", "zip(\"add\", x" + n + ", y" + n + ")");
      normalised("z" + n, "m");
      input("wg", a + ", " + f);
      input("wu", a + ", " + f);
      input("wd", f + ", " + a);
      line("gt", "einsum(\"bsa,af->bsf\", m" + n + ", wg" + n + ")");
      line("up", "einsum(\"bsa,af->bsf\", m" + n + ", wu" + n + ")");
      line("si", "map(\"logistic\", gt" + n + ")");
      line("gu", "zip(\"multiply\", si" + n + ", up" + n + ")");
      line("dn", "einsum(\"bsf,fa->bsa\", gu" + n + ", wd" + n + ")");
      text += "x" + std::to_string(l + 1) + " = zip(\"add\", z" + n + ", dn" + n + ")\n";
    }
    return text + "output x" + std::to_string(layers) + "\n";
  }
};

}  // namespace benchmarks
