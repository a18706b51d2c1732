// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/source_line.hpp"

namespace relatile {

RELATILE_INLINE std::string SourceLine::text(std::string_view library) const {
  const std::string_view file = file_;
  if (number_ == 0 || file.starts_with(library)) return "";
  return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(number_);
}

RELATILE_INLINE AskedFrom::AskedFrom(SourceLine line, std::string_view library)
    : outermost_(text().empty()), outermost_on_stack_(stack() == nullptr) {
  if (outermost_) text() = line.text(library);
  if (outermost_on_stack_) stack() = line.stack();
}

RELATILE_INLINE AskedFrom::~AskedFrom() {
  if (outermost_) text().clear();
  if (outermost_on_stack_) stack() = nullptr;
}

RELATILE_INLINE std::string& AskedFrom::text() {
  static thread_local std::string line;
  return line;
}

RELATILE_INLINE const void*& AskedFrom::stack() {
  static thread_local const void* end = nullptr;
  return end;
}

}  // namespace relatile
