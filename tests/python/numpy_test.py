#!/usr/bin/env python3
"""NumPy as the oracle of the functions that have its names.

Needs RELATILE_NUMPY_FACE, the program of tests/support/numpy_face.cpp, and RELATILE_MPIRUN,
tests/support/mpirun.sh; without them, or without NumPy, the test is skipped. Two ranks run every
case, other numbers of ranks some of them, which a seed chooses that is printed.
"""

import functools
import math
import os
import random
import subprocess
import sys
import unittest
from pathlib import Path

from scratch import scratch_directory

SKIPPED = 77
try:
    import numpy as np
except ModuleNotFoundError:
    print("skipped: this Python has no NumPy")
    sys.exit(SKIPPED)

PROGRAM = os.environ.get("RELATILE_NUMPY_FACE", "")
MPIRUN = os.environ.get("RELATILE_MPIRUN", "")
if not (PROGRAM and MPIRUN):
    print("skipped: RELATILE_NUMPY_FACE and RELATILE_MPIRUN are not set")
    sys.exit(SKIPPED)

RANKS = (1, 3, 4, 7)  # and 2, which run everything
SAMPLE = 80
SECONDS = 240
TYPES = "b1 i1 u2 i4 i8 f4 f8 c16".split()
SEED = int(os.environ.get("RELATILE_SEED", "16"))


def each(function):
    """A function of one real number as one of arrays, computed as float64."""

    def of_array(x):
        if x.dtype.kind == "c":
            raise TypeError
        result = np.vectorize(function, otypes=["f8"])(x.astype("f8"))
        return result.astype(np.result_type(np.sqrt(x[:0]), "f4"))

    return of_array


def expit(x):
    return each(lambda v: 1 / (1 + math.exp(-v)) if v > -700 else 0.0 if v < 0 else v)(x)


def bessel_i1(v):
    """The mean of exp(v cos t) cos t around the circle, of which few points are exact."""
    if not math.isfinite(v) or abs(v) > 700:
        return math.copysign(math.inf, v) if abs(v) < math.inf else math.nan
    angles = [(k + 0.5) * math.pi / 200 for k in range(400)]
    mean = math.fsum(math.exp(-2 * abs(v) * math.sin(t / 2) ** 2) * math.cos(t) for t in angles) / 400
    return math.copysign(mean * math.exp(abs(v)), v)


def bits_set(x):
    if x.dtype.kind in "fc":
        raise TypeError
    return np.vectorize(lambda v: bin(abs(int(v))).count("1"), otypes=["u1"])(x)


def remainder_free_power(x, y):
    """Integers to negative powers are an error in NumPy."""
    return np.power(x, np.abs(y) if y.dtype.kind == "i" else y)


# What NumPy calls otherwise, or has not.
EXPECTED = {
    "logistic": expit,
    "erf": each(math.erf),
    "erfc": each(math.erfc),
    "norm_cdf": each(lambda v: math.erfc(-v / math.sqrt(2)) / 2),
    "i1": lambda x: each(bessel_i1)(x.astype(np.i0(x[:0]).dtype)),  # double of whole numbers, as i0
    "bitwise_count": bits_set,
    "frexp_mantissa": lambda x: np.frexp(x)[0],
    "frexp_exponent": lambda x: np.frexp(x)[1],
    "modf_fraction": lambda x: np.modf(x)[0],
}
UNARY = """negative positive abs fabs sign square reciprocal exp exp2 expm1 log log2 log10 log1p
    logistic sqrt cbrt sin cos tan sinc sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh
    degrees radians erf erfc norm_cdf i0 i1 floor ceil trunc rint isnan isinf isfinite isposinf isneginf
    signbit spacing frexp_mantissa frexp_exponent modf_fraction isreal iscomplex conj real imag angle
    logical_not bitwise_not bitwise_count""".split()
BINARY = """add subtract multiply divide floor_divide remainder fmod power float_power maximum minimum
    fmax fmin equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor
    bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm logaddexp logaddexp2 arctan2
    hypot copysign heaviside nextafter ldexp""".split()
TERNARY = ["clip", "where"]

# What NumPy does and this library refuses: complex numbers have no order, and see README.md.
REFUSED = {"complex": "maximum minimum fmax fmin less less_equal greater greater_equal sign clip".split()}

REDUCTIONS = """sum prod mean any all count_nonzero var std nansum nanprod nanmean nanvar nanstd min
    max nanmin nanmax ptp""".split()
NEED_ELEMENTS = "min max nanmin nanmax ptp".split()


