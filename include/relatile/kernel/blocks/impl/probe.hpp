// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/blocks/probe.hpp"

#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"

namespace relatile::kernel::detail {

/// What to ask a kernel for, and the declaration that spares the question.
struct Question {
  const char* what;
  const char* declaration;
};

RELATILE_INLINE std::string listed(std::span<const Extents> shapes) {
  std::string text;
  for (const Extents& shape : shapes) text += (text.empty() ? "" : " and ") + to_string(shape);
  return text;
}

/// Asks a kernel something on blocks that it may be content with.
RELATILE_INLINE void probe(const Asked& asked, const Question& question,
                           std::span<const Extents> extents,
                           const std::function<void(std::span<const BlockRef>)>& ask) {
  std::string error;
  for (const Sample sample : all_samples) {
    std::vector<StoredBlock> samples;
    std::vector<BlockRef> blocks;
    for (std::size_t x = 0; x < asked.samples.size(); ++x) {
      samples.push_back(asked.samples[x](extents[x], sample));
      blocks.push_back({samples.back().data.get(), samples.back().extents});
    }
    std::string text = "an exception that is no std::exception";
    try {
      return ask(blocks);
    } catch (const ShapeMismatch&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const DanglingResult& dangling) {
      throw Error("relatile: " + asked.step + ": " + dangling.what());
    } catch (const std::exception& exception) {
      text = exception.what();
    } catch (...) {
    }
    if (error.empty()) error = text;
  }
  throw ShapeMismatch("relatile: " + asked.kernel + " of " + asked.step + " throws: " + error +
                      "; it was called on made-up blocks of shape " + listed(extents) +
                      " (of positive numbers, the identity, zeros) to see the " + question.what +
                      " of what it returns. For a kernel that refuses such blocks, declare "
                      "what it returns: declare(kernel)." +
                      question.declaration);
}

RELATILE_INLINE ShapeRule asked_shape(Asked asked, KernelCall call) {
  return [asked = std::move(asked), call = std::move(call)](std::span<const Extents> extents) {
    Extents result;
    probe(asked, {"shape", "returns<Block>(shape_rule)"}, extents,
          [&](std::span<const BlockRef> blocks) {
            call({blocks, {}, false, asked.kernel, &result});
          });
    return result;
  };
}

RELATILE_INLINE ShapeRule known_shape(const Extents& extents) {
  return [extents](std::span<const Extents>) { return extents; };
}

RELATILE_INLINE std::function<std::int64_t(std::span<const Extents>)> asked_object_bytes(
    Asked asked, KernelCall call, std::shared_ptr<const ObjectType> object) {
  return [asked = std::move(asked), call = std::move(call),
          object = std::move(object)](std::span<const Extents> extents) {
    std::int64_t bytes = 0;
    probe(asked, {"serialised size", "serialized_bytes(n)"}, extents,
          [&](std::span<const BlockRef> blocks) {
            const std::shared_ptr<void> made = object->make();
            call({blocks, {made.get(), {}}, false, asked.kernel});
            bytes = static_cast<std::int64_t>(object->save(made.get()).size());
          });
    return bytes;
  };
}

}  // namespace relatile::kernel::detail
