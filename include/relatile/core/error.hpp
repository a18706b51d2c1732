// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>

namespace relatile {

/// What an exception says of itself; some users' say nothing at all.
inline std::string words_of(const std::exception& error) {
  const char* const words = error.what();
  return words != nullptr ? words : "an exception without words";
}

/// The root of everything Relatile throws for a mistake of its user or of the machine.
///
/// An error is thrown on every site of a context or on none: errors of metadata are found from
/// what all sites know, errors of one site are agreed on at the end of a plan.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Operands whose shapes, frontiers or ranks do not fit together.
class ShapeMismatch : public Error {
 public:
  using Error::Error;
};

/// An einsum string, a file's header, or a number in a text that can't be read.
class ParseError : public Error {
 public:
  using Error::Error;
};

/// A `rekey` or `filter` whose result is no tensor relation: repeated keys, or holes.
class NotClosed : public Error {
 public:
  using Error::Error;
};

/// A plan or placement, pinned by the caller, that this expression does not have.
class UnsupportedPlan : public Error {
 public:
  using Error::Error;
};

/// A size beyond what the library or the machine can represent.
class LimitExceeded : public Error {
 public:
  using Error::Error;
};

/// Memory that could not be had before a plan started; nothing was sent.
class OutOfMemory : public Error {
 public:
  using Error::Error;
  /// No plan was found that keeps within a cap: how many bytes a rank are missing, and with which
  /// cap there is one.
  OutOfMemory(const std::string& what, std::int64_t missing, std::int64_t smallest_cap)
      : Error(what), missing_(missing), smallest_cap_(smallest_cap) {}
  /// Both 0 if the machine, not a cap, had no memory.
  std::int64_t missing() const { return missing_; }
  std::int64_t smallest_cap() const { return smallest_cap_; }

 private:
  std::int64_t missing_ = 0;
  std::int64_t smallest_cap_ = 0;
};

/// A file that can't be opened, read or written.
class IoError : public Error {
 public:
  using Error::Error;
};

/// The sites did not do the same: they called different functions, built different expressions, or
/// put different numbers, seeds or kernels into them.
class PlanMismatch : public Error {
 public:
  using Error::Error;
};

/// A value of one context where another one is current, or of a context that has ended.
class WrongContext : public Error {
 public:
  using Error::Error;
};

/// A user's kernel threw on some site. Every site throws an equal KernelError; on the site where
/// it happened the original exception is nested inside.
class KernelError : public Error {
 public:
  KernelError(int site, std::string step, const std::string& what)
      : KernelError(site, step, step, what) {}
  /// `description` names the step at more length.
  KernelError(int site, std::string step, const std::string& description, const std::string& what)
      : Error("relatile: a kernel threw on site " + std::to_string(site) + " in " + description +
              ": " + what),
        site_(site),
        step_(std::move(step)) {}
  /// Thrown while an expression was built, which is no site's doing more than another's.
  static KernelError while_building(std::string step, const std::string& description,
                                    const std::string& what) {
    KernelError error(0, "relatile: a kernel threw in " + description + ": " + what);
    error.step_ = std::move(step);
    return error;
  }
  /// The same error on a site that was told its whole text, but not the step.
  static KernelError told(int site, const std::string& text) { return KernelError(site, text); }

  int site() const { return site_; }
  /// Empty where the error was had by another site before any plan ran.
  const std::string& step() const { return step_; }

 private:
  KernelError(int site, const std::string& text) : Error(text), site_(site) {}

  int site_;
  std::string step_;
};

}  // namespace relatile
