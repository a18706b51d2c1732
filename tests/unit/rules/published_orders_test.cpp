// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <string>
#include <vector>

#include <relatile/planner/search/contraction_orders.hpp>
#include <relatile/planner/space/objectives.hpp>
#include <relatile/program/parse.hpp>
#include <relatile/program/to_graph.hpp>
#include <relatile/rules/cheapest_order.hpp>
#include <relatile/tra/labels.hpp>

#include "support/catch.hpp"
#include "support/einsum_labels.hpp"

namespace published_orders_test {

using namespace relatile;
using namespace einsum_labels;

namespace {

/// An einsum, and the fewest flops of any order with three sets of sizes: those of opt_einsum's and
/// NumPy's tests, 10 throughout, and very different ones.
struct Published {
  std::string text;
  std::array<double, 3> fewest;
};

// The einsums of opt_einsum's and NumPy's own tests and documentation that have a choice of orders;
// after them chains of matrices, states of matrix products, and trees and grids of tensors. Their
// fewest flops are those of NumPy 1.24's np.einsum_path(text, *operands, optimize=("optimal",
// 10**30)), which tries every order, as opt_einsum's "optimal" does; steps counted as both of them
// count: all labels of a step, twice if one is summed. (NumPy prints four digits, so that the path
// was taken, and the count made of it.)
const std::vector<Published> published{
    {"a,ab,abc->abc", {48, 2000, 868}},
    {"a,b,ab->ab", {12, 200, 124}},
    {"ea,fb,gc,hd,abcd->efgh", {2136, 800000, 25300}},
    {"ea,fb,abcd,gc,hd->efgh", {2136, 800000, 25300}},
    {"abcd,ea,fb,gc,hd->efgh", {2136, 800000, 25300}},
    {"acdf,jbje,gihb,hfac", {8040, 2400000, 1032768}},
    {"acdf,jbje,gihb,hfac,gfac,gifabc,hfac", {11568, 21430000, 1362022}},
    {"cd,bdhe,aidb,hgca,gc,hgibcd,hgac", {17536, 20331000, 762947}},
    {"abhe,hidj,jgba,hiab,gab", {9456, 2320000, 49476}},
    {"bde,cdh,agdb,hica,ibd,hgicd,hiac", {7080, 2314000, 84628}},
    {"chd,bde,agbc,hiad,hgc,hgi,hiad", {3300, 622000, 38076}},
    {"chd,bde,agbc,hiad,bdi,cgh,agdb", {5430, 2314000, 79884}},
    {"bdhe,acad,hiab,agac,hibd", {3560, 440000, 27240}},
    {"ab,ab,c->", {20, 220, 138}},
    {"ab,ab,c->c", {16, 210, 131}},
    {"ab,ab,cd,cd->", {53, 401, 167}},
    {"ab,ab,cd,cd->ac", {60, 500, 180}},
    {"ab,ab,cd,cd->cd", {52, 400, 166}},
    {"ab,ab,cd,cd,ef,ef->", {78, 602, 358}},
    {"ab,cd,ef->abcdef", {2880, 2000000, 247380}},
    {"ab,cd,ef->acdf", {264, 30000, 10584}},
    {"ab,cd,de->abcde", {960, 200000, 49476}},
    {"ab,cd,de->be", {208, 4000, 3154}},
    {"ab,bcd,cd->abcd", {240, 20000, 2604}},
    {"ab,bcd,cd->abd", {150, 3000, 1488}},
    {"eb,cb,fb->cef", {324, 21000, 42315}},
    {"dd,fb,be,cdb->cef", {444, 23000, 43617}},
    {"bca,cdb,dbf,afc->", {552, 42000, 10990}},
    {"dcc,fce,ea,dbf->ab", {612, 42000, 4940}},
    {"fdf,cdd,ccd,afe->ae", {118, 2400, 452}},
    {"ed,fcd,ff,bcf->be", {516, 23000, 10149}},
    {"baa,dcf,af,cde->be", {576, 24000, 4372}},
    {"bd,db,eac->ace", {62, 1200, 452}},
    {"fff,fae,bef,def->abd", {816, 211000, 36100}},
    {"efc,dbc,acf,fd->abe", {1008, 230000, 57666}},
    {"ba,ac,da->bcd", {264, 21000, 2646}},
    {"aab,fa,df,ecc->bde", {492, 24000, 8724}},
    {"ecb,fef,bad,ed->ac", {552, 42000, 24130}},
    {"bcf,bbb,fbf,fc->", {96, 2220, 2395}},
    {"bb,ff,be->e", {42, 400, 1368}},
    {"bcb,bb,fc,fff->", {54, 420, 514}},
    {"fbb,dfd,fc,fc->", {72, 600, 410}},
    {"afd,ba,cc,dc->bf", {136, 4200, 722}},
    {"adb,bc,fa,cfc->d", {156, 6000, 1380}},
    {"bbd,bda,fc,db->acf", {99, 3100, 535}},
    {"dba,ead,cad->bce", {1080, 210000, 50274}},
    {"aef,fbc,dca->bde", {1440, 400000, 48360}},
    {"hbc,bdef,cdkj,ji,ikeh,lfo", {15960, 2422000, 246462}},
    {"ijab,acd,bce,df,ef->ji", {864, 62000, 23494}},
    {"ab,cd,ad,cb", {140, 4200, 964}},
    {"ab,bc,cd", {128, 4000, 952}},
    {"bdik,acaj,ikab,ajac,ikbd->", {698, 42020, 92778}},
    {"pi,qj,ijkl,rk,sl->pqrs", {1344, 800000, 90048}},
    {"abc,bdef,fghj,cem,mhk,ljk->adgl", {9648, 6400000, 295792}},
    {"ab,bc,cd,de,ef->af", {256, 8000, 1560}},
    {"ab,bc,cd,de,ef,fg->ag", {280, 10000, 1780}},
    {"ab,bc,cd,de,ef,fa->", {268, 8200, 1572}},
    {"ab,cde,bcf,fgh,dgi->ahei", {6160, 2420000, 50540}},
    {"adb,bec,afg,gehi,cij->dfhj", {12360, 4400000, 309320}},
    {"ab,acd,bef,ceg,dfg->", {1020, 420200, 41960}},
    {"abc,cfd,dbe,efa->", {1488, 402000, 48570}},
};

const std::string letters = "abcdefghijklmnopqrs";

Sizes sizes_of(const std::vector<int>& extents) {
  Sizes sizes;
  for (std::size_t l = 0; l < letters.size(); ++l) sizes[letters[l]] = extents[l];
  return sizes;
}

std::array<Sizes, 3> all_sizes() {
  return {sizes_of({2, 3, 4, 5, 4, 3, 2, 6, 5, 4, 3, 2, 5, 7, 4, 3, 2, 3, 4}), equal_sizes(10),
          sizes_of({2, 31, 7, 3, 19, 5, 11, 2, 13, 3, 23, 17, 4, 9, 6, 2, 29, 8, 3})};
}

/// The einsum as a program in words.
std::string program_of(const std::string& text, const Sizes& sizes) {
  const auto parsed = einsum_detail::parse(text);
  std::string program;
  std::string call = "y = einsum(\"" + text + "\"";
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    const std::string name = "x" + std::to_string(x);
    std::string shape;
    for (std::size_t d = 0; d < parsed.ranks[x]; ++d) {
      shape += (d == 0 ? "" : ", ") + std::to_string(sizes.at(parsed.operands[x][d]));
    }
    program += name + " = input(" + shape + ")\n";
    call += ", " + name;
  }
  return program + call + ")\noutput y\n";
}

}  // namespace

