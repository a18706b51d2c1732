// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Settings of AddressSanitizer and its leak checker, built into every test and example: they hold
// however a program is started, and mean nothing in a build without sanitizers.
#if defined(__SANITIZE_ADDRESS__)
#define RELATILE_WITH_ADDRESS_SANITIZER
#elif defined(__has_feature)  // Clang's way to say so
#if __has_feature(address_sanitizer)
#define RELATILE_WITH_ADDRESS_SANITIZER
#endif
#endif

#if defined(RELATILE_WITH_ADDRESS_SANITIZER)
extern "C" {

const char* __asan_default_options() {
  return "detect_stack_use_after_return=1:fast_unwind_on_malloc=0";
}

const char* __lsan_default_options() { return "print_suppressions=0"; }

// What MPI and its plugins allocate once and never free.
const char* __lsan_default_suppressions() {
  return "leak:libmpi.so\nleak:libopen-pal.so\nleak:libopen-rte.so\nleak:libpmix.so\n"
         "leak:libhwloc.so\nleak:libevent\nleak:mca_\nleak:/pmix\n"
         "leak:libucs\nleak:libuct\nleak:libucp\nleak:libfabric\nleak:libibverbs\n";
}

// Plugins stay loaded until the leak checker has read their names; otherwise the list above cannot
// match them.
int dlclose(void*) { return 0; }
}
#endif
