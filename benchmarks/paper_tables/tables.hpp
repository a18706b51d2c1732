// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <iosfwd>

namespace paper {

// One function a table, or a few that show the same thing; each prints Markdown.

void tra_products(std::ostream& out);       ///< [tra21] Table 3
void tra_nearest(std::ostream& out);        ///< [tra21] Tables 5 and 6
void tra_speech(std::ostream& out);         ///< [tra21] Table 7
void tra_extreme(std::ostream& out);        ///< [tra21] Table 8
void tra_crossings(std::ostream& out);      ///< where the plans of Tables 3 to 9 cross
void eindecomp_chain(std::ostream& out);    ///< [ein24] Figures 7 and 9
void eindecomp_llama(std::ostream& out);    ///< [ein24] Figure 11
void spartan_als(std::ostream& out);        ///< [spartan15] 5, ALS
void nums_weak_scaling(std::ostream& out);  ///< [nums22] Figures 10 and 12

}  // namespace paper