TEST_CASE("orders of published einsums take no more flops than the best that NumPy finds") {
  const auto sizes = all_sizes();
  int cheaper = 0;
  for (const auto& [text, fewest] : published) {
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      CAPTURE(text, s);
      const rules::ContractionOrder order = rules::cheapest_order(labels_of(text, sizes[s]));
      CHECK(order.optimal);
      CHECK(order.flops <= fewest[s]);
      cheaper += order.flops < fewest[s];
    }
  }
  // Labels that one operand alone has are summed first here, which NumPy leaves to a step of two.
  CHECK(cheaper > 0);
  CHECK(cheaper < 60);
}

TEST_CASE("a chain of matrices takes what textbooks say") {
  // Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms: 15,125 multiplications.
  const Sizes sizes{{'a', 30}, {'b', 35}, {'c', 15}, {'d', 5}, {'e', 10}, {'f', 20}, {'g', 25}};
  CHECK(rules::cheapest_order(labels_of("ab,bc,cd,de,ef,fg->ag", sizes)).flops == 2 * 15125);
}

TEST_CASE("on one site published einsums are computed in such an order") {
  const auto sizes = all_sizes();
  const planner::BytesObjective bytes;
  std::size_t num_orders = 0;
  for (const auto& [text, fewest] : published) {
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      CAPTURE(text, s);
      const auto graph = program::to_graph(program::parse(program_of(text, sizes[s])), {});
      const auto expanded = planner::expand_contractions(graph.outputs, 1, bytes);
      num_orders += expanded.orders.size();
      for (const auto& order : expanded.orders) CHECK(order.flops <= fewest[s]);
    }
  }
  CHECK(num_orders > 2 * published.size());  // of two operands there is none to choose
}

}  // namespace published_orders_test