class Cases:
    """Jobs, each with the result that it must have; one run of the program does all of them."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.random = np.random.default_rng(SEED)
        self.count = 0
        self.jobs = []

    def numbers(self, kind, shape, small=False):
        size = int(np.prod(shape))
        dtype = np.dtype(kind)
        if dtype.kind == "b":
            x = self.random.integers(0, 2, size)
        elif dtype.kind in "iu":
            low = 0 if dtype.kind == "u" else -5
            x = self.random.integers(low, 9, size).astype(dtype)
            if not small and size > 4:
                x[0], x[1] = np.iinfo(dtype).max, np.iinfo(dtype).min
        elif dtype.kind == "f":
            x = self.random.normal(0, 3, size)
            x = np.where(self.random.random(size) < 0.3, np.rint(x), x)
            if not small and size > 4:
                places = self.random.choice(size, 5, replace=False)
                x[places] = [np.nan, np.inf, -np.inf, -0.0, 1e-30]
        else:
            x = self.random.normal(0, 2, size) + 1j * self.random.normal(0, 2, size)
        return np.array(x, dtype).reshape(shape)

    def file(self, x):
        kind = x.dtype.str[1:]
        self.count += 1
        path = f"{kind}_{self.count}.npy"
        np.save(self.directory / path, x)
        return path

    def add(self, function, operands, expected, axes="none", keeps="drop", number=0, tolerance=0.0):
        words = [function, *(self.file(x) for x in operands)]
        name = " ".join([function, *(f"{x.dtype.str}{x.shape}" for x in operands), axes, keeps, str(number)])
        self.jobs.append((words, f"{axes} {keeps} {number}", np.asarray(expected), tolerance, name))

    def run(self, test, ranks, jobs):
        lines = [" ".join([*words, "->", f"r{ranks}_{i}.npy", options]) for i, (words, options, *_) in enumerate(jobs)]
        (self.directory / "jobs").write_text("".join(line + "\n" for line in lines))
        command = [MPIRUN, str(ranks), str(SECONDS), PROGRAM, "jobs"]
        done = subprocess.run(command, cwd=self.directory, capture_output=True, text=True, check=False)
        test.assertEqual((done.returncode, done.stderr), (0, ""), f"on {ranks} ranks: {done.stderr}")
        for i, (_, _, expected, tolerance, name) in enumerate(jobs):
            with test.subTest(name, ranks=ranks):
                check(test, np.load(self.directory / f"r{ranks}_{i}.npy"), expected, tolerance)


def check(test, got, expected, tolerance):
    test.assertEqual(got.shape, expected.shape)
    test.assertEqual(got.dtype, expected.dtype)
    if tolerance == 0 or got.dtype.kind not in "fc":
        np.testing.assert_array_equal(got, expected)
    else:
        # Next to zero, where operands cancel, to the same number of digits behind the point.
        np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance / 4)


# Of which NumPy's own result is exact, or rounded once.
EXACT = set(
    """negative positive abs fabs sign square floor ceil trunc rint isnan isinf isfinite isposinf isneginf
    signbit spacing frexp_mantissa frexp_exponent modf_fraction isreal iscomplex conj real imag logical_not
    bitwise_not bitwise_count add subtract floor_divide remainder fmod maximum minimum fmax fmin equal
    not_equal less less_equal greater greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or
    bitwise_xor left_shift right_shift gcd lcm copysign heaviside nextafter ldexp clip where""".split()
)
PAIRS = [((3, 4), (3, 4)), ((1, 5), (4, 1)), ((0, 3), (0, 3)), ((0, 3), (1, 3)), ((1, 1), (7, 2)), ((6, 1), (6, 5))]


def tolerance_of(function, dtype):
    if function in EXACT and dtype.kind != "c":
        return 0.0
    # Of complex numbers, products and quotients lose digits in one part for the other.
    few = 8 if dtype.kind != "c" else 400
    return few * np.finfo(dtype).eps if dtype.kind in "fc" else 0.0


def without_half(function, operands):
    """NumPy's result; where that is float16, which is not there, of the operands as float32."""
    call = EXPECTED.get(function, getattr(np, function, None))
    if function == "power":
        call = remainder_free_power
    result = np.asarray(call(*operands))
    if result.dtype == np.float16 or (function == "ldexp" and operands[0].dtype.itemsize <= 2):
        operands = [x.astype("f4") if i == 0 or function != "ldexp" else x for i, x in enumerate(operands)]
        result = np.asarray(call(*operands))
    return result


def elementwise_cases(cases):
    for function in UNARY + BINARY + TERNARY:
        arity = 1 if function in UNARY else 2 if function in BINARY else 3
        for kind in TYPES:
            if np.dtype(kind).kind == "c" and function in REFUSED["complex"]:
                continue
            for shapes in PAIRS[:3] if arity == 1 else PAIRS:
                add_elementwise(cases, function, kind, [*shapes, shapes[0]][:arity])


def add_elementwise(cases, function, kind, shapes):
    small = function in "gcd lcm left_shift right_shift power ldexp float_power reciprocal".split()
    operands = [cases.numbers(kind, shape, small) for shape in shapes]
    if function == "power" and operands[1].dtype.kind == "i":
        operands[1] = np.abs(operands[1])
    if function == "ldexp" and operands[1].dtype.kind == "f":
        return  # NumPy takes integers only
    if function == "reciprocal" and operands[0].dtype.kind in "biu":
        operands[0] = np.maximum(operands[0], 1).astype(kind)
    if function == "where":
        operands[0] = operands[0] != 0
    if (function, kind) == ("angle", "b1") or (function == "sinc" and kind in ("b1", "i1", "u2")):
        return  # float here, double there
    try:
        with np.errstate(all="ignore"):
            expected = without_half(function, operands)
    except TypeError:
        return  # NumPy refuses it
    except ValueError:
        return
    if function == "ldexp" and kind in ("i4", "i8"):
        expected = expected.astype("f8")
    tolerance = tolerance_of(function, expected.dtype)
    if function == "abs" and kind[0] == "c":
        tolerance = 4 * np.finfo(expected.dtype).eps
    cases.add(function, operands, expected, tolerance=tolerance)


