#!/usr/bin/env python3
"""NumPy as the oracle of relatile-einsum, and of the NumPy files that it reads and writes.

Needs RELATILE_EINSUM, the program, and RELATILE_MPIRUN, tests/support/mpirun.sh; without them, or
without NumPy, the test is skipped. Data are small whole numbers, so that floating-point results
do not depend on the order of sums: everything is compared exactly.
"""

import functools
import io
import itertools
import os
import shlex
import string
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

EINSUM = os.environ.get("RELATILE_EINSUM", "")
MPIRUN = os.environ.get("RELATILE_MPIRUN", "")
if not (EINSUM and MPIRUN):
    print("skipped: RELATILE_EINSUM and RELATILE_MPIRUN are not set")
    sys.exit(SKIPPED)

RANKS = (1, 2, 3, 4, 7)
SECONDS = 240
DTYPES = "? i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 c8 c16".split()
PLANS = "broadcast_left broadcast_right cross_product replicate co_partitioned one_site".split()
COMBINE = {
    "mul": np.multiply, "add": np.add, "sub": np.subtract, "div": np.true_divide,
    "min": np.minimum, "max": np.maximum, "and": np.logical_and, "or": np.logical_or,
}  # fmt: skip
REDUCE = {
    "add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum,
    "and": np.logical_and, "or": np.logical_or,
}  # fmt: skip


# ---- Running the tool ---------------------------------------------------------------------------


