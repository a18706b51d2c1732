// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/measurements.hpp"

#include <algorithm>

#include "relatile/core/units.hpp"
#include "relatile/plan/traffic.hpp"

namespace relatile::engine {

RELATILE_INLINE plan::Agreement Measurements::agreement_since_begin(
    const std::vector<transport::Sent>& control_sent, int num_sites) const {
  const transport::Sent& now = control_sent.front();
  const transport::Sent& before = control_before_.front();
  return {Bytes{(now.bytes_sent - before.bytes_sent) * num_sites},
          Messages{(now.messages - before.messages) * num_sites}};
}

RELATILE_INLINE void Measurements::append_row(std::size_t i, std::vector<std::int64_t>& row) const {
  row.push_back(nanoseconds(total_seconds_));
  for (const auto& step : steps_) {
    const transport::Sent& sent = step.sent[i];
    row.insert(row.end(), {sent.bytes_sent, sent.bytes_received, sent.messages, sent.bytes_in_place,
                           nanoseconds(step.seconds[i]), step.high_water});
  }
}

RELATILE_INLINE plan::Measured Measurements::read(const std::int64_t* rows, std::size_t stride,
                                                  int num_sites) const {
  plan::Measured all;
  const auto sites = static_cast<std::size_t>(num_sites);
  all.traffic.assign(steps_.size(), plan::Traffic(num_sites));
  all.in_place.assign(steps_.size(), std::vector<Bytes>(sites));
  all.seconds.assign(steps_.size(), 0);
  all.site_seconds.assign(steps_.size(), std::vector<double>(sites, 0));
  all.high_water.assign(steps_.size(), {});
  for (std::size_t site = 0; site < sites; ++site) {
    const std::int64_t* number = rows + site * stride;
    all.total_seconds = std::max(all.total_seconds, seconds(*number++));
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      all.traffic[s].sent[site] = Bytes{*number++};
      all.traffic[s].received[site] = Bytes{*number++};
      all.traffic[s].messages[site] = Messages{*number++};
      all.in_place[s][site] = Bytes{*number++};
      all.site_seconds[s][site] = seconds(*number++);
      all.seconds[s] = std::max(all.seconds[s], all.site_seconds[s][site]);
      all.high_water[s] = std::max(all.high_water[s], Bytes{*number++});
    }
  }
  return all;
}

}  // namespace relatile::engine