def reduction_cases(cases):
    axes = {"all": None, "0": 0, "1": -1, "01": (0, 1)}
    for function in REDUCTIONS:
        for kind in TYPES:
            if np.dtype(kind).kind == "c" and function in NEED_ELEMENTS:
                continue
            for shape in ((5, 7), (1, 4), (0, 3), (3, 0), (40, 3)):
                if function in NEED_ELEMENTS and 0 in shape or (function, kind) == ("ptp", "b1"):
                    continue
                x = cases.numbers(kind, shape, small=kind[0] != "f")
                if kind[0] == "f" and shape == (5, 7):
                    x[:, 2] = np.nan
                for name, axis in axes.items():
                    add_reduction(cases, function, x, name, axis)


def add_reduction(cases, function, x, name, axis):
    keepdims = cases.random.random() < 0.5
    more = {}
    if "var" in function or "std" in function:
        more["ddof"] = int(cases.random.integers(0, 3))
    with np.errstate(all="ignore"):
        expected = np.asarray(getattr(np, function)(x, axis=axis, keepdims=keepdims, **more))
    tolerance = 1e-4 if expected.dtype == np.float32 else 1e-12
    keeps = "keep" if keepdims else "drop"
    cases.add(function, [x], expected, name, keeps, more.get("ddof", 0), tolerance)


def option_cases(cases):
    """where=, initial= and dtype= of reductions."""
    for kind in "b1 i4 f4 f8 c16".split():
        for shape in ((5, 7), (1, 4), (0, 3), (3, 0), (13, 1)):
            x = cases.numbers(kind, shape, small=kind[0] != "f")
            for mask_shape in (shape, (1, shape[1])):
                mask = cases.random.random(mask_shape) < 0.6
                for axis in (0, -1):
                    with np.errstate(all="ignore"):
                        add_options(cases, kind, x, mask, axis)


def add_options(cases, kind, x, mask, axis):
    numpy = lambda name, **more: np.asarray(getattr(np, name)(x, axis=axis, **more))

    def add(name, expected):
        expected = np.asarray(expected)
        tolerance = 1e-4 if expected.dtype in (np.float32, np.complex64) or kind == "f4" else 1e-12
        cases.add(name, [x, mask], expected, number=axis, tolerance=tolerance)

    add("sum_only", numpy("sum", keepdims=True, where=mask, initial=2))
    add("sum_all_only", np.sum(x, where=mask))
    add("prod_only", numpy("prod", where=mask, initial=2))
    for name in "mean any nansum nanprod nanmean var".split():
        add(name + "_only", numpy(name, where=mask))
    add("all_only", numpy("all", keepdims=True, where=mask))
    add("std_only", numpy("std", ddof=1, where=mask, keepdims=True))
    add("nanvar_only", numpy("nanvar", ddof=1, where=mask))
    narrow, wide = ("c8", "c16") if kind[0] == "c" else ("f4", "f8")
    if np.isfinite(x).all():
        add("sum_dtype", numpy("sum", dtype=narrow))
        add("mean_dtype", numpy("mean", dtype=narrow))
    # Of complex numbers NumPy's variance is real, but complex where a dtype is given.
    add("var_wide", numpy("var", dtype=wide).real)
    add("nanstd_wide", numpy("nanstd", dtype=wide).real)
    if kind[0] == "c":
        return
    add("prod_dtype", numpy("prod", dtype="f4"))
    if np.isfinite(x).all():
        add("cumsum_dtype", numpy("cumsum", dtype="f4"))
        add("cumprod_dtype", np.cumprod(x, dtype="f8"))
    if kind[0] in "bi":
        add("sum_of_int8", numpy("sum", dtype="i1"))
        if x.size:
            add("mean_of_int64", numpy("mean", dtype="i8"))
    add("min_only", numpy("min", where=mask, initial=7))
    add("max_only", numpy("max", keepdims=True, where=mask, initial=7))
    add("min_initial", numpy("min", initial=7))
    add("max_initial", numpy("max", initial=7))
    if kind != "b1":
        add("nanmin_only", numpy("nanmin", where=mask, initial=7))
        add("nanmax_only", numpy("nanmax", where=mask, initial=7))
    if x.size:
        add("argmax_keepdims", np.argmax(x, axis, keepdims=True))
        add("argmin_keepdims", np.argmin(x, keepdims=True))


