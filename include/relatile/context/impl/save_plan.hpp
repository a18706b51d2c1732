// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/context/save_plan.hpp"

#include <cstdint>

#include "relatile/context/backend.hpp"
#include "relatile/context/context.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

RELATILE_INLINE void save_plan_of(const std::string& path,
                                  const std::vector<tra::NodePtr>& wanted) {
  Context& context = Context::current();
  transport::Transport& sites = context.transport();
  const transport::Operation operation("save_plan", path);
  std::string text;
  transport::together(sites, [&] {
    text = saved_plan_text(wanted, sites, context.plan_options(), context.plan_history());
  });
  // One site's text for all: where ranks differ, whoever follows the plan finds out.
  text = sites.text_from(0, text);
  const auto file = sites.create_file(path, static_cast<std::int64_t>(text.size()));
  file->write_prefix(text);
  file->commit();
}

}  // namespace relatile::detail
