// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstddef>

// The drivers of LAPACK that with_lapack.hpp calls, as Fortran compilers name them. Behind the
// arguments come the lengths of those that are characters, as Fortran passes them.

extern "C" {

void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork,
             int* iwork, int* info, std::size_t);
void zgesdd_(const char* job, const int* m, const int* n, std::complex<double>* a, const int* lda,
             double* s, std::complex<double>* u, const int* ldu, std::complex<double>* vt,
             const int* ldvt, std::complex<double>* work, const int* lwork, double* rwork,
             int* iwork, int* info, std::size_t);
void dsyevd_(const char* job, const char* uplo, const int* n, double* a, const int* lda, double* w,
             double* work, const int* lwork, int* iwork, const int* liwork, int* info, std::size_t,
             std::size_t);
void zheevd_(const char* job, const char* uplo, const int* n, std::complex<double>* a,
             const int* lda, double* w, std::complex<double>* work, const int* lwork, double* rwork,
             const int* lrwork, int* iwork, const int* liwork, int* info, std::size_t, std::size_t);
void dbdsdc_(const char* uplo, const char* job, const int* n, double* d, double* e, double* u,
             const int* ldu, double* vt, const int* ldvt, double* q, int* iq, double* work,
             int* iwork, int* info, std::size_t, std::size_t);
void dstevd_(const char* job, const int* n, double* d, double* e, double* z, const int* ldz,
             double* work, const int* lwork, int* iwork, const int* liwork, int* info, std::size_t);
void dgeev_(const char* left, const char* right, const int* n, double* a, const int* lda,
            double* wr, double* wi, double* vl, const int* ldvl, double* vr, const int* ldvr,
            double* work, const int* lwork, int* info, std::size_t, std::size_t);
void zgeev_(const char* left, const char* right, const int* n, std::complex<double>* a,
            const int* lda, std::complex<double>* w, std::complex<double>* vl, const int* ldvl,
            std::complex<double>* vr, const int* ldvr, std::complex<double>* work, const int* lwork,
            double* rwork, int* info, std::size_t, std::size_t);
void dgees_(const char* job, const char* sort, const int* (*select)(const double*, const double*),
            const int* n, double* a, const int* lda, int* sdim, double* wr, double* wi, double* vs,
            const int* ldvs, double* work, const int* lwork, int* bwork, int* info, std::size_t,
            std::size_t);
void zgees_(const char* job, const char* sort, const int* (*select)(const std::complex<double>*),
            const int* n, std::complex<double>* a, const int* lda, int* sdim,
            std::complex<double>* w, std::complex<double>* vs, const int* ldvs,
            std::complex<double>* work, const int* lwork, double* rwork, int* bwork, int* info,
            std::size_t, std::size_t);
}
