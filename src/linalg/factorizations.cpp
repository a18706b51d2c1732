// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Factorizations and exponentials of dense matrices, of all element types that they are computed
// in.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/factorizations/impl/cholesky.hpp>
#include <relatile/kernel/factorizations/impl/lu.hpp>
#include <relatile/kernel/factorizations/impl/qr.hpp>
#include <relatile/kernel/factorizations/impl/triangular.hpp>
#include <relatile/kernel/spectral/impl/exponential.hpp>
#include <relatile/linalg/dense/impl/cholesky.hpp>
#include <relatile/linalg/dense/impl/derivatives.hpp>
#include <relatile/linalg/dense/impl/lu.hpp>
#include <relatile/linalg/dense/impl/lu_derivatives.hpp>
#include <relatile/linalg/dense/impl/panels.hpp>
#include <relatile/linalg/dense/impl/qr.hpp>
#include <relatile/linalg/dense/impl/qr_derivatives.hpp>
#include <relatile/linalg/dense/impl/shapes.hpp>
#include <relatile/linalg/dense/impl/small_triangular.hpp>
#include <relatile/linalg/dense/impl/tensors.hpp>
#include <relatile/linalg/dense/impl/triangular.hpp>
#include <relatile/linalg/dense/impl/whole_matrix.hpp>

namespace relatile {

// clang-format off
#define RELATILE_FACTORIZATION_KERNELS(T)                                                                                 \
  template kernel::MatrixKernel kernel::cholesky_kernel<T>(const std::string&, std::int64_t);               \
  template kernel::MatrixKernel kernel::solve_triangular_kernel<T>(const kernel::TriangularSystem&);        \
  template kernel::MatrixKernel kernel::lu_kernel<T>();                                                     \
  template kernel::MatrixKernel kernel::eliminate_kernel<T>(const std::string&, std::int64_t);              \
  template kernel::MatrixKernel kernel::pivots_kernel<T>(std::int64_t);                                     \
  template kernel::MatrixKernel kernel::exchange_rows_kernel<T>(std::int64_t, std::int64_t);                \
  template kernel::MatrixKernel kernel::diagonal_kernel<T>();                                               \
  template kernel::MatrixKernel kernel::determinant_kernel<T>();                                            \
  template kernel::MatrixKernel kernel::unit_lower_kernel<T>();                                             \
  template kernel::MatrixKernel kernel::qr_kernel<T>();                                                     \
  template kernel::MatrixKernel kernel::upper_kernel<T>();                                                  \
  template kernel::MatrixKernel kernel::reflect_kernel<T>(std::int64_t);                                    \
  template kernel::MatrixKernel kernel::form_q_kernel<T>(std::int64_t, kernel::BlockCuts);                  \
  template kernel::MatrixKernel kernel::qr_of_blocks_kernel<T>(kernel::BlockCuts);                          \
  template kernel::MatrixKernel kernel::r_of_blocks_kernel<T>(kernel::BlockCuts);                           \
  template kernel::MatrixKernel kernel::r_of_factored_blocks_kernel<T>(kernel::BlockCuts);                  \
  template kernel::MatrixKernel kernel::q_of_blocks_kernel<T>(kernel::BlockCuts);                           \
  template kernel::MatrixKernel kernel::exponential_kernel<T>(const std::string&);
#define RELATILE_NODES(T)                                                                                   \
  template tra::NodePtr detail::cholesky_node<T>(const std::string&, const tra::NodePtr&, std::int64_t);    \
  template tra::NodePtr detail::triangular_node<T>(const tra::NodePtr&, const tra::NodePtr&,                \
                                                   const kernel::TriangularSystem&, std::int64_t);          \
  template detail::LuNodes detail::lu_nodes<T>(const tra::NodePtr&, std::int64_t);                          \
  template detail::LuFactorNodes detail::lu_factor_nodes<T>(const tra::NodePtr&, std::int64_t);             \
  template tra::NodePtr detail::inverse_node<T>(const tra::NodePtr&);                                       \
  template tra::NodePtr detail::determinant_node<T>(const tra::NodePtr&, std::int64_t);                     \
  template tra::NodePtr detail::solve_node<T>(const std::string&, const tra::NodePtr&, const tra::NodePtr&, \
                                              std::int64_t);                                                \
  template detail::QrNodes detail::qr_nodes<T>(const tra::NodePtr&, const QrOptions&);
// clang-format on

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_FACTORIZATION_KERNELS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_FACTORIZATION_KERNELS)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_NODES)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_NODES)

}  // namespace relatile
