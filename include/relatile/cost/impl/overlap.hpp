// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/overlap.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/schedule/begins.hpp"
#include "relatile/schedule/in_place.hpp"

namespace relatile::cost {
namespace detail {

/// The seconds of an exchange on every site. Nothing travels of what is read in place. If `lends`,
/// kernels of a site that finds all with one neighbour read it there, which takes no time here;
/// else who runs kernels copies it, or adds it up, at the rate by which one site reads another's
/// memory, whatever the machine says of nodes.
inline std::vector<SiteSeconds> seconds_of_transfers(const Machine& machine, const plan::Plan& plan,
                                                     const plan::Step& step, bool lends) {
  const tra::RelationType& type = nth(plan.nodes, step.node)->type;
  const auto seconds = [&](const plan::Exchange& exchange) {
    return seconds_on_sites(machine, exchange, type, nth(plan.values, step.inputs[0]).placement,
                            nth(plan.values, step.output).placement);
  };
  if (plan.hosts.empty()) return seconds(step.exchange);
  std::vector<char> borrows(static_cast<std::size_t>(plan.num_sites), 0);
  for (int site = 0; lends && site < plan.num_sites; ++site) {
    nth(borrows, site) = schedule::only_neighbour(plan, step, site) ? 1 : 0;
  }
  std::vector<Bytes> read(borrows.size());
  std::vector<plan::Transfer> sent;
  for (const plan::Transfer& transfer : step.exchange.transfers) {
    if (!schedule::is_in_place(plan, step, transfer)) {
      sent.push_back(transfer);
    } else if (!nth(borrows, transfer.to)) {
      nth(read, transfer.to) += type.bytes_in(transfer.region);
    }
  }
  plan::Exchange by_messages = step.exchange;
  by_messages.transfers = std::move(sent);
  std::vector<SiteSeconds> sites = seconds(by_messages);
  const auto kind = step.exchange.reduces ? ExchangeKind::reduce : ExchangeKind::point_to_point;
  const double rate = machine.links(kind).within_node.bytes_per_second;
  for (std::size_t site = 0; site < sites.size(); ++site) {
    sites[site].working += Seconds{static_cast<double>(read[site].value) / rate};
  }
  return sites;
}

inline SiteTimes site_times(const Machine& machine, const plan::Plan& plan,
                            const PanelsInCache& panels, const plan::Step& step, bool lends) {
  const bool exchange = step.kind == plan::StepKind::exchange;
  SiteTimes times;
  times.seconds = exchange ? seconds_of_transfers(machine, plan, step, lends)
                           : seconds_on_sites(machine, plan, panels, step);
  if (plan.num_sites > placement::most_sites_written_out) return times;
  times.senders.resize(times.seconds.size());
  for (const auto& transfer : step.exchange.transfers) {
    nth(times.senders, transfer.to).push_back(transfer.from);
  }
  return times;
}

inline bool any_travels(const SiteTimes& times) {
  return std::any_of(times.seconds.begin(), times.seconds.end(), [](const SiteSeconds& site) {
    return site.sending.value > 0 || site.receiving.value > 0;
  });
}

/// Where every site is while a plan runs.
class SiteClocks {
 public:
  SiteClocks(std::size_t num_sites, std::size_t num_steps, double lost_to_messages)
      : lost_to_messages_(lost_to_messages),
        now_(num_sites, 0),
        sent_(num_sites, 0),
        received_(num_sites, 0),
        travels_(num_steps),
        arrives_(num_steps) {}

