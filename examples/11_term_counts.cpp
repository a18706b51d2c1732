// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 11: documents as sparse counts of words: naive Bayes learns their topics, k-means finds them.
//
//   mpirun -n 4 ./11_term_counts

#include <algorithm>
#include <cmath>
#include <relatile/sparse.hpp>
#include <vector>

namespace rt = relatile;
using Counts = rt::SparseArray<double>;
using Labels = rt::Array<std::int64_t, 1>;
using Matrix = rt::Array<double, 2>;

constexpr std::int64_t topics = 6;

/// Row k has ones where the label is k.
Matrix members(const Labels& labels) {
  return rt::astype<double>(labels == rt::arange(topics)(rt::all_of_axis, rt::newaxis));
}

/// Naive Bayes in plain loops: the topics guessed of the first documents, `tested` many, by words
/// and topics of the others.
std::vector<std::int64_t> guessed_in_loops(const Counts& counts, const Labels& topic,
                                           std::int64_t tested) {
  const auto [rows, columns, values] = rt::coordinates(counts);
  const auto document = rt::to_vector(rows);
  const auto word = rt::to_vector(columns);
  const auto times = rt::to_vector(values);
  const auto is_of = rt::to_vector(topic);
  std::vector<double> score(std::size_t(topics * tested));
  for (std::int64_t k = 0; k < topics; ++k) {
    std::vector<double> seen(std::size_t(counts.shape(1)), 1.0);
    double all = double(counts.shape(1));
    for (std::size_t e = 0; e < word.size(); ++e) {
      if (document[e] < tested || is_of[std::size_t(document[e])] != k) continue;
      seen[std::size_t(word[e])] += times[e];
      all += times[e];
    }
    const auto of_k = std::count(is_of.begin() + tested, is_of.end(), k);
    const auto own = score.begin() + k * tested;
    std::fill_n(own, tested, std::log(double(of_k) / double(counts.shape(0) - tested)));
    for (std::size_t e = 0; e < word.size(); ++e) {
      if (document[e] >= tested) continue;
      own[document[e]] += times[e] * std::log(seen[std::size_t(word[e])] / all);
    }
  }
  std::vector<std::int64_t> best(std::size_t(tested), 0);
  for (std::int64_t k = 1; k < topics; ++k) {
    for (std::int64_t d = 0; d < tested; ++d) {
      std::int64_t& at = best[std::size_t(d)];
      if (score[std::size_t(k * tested + d)] > score[std::size_t(at * tested + d)]) at = k;
    }
  }
  return best;
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t documents = 2000;
  const std::int64_t words = 5000;

  // 120,000 words are drawn into documents of a topic each, as often as Zipf says: seven of ten
  // from what all documents have, the others from what those of a topic have.
  const rt::Extent drawn = 120'000;
  const Labels topic = rt::random::integers(0, topics, {documents});
  const Labels document = rt::random::integers(0, documents, {drawn});
  const Labels common = rt::minimum(rt::random::zipf(1.4, {drawn}), words) - 1;
  const Labels special = (common * topics + topic(document)) % words;
  const Labels word = rt::where(rt::random::uniform(0.0, 1.0, {drawn}) < 0.7, common, special);
  const Counts counts = rt::from_coordinates(document, word, 1.0, {documents, words});
  rt::print(counts, "of words in documents");

  // Multinomial naive Bayes learns words' chances in a topic from three documents of four.
  const std::int64_t tested = documents / 4;
  const Counts train = counts(rt::slice(tested, {}), rt::all_of_axis);
  const Counts test = counts(rt::slice(0, tested), rt::all_of_axis);
  const Matrix of_topic = members(topic(rt::slice(tested, {})));
  const Matrix seen = rt::matmul(of_topic, train) + 1.0;
  const Matrix chances = rt::log(seen / rt::sum(seen, 1, rt::keepdims));
  const auto scores = rt::matmul(test, rt::transpose(chances)) + rt::log(rt::mean(of_topic, 1));
  const Labels guessed = rt::argmax(scores, 1);
  const double accuracy = rt::item(rt::mean(guessed == topic(rt::slice(0, tested))));
  const bool as_loops = rt::to_vector(guessed) == guessed_in_loops(counts, topic, tested);
  rt::print("naive Bayes guesses", 100 * accuracy, "% right,",
            as_loops ? "as plain loops do" : "OTHERS THAN PLAIN LOOPS");

  // k-means by angles: documents of length 1, and the first of them as centres.
  const Counts damped = rt::log1p(counts);
  const Counts x = damped / rt::sqrt(rt::sum(damped * damped, 1, rt::keepdims));
  Matrix centres = rt::to_dense(x(rt::slice(0, topics), rt::all_of_axis));
  Labels cluster = rt::full({documents}, std::int64_t{-1});
  for (int step = 1;; ++step) {
    const auto squares = rt::sum(rt::square(centres), 1);
    const Labels nearest = rt::argmin(squares - 2.0 * rt::matmul(x, rt::transpose(centres)), 1);
    const auto moved = rt::item(rt::sum(nearest != cluster));
    if (moved == 0) break;
    rt::print("step", step, "moves", moved);
    cluster = nearest;
    const Matrix in = members(cluster);
    centres = rt::matmul(in, x) / rt::maximum(rt::sum(in, 1, rt::keepdims), 1.0);
    rt::evaluate(centres);
  }
  const Matrix table = rt::matmul(members(cluster), rt::transpose(members(topic)));
  const double purity = rt::item(rt::sum(rt::max(table, 1))) / double(documents);
  rt::print(table);
  rt::print("k-means finds the topic of", 100 * purity, "%");
  return accuracy > 0.95 && as_loops && purity > 0.9 ? 0 : 1;
}