def other_cases(cases):
    shapes = ((4, 5), (1, 3), (0, 3), (6, 1))
    for kind in TYPES:
        tolerance = 1e-5 if kind == "f4" else 1e-13
        for shape in shapes:
            x = cases.numbers(kind, shape, small=np.dtype(kind).kind in "iu")
            y = np.where(cases.random.random(shape) < 0.7, x, cases.numbers(kind, shape, small=True)).astype(kind)
            add_others_of_one(cases, kind, x, tolerance)
            with np.errstate(all="ignore"):
                if kind != "b1":
                    cases.add("isclose", [x, y], np.isclose(x, y))
                    cases.add("isclose_nan", [x, y], np.isclose(x, y, 0.3, 0.1, True))
                    cases.add("allclose", [x, y], np.allclose(x, y))
                cases.add("array_equal", [x, y], np.array_equal(x, y))
                cases.add("array_equal_nan", [x, x], np.array_equal(x, x, equal_nan=True))
                cases.add("array_equiv", [x, x[:1]], np.array_equiv(x, x[:1]))
                weights = np.abs(cases.numbers(kind, shape, small=True)) + 1
                weights = weights.astype(kind)
                if 0 not in shape:
                    cases.add("average", [x, weights], np.average(x, weights=weights), tolerance=tolerance)
                    cases.add("average_0", [x, weights], np.average(x, 0, weights), tolerance=tolerance)


def add_others_of_one(cases, kind, x, tolerance):
    with np.errstate(all="ignore"):
        for decimals in (0, 2, -1):
            rounded = np.around(x.astype("f4") if kind == "b1" else x, decimals)
            cases.add("around", [x], rounded, number=decimals, tolerance=tolerance)
        cases.add("nan_to_num", [x], np.nan_to_num(x))
        cases.add("nan_to_num_of", [x], np.nan_to_num(x, nan=1, posinf=2, neginf=3))
        cases.add("norm", [x], np.linalg.norm(x), tolerance=tolerance)
        # From here on NumPy has other types for integers than float64, or none.
        y = x.astype("f8") if kind[0] in "biu" else x
        for order in (1, 2, 3, 0.5, 0):
            cases.add("vector_norm", [x], np.linalg.norm(y, order, 0), number=order, tolerance=tolerance)
        if 0 not in x.shape:
            cases.add("vector_norm", [x], np.linalg.norm(y, -np.inf, 0), number="-inf", tolerance=tolerance)
            for order in (1, -1, np.inf, -np.inf):
                cases.add("matrix_norm", [x], np.linalg.norm(y, order), number=order, tolerance=tolerance)
        if kind[0] in "iuf":
            seven = np.array(7, kind)
            cases.add("select", [x], np.select([x < 1, x > 3], [x, x * x], seven))
            cases.add("piecewise", [x], np.piecewise(x, [x < 1, x > 3], [5, 6, 7]))


def shape_cases(cases):
    """What rearranges elements, keeps some, or replaces some: values as they were, to the bit."""
    for kind in "b1 i8 f4 f8 c16".split():
        for shape in ((6, 8), (1, 4), (7, 2), (0, 4)):
            x = np.where(cases.random.random(shape) < 0.3, np.array(1, kind), cases.numbers(kind, shape, small=True))
            x = x.astype(kind)
            add_shapes(cases, x)
            add_parts(cases, x)


def add_shapes(cases, x):
    size = x.size
    if size:
        cases.add("reshape_3", [x], x.reshape(1, -1, 2), number=1)
        if size % 4 == 0:
            cases.add("reshape_3", [x], x.reshape(2, -1, 2), number=2)
    cases.add("ravel", [x], np.ravel(x))
    cases.add("ravel_T", [x], np.ravel(x.T))
    cases.add("moveaxis", [x], np.moveaxis(x, -1, 0), number=-1)
    cases.add("rollaxis", [x], np.rollaxis(x, 1, 0), number=1)
    cases.add("atleast_3d", [x], np.atleast_3d(x))
    for count in (0, 1, 3):
        cases.add("repeat", [x], np.repeat(x, count), number=count)
        cases.add("repeat_1", [x], np.repeat(x, count, 1), number=count)
        cases.add("tile", [x], np.tile(x, (2, count)), number=count)
        cases.add("tile_3", [x], np.tile(x, (2, 1, count)), number=count)
        cases.add("pad", [x], np.pad(x, ((1, count), (count, 0)), constant_values=1), number=count)
        cases.add("array_split", [x], np.array_split(x, 3, 1)[min(count, 2)], number=min(count, 2))
        cases.add("split", [x], np.split(x, [1, count], 1)[1], number=count)
        if size:
            for mode in "edge reflect symmetric wrap".split():
                if 1 in x.shape and mode == "reflect":
                    continue  # NumPy 1 and 2 differ
                cases.add(mode, [x], np.pad(x, ((1, count), (count, 2)), mode), number=count)
    for shift in (-9, 0, 2):
        cases.add("roll", [x], np.roll(x, shift), number=shift)
        cases.add("roll_0", [x], np.roll(x, shift, 0), number=shift)
    for axis in (0, 1, -1):
        cases.add("concatenate", [x], np.concatenate([x, x, x], axis), number=axis)
        cases.add("stack", [x], np.stack([x, x], axis), number=axis)
    for name in "hstack vstack dstack".split():
        cases.add(name, [x], getattr(np, name)([x, x]))
    cases.add("column_stack", [x], np.column_stack([x.ravel(), x.ravel()]))


