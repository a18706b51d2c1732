// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/program/program.hpp"
#include "support/dice.hpp"

namespace relatile::test {

/// Small programs run: extents of 0 to 12, and if the data are whole numbers up to
/// `largest_datum`, so are all values on the way, none beyond 2^50, so that sums are exact in any
/// order. Big ones are for planning: most extents are between 128K and 512K.
enum class Sizes { small, big };
inline constexpr int largest_datum = 3;

/// A valid program of 2 to 15 operators, the same for the same seed everywhere: all operators of
/// the language, results that are read several times, and inputs in all placements.
class RandomProgram {
 public:
  static program::Program of(std::uint64_t seed, Sizes sizes) {
    return RandomProgram(seed, sizes).make();
  }

 private:
  using Operator = program::Operator;
  using Statement = program::Statement;

  /// What is known of a statement so far.
  struct Array {
    std::string name;
    Extents shape;
    double bound = largest_datum;  ///< no element is larger, if the data are small whole numbers
    int reads = 0;
    bool leaf = false;
  };

  RandomProgram(std::uint64_t seed, Sizes sizes) : dice_(seed), big_(sizes == Sizes::big) {
    const auto count = dice_.between(2, 4);
    for (int i = 0; i < count; ++i) extents_.push_back(big_ ? big_extent() : small_extent());
  }

  std::int64_t small_extent() {
    if (dice_.percent(4)) return 0;
    if (dice_.percent(10)) return 1;
    return dice_.between(2, 12);
  }
  std::int64_t big_extent() {
    if (dice_.percent(20)) return dice_.between(1, 64);
    return dice_.between(128 * 1024, 512 * 1024);
  }

  /// Points of label space that a statement may have: what 64-bit counts hold, and what plain loops
  /// can walk.
  double most_work() const { return big_ ? 0x1p58 : 20000; }
  static constexpr double most_value = 0x1p50;

  program::Program make() {
    const auto count = dice_.between(2, 15);
    for (int made = 0; made < count;) made += add_operator() ? 1 : 0;
    add_outputs();
    return std::move(program_);
  }

  // ---- Statements -------------------------------------------------------------------------------

  /// Adds `statement` as an array of `shape`, unless its values or its work could grow too large.
  bool add(Statement statement, const Extents& shape, double bound, double work) {
    if (work > most_work() || size_of(shape) > most_work() / 8) return false;
    if (!big_ && bound > most_value) return false;
    statement.name.text = "R" + std::to_string(++results_);
    for (const auto& operand : statement.operands) ++find(operand.text).reads;
    arrays_.push_back({statement.name.text, shape, std::max(bound, 1.0), 0, false});
    program_.statements.push_back(std::move(statement));
    return true;
  }

  static double size_of(const Extents& shape) {
    double size = 1;
    for (auto extent : shape) size *= static_cast<double>(std::max<std::int64_t>(extent, 1));
    return size;
  }

  Array& find(const std::string& name) {
    return *std::find_if(arrays_.begin(), arrays_.end(),
                         [&](const Array& array) { return array.name == name; });
  }

  static program::Word word(std::string text) { return {std::move(text), {}}; }

  /// A new input or source.
  std::string leaf(const Extents& shape) {
    Statement statement;
    statement.kind = dice_.percent(15) ? Operator::source : Operator::input;
    statement.name.text = "X" + std::to_string(++leaves_);
    for (auto extent : shape) statement.extents.push_back({extent, {}});
    if (big_ && dice_.percent(15)) statement.dtype.text = "float32";
    if (statement.kind == Operator::input) statement.placed = placed(shape.rank());
    arrays_.push_back({statement.name.text, shape, largest_datum, 0, true});
    program_.statements.push_back(std::move(statement));
    return arrays_.back().name;
  }

  std::optional<program::Placed> placed(int rank) {
    if (dice_.percent(50)) return std::nullopt;
    program::Placed placed;
    placed.replicated = rank == 0 || dice_.percent(20);
    if (placed.replicated) return placed;
    const auto first = dice_.between(0, rank - 1);
    placed.axes.push_back({first, {}});
    if (rank > 1 && dice_.percent(30)) placed.axes.push_back({(first + 1) % rank, {}});
    return placed;
  }

  Extents new_shape(int rank) {
    Extents shape;
    for (int d = 0; d < rank; ++d) shape.push_back(dice_.one_of(extents_));
    return shape;
  }

