// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Discrete Fourier transforms.
#include <relatile/fft/impl/transforms.hpp>
#include <relatile/kernel/spectral/impl/fourier.hpp>

namespace relatile {

template LineKernel kernel::fourier_kernel<float>(Fourier, double);
template LineKernel kernel::fourier_kernel<double>(Fourier, double);

template tra::NodePtr fft::detail::fourier_node<float>(const std::string&, const tra::NodePtr&, int,
                                                       Fourier, std::int64_t, const std::string&);
template tra::NodePtr fft::detail::fourier_node<double>(const std::string&, const tra::NodePtr&,
                                                        int, Fourier, std::int64_t,
                                                        const std::string&);

}  // namespace relatile