def add_parts(cases, x):
    one = np.array(1, x.dtype)
    for axis in (0, 1):
        cases.add("nonzero", [x], np.nonzero(x)[axis], number=axis)
    cases.add("argwhere", [x], np.argwhere(x))
    cases.add("flatnonzero", [x], np.flatnonzero(x))
    cases.add("mask", [x], x[x != one])
    cases.add("mask_rows", [x], x[x[:, 0] != one])
    y = x.copy()
    y[1::2, ::-2] = one
    cases.add("assign_steps", [x], y)
    y = x.copy()
    y[y == one] = 0
    cases.add("assign_mask", [x], y)
    if x.shape[0]:
        cases.add("compress", [x], np.compress(x[0] != one, x, 1))
        y = x.copy()
        y[-1] = y[0]
        cases.add("assign_row", [x], y, number=-1)


def line_cases(cases):
    for kind in "b1 i8 f4 f8 c16".split():
        tolerance = 1e-4 if kind == "f4" else 1e-12
        for shape in ((5, 7), (1, 4), (300, 3), (2, 5000)):
            x = cases.numbers(kind, shape, small=kind[0] != "f" or shape != (5, 7))
            for axis in (0, -1):
                add_lines(cases, kind, x, axis, tolerance)
            cases.add("cumsum_all", [x], np.cumsum(x), tolerance=20 * tolerance)
            values, indices, inverse, counts = np.unique(x, True, True, True)
            cases.add("unique", [x], values)
            cases.add("unique_indices", [x], indices)
            cases.add("unique_inverse", [x], inverse.reshape(x.shape))
            cases.add("unique_counts", [x], counts)
            if kind[0] != "c" and x.size < 100:
                add_sets(cases, x, cases.numbers(kind, (3, 4), small=True))


def add_lines(cases, kind, x, axis, tolerance):
    with np.errstate(all="ignore"):
        # Sums of blocks are added up in another order, and the terms cancel.
        cases.add("cumsum", [x], np.cumsum(x, axis), number=axis, tolerance=20 * tolerance)
        if x.size < 100:
            cases.add("cumprod", [x], np.cumprod(x, axis), number=axis, tolerance=tolerance)
    cases.add("sort", [x], np.sort(x, axis), number=axis)
    cases.add("argsort", [x], np.argsort(x, axis, kind="stable"), number=axis)
    if kind[0] == "c":
        return
    cases.add("maximum.accumulate", [x], np.maximum.accumulate(x, axis), number=axis)
    cases.add("minimum.accumulate", [x], np.minimum.accumulate(x, axis), number=axis)
    if kind == "b1" or (kind[0] == "f" and not np.isfinite(x).all()):
        return  # NumPy's interpolation makes NaN of infinities here and there
    cases.add("median", [x], np.median(x, axis), number=axis, tolerance=tolerance)
    cases.add("nanmedian", [x], np.nanmedian(x, axis), number=axis, tolerance=tolerance)
    for name, q, method in [
        ("quantiles", [0, 0.3, 1], "linear"),
        *((method, 0.3, method) for method in "lower higher midpoint nearest".split()),
    ]:
        expected = np.quantile(x, q, axis, method=method)
        expected = expected.astype("f4" if kind == "f4" else "f8")
        cases.add(name, [x], expected, number=axis, tolerance=tolerance)
    expected = np.percentile(x, 37.5, axis).astype("f4" if kind == "f4" else "f8")
    cases.add("percentile", [x], expected, number=axis, tolerance=tolerance)


def add_sets(cases, x, y):
    cases.add("searchsorted", [x, y], np.searchsorted(np.sort(x.ravel()), y))
    cases.add("searchsorted_right", [x, y], np.searchsorted(np.sort(x.ravel()), y, "right"))
    if x.dtype.kind == "f" and np.isnan(x).any():
        return  # NaN is in no set
    cases.add("isin", [x, y], np.isin(x, y))
    for name in "intersect1d union1d setdiff1d setxor1d".split():
        cases.add(name, [x, y], getattr(np, name)(x, y))


def more_cases(cases):
    for kind in ("i8", "f8"):
        for shape in ((5, 5), (3, 8), (6, 2)):
            x = cases.numbers(kind, shape, small=True)
            add_patterns(cases, x)
            add_numbers(cases, x)