  /// Its messages leave, and arrive, as soon as those before them have; if they wait for their
  /// turn, they take nothing away from those.
  void begin(std::size_t step, const SiteTimes& times, bool in_turn) {
    std::vector<double> leaves;  // per site
    for (std::size_t site = 0; site < now_.size(); ++site) {
      leaves.push_back(std::max(sent_[site], now_[site]));
      const double sending = times.seconds[site].sending.value;
      if (sending > 0) sent_[site] = leaves[site] + sending;
    }
    for (const UnderWay& other : under_way_) {
      if (!in_turn) share_links(other, times);
    }
    under_way_.push_back({step, &times});
    std::vector<double>& arrives = arrives_[step];
    std::vector<Interval>& travels = travels_[step];
    for (std::size_t site = 0; site < now_.size(); ++site) {
      const SiteSeconds& seconds = times.seconds[site];
      double here = std::max(now_[site], seconds.sending.value > 0 ? sent_[site] : 0);
      travels.push_back({leaves[site], leaves[site] + seconds.sending.value});
      if (seconds.receiving.value > 0) {
        double first = std::max(received_[site], now_[site]);
        for (const int sender : times.senders[site]) first = std::max(first, nth(leaves, sender));
        received_[site] = first + seconds.receiving.value;
        here = std::max(here, received_[site]);
        if (seconds.receiving >= seconds.sending) travels.back() = {first, received_[site]};
      }
      for (const int sender : times.senders[site]) {
        const bool by_message = nth(times.seconds, sender).sending.value > 0;
        here = std::max(here, nth(by_message ? sent_ : now_, sender));  // else it is read there
      }
      arrives.push_back(here);
    }
  }
  /// What arrived is unpacked, and what was packed for it took as long, by who runs kernels too.
  void wait(std::size_t step, const SiteTimes& times) {
    std::erase_if(under_way_, [&](const UnderWay& one) { return one.step == step; });
    for (std::size_t site = 0; site < now_.size(); ++site) {
      now_[site] = std::max(now_[site], arrives_[step][site]) + times.seconds[site].working.value;
    }
  }
  /// Kernels, or an exchange that nothing runs beside.
  void work(const SiteTimes& times) {
    const std::vector<double> before = now_;
    for (std::size_t site = 0; site < now_.size(); ++site) {
      for (const int sender : times.senders[site]) {
        now_[site] = std::max(now_[site], nth(before, sender));
      }
      const SiteSeconds& seconds = times.seconds[site];
      now_[site] += seconds.total().value + lost_by(site, now_[site] + seconds.working.value);
    }
  }
  double latest() const { return *std::max_element(now_.begin(), now_.end()); }

 private:
  struct Interval {
    double begin = 0;
    double end = 0;
  };

  struct UnderWay {
    std::size_t step = 0;
    const SiteTimes* times = nullptr;
  };

  /// Messages that begin now share a site's link with those of `other` that are still to arrive
  /// there, at equal rates, if others send them, or nobody knows who: one sender's follow each
  /// other.
  void share_links(const UnderWay& other, const SiteTimes& times) {
    for (std::size_t site = 0; site < now_.size(); ++site) {
      const double receiving = times.seconds[site].receiving.value;
      const double still = std::min(other.times->seconds[site].receiving.value,
                                    arrives_[other.step][site] - begins_at(site, times));
      const double delay = std::min(still, receiving);
      if (delay <= 0 || !has_more(site, times, *other.times)) continue;
      arrives_[other.step][site] += delay;
      travels_[other.step][site].end += delay;
    }
  }
  double begins_at(std::size_t site, const SiteTimes& times) const {
    double begin = now_[site];
    for (const int sender : times.senders[site]) begin = std::max(begin, nth(now_, sender));
    return begin;
  }
  /// Whether messages come to a site from senders that are not among the known ones.
  bool has_more(std::size_t site, const SiteTimes& times, const SiteTimes& known) const {
    const std::vector<int>& senders = times.senders[site];
    const std::vector<int>& before = known.senders[site];
    if (senders.empty()) return true;
    if (before.size() + 1 >= now_.size()) return false;  // all of them
    return std::any_of(senders.begin(), senders.end(), [&](int sender) {
      return nth(times.seconds, sender).sending.value > 0 &&
             std::find(before.begin(), before.end(), sender) == before.end();
    });
  }

