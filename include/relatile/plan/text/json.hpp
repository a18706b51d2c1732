// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>

#include "relatile/core/definitions.hpp"
#include "relatile/core/text/json_writer.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/plan/traffic.hpp"

namespace relatile::plan {

namespace detail {

RELATILE_INLINE void write_operation(JsonWriter& json, const Plan& plan, const Step& step);

RELATILE_INLINE void write_value(JsonWriter& json, const Plan& plan, const Step& step);

RELATILE_INLINE void write_traffic(JsonWriter& json, const Traffic& traffic);

RELATILE_INLINE void write_measured(JsonWriter& json, const Step& step, const Measured& measured,
                                    std::size_t s);

RELATILE_INLINE void write_step(JsonWriter& json, const Plan& plan, std::size_t s, Figures figures);

RELATILE_INLINE void write_agreement(JsonWriter& json, const Agreement& agreement);

RELATILE_INLINE void write_bounds(JsonWriter& json, Figures figures);

RELATILE_INLINE void write_total(JsonWriter& json, const Plan& plan, Figures figures);

}  // namespace detail

/// The plan as JSON: what `print` says, and no less. Bytes of a step are those it sends; `holds`
/// are the bytes of its result on the fullest site, `live` what that site needs while it runs.
RELATILE_INLINE void write_json(std::ostream& out, const Plan& plan, Figures figures = {});

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/json.hpp"
#endif