def add_patterns(cases, x):
    rows, columns = x.shape
    for k in (0, 1, -2):
        cases.add("tri", [x], np.tri(rows, columns, k, x.dtype), number=k)
        cases.add("tril", [x], np.tril(x, k), number=k)
        cases.add("triu", [x], np.triu(x, k), number=k)
        cases.add("diag", [x], np.diag(x, k), number=k)
        cases.add("diagflat", [x], np.diagflat(x, k), number=k)
        cases.add("insert", [x], np.insert(x, k, x[0], 0), number=k)
        cases.add("delete", [x], np.delete(x, k, 1), number=k)
        cases.add("triu_indices", [x], np.triu_indices(rows, k)[0], number=k)
    for k in (-7, -1, 0, 1, 9):
        cases.add("trace_k", [x], np.trace(x, k), number=k, tolerance=1e-14)
    for axis in (1, 2, 3, -1):
        for name in ("expand_dims_2", "expand_dims_braces"):
            cases.add(name, [x], np.expand_dims(x, (0, axis)), number=axis)
    for axis in (2, -2):
        for name in ("squeeze_2", "squeeze_braces"):
            cases.add(name, [x], np.squeeze(x[None, :, None], (axis, 0)), number=axis)
    cases.add("vander", [x], np.vander(x.ravel(), 4), tolerance=1e-14)
    cases.add("indices", [x], np.indices(x.shape))
    cases.add("meshgrid", [x], np.meshgrid(x.ravel(), x[1])[1], number=1)
    cases.add("block", [x], np.block([[x, x], [x, x]]))
    cases.add("unravel_index", [x], np.unravel_index(np.arange(x.size), x.shape)[1], number=1)
    cases.add("kron", [x], np.kron(x, x))
    cases.add("kron_1", [x], np.kron(x.ravel(), x.ravel()))
    cases.add("polyval", [x], np.polyval(x.ravel(), x), tolerance=1e-12)
    if rows <= columns:  # where there are more rows, NumPy begins anew
        y = x.copy()
        np.fill_diagonal(y, 7)
        cases.add("fill_diagonal", [x], y)


def add_numbers(cases, x):
    for axis in (0, -1):
        cases.add("diff", [x], np.diff(x, 1, axis), number=axis)
        cases.add("diff_2", [x], np.diff(x, 2, axis), number=axis)
        cases.add("gradient", [x], np.gradient(x, 0.5, axis=axis), number=axis, tolerance=1e-14)
        cases.add("trapz", [x], np.trapz(x, dx=0.5, axis=axis), number=axis, tolerance=1e-14)
        spread = np.apply_along_axis(lambda line: line[-1] - line[0], axis, x)
        cases.add("apply_along_axis", [x], spread, number=axis)
    cases.add("ediff1d", [x], np.ediff1d(x))
    for bins in (1, 3, 10):
        cases.add("histogram", [x], np.histogram(x, bins)[0], number=bins)
        dense = np.histogram(x, bins, density=True, weights=np.abs(x))[0]
        cases.add("histogram_density", [x], dense, number=bins, tolerance=1e-13)
        cases.add("histogram_range", [x], np.histogram(x, bins, (-1, 2))[0], number=bins)
        cases.add("histogram_braces", [x], np.histogram(x, bins, (-1, 2))[0], number=bins)
        dense = np.histogram(x, bins, (-bins, 2.5 * bins), density=True)[0]
        cases.add("histogram_range_density", [x], dense, number=bins, tolerance=1e-13)
        cases.add("histogram_bin_edges", [x], np.histogram_bin_edges(x, bins), number=bins, tolerance=1e-15)
        cases.add("histogram2d", [x], np.histogram2d(x.ravel(), (x * x).ravel(), bins)[0], number=bins)
    for right in (0, 1):
        cases.add("digitize", [x], np.digitize(x, np.arange(-2.0, 3.0), bool(right)), number=right)
        cases.add("digitize_falling", [x], np.digitize(x, np.arange(2.0, -3.0, -1.0), bool(right)), number=right)
        cases.add("cov", [x], np.cov(x, ddof=right), number=right, tolerance=1e-13)
        cases.add("cov_2", [x], np.cov(x[0], x, ddof=right), number=right, tolerance=1e-13)
    with np.errstate(all="ignore"):
        cases.add("cov_columns", [x], np.cov(x, rowvar=False), tolerance=1e-13)
        cases.add("cov_bias", [x], np.cov(x, bias=True), tolerance=1e-13)
        cases.add("cov_one_column", [x], np.cov(x[:, :1], rowvar=False).reshape(1, 1), tolerance=1e-13)
        cases.add("corrcoef_columns", [x], np.corrcoef(x, rowvar=False), tolerance=1e-13)
        cases.add("corrcoef_2_columns", [x], np.corrcoef(x, x * x, rowvar=False), tolerance=1e-13)
        cases.add("cov_2_columns", [x], np.cov(x, x * x, rowvar=False, ddof=0), tolerance=1e-13)
    for points in (0, 1, 2, 7, 12):
        for taper in (np.bartlett, np.blackman, np.hamming, np.hanning):
            cases.add(taper.__name__, [x], taper(points), number=points, tolerance=1e-15)
        cases.add("kaiser_of_nan", [x], np.kaiser(points, np.nan), number=points)
        cases.add("kaiser", [x], np.kaiser(points, 8.6), number=points, tolerance=1e-14)
    numbers = np.abs(x.ravel()).astype(int)
    cases.add("bincount_none", [x], np.bincount(numbers, None, 14), number=14)
    cases.add("corrcoef", [x], np.corrcoef(x), tolerance=1e-13)
    if len(x) > 1:
        cases.add("corrcoef_2", [x], np.corrcoef(x[0], x[1]), tolerance=1e-13)
    for mode in ("full", "same", "valid"):
        cases.add(mode, [x], np.convolve(x.ravel(), x[0], mode), tolerance=1e-13)
        cases.add("correlate_" + mode, [x], np.correlate(x.ravel(), x[0], mode), tolerance=1e-13)
    for boundary in ("wrap", "reflect", "constant"):
        more = {"constant_values": 3} if boundary == "constant" else {}
        y = np.pad(x, 2, boundary, **more)
        rows, columns = x.shape
        at = lambda i, j: y[2 + i : 2 + i + rows, 2 + j : 2 + j + columns]
        cases.add("stencil_" + boundary, [x], at(-1, 0) + at(2, 1) - at(0, -2), tolerance=1e-14)


