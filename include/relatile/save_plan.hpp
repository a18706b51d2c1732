// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/backend.hpp"
#include "relatile/context.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile {

/// Saves the plan by which evaluate(x, ...) would compute all of its arguments, or by which they
/// were computed: save_plan("x.plan", x). The same program, on as many sites, follows it with
/// evaluate(x, {.saved_plan = "x.plan"}), without planning. Collective; evaluates nothing.
///
///   errors  IoError for a file that can't be written; what was there before stays
template <class... X>
void save_plan(const std::string& path, const X&... x) {
  static_assert(sizeof...(X) > 0, "relatile: save_plan: name the arrays to be computed");
  Context& context = Context::current();
  transport::Transport& sites = context.transport();
  const transport::Operation operation("save_plan", path);
  std::string text;
  transport::together(sites, [&] {
    text = detail::saved_plan_text({to_node(x)...}, sites, context.plan_options());
  });
  // One site's text for all: where ranks differ, whoever follows the plan finds out.
  text = sites.text_from(0, text);
  const auto file = sites.create_file(path, static_cast<std::int64_t>(text.size()));
  file->write_prefix(text);
  file->commit();
}

}  // namespace relatile