def run(ranks, words):
    """The tool on some ranks: exit status, standard output, and its own lines on standard error."""
    command = [MPIRUN, str(ranks), str(SECONDS), EINSUM, *map(str, words)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout, without_blocks_of_mpirun(result.stderr)


def without_blocks_of_mpirun(text):
    """mpirun reports a failing job itself, between rules of dashes."""
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("-----"):
            inside = not inside
        elif not inside and line:
            lines.append(line)
    return lines


# ---- What NumPy makes of an einsum --------------------------------------------------------------


def labels_of(text):
    """The labels of the operands, and of the output."""
    inputs, arrow, output = text.replace(" ", "").partition("->")
    operands = inputs.split(",")
    if not arrow:
        once = [label for label in sorted(set("".join(operands))) if "".join(operands).count(label) == 1]
        output = "".join(once)
    return operands, output


def expected(text, arrays, combine="mul", reduce="add"):
    """The definition: all labels at once, elements combined, labels reduced."""
    arrays = [x.astype(x.dtype.newbyteorder("=")) for x in arrays]
    dtype = np.result_type(*(x.dtype for x in arrays))
    if combine == "mul" and reduce == "add":
        # Of many operands NumPy would go through all labels at once, for seconds.
        order = "greedy" if len(arrays) > 4 else False
        return np.asarray(np.einsum(text, *(x.astype(dtype) for x in arrays), optimize=order))
    operands, output = labels_of(text)
    labels = output + "".join(sorted(set("".join(operands)) - set(output)))
    aligned = []
    for names, x in zip(operands, arrays):
        own = "".join(dict.fromkeys(names))
        x = np.einsum(names + "->" + "".join(label for label in labels if label in own), x)
        shape = iter(np.shape(x))
        aligned.append(np.reshape(x, [next(shape) if label in own else 1 for label in labels]))
    x = aligned[0] if len(aligned) == 1 else functools.reduce(COMBINE[combine], (y.astype(dtype) for y in aligned))
    # A label of one operand only is reduced over all of its extent.
    x = np.broadcast_to(x, np.broadcast_shapes(*(np.shape(y) for y in aligned)))
    if reduce in ("and", "or"):
        x = x.astype(bool)
    axes = tuple(range(len(output), len(labels)))
    return np.asarray(REDUCE[reduce].reduce(x, axis=axes, dtype=x.dtype) if axes else x)


class Cases:
    """Jobs with the results that they must have; one run of the tool does all of them."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.random = np.random.default_rng(20)
        self.jobs = []  # (words, the result, how to name it)
        self.files = itertools.count()

    def array(self, shape, dtype, order="C"):
        """Whole numbers whose products and sums every type of their kind holds; integers wrap."""
        dtype = np.dtype(dtype)
        if dtype.kind in "iu" and dtype.itemsize < 8:
            info = np.iinfo(dtype)
            x = self.random.integers(info.min, info.max, shape, endpoint=True, dtype=dtype.newbyteorder("="))
        elif dtype.kind == "c":
            x = self.random.integers(-2, 3, shape) + 1j * self.random.integers(-2, 3, shape)
        elif dtype.kind in "bu":
            x = self.random.integers(0, 2 if dtype.kind == "b" else 4, shape)
        else:
            x = self.random.integers(-3, 4, shape)
        return np.array(x, dtype, order=order)

    def file(self, x):
        path = self.directory / f"{next(self.files)}.npy"
        np.save(path, x)
        return path

    def add(self, text, arrays, *options, files=None, **how):
        files = files or [self.file(x) for x in arrays]
        words = [text, *files, *options]
        for option, value in how.items():
            words += [f"--{option}", value]
        name = " ".join([text, *(f"{x.dtype.str}{x.shape}" for x in arrays), *options, *how.values()])
        self.jobs.append((words, expected(text, arrays, **how), name))

    def check(self, test, ranks):
        outputs = self.directory / f"on{ranks}"
        outputs.mkdir()
        batch = self.directory / f"on{ranks}.txt"
        lines = [
            shlex.join(map(str, [*words, "-o", outputs / f"{i}.npy"])) for i, (words, _, _) in enumerate(self.jobs)
        ]
        batch.write_text("\n".join(lines) + "\n")
        status, _, errors = run(ranks, ["--batch", batch])
        test.assertEqual((status, errors), (0, []))
        for i, (_, result, name) in enumerate(self.jobs):
            with test.subTest(name, ranks=ranks):
                actual = np.load(outputs / f"{i}.npy")
                test.assertEqual((actual.dtype, actual.shape), (result.dtype, result.shape))
                np.testing.assert_array_equal(actual, result)


class TestCase(unittest.TestCase):
    def setUp(self):
        directory = scratch_directory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def check_on_all_ranks(self, cases):
        for ranks in RANKS:
            cases.check(self, ranks)


# ---- Results ------------------------------------------------------------------------------------


class Results(TestCase):
    def test_strings(self):
        cases = Cases(self.directory)
        extents = dict(zip("ijkl", (5, 7, 4, 3)))
        texts = """
            ij,jk->ik  ij,jk->ki  ij,jk->ijk  ij,jk->  ij,jk->i  ij,jk->k  ij,jk->j  ij,jk  ij,kj->ik
            ji,jk->ik  ij,ij->ij  ij,ij->  ij,ji->  ij,kl->ikjl  ij,kl->il  ij,kl->  i,i->i  i,i->  i,j->ij
            i,j->ji  ij,j->i  ij,j->ij  ij,i->j  j,ij->i  ijk,kl->ijl  ijk,ikl->ijl  ijk,jil->kl
            ijkl,kl->ij  ijkl,jk->il  ijk,l->lkji  ij->ij  ij->ji  ij->i  ij->j  ij->  ijk->ki  ijkl->ljki
            ijkl->jl  ij  ji  iij->ij  i->i  i->  iij,jk->ik  iji,jk->k  ii->i  ii->  ii,ij->j  ,ij->ji
            ,->  ->  i,->i  IJ,JK->IK
        """
        for text in [*texts.split(), "b a -> a b", " i j , j k "]:
            operands, _ = labels_of(text)
            shapes = [[extents.get(label.lower(), 6) for label in names] for names in operands]
            cases.add(text, [cases.array(shape, "f8") for shape in shapes])
        self.check_on_all_ranks(cases)

    def test_ellipses(self):
        cases = Cases(self.directory)
        one = """
            ...:34 ...->...:34 ...i->...:34 i...->...:34 i...:34 ...i:34 i...->...i:34 ij->...ij:34 ...ij->...ji:34
            ...ii->...i:433 ii...->...i:334 ...ii->i...:433 ii...->i...:334 i...i->i...:343 i...i->...i:343
            b...a:234 ...->: ->...: ...ij->...:2345
        """
        for word in one.split():
            text, _, shape = word.partition(":")
            cases.add(text, [cases.array([int(n) for n in shape], "f8")])
        many = """
            ...,...:34:34 ...,...:34:4 ...,...:34:214 ...,...:3:31 ...i,...i:34:34 ...i,...i:34:4 i...,i...:34:324
            ...ij,...jk->...ik:34:45 ...ij,...jk->...ik:234:245 ...ij,...jk->...ik:234:45 ...ij,...jk->...ik:34:6245
            ...ij,...jk->...ik:5134:245 ...ij,...jk:234:145 ij...,jk...->ik...:345:461 ij...,j...->i...:121:211
            ij...,j...->ij...:234:34 ij...,...j->ij...:234:3 ij...,j->ij...:234:3 ij...,j...->i...:12:221
            ik...,k...->i...:23:34 ik...,...kj->i...j:23:34 ...k,kj:23:34 ik,k...->i...:23:34 ijkl,k:2345:4
            ...kl,k:2345:4 ...kl,k...:2345:4 ...lmn,...lmno->...o:2345:23456 ...lmn,lmno->...o:2345:3456
            ...ft,mf->...mt:2345:64 i...,...->i...:23:423 ...i,...j:23:423 ...,...,...:3:43:1 ...,->...:23:
            ,...:: ...a,...b,...c->...abc:42:43:5 ...ij,...jk,...kl->...il:234:45:3256 ...i,...i,...j->j...:32:2:34
            i...j,j...,k->k...i:234:43:5 ...,i...,ij->...j:4:34:32 ...i,->...:34:
        """
        for word in many.split():
            text, *shapes = word.split(":")
            arrays = [cases.array([int(n) for n in shape], "f8") for shape in shapes]
            cases.add(text, arrays)
        for dtype, combine, reduce in [("i4", "add", "min"), ("f4", "max", "add"), ("?", "and", "or")]:
            shapes = ((2, 3, 4), (1, 4, 5))
            words = [cases.array(shape, dtype) for shape in shapes]
            cases.add("bij,bjk->bik", words, combine=combine, reduce=reduce)
            result = cases.jobs.pop()
            files = [cases.file(x) for x in words]
            options = ["--combine", combine, "--reduce", reduce]
            cases.jobs.append((["...ij,...jk->...ik", *files, *options], *result[1:]))
        self.check_on_all_ranks(cases)

    def test_published_strings(self):
        """Those that NumPy's and opt_einsum's own tests use."""
        cases = Cases(self.directory)
        extents = dict(zip("abcdefghijklmopqrs", (2, 3, 4, 5, 4, 3, 2, 6, 5, 4, 3, 2, 2, 3, 2, 3, 2, 3)))
        texts = """
            a,ab,abc->abc a,b,ab->ab ea,fb,gc,hd,abcd->efgh ea,fb,abcd,gc,hd->efgh abcd,ea,fb,gc,hd->efgh
            acdf,jbje,gihb,hfac acdf,jbje,gihb,hfac,gfac,gifabc,hfac cd,bdhe,aidb,hgca,gc,hgibcd,hgac
            abhe,hidj,jgba,hiab,gab bde,cdh,agdb,hica,ibd,hgicd,hiac chd,bde,agbc,hiad,hgc,hgi,hiad
            chd,bde,agbc,hiad,bdi,cgh,agdb bdhe,acad,hiab,agac,hibd ab,ab,c-> ab,ab,c->c ab,ab,cd,cd->
            ab,ab,cd,cd->ac ab,ab,cd,cd->cd ab,ab,cd,cd,ef,ef-> ab,cd,ef->abcdef ab,cd,ef->acdf ab,cd,de->abcde
            ab,cd,de->be ab,bcd,cd->abcd ab,bcd,cd->abd eb,cb,fb->cef dd,fb,be,cdb->cef bca,cdb,dbf,afc->
            dcc,fce,ea,dbf->ab fdf,cdd,ccd,afe->ae abcd,ad ed,fcd,ff,bcf->be baa,dcf,af,cde->be bd,db,eac->ace
            fff,fae,bef,def->abd efc,dbc,acf,fd->abe ba,ac,da->bcd ab,ab ab,ba abc,abc abc,bac abc,cba
            aab,fa,df,ecc->bde ecb,fef,bad,ed->ac bcf,bbb,fbf,fc-> bb,ff,be->e bcb,bb,fc,fff-> fbb,dfd,fc,fc->
            afd,ba,cc,dc->bf adb,bc,fa,cfc->d bbd,bda,fc,db->acf dba,ead,cad->bce aef,fbc,dca->bde bbcdc->d
            ijk,kl,jl ijk,kl,jl,i->i abjk,kl,jl abjk,kl,jl,ab->ab jbk,ijk->ijb a,ac,ab,ad,cd,bd,bc-> cab,cdd->ab
            ab,bc,cd,de->ae a,a,a->a aabb->ab ijij-> jii->ij iii->i ijk->jik mi,mi,mi->m im,im,im->m
            c,bc,ac->cab ijklm,ijc,ijc-> ijklm,ijc-> ij,kl,mc->ikmjlc bc,cd,da-> ijk,jil->kl
            ab,bc ab,cb ba,bc ba,cb abcd,cd abcd,ab abcd,cdef abcd,cdef->feba abcd,efdc aab,bc->ac ab,bcc->ac
            aab,bcc->ac baa,bcc->ac aab,ccb->ac hbc,bdef,cdkj,ji,ikeh,lfo ijab,acd,bce,df,ef->ji ab,cd,ad,cb
            ab,bc,cd obk,ijk->ioj bdik,acaj,ikab,ajac,ikbd-> abc,cfd,dbe,efa-> pi,qj,ijkl,rk,sl->pqrs
        """
        for text in texts.split():
            operands, _ = labels_of(text)
            shapes = [[extents[label] for label in names] for names in operands]
            arrays = [cases.array(shape, "f8") for shape in shapes]
            cases.add(text, [np.sign(x) if len(arrays) > 4 else x for x in arrays])
        for ranks in (1, 3, 4):
            cases.check(self, ranks)

    def test_extents(self):
        cases = Cases(self.directory)
        for i, j, k in [(0, 3, 4), (3, 0, 4), (0, 0, 0), (1, 1, 1), (1, 50, 1), (2, 3, 1), (40, 33, 27), (129, 5, 64)]:
            cases.add("ij,jk->ik", [cases.array((i, j), "f4"), cases.array((j, k), "f4")])
            cases.add("ij,kj->ki", [cases.array((i, j), "?"), cases.array((k, j), "?")])
            cases.add("ij->j", [cases.array((i, j), "i8")])
        for shapes in [((3, 1), (4, 2)), ((1, 4), (4, 2)), ((3, 4), (1, 2)), ((3, 0), (1, 2)), ((1, 1), (4, 2))]:
            cases.add("ij,jk->ik", [cases.array(shape, "f8") for shape in shapes])
            cases.add("ij,jk->ijk", [cases.array(shape, "i4") for shape in shapes], combine="add")
        for shape in [(), (0,), (0, 3), (3, 0), (2, 0, 2)]:
            x = cases.array(shape, "f4")
            cases.add("abc"[: len(shape)] + "->", [x])
            cases.add("abc"[: len(shape)] + "->", [x], reduce="mul")
            cases.add("abc"[: len(shape)] + "->" + "cba"[3 - len(shape) :], [x])
        cases.add("ij->j", [cases.array((4, 0), "f8")], reduce="min")
        self.check_on_all_ranks(cases)

    def test_types_promote(self):
        cases = Cases(self.directory)
        arrays = {dtype: cases.array((4, 5), dtype) for dtype in DTYPES}
        others = {dtype: cases.array((5, 3), dtype) for dtype in DTYPES}
        files = {dtype: (cases.file(arrays[dtype]), cases.file(others[dtype])) for dtype in DTYPES}
        for a, b in itertools.product(DTYPES, DTYPES):
            # Products of wide integers that become floating-point numbers are rounded.
            small = np.result_type(a, b).kind in "fc"
            x = arrays[a] % 4 if small and np.dtype(a).kind in "iu" else arrays[a]
            y = others[b] % 4 if small and np.dtype(b).kind in "iu" else others[b]
            x, y = x.astype(a), y.astype(b)
            same = [files[a][0], files[b][1]] if x is arrays[a] and y is others[b] else None
            cases.add("ij,jk->ik", [x, y], files=same)
        cases.check(self, 3)
        cases.check(self, 4)

    def test_functions(self):
        cases = Cases(self.directory)
        for dtype, combine, reduce in itertools.product(DTYPES, COMBINE, REDUCE):
            kind = np.dtype(dtype).kind
            if (combine == "sub" and kind == "b") or (kind == "c" and {combine, reduce} & {"min", "max"}):
                continue
            x, y = cases.array((3, 4), dtype), cases.array((4, 2), dtype)
            if combine == "div" or kind in "fc":  # exact, also as products of four
                x, y = (z.dtype.type(2) ** (z.astype("i8") % 3).astype(z.dtype) for z in (x.real, y.real))
                x, y = x.astype(dtype), y.astype(dtype)
            cases.add("ij,jk->ik", [x, y], combine=combine, reduce=reduce)
            if combine == "mul":
                cases.add("ij->j", [x], reduce=reduce)
        x, y = cases.array((6, 7), "f8"), cases.array((7, 5), "f8")
        x[1, 2] = x[4, 0] = y[3, 3] = np.nan
        x[2, 2] = np.inf
        for combine, reduce in itertools.product(("add", "min", "max", "and", "or"), ("min", "max", "and", "or")):
            cases.add("ij,jk->ik", [x, y], combine=combine, reduce=reduce)
            cases.add("ij,jk->ijk", [x, y], combine=combine, reduce=reduce)
        for ranks in (1, 3, 4):
            cases.check(self, ranks)

    def test_many_operands(self):
        cases = Cases(self.directory)
        extents = dict(zip("ijklm", (5, 7, 4, 3, 2)))
        texts = """
            ij,jk,kl->il  ij,jk,kl->  ij,jk,kl  ij,jk,ki->  ij,ij,ij->ij  ijk,jl,kl->il  i,j,k->kji  i,ij,j->
            ij,jk,kl,lm->im  ij,kj,kl,ml->  iij,jk,kkl,l->i  ij,ik,il->jkl  ij,,jk->ik  ,,->  mi,ijkl,ljk,m->
            ij,jk,kl,lm,mi->  mi,ij,jk,kl,lm->  jm,kl,ijkl,lm,i->ki  i,i,i,i,i->i  ij,jk,kl,lm,mi,ij->j
            ij,jk,kl,lm,mi,ij,jk,kl,lm->im
        """
        for text in texts.split():
            operands, _ = labels_of(text)
            shapes = [[extents[label] for label in names] for names in operands]
            arrays = [cases.array(shape, "f8") for shape in shapes]
            cases.add(text, [np.sign(x) if len(arrays) > 5 else x for x in arrays])
        for i, j, k, l in [(3, 1, 2, 5), (1, 4, 1, 5), (3, 0, 2, 5), (0, 3, 2, 0), (3, 4, 0, 0)]:
            shapes = ((i, j), (4 if j == 1 else j, k), (6 if k == 1 else k, l))
            cases.add("ij,jk,kl->il", [cases.array(shape, "f8") for shape in shapes])
            cases.add("ij,jk,kl->ilj", [cases.array(shape, "i4") for shape in shapes])
        for dtypes in itertools.combinations(("?", "i1", "u4", "i8", "f4", "c8"), 3):
            shapes = ((3, 4), (4, 2), (2, 5))
            small = np.result_type(*dtypes).kind in "fc"
            arrays = [cases.array(shape, dtype) for shape, dtype in zip(shapes, dtypes)]
            arrays = [(x % 4).astype(x.dtype) if small and x.dtype.kind in "iu" else x for x in arrays]
            cases.add("ij,jk,kl->il", arrays)
        for dtype, combine, reduce in itertools.product(("?", "i2", "u8", "f8", "c16"), COMBINE, REDUCE):
            kind = np.dtype(dtype).kind
            if (combine == "sub" and kind == "b") or (kind == "c" and {combine, reduce} & {"min", "max"}):
                continue
            arrays = [cases.array(shape, dtype) for shape in ((3, 2), (2, 2), (2, 3))]
            if combine in ("add", "sub") and reduce in ("min", "max") and kind in "iu":
                arrays = [(x % 100).astype(dtype) for x in arrays]  # sums that wrap do not distribute
            if combine == "div" or kind in "fc":  # exact, also as products of eight
                arrays = [(x.dtype.type(2) ** (x.real.astype("i8") % 3).astype(dtype)).astype(dtype) for x in arrays]
            cases.add("ij,jk,kl->il", arrays, combine=combine, reduce=reduce)
            cases.add("ij,jk,kl->l", arrays, combine=combine, reduce=reduce)
        for ranks in (1, 3, 4):
            cases.check(self, ranks)

    def test_plans(self):
        cases = Cases(self.directory)
        x, y = cases.array((24, 16), "f8"), cases.array((16, 20), "i2")
        x, y = np.asfortranarray(x), y % 5
        files = [cases.file(x), cases.file(y)]
        for plan in PLANS:
            if plan == "co_partitioned":  # of a matrix product there is none
                cases.add("ij,ij->ij", [x, cases.array((24, 16), "f4")], "--plan", plan)
                continue
            cases.add("ij,jk->ik", [x, y], "--plan", plan, files=files)
            cases.add("ij,jk->ik", [x, y], "--plan", plan, files=files, combine="add", reduce="max")
        cases.check(self, 4)

    def test_the_plan_asked_for_is_the_plan_taken(self):
        np.save(self.directory / "x.npy", np.ones((30, 40)))
        np.save(self.directory / "y.npy", np.ones((40, 50)))
        plans = [plan for plan in PLANS if plan != "co_partitioned"]
        batch = self.directory / "jobs.txt"
        words = ["ij,jk->ik", self.directory / "x.npy", self.directory / "y.npy", "--explain"]
        for functions in ([], ["--combine", "add", "--reduce", "min"]):
            batch.write_text("\n".join(shlex.join(map(str, [*words, *functions, "--plan", plan])) for plan in plans))
            status, out, errors = run(4, ["--batch", batch])
            self.assertEqual((status, errors), (0, []))
            jobs = out.split("einsum 'ij,jk->ik' of ")[1:]
            self.assertEqual(len(jobs), len(plans))
            for plan, job in zip(plans, jobs):
                self.assertEqual(job.count(f" by {plan} "), 2, job)

    def test_many_operands_that_are_empty_or_of_extent_one(self):
        cases = Cases(self.directory)
        for shape in ((0, 3), (3, 0), (0, 0), (1, 0), (1, 1), (1, 3)):
            x = np.arange(1.0, 1 + np.prod(shape)).reshape(shape) % 3
            for count in range(2, 15):
                cases.add(",".join(["ab"] * count) + "->a", [x] * count)
        cases.check(self, 1)
        cases.check(self, 4)

    def test_quoting_in_batches(self):
        cases = Cases(self.directory)
        x = np.arange(6.0).reshape(2, 3)
        for name in ["a b.npy", "it's.npy", 'say "x".npy', "back\\slash.npy", "#.npy", "$HOME.npy", "ü,*?.npy"]:
            path = self.directory / name
            np.save(path, x)
            cases.add("ij->ji", [x], files=[path])
        batch = self.directory / "by_hand.txt"
        folder = self.directory
        batch.write_text(
            "# a comment\n"
            "\n"
            "   \t# another\n"
            f"ij'->'\"ji\" {folder}/a\\ b.npy -o {folder}/t1.npy # the last words\n"
            f"\tij->ji \"{folder}/a b.npy\"   --output='{folder}/t2.npy'\r\n"
            f"ij->ji {folder}/'a 'b.npy -o \"{folder}/\\$t\\\"3.npy\""
        )
        self.assertEqual(run(2, ["--batch", batch]), (0, "", []))
        for name in ("t1.npy", "t2.npy", '$t"3.npy'):
            np.testing.assert_array_equal(np.load(folder / name), x.T)
        cases.check(self, 3)


# ---- Files --------------------------------------------------------------------------------------


class Files(TestCase):
    def test_every_type_order_and_byte_order(self):
        cases = Cases(self.directory)
        shapes = [(), (0,), (1,), (17,), (5, 3), (3, 50), (0, 4), (2, 3, 4), (3, 0, 2), (2, 1, 3, 2)]
        for dtype, shape in itertools.product(DTYPES, shapes):
            for order, byte_order in itertools.product("CF", "<>"):
                x = cases.array(shape, np.dtype(dtype).newbyteorder(byte_order), order)
                labels = string.ascii_lowercase[: len(shape)]
                cases.add(f"{labels}->{labels}", [x])
        for ranks in RANKS:
            cases.check(self, ranks)
            for i, (_, result, name) in enumerate(cases.jobs):
                saved = io.BytesIO()
                np.save(saved, np.ascontiguousarray(result).reshape(result.shape))
                with self.subTest(name, ranks=ranks):
                    actual = (self.directory / f"on{ranks}" / f"{i}.npy").read_bytes()
                    self.assertEqual(actual, saved.getvalue())

    def test_long_axes_in_all_orders(self):
        cases = Cases(self.directory)
        for order, byte_order in itertools.product("CF", "<>"):
            for shape in [(300, 200), (2, 30000), (30000, 2), (10, 60, 100)]:
                x = cases.array(shape, byte_order + "i4", order)
                cases.add("abc"[: len(shape)] + "->" + "cba"[3 - len(shape) :], [x])
        self.check_on_all_ranks(cases)

    def test_other_versions_of_the_format(self):
        cases = Cases(self.directory)
        x = cases.array((4, 3), "f8")
        for version in [(1, 0), (2, 0), (3, 0)]:
            path = self.directory / f"version{version[0]}.npy"
            with open(path, "wb") as file:
                np.lib.format.write_array(file, x, version)
            cases.add("ij->ji", [x], files=[path])
        true = np.array([0, 1, 2, 255], "u1")
        path = self.directory / "true.npy"
        np.save(path, true.view(bool))
        cases.add("i->i", [true != 0], files=[path])
        cases.check(self, 2)

    def test_half_precision_is_read_as_single(self):
        bits = np.arange(1 << 16, dtype="u2").reshape(256, 256)
        for order, byte_order in itertools.product("CF", "<>"):
            x = np.array(bits.view("f2"), byte_order + "f2", order=order)
            path, result = self.directory / "half.npy", self.directory / "single.npy"
            np.save(path, x)
            with self.subTest(order + byte_order):
                self.assertEqual(run(3, ["ij->ij", path, "-o", result]), (0, "", []))
                actual = np.load(result)
                self.assertEqual(actual.dtype, np.float32)
                self.assertEqual(actual.tobytes(), np.ascontiguousarray(x).astype("f4").tobytes())

    def test_output_may_be_an_operand_or_a_link(self):
        x = np.arange(12.0).reshape(3, 4)
        path, link = self.directory / "x.npy", self.directory / "link.npy"
        np.save(path, x)
        link.symlink_to("x.npy")
        self.assertEqual(run(3, ["ij->ji", link, "-o", link]), (0, "", []))
        self.assertTrue(link.is_symlink())
        np.testing.assert_array_equal(np.load(path), x.T)
        dangling = self.directory / "dangling.npy"
        dangling.symlink_to("y.npy")
        self.assertEqual(run(3, ["ij->ij", path, "-o", dangling]), (0, "", []))
        self.assertTrue(dangling.is_symlink())
        np.testing.assert_array_equal(np.load(self.directory / "y.npy"), x.T)
        self.assertEqual(sorted(os.listdir(self.directory)), ["dangling.npy", "link.npy", "x.npy", "y.npy"])


# ---- Errors -------------------------------------------------------------------------------------


def hostile_files():
    """Bytes that are no NumPy file of numbers, and what the complaint must say."""
    saved = io.BytesIO()
    np.save(saved, np.arange(12.0).reshape(3, 4))
    good = saved.getvalue()

    def with_header(text, data=b"\0" * 96, length=None):
        head = text.encode() + b"\n"
        return b"\x93NUMPY\1\0" + (length or len(head)).to_bytes(2, "little") + head + data

    def shape(text, descr="<f8"):
        return with_header(f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {text}, }}")

    def saved_by_numpy(x):
        out = io.BytesIO()
        np.save(out, x)
        return out.getvalue()

    yield b"", "expected a NumPy file"
    yield b"PK\3\4 a zip file", "expected a whole ZIP archive"
    yield good[:5], "expected a NumPy file"
    yield good[:9], "expected"
    yield good[:100], "expected a NumPy header"
    yield good[:-1], "expected 96 bytes of data for (3, 4) float64, found 95"
    yield good[:6] + b"\7\0" + good[8:], "expected version"
    yield with_header("", length=65535), "expected a NumPy header"
    yield with_header("{'descr': '<f8', 'shape': (1,), }"), "fortran_order"
    yield with_header("[" * 10000), "expected a dictionary"
    yield with_header("__import__('os').system('echo hacked')"), "expected a dictionary"
    yield shape("(1152921504606846976,)", "|u1"), "expected 1152921504606846976 bytes"
    yield shape("(144115188075855872,)"), "expected 1152921504606846976 bytes"
    yield shape("(4294967296, 4294967296)"), "less than 2^63 bytes"
    yield shape("(4611686018427387904, 0, 4)"), "less than 2^63 bytes"
    yield shape("(18446744073709551617,)"), "below 2^63"
    yield shape("(-1, 4)"), "at least 0"
    yield shape("(3)"), "','"
    yield shape("(" + "1, " * 17 + ")"), "at most 16 dimensions"
    yield shape("(3, 4)", "|O"), "expected one type of numbers"
    yield shape("(3, 4)", "<f3"), "expected one type of numbers"
    yield saved_by_numpy(np.array(["text"])), "expected one type of numbers"
    yield saved_by_numpy(np.zeros(3, [("a", "f8"), ("b", "i4")])), "expected one type of numbers"
    yield saved_by_numpy(np.zeros(3, "f16")), "expected one type of numbers"
    yield saved_by_numpy(np.zeros(3, "M8[s]")), "expected one type of numbers"


class Errors(TestCase):
    def setUp(self):
        super().setUp()
        self.a, self.b = self.directory / "a.npy", self.directory / "b.npy"
        np.save(self.a, np.arange(12.0).reshape(3, 4))
        np.save(self.b, np.arange(20).reshape(4, 5))
        np.save(self.directory / "bool.npy", np.ones((4, 2), bool))
        np.save(self.directory / "complex.npy", np.ones((4, 2), complex))
        np.save(self.directory / "none.npy", np.ones((4, 0)))

    def bad_jobs(self):
        """Arguments without output, and what the complaint must say."""
        a, b, directory = self.a, self.b, self.directory
        yield ["ij,jk->ik", a, a], f"label 'j' has extent 4 .* axis 0 of operand 1.*operand 1 is {a} of shape"
        yield ["ijk,jk->ik", a, b], f"operand 0 has 2 dimensions, .* 3 labels .operand 0 is {a}"
        yield ["ij,jk->ik", a], "the string has 2 operands, but 1 arrays were given"
        yield ["ij->ij", a, b], "the string has 1 operands, but 2 arrays were given"
        yield ["ij,jk->ik", a, b, b], "the string has 2 operands, but 3 arrays were given"
        yield ["ij,jk,ik->i", a, b], "the string has 3 operands, but 2 arrays were given"
        yield ["ij,jk,kl->il", a, b, a], "label 'k'"
        yield ["ij,jk,ik->i", a, b, a, "--plan", "replicate"], "--plan needs two operands"
        yield ["ij,jk,kl->il", a, b], "the string has 3 operands, but 2 arrays were given"
        yield ["ij,jk-ik", a, b], "'-' without '>'"
        yield ["ij,jk->iz", a, b], "an output label that no operand has"
        yield ["ij,jk->ii", a, b], "an output label that occurs twice"
        yield ["..j,jk->jk", a, b], "a '.' that is not part of an ellipsis"
        yield ["....j,jk->jk", a, b], "a '.' that is not part of an ellipsis"
        yield ["...j...,jk->jk", a, b], "a second ellipsis"
        yield ["...j,jk->...k...", a, b], "a second ellipsis"
        yield ["...ijk,jk->...", a, b], "operand 0 has 2 dimensions, .* 3 labels beside an ellipsis"
        yield ["...j,jk->jk", a, b], "an ellipsis takes 1 axes, but the output has none"
        yield ["...j,...jk->...k", a, a], "label 'j' has extent 4 .* axis 0 of operand 1"
        yield ["...,...->...", a, b], "label 'b.' has extent"
        yield ["i1,jk->ik", a, b], "a character that is no label"
        yield ["", a], "operand 0 has 2 dimensions, .* 0 labels"
        yield ["ij,jk->ik", a, b, "--combine", "pow"], "no way to combine called 'pow'; there are mul, add"
        yield ["ij,jk->ik", a, b, "--reduce", "mean"], "no way to reduce called 'mean'; there are add, mul"
        yield ["ij,jk->ik", a, b, "--plan", "fastest"], "there is no plan called 'fastest'; there are broadcast_left"
        yield ["ij->ij", a, "--plan", "replicate"], "--plan needs two operands"
        yield ["ij->ij", a, "--combine", "add"], "--combine needs two operands"
        yield ["ij->j", directory / "missing.npy"], "cannot open .*missing.npy: No such file"
        yield ["ij->j", directory], "cannot open .*: Is a directory"
        yield ["ij,jk->ik", a, directory / "missing.npy"], "cannot open .*missing.npy: No such file"
        yield ["ij,ij->j", *[directory / "bool.npy"] * 2, "--combine", "sub"], "'sub' is not defined for .* bool"
        yield ["ij->j", directory / "complex.npy", "--reduce", "max"], "'max' is not defined for .* complex128"
        yield ["ij->i", directory / "none.npy", "--reduce", "min"], "no elements to choose the min from: label 'j'"
        yield ["ij->", directory / "none.npy", "--reduce", "max"], "no elements to choose the max from: label 'j'"
        yield ["ij->ij", a, "--frobnicate"], "--frobnicate"
        yield ["ij->ij"], "expected an einsum string and NumPy files"
        yield [], "expected an einsum string and NumPy files"
        yield ["--batch", "jobs.txt"], "--batch"
        yield ["--help"], "--help"
        os.mkfifo(directory / "pipe")
        yield ["ij->ij", directory / "pipe"], "not a regular file"
        for i, (data, complaint) in enumerate(hostile_files()):
            path = directory / f"hostile{i}.npy"
            path.write_bytes(data)
            yield ["ij->ji", path], f"{path}: .*{complaint}".replace("(", r"\(").replace(")", r"\)").replace("^", r"\^")

    def test_bad_jobs_are_one_line_each_and_leave_everything_as_it_was(self):
        output = self.directory / "out.npy"
        output.write_bytes(b"what was there before")
        lines, complaints = [], []
        for words, complaint in self.bad_jobs():
            if "--help" not in words and "--batch" not in words:
                words = [*words, "-o", output]
            lines.append(shlex.join(map(str, words)))
            complaints.append(complaint)
            lines.append(shlex.join(["ij->ji", str(self.a), "-o", str(self.directory / "good.npy")]))
            complaints.append(None)
        for last, complaint in [
            ("'ij->ij", "a quote ' that is not closed"),
            ('"ij->ij', 'a quote " that is not closed'),
            (f"ij->ij {self.a}", "expected -o FILE"),
            (f"ij->ij {self.a} -o", "--output"),
            (f"ij->ij {self.a} -o {self.directory}/nowhere/x.npy", "nowhere/x.npy: No such file"),
            (f"ij->ij {self.a} -o {self.directory}", f"cannot write {self.directory}"),
            (f"ij->ij {self.a} -o ''", "cannot write"),
            (f"ij->ij {self.a} -o /dev/full", "cannot write /dev/full"),
        ]:
            lines.append(last)
            complaints.append(complaint)
        batch = self.directory / "jobs.txt"
        batch.write_text("\n".join(lines))
        files = sorted(os.listdir(self.directory)) + ["good.npy"]
        for ranks in RANKS:
            status, out, errors = run(ranks, ["--batch", batch])
            self.assertEqual((status, out), (2, ""))
            found = {}
            for error in errors:
                self.assertRegex(error, "^relatile-einsum: line [0-9]+: ")
                found[int(error.split()[2].rstrip(":"))] = error
            self.assertEqual(len(found), len(errors))
            self.assertEqual(set(found), {n for n, complaint in enumerate(complaints, 1) if complaint})
            for number, error in found.items():
                with self.subTest(lines[number - 1], ranks=ranks):
                    self.assertRegex(error, complaints[number - 1])
            self.assertEqual(output.read_bytes(), b"what was there before")
            np.testing.assert_array_equal(np.load(self.directory / "good.npy"), np.load(self.a).T)
            self.assertEqual(sorted(os.listdir(self.directory)), sorted(files))
            (self.directory / "good.npy").unlink()

    def test_a_single_bad_job_ends_all_ranks_with_status_2(self):
        output = self.directory / "out.npy"
        for words, complaint in [
            (["ij\n,jk->ik", self.a, self.b], "a character that is no label"),
            (["ij,jk->ik", self.a, self.a], "label 'j'"),
            (["ij->ij", "a\nb.npy"], r"cannot open a\?b.npy"),
            (["ij,jk->ik", self.a, self.b, "--plan", "co_partitioned"], "einsum has no plan called 'co_partitioned'"),
            (["ij->ij", self.a, "--no-such-option"], "--no-such-option"),
            (["--batch", "missing.txt"], "missing.txt: No such file"),
            (["--batch", self.a, "ij->ij"], "--batch takes no other arguments"),
        ]:
            with self.subTest(complaint):
                status, out, errors = run(4, [*words, "-o", output] if "--batch" not in words else words)
                self.assertEqual((status, out, len(errors)), (2, "", 1), errors)
                self.assertRegex(errors[0], f"^relatile-einsum: .*{complaint}")
                self.assertFalse(output.exists())

    def test_an_array_larger_than_any_memory(self):
        huge, output = self.directory / "huge.npy", self.directory / "out.npy"
        with open(huge, "wb") as file:
            header = {"descr": "<f8", "fortran_order": False, "shape": (2**42,)}
            np.lib.format.write_array_header_1_0(file, header)
            try:
                file.truncate(file.tell() + 2**45)  # of which nothing is on the disk
            except OSError:
                self.skipTest("the file system has no files of 32 TiB")
        np.save(self.directory / "x.npy", np.ones(2**21))
        x = self.directory / "x.npy"
        for words, complaint in [
            (["i->", huge], f"no memory for the array in {huge}, of shape .4398046511104,. and type float64"),
            (["i,j->ij", x, x], "could not allocate .* bytes"),
        ]:
            status, _, errors = run(2, [*words, "-o", output])
            self.assertEqual((status, len(errors)), (2, 1), errors)
            self.assertRegex(errors[0], f"^relatile-einsum: .*{complaint}")
            self.assertFalse(output.exists())

    def test_help_is_printed_once(self):
        status, out, errors = run(4, ["--help"])
        self.assertEqual((status, errors), (0, []))
        self.assertEqual(out.count("Usage: relatile-einsum"), 1)

    def test_explain_shows_predicted_and_sent_bytes_once(self):
        status, out, errors = run(3, ["ij,jk->ik", self.a, self.b, "--explain"])
        self.assertEqual((status, errors), (0, []))
        self.assertIn(f"einsum 'ij,jk->ik' of {self.a} (3, 4) float64, {self.b} (4, 5) int64 -> (3, 5) float64", out)
        self.assertEqual(out.count("plan for 3 sites"), 2)
        self.assertEqual(out.count("measured:"), 1)
        self.assertRegex(out, r"total (\S+) B predicted, \1 B sent")

    def test_without_mpirun(self):
        output = self.directory / "out.npy"
        done = subprocess.run([EINSUM, "ij,jk", self.a, self.b, "-o", output], capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))
        np.testing.assert_array_equal(np.load(output), np.load(self.a) @ np.load(self.b))
        done = subprocess.run([EINSUM, "ij,jk", self.a, self.a, "-o", output], capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"\n")), (2, b"", 1))


if __name__ == "__main__":
    unittest.main(verbosity=2)