def product_cases(cases):
    for kind in "i4 f4 f8 c16".split():
        tolerance = 1e-5 if kind == "f4" else 1e-12

        def add(function, shapes, expected, number=0):
            operands = [cases.numbers(kind, shape, small=True) for shape in shapes]
            cases.add(function, operands, expected(*operands), number=number, tolerance=tolerance)

        for batch_a, batch_b in ((2, 2), (2, 1), (1, 4), (3, 3), (0, 1)):
            for i, j, k in ((3, 4, 5), (1, 7, 2), (4, 0, 3)):
                shapes = ((batch_a, i, j), (batch_b, j, k))
                add("matmul_3_3", shapes, np.matmul)
                add("einsum_3_3", shapes, lambda a, b: np.einsum("...ij,...jk", a, b))
                add("dot_3_3", shapes, np.dot)
            add("cross_3_3", ((batch_a, 5, 3), (batch_b, 5, 3)), np.cross)
            add("cross_3_3", ((batch_a, 5, 2), (batch_b, 1, 3)), np.cross)
            add("cross_3_3_flat", ((batch_a, 1, 2), (batch_b, 5, 2)), np.cross)
        for i, j, k, m in ((3, 4, 5, 2), (1, 7, 2, 3), (4, 0, 3, 1)):
            add("inner_3_3", ((i, j, k), (m, i, k)), np.inner)
            add("tensordot_3_3", ((i, j, k), (j, k, m)), np.tensordot)
            add("tensordot_3_3_of_1", ((i, j, k), (k, i, m)), lambda a, b: np.tensordot(a, b, 1))
            both = ([1, -1], [2, 0])
            add("tensordot_3_3_of_axes", ((i, j, k), (k, m, j)), lambda a, b: np.tensordot(a, b, both))
            add("vdot_3_3", ((i, j, k), (i, j, k)), np.vdot)
            add("matmul_2_2", ((i, j), (j, k)), np.matmul)
            add("tensordot_2_2_of_0", ((i, j), (k, m)), lambda a, b: np.tensordot(a, b, 0))
            add("multi_dot_2_2", ((i, j), (j, i)), lambda a, b: np.linalg.multi_dot([a, b, a, b]))
            if j > 0:
                vectors = ((i, j), (j, i))
                add("multi_dot_2_2_vectors", vectors, lambda a, b: np.linalg.multi_dot([b[0], a, b, a[:, 0]]))
        for n in (0, 1, 2, 5):
            power = functools.partial(lambda n, a, _: np.linalg.matrix_power(a, n), n)
            add("matrix_power_3_3", ((2, 3, 3), (1, 1, 1)), power, number=n)


def place_cases(cases):
    for kind in "i8 f4 f8 c16".split():
        for shape in ((5, 7), (3, 4), (13, 3), (1, 1), (0, 4)):
            x = cases.numbers(kind, shape, small=kind[0] != "f" or shape != (5, 7))
            x = np.where(cases.random.random(shape) < 0.3, np.array(1, kind), x).astype(kind)
            with np.errstate(all="ignore"):
                add_of_one(cases, kind, x)
                add_lines_of_angles(cases, kind, x)
                if x.size:
                    add_places(cases, kind, x)


def add_of_one(cases, kind, x):
    for axis in (0, 1):
        cases.add("where_1", [x], np.where(x)[axis], number=axis)
        cases.add("apply_over_axis", [x], np.apply_over_axes(np.any, x, [axis]), number=axis)
        cases.add("ogrid", [x], np.ogrid[0:5, 1:8:3][axis], number=axis)
    for count in (0, 1, 11):
        cases.add("resize", [x], np.resize(x, (3, count)), number=count)
        cases.add("mgrid", [x], np.mgrid[0:count, 8:1:-3], number=count)
    for width in (1, 3):
        if x.shape[0] > 1 and x.shape[1] >= width:
            view = np.lib.stride_tricks.sliding_window_view
            cases.add("windows", [x], view(x, (2, width)), number=width)
            cases.add("windows_1", [x], view(x, (width,), (-1,)), number=width)
    cases.add("msort", [x], np.sort(x, 0))
    cases.add("sort_complex", [x], np.sort_complex(x))
    padded = x.copy()
    padded[:1], padded[-1:, -2:] = 0, 0
    for name, trim in (("trim_zeros", "fb"), ("trim_zeros_b", "b")):
        cases.add(name, [padded], np.trim_zeros(padded.ravel(), trim))
    tolerance = 1e-4 if kind == "f4" else 1e-13
    cases.add("apply_over_axes", [x], np.apply_over_axes(np.sum, x, [0, 1]), tolerance=tolerance)
    cases.add("r_", [x], np.r_[x.ravel(), np.array([1], kind), 1:7:2])
    cases.add("c_", [x], np.c_[x, x[:, 0]])


