// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <chrono>
#include <thread>

#include <relatile/machine/calibrate_exchanges.hpp>
#include <relatile/transport/loopback.hpp>
#include <relatile/transport/transport.hpp>

#include "support/catch.hpp"

namespace calibrate_exchanges_test {

namespace rt = relatile;
using rt::cost::ExchangeKind;
using rt::transport::Broadcast;
using rt::transport::Collective;
using rt::transport::Message;
using rt::transport::Sent;
using rt::transport::TransitPtr;

namespace {

constexpr double latency = 2e-3;
constexpr double bytes_per_second = 1e8;

/// Four sites whose messages take their time, as the model says.
class Slow : public rt::transport::Loopback {
 public:
  Slow() : Loopback(4) {}

  TransitPtr begin_point_to_point(std::span<const Message> messages, std::span<Sent> sent,
                                  int channel) override {
    for (const auto& m : messages) CHECK(m.to == (m.from + 1) % 4);
    wait(1, messages[0].bytes);
    return Loopback::begin_point_to_point(messages, sent, channel);
  }
  TransitPtr begin_all_gather(std::span<const Collective> calls, std::span<Sent> sent) override {
    wait(2, 3 * calls[0].receive_counts[1]);
    return Loopback::begin_all_to_all(calls, sent);
  }
  TransitPtr begin_broadcast(std::span<const Broadcast> calls, std::span<Sent> sent) override {
    wait(2, calls[1].bytes * 2 * 3 / 4);
    return Loopback::begin_broadcast(calls, sent);
  }
  TransitPtr begin_all_to_all(std::span<const Collective> calls, std::span<Sent> sent) override {
    wait(3, 3 * calls[0].send_counts[1]);
    return Loopback::begin_all_to_all(calls, sent);
  }

 private:
  static void wait(int latencies, std::int64_t bytes) {
    std::this_thread::sleep_for(std::chrono::duration<double>(
        latencies * latency + static_cast<double>(bytes) / bytes_per_second));
  }
};

}  // namespace

TEST_CASE("what a transport takes is measured as the latency and the rate of the model") {
  Slow transport;
  for (const auto kind :
       {ExchangeKind::broadcast, ExchangeKind::all_gather, ExchangeKind::all_to_all,
        ExchangeKind::point_to_point, ExchangeKind::reduce}) {
    const rt::cost::Link link = rt::detail::measure_link(transport, {{0, 1, 2, 3}}, kind);
    CHECK(link.latency.value > 0.99 * latency);  // waiting may take longer, never less
    CHECK(link.latency.value < 2 * latency);
    CHECK(link.bytes_per_second > 0.5 * bytes_per_second);
    CHECK(link.bytes_per_second < 1.5 * bytes_per_second);
  }
}

TEST_CASE("a site without memory to measure with is an error on all") {
  rt::transport::Loopback sites(2);
  CHECK(rt::detail::slowest(sites, 0.25) == 0.25);
  CHECK_THROWS_AS(rt::detail::slowest(sites, -1), rt::OutOfMemory);
  CHECK_THROWS_AS(rt::detail::least_seconds(sites, []() -> double { throw std::bad_alloc(); }),
                  rt::OutOfMemory);
  int calls = 0;
  CHECK(rt::detail::least_seconds(sites, [&] { return ++calls == 3 ? 0.125 : 1.0; }) == 0.125);
}

}  // namespace calibrate_exchanges_test
