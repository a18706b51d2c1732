// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/json.hpp"

#include "relatile/plan/step_facts.hpp"
#include "relatile/plan/text/expected.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan::detail {

RELATILE_INLINE void write_operation(JsonWriter& json, const Plan& plan, const Step& step) {
  const tra::Node& node = node_of(plan, step);
  json.member("value", value_name(step.output));
  json.member("operator", operator_name(plan, step));
  json.key("inputs").array([&] {
    for (int input : step.inputs) json.value(value_name(input));
  });
  json.member("name", node.name);
  json.member("title", node.title);
  json.member("where", node.where);
  if (step.kind == StepKind::local) {
    json.member("signature", signature(node));
    json.member("on", step.layout);
    json.member("strategy", step.strategy);
  }
  if (step.kind == StepKind::exchange) json.member("pattern", name_of(step.exchange.pattern));
  if (step.slice.count > 1) {
    json.key("slice").object([&] {
      json.member("index", step.slice.index);
      json.member("count", step.slice.count);
      json.member("label", step.slice.label);
    });
  }
}

RELATILE_INLINE void write_value(JsonWriter& json, const Plan& plan, const Step& step) {
  const tra::RelationType& type = node_of(plan, step).type;
  json.members(type.elements ? "shape" : "frontier", type.extents);
  json.member("blocks", type.elements ? type.block.element.name() : type.block.name());
  json.member("placement", output_of(plan, step).placement.text);
  json.member("partial", output_of(plan, step).partial);
  json.member("holds", fullest_site(plan, step));
}

RELATILE_INLINE void write_traffic(JsonWriter& json, const Traffic& traffic) {
  json.member("bytes", traffic.total());
  json.member("messages", traffic.total_messages());
  json.member("max_bytes_per_site", traffic.most_loaded());
}

RELATILE_INLINE void write_measured(JsonWriter& json, const Step& step, const Measured& measured,
                                    std::size_t s) {
  json.key("measured").object([&] {
    if (step.kind == StepKind::exchange) write_traffic(json, measured.traffic[s]);
    json.member("seconds", measured.seconds[s]);
    json.members("seconds_per_site", measured.site_seconds[s]);
    json.member("high_water", measured.high_water[s]);
  });
}

/// What was expected of a product of sparse arrays, whose own numbers the step has, too.
inline void write_expected(JsonWriter& json, const ExpectedSizes& sizes) {
  json.key("sparse_product").object([&] {
    json.member("entries", sizes.entries.found);
    json.member("expected_entries", sizes.entries.expected);
    json.member("flops", sizes.flops.found);
    json.member("expected_flops", sizes.flops.expected);
  });
}

RELATILE_INLINE void write_step(JsonWriter& json, const Plan& plan, std::size_t s,
                                Figures figures) {
  const Step& step = plan.steps[s];
  json.object([&] {
    write_operation(json, plan, step);
    write_value(json, plan, step);
    if (step.kind == StepKind::exchange) {
      write_traffic(json, *step.traffic);
      json.member("estimated", step.estimated);
    }
    if (step.kind == StepKind::local) {
      json.member("flops", total_flops(step));
      json.member("max_flops_per_site", busiest_flops(step));
      if (const auto sizes = expected_sizes(plan, step)) write_expected(json, *sizes);
    }
    if (figures.has_seconds()) json.member("seconds", figures.forecast->seconds[s]);
    if (figures.forecast) json.member("live", figures.forecast->live[s]);
    if (figures.measured) write_measured(json, step, *figures.measured, s);
  });
}

RELATILE_INLINE void write_agreement(JsonWriter& json, const Agreement& agreement) {
  json.key("agreement").object([&] {
    json.member("bytes", agreement.bytes);
    json.member("messages", agreement.messages);
  });
}

RELATILE_INLINE void write_bounds(JsonWriter& json, Figures figures) {
  if (!figures.forecast) return;
  json.key("lower_bounds").array([&] {
    for (const ContractionBound& bound : figures.forecast->bounds) {
      json.object([&] {
        json.member("operator", bound.operation);
        json.member("least_bytes", bound.least);
        json.member("bytes", bound.sent);
        json.member("load_of_busiest_site", bound.load);
      });
    }
  });
}

RELATILE_INLINE void write_total(JsonWriter& json, const Plan& plan, Figures figures) {
  json.key("total").object([&] {
    write_traffic(json, plan.traffic());
    json.member("estimated", plan.is_estimated());
    json.member("flops", plan.total_flops());
    if (figures.has_seconds()) {
      json.member("seconds", figures.forecast->total_seconds());
      json.member("overlapped_seconds", figures.forecast->overlapped_seconds);
      json.member("new_memory_seconds", figures.forecast->new_memory_seconds);
      json.member("machine_calibrated", figures.forecast->machine_was_measured);
      json.member("machine_nodes", figures.forecast->machine_nodes);
      json.member("machine_ranks_per_node", figures.forecast->machine_ranks_per_node);
    }
    if (figures.forecast) {
      write_agreement(json, figures.forecast->agreement);
      json.member("peak_memory_per_site", figures.forecast->peak);
    }
    if (!figures.measured) return;
    json.key("measured").object([&] {
      write_traffic(json, figures.measured->sent(plan.num_sites));
      write_agreement(json, figures.measured->agreement);
      json.member("seconds", figures.measured->total_seconds);
    });
  });
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE void write_json(std::ostream& out, const Plan& plan, Figures figures) {
  JsonWriter json(out);
  json.object([&] {
    json.member("sites", plan.num_sites);
    json.member("planner", plan.planner);
    json.member("objective", plan.objective);
    json.member("optimal", plan.optimal);
    json.member("chosen_for_overlap", plan.chosen_for_overlap);
    json.member("chosen_for_other_slices", plan.chosen_for_other_slices);
    json.key("rules").array([&] {
      for (const auto& rule : plan.rules) {
        json.object([&] {
          json.member("name", rule.name);
          json.member("times", rule.times);
          json.member("flops", rule.flops);
          json.member("stored_bytes", rule.stored);
        });
      }
    });
    json.key("steps").array([&] {
      for (std::size_t s = 0; s < plan.steps.size(); ++s) {
        detail::write_step(json, plan, s, figures);
      }
    });
    json.key("results").array([&] {
      for (const auto& result : plan.results) json.value(value_name(result.second));
    });
    detail::write_total(json, plan, figures);
    detail::write_bounds(json, figures);
    json.key("rejected").array([&] {
      for (const auto& other : plan.alternatives) {
        json.object([&] {
          json.member("choice", other.text);
          json.member("bytes", other.bytes);
          json.member("reason", other.reason);
        });
      }
    });
  });
}

}  // namespace relatile::plan