  /// An array to read: a new leaf, a result that nobody has read yet, or any array once more.
  std::string some_array(int least_rank = 0) {
    std::vector<std::string> fresh;
    std::vector<std::string> all;
    for (const auto& array : arrays_) {
      if (array.shape.rank() < least_rank) continue;
      all.push_back(array.name);
      if (array.reads == 0) fresh.push_back(array.name);
    }
    if (!fresh.empty() && dice_.percent(70)) return dice_.one_of(fresh);
    if (!all.empty() && dice_.percent(75)) return dice_.one_of(all);
    const int most = big_ ? 2 : 4;
    const bool deep = dice_.percent(25);
    const auto rank = deep ? dice_.between(0, most) : 2;
    return leaf(new_shape(std::max(static_cast<int>(rank), least_rank)));
  }

  bool add_operator() {
    switch (dice_.below(10)) {
      case 0: return add_map();
      case 1:
      case 2: return add_zip();
      case 3:
      case 4: return add_product();
      case 5: return add_transpose();
      case 6: return add_reduction();
      case 7: return add_slice();
      default: return add_einsum();
    }
  }

  bool add_map() {
    Statement statement;
    statement.kind = Operator::map;
    statement.operands = {word(some_array())};
    const Array x = find(statement.operands[0].text);
    std::vector<std::string> functions{"relu", "negative", "abs", "square", "sign"};
    if (big_) functions = {"relu", "exp", "tanh", "sqrt", "negative"};
    const std::string function = !big_ && x.bound > 0x1p20 ? "sign" : dice_.one_of(functions);
    statement.function = word(function);
    double bound = x.bound;
    if (function == "square") bound *= x.bound;
    if (function == "sign") bound = 1;
    return add(std::move(statement), x.shape, bound, size_of(x.shape));
  }

  bool add_zip() {
    Statement statement;
    statement.kind = Operator::zip;
    const std::string left = some_array();
    const std::string right = partner(left);
    statement.operands = {word(left), word(right)};
    if (dice_.percent(50)) std::swap(statement.operands[0], statement.operands[1]);
    const double a = find(left).bound;
    const double b = find(right).bound;
    const Extents shape = find(left).shape;
    const std::vector<std::string> functions{"add", "subtract", "multiply", "maximum", "minimum"};
    statement.function = word(dice_.one_of(functions));
    double bound = a + b;
    if (statement.function.text == "multiply") bound = a * b;
    return add(std::move(statement), shape, bound, size_of(shape));
  }

  /// An array that broadcasts to the shape of another.
  std::string partner(const std::string& name) {
    const Extents shape = find(name).shape;
    std::vector<std::string> fitting;
    for (const auto& array : arrays_) {
      bool fits = array.shape.rank() <= shape.rank();
      for (int d = 1; d <= array.shape.rank() && fits; ++d) {
        const std::int64_t extent = array.shape[array.shape.rank() - d];
        fits = extent == shape[shape.rank() - d] || extent == 1;
      }
      if (fits) fitting.push_back(array.name);
    }
    if (dice_.percent(60)) return dice_.one_of(fitting);
    Extents part;
    const bool whole = dice_.percent(50);
    const auto first = whole ? 0 : dice_.between(0, shape.rank());
    for (auto d = static_cast<int>(first); d < shape.rank(); ++d) {
      part.push_back(!whole && dice_.percent(30) ? 1 : shape[d]);
    }
    return leaf(part);
  }

  bool add_product() {
    const std::string left = some_array(2);
    const Extents a = find(left).shape;
    if (a.rank() != 2) return false;
    const bool transposed = dice_.percent(30);
    std::vector<std::string> fitting;
    for (const auto& array : arrays_) {
      if (array.shape.rank() == 2 && array.shape[transposed ? 1 : 0] == a[1]) {
        fitting.push_back(array.name);
      }
    }
    std::string right;
    if (!fitting.empty() && dice_.percent(60)) {
      right = dice_.one_of(fitting);
    } else {
      const std::int64_t columns = dice_.one_of(extents_);
      right = leaf(transposed ? Extents{columns, a[1]} : Extents{a[1], columns});
    }
    const Extents b = find(right).shape;
    const std::int64_t columns = transposed ? b[0] : b[1];
    Statement statement;
    statement.kind = Operator::einsum;
    statement.function = word(transposed ? "ik,jk->ij" : "ik,kj->ij");
    statement.operands = {word(left), word(right)};
    const double bound =
        find(left).bound * find(right).bound * static_cast<double>(std::max<std::int64_t>(a[1], 1));
    return add(std::move(statement), {a[0], columns}, bound, size_of({a[0], a[1], columns}));
  }

