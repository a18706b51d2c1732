// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// A precompiled header needs a target that owns it, and a target a source: this one is compiled
// with precompiled.hpp.