def add_lines_of_angles(cases, kind, x):
    if kind[0] == "c":
        return
    tolerance = 1e-4 if kind == "f4" else 1e-12
    for axis in (0, 1):
        if x.size and not np.isnan(x).all(axis).any():
            cases.add("nanargmin", [x], np.nanargmin(x, axis), number=axis)
            cases.add("nanargmax", [x], np.nanargmax(x, axis, keepdims=True), number=axis)
            cases.add("nanargmax_all", [x], np.nanargmax(x))
        if np.isfinite(x).all():
            # Of integers NumPy rounds what is added; here all is computed as double.
            y = x.astype("f8") if kind == "i8" else x
            cases.add("unwrap", [x], np.unwrap(y, axis=axis), number=axis, tolerance=tolerance)
            period = np.unwrap(y, 3, axis=axis, period=4)
            cases.add("unwrap_4", [x], period, number=axis, tolerance=tolerance)
    if np.isfinite(x).all() and kind != "f4":
        pairs = np.ascontiguousarray(x[:, :2]) if x.shape[1] >= 2 else np.hstack([x, x * x])
        for bins in (1, 4):
            counts, edges = np.histogramdd(pairs, bins)
            cases.add("histogramdd", [pairs], counts, number=bins)
            cases.add("histogramdd_edges", [pairs], edges[1], number=bins, tolerance=1e-14)
    for count in (0, 1, 2, 9):
        cases.add("geomspace", [x], np.geomspace(-2, -1000, count), number=count, tolerance=1e-14)
        some = np.geomspace(0.5, 40, count, False, "f4")
        cases.add("geomspace_open", [x], some, number=count, tolerance=1e-6)


def add_places(cases, kind, x):
    rows, columns = x.shape
    shortest = min(rows, columns)
    one = np.array(1, kind)
    values = cases.numbers(kind, 3, small=True)
    i = cases.random.permutation(shortest)[:3].astype("i8")

    def add(name, expected, axis=0, tolerance=0.0):
        cases.add("at." + name, [x, i, values], expected, number=axis, tolerance=tolerance)

    def changed(change, *more):
        y = x.copy()
        change(y, *more)
        return y

    mesh, mask = np.ix_(i, i), x != one
    add("ix_", x[mesh])
    add("ix_mask", x[np.ix_(x[:, 0] != one, i)])
    add("assign_ix", changed(lambda y: y.__setitem__(mesh, x[mesh] + one)))
    add("assign_pairs", changed(lambda y: y.__setitem__((i, -i - 1), one)))
    if mask.any():
        add("place", changed(np.place, mask, values))
    add("putmask", changed(np.putmask, mask, values))
    add("put", changed(np.put, i, values))
    add("put_along_axis", changed(lambda y: np.put_along_axis(y, i[:, None], one, 0)))
    add("put_along_axis", changed(lambda y: np.put_along_axis(y, i[None], one, 1)), axis=1)
    add("unravel_1", np.unravel_index(i, (2, 3))[1])
    if kind[0] == "c":
        return
    known = [np.arange(3.0), values]
    add("interp", np.interp(x, *known), tolerance=1e-13)
    add("interp_sides", np.interp(x, *known, -7, 7), tolerance=1e-13)
    choices = [values[: i.size], one, np.array(0, kind)]
    add("choose", np.choose(i, choices, mode="clip"))
    add("choose_wrap", np.choose(i - 2, choices, mode="wrap"))


class NumpyTest(unittest.TestCase):
    def check_cases(self, make):
        print(f"seed {SEED} (RELATILE_SEED sets another)")
        with scratch_directory() as directory:
            cases = Cases(directory)
            make(cases)
            cases.run(self, 2, cases.jobs)
            for ranks in RANKS:
                chosen = random.Random(SEED + ranks).sample(cases.jobs, min(SAMPLE, len(cases.jobs)))
                cases.run(self, ranks, chosen)

    def test_elementwise_functions(self):
        self.check_cases(elementwise_cases)

    def test_reductions(self):
        self.check_cases(reduction_cases)

    def test_options_of_reductions(self):
        self.check_cases(option_cases)

    def test_products(self):
        self.check_cases(product_cases)

    def test_other_functions(self):
        self.check_cases(other_cases)

    def test_shapes_and_parts(self):
        self.check_cases(shape_cases)

    def test_lines(self):
        self.check_cases(line_cases)

    def test_places_and_grids(self):
        self.check_cases(place_cases)

    def test_more_functions(self):
        self.check_cases(more_cases)

    def test_a_difference_is_found(self):
        with self.assertRaises(AssertionError):
            check(self, np.array([1.0]), np.array([1.1]), 1e-3)
        with self.assertRaises(AssertionError):
            check(self, np.array([1.0], "f4"), np.array([1.0]), 0)


if __name__ == "__main__":
    unittest.main()