  bool add_transpose() {
    const std::string name = some_array(1);
    const Extents from = find(name).shape;
    Statement statement;
    statement.kind = Operator::transpose;
    statement.operands = {word(name)};
    std::vector<int> order;
    for (int d = from.rank(); d-- > 0;) order.push_back(d);
    if (dice_.percent(50)) {
      dice_.shuffle(order);
      statement.axes.emplace();
      for (int axis : order) {
        const bool from_end = dice_.percent(20);
        statement.axes->push_back({from_end ? axis - from.rank() : axis, {}});
      }
    }
    Extents shape;
    for (int axis : order) shape.push_back(from[axis]);
    const double bound = find(name).bound;
    return add(std::move(statement), shape, bound, size_of(shape));
  }

  bool add_reduction() {
    const std::string name = some_array(1);
    const Array x = find(name);
    Statement statement;
    statement.kind = Operator::reduce;
    statement.operands = {word(name)};
    statement.keepdims = dice_.percent(25);
    std::vector<bool> reduced(x.shape.size(), true);
    if (dice_.percent(75)) {
      statement.axes.emplace();
      const auto least = static_cast<int>(dice_.between(0, x.shape.rank() - 1));
      for (int d = 0; d < x.shape.rank(); ++d) {
        reduced[static_cast<std::size_t>(d)] = d == least || dice_.percent(25);
        if (!reduced[static_cast<std::size_t>(d)]) continue;
        statement.axes->push_back({dice_.percent(20) ? d - x.shape.rank() : d, {}});
      }
    }
    Extents shape;
    double count = 1;
    bool nothing = false;
    for (int d = 0; d < x.shape.rank(); ++d) {
      if (reduced[static_cast<std::size_t>(d)]) {
        count *= static_cast<double>(std::max<std::int64_t>(x.shape[d], 1));
        nothing = nothing || x.shape[d] == 0;
        if (statement.keepdims) shape.push_back(1);
      } else {
        shape.push_back(x.shape[d]);
      }
    }
    std::vector<std::string> functions{"sum", "sum", "prod"};
    if (big_) functions.push_back("mean");
    if (!nothing) functions.insert(functions.end(), {"min", "max"});
    statement.function = word(dice_.one_of(functions));
    double bound = x.bound;
    if (statement.function.text == "sum") bound *= count;
    if (statement.function.text == "prod") bound = std::pow(x.bound, count);
    return add(std::move(statement), shape, bound, size_of(x.shape));
  }

  bool add_slice() {
    const std::string name = some_array(1);
    const Extents from = find(name).shape;
    Statement statement;
    statement.kind = Operator::slice;
    statement.operands = {word(name)};
    Extents shape;
    const auto indexed = static_cast<int>(dice_.between(1, from.rank()));
    for (int d = 0; d < from.rank(); ++d) {
      if (d >= indexed) {
        shape.push_back(from[d]);
      } else {
        statement.indices.push_back(index(from[d], shape));
      }
    }
    return add(std::move(statement), shape, find(name).bound, size_of(shape));
  }

  /// A position, or a range whose extent it adds to `shape`.
  program::Index index(std::int64_t extent, Extents& shape) {
    program::Index one;
    if (extent > 0 && dice_.percent(20)) {
      one.range = false;
      one.start = dice_.between(-extent, extent - 1);
      return one;
    }
    std::int64_t low = 0;
    std::int64_t high = extent;
    std::int64_t step = 1;
    if (dice_.percent(60)) {
      low = dice_.between(0, extent / 2);
      one.start = dice_.percent(20) && low > 0 ? low - extent : low;
    }
    if (dice_.percent(60)) {
      high = dice_.between(low, extent);
      one.stop = high == extent ? extent + dice_.between(0, 3) : high;
      if (high < extent && high > 0 && dice_.percent(20)) one.stop = high - extent;
    }
    if (dice_.percent(25)) one.step = step = dice_.between(1, 3);
    shape.push_back(high > low ? (high - low - 1) / step + 1 : 0);
    return one;
  }

