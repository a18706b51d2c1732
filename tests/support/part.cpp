// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Linked to all of one part of the library, of which it uses nothing.

int main() { return 0; }
