# SPDX-FileCopyrightText: The Relatile authors
# SPDX-License-Identifier: BSL-1.0

# Compiles Relatile's own programs through ccache, if it is there, and precompiles headers such that ccache
# never gives back those of other sources.

# With this base another clone of the same sources finds what this one compiled. Without the sloppiness
# ccache declines every compilation that uses a precompiled header.
set(RELATILE_CCACHE_SETTINGS
  CCACHE_SLOPPINESS=pch_defines,time_macros "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
)

if(RELATILE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(RELATILE_CCACHE_PROGRAM ccache)
  mark_as_advanced(RELATILE_CCACHE_PROGRAM)
  if(RELATILE_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env ${RELATILE_CCACHE_SETTINGS} "${RELATILE_CCACHE_PROGRAM}"
    )
  endif()
endif()

# Makes a target the owner of a precompiled header, which others take by REUSE_FROM.
#
# ccache compares what the preprocessor leaves of headers, without comments and spaces; GCC's #pragma once
# compares headers as they are in the precompiled one with those on disk, and reads what differs a second
# time. So the owner is compiled in ccache's depend mode, which compares all that is in the headers. Other
# launchers pass over the variable that says so.
function(relatile_precompile_for target header)
  target_precompile_headers(${target} PRIVATE ${header})
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_DEPEND=1;${CMAKE_CXX_COMPILER_LAUNCHER}"
    )
  endif()
endfunction()