  // ---- Einsums of any labels --------------------------------------------------------------------

  struct Label {
    char name;
    std::int64_t extent;
    bool kept;
  };

  bool add_einsum() {
    Statement statement;
    statement.kind = Operator::einsum;
    const std::vector<int> counts{1, 1, 2, 2, 2, 2, 3, 3, 4};
    const int count = dice_.one_of(counts);
    std::vector<Label> labels;
    std::string text;
    double product = 1;
    double sum = 0;
    for (int x = 0; x < count; ++x) {
      const std::string name =
          x > 0 && dice_.percent(30) ? leaf(common_shape(labels)) : some_array();
      statement.operands.push_back(word(name));
      text += x > 0 ? "," : "";
      std::string own;
      const Extents shape = find(name).shape;
      for (auto extent : shape) own += labels[label_of(extent, own, labels)].name;
      text += own;
      product *= find(name).bound;
      sum += find(name).bound;
    }
    statement.function = word(text + "->" + output_of(labels));
    Extents all;
    double reduced = 1;
    bool nothing = false;
    for (const auto& label : labels) {
      all.push_back(label.extent);
      if (label.kept) continue;
      reduced *= static_cast<double>(std::max<std::int64_t>(label.extent, 1));
      nothing = nothing || label.extent == 0;
    }
    double bound = product * reduced;
    if (!nothing && dice_.percent(25)) {
      const auto& [combine, reduce] = dice_.one_of(semirings);
      if (count > 1) statement.combine = word(combine);
      statement.reduce = word(reduce);
      bound = std::max(product, sum);
    }
    return add(std::move(statement), shape_of(statement.function.text, labels), bound,
               size_of(all));
  }

  /// A shape whose axes find labels that others have already.
  Extents common_shape(const std::vector<Label>& labels) {
    Extents shape;
    for (const auto& label : labels) {
      if (shape.rank() < 3 && dice_.percent(50)) shape.push_back(label.extent);
    }
    return shape;
  }

  /// The label for an axis: one of its extent that is there, or a new one. One that the operand
  /// has already, so that a diagonal is taken, is rare.
  std::size_t label_of(std::int64_t extent, const std::string& own, std::vector<Label>& labels) {
    std::vector<std::size_t> same;
    for (std::size_t l = 0; l < labels.size(); ++l) {
      const bool stretched = dice_.percent(30) && (extent == 1 || labels[l].extent == 1);
      if (own.find(labels[l].name) != own.npos && !dice_.percent(10)) continue;
      if (labels[l].extent == extent || stretched) same.push_back(l);
    }
    if (!same.empty() && dice_.percent(75)) {
      const std::size_t l = dice_.one_of(same);
      if (labels[l].extent == 1) labels[l].extent = extent;
      return l;
    }
    labels.push_back({static_cast<char>('a' + labels.size()), extent, false});
    return labels.size() - 1;
  }

  std::string output_of(std::vector<Label>& labels) {
    std::string output;
    for (auto& label : labels) {
      label.kept = output.size() < 4 && dice_.percent(50);
      if (label.kept)
        output.insert(output.begin() + dice_.between(0, static_cast<std::int64_t>(output.size())),
                      label.name);
    }
    return output;
  }

  static Extents shape_of(const std::string& text, const std::vector<Label>& labels) {
    Extents shape;
    for (char name : text.substr(text.find('>') + 1)) {
      shape.push_back(labels[static_cast<std::size_t>(name - 'a')].extent);
    }
    return shape;
  }

  void add_outputs() {
    for (const auto& array : arrays_) {
      if (array.leaf || (array.reads > 0 && !dice_.percent(15))) continue;
      program_.outputs.push_back(word(array.name));
    }
  }

  const std::vector<std::pair<std::string, std::string>> semirings{{"add", "min"}, {"add", "max"},
                                                                   {"min", "max"}, {"max", "min"},
                                                                   {"mul", "max"}, {"sub", "min"}};

  Dice dice_;
  bool big_;
  std::vector<std::int64_t> extents_;
  std::vector<Array> arrays_;
  program::Program program_;
  int results_ = 0;
  int leaves_ = 0;
};

inline program::Program random_program(std::uint64_t seed, Sizes sizes) {
  return RandomProgram::of(seed, sizes);
}

}  // namespace relatile::test