  /// What kernels of a site from now on to `end` lose to messages that travel meanwhile.
  double lost_by(std::size_t site, double end) const {
    double beside = 0;
    double counted = now_[site];
    for (const UnderWay& exchange : under_way_) {
      const Interval& messages = travels_[exchange.step][site];
      const double begin = std::max(messages.begin, counted);
      counted = std::max(counted, std::min(messages.end, end));
      beside += std::max(0.0, counted - begin);
    }
    return lost_to_messages_ * beside;
  }

  double lost_to_messages_;
  std::vector<double> now_;          ///< per site, the end of its last kernel
  std::vector<double> sent_;         ///< per site, the end of the last message it sends
  std::vector<double> received_;     ///< per site, the end of the last that it receives
  std::vector<UnderWay> under_way_;  ///< exchanges, in the order they began in
  /// Per exchange and site, when its messages travel: those that are sent or received, whichever
  /// take longer.
  std::vector<std::vector<Interval>> travels_;
  std::vector<std::vector<double>> arrives_;  ///< per exchange and site
};

}  // namespace detail

RELATILE_INLINE Lanes lanes_of(const Machine& machine, const plan::Plan& plan) {
  Lanes lanes;
  lanes.seconds_lost_to_messages = machine.seconds_lost_to_messages.value;
  const bool few = plan.num_sites <= placement::most_sites_written_out;
  struct Known {
    std::shared_ptr<const SiteTimes> times;
    double slowest = 0;
    bool travels = false;
  };
  const PanelsInCache panels(plan);
  const std::vector<char> lent = schedule::lent_values(plan);
  std::map<std::pair<const void*, bool>, Known> known;  // of exchanges that are alike
  for (const auto& step : plan.steps) {
    const bool exchange = step.kind == plan::StepKind::exchange;
    const bool lends = exchange && !step.exchange.reduces && nth(lent, step.output);
    const void* const alike = exchange ? step.exchange.transfers.identity() : nullptr;
    Known fresh;
    Known& of = alike ? known[{alike, lends}] : fresh;
    if (!of.times) {
      of.times =
          std::make_shared<const SiteTimes>(detail::site_times(machine, plan, panels, step, lends));
      of.slowest = slowest(of.times->seconds).value;
      of.travels = detail::any_travels(*of.times);
    }
    const bool elements = nth(plan.nodes, step.node)->type.elements;
    lanes.seconds.push_back(of.slowest);
    lanes.travels.push_back(exchange && elements && of.travels);
    if (few) lanes.sites.push_back(of.times);
  }
  return lanes;
}

RELATILE_INLINE double overlapped_seconds(const plan::Plan& plan, const Lanes& lanes) {
  const auto travels = [&](std::size_t s) { return lanes.travels[s] != 0; };
  std::vector<std::vector<std::size_t>> begun(plan.steps.size());
  const std::vector<int> begins = schedule::begins_of(plan, travels);
  for (std::size_t s = 0; s < begins.size(); ++s) {
    if (travels(s)) nth(begun, begins[s]).push_back(s);
  }
  const bool few = !lanes.sites.empty();
  SiteTimes any{{{}}, {{}}};
  const auto times = [&](std::size_t s) -> const SiteTimes& {
    if (few) return *lanes.sites[s];
    any.seconds[0] = {{}, travels(s) ? Seconds{lanes.seconds[s]} : Seconds{}, {}};
    if (!travels(s)) any.seconds[0].working = {lanes.seconds[s]};
    return any;
  };
  detail::SiteClocks clocks(few ? static_cast<std::size_t>(plan.num_sites) : 1, plan.steps.size(),
                            lanes.seconds_lost_to_messages);
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    for (const std::size_t exchange : begun[s]) {
      clocks.begin(exchange, times(exchange), nth(plan.steps, exchange).ahead > 1);
    }
    if (travels(s)) {
      clocks.wait(s, times(s));
    } else {
      clocks.work(times(s));
    }
  }
  return clocks.latest();
}

}  // namespace relatile::cost
