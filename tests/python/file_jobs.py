"""What tests of files have in common: jobs for the program of tests/support/files_face.cpp.

Needs RELATILE_FILES_FACE, the program, and RELATILE_MPIRUN, tests/support/mpirun.sh; without them, or
without NumPy, the test that includes this is skipped.
"""

import os
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

PROGRAM = os.environ.get("RELATILE_FILES_FACE", "")
MPIRUN = os.environ.get("RELATILE_MPIRUN", "")
if not (PROGRAM and MPIRUN):
    print("skipped: RELATILE_FILES_FACE and RELATILE_MPIRUN are not set")
    sys.exit(SKIPPED)

SECONDS = 60
TYPES = "b1 i1 u2 i4 i8 u8 f4 f8 c8 c16".split()


def some(dtype, shape, seed):
    generator = np.random.default_rng(seed)
    x = generator.integers(0, 100, shape)
    if np.dtype(dtype).kind in "fc":
        x = x / 7 - 5
    if np.dtype(dtype).kind == "c":
        x = x + 1j * generator.normal(size=shape)
    return x.astype(dtype)


def as_loaded(array):
    """What becomes of it here: this machine's bytes, and float32 for float16."""
    array = np.asarray(array)
    kind = array.dtype.newbyteorder("=")
    return array.astype("f4" if kind == np.float16 else kind)


class FileJobs(unittest.TestCase):
    RANKS = (1, 2, 3, 4)

    def setUp(self):
        self.directory = scratch_directory()
        self.addCleanup(self.directory.cleanup)
        self.jobs = []

    def path(self, name):
        return str(Path(self.directory.name, name))

    def job(self, *words):
        self.jobs.append("\t".join(map(str, words)))

    def on_all_ranks(self, check):
        """Runs all jobs, and then the check, on several numbers of ranks."""
        Path(self.path("jobs")).write_text("".join(job + "\n" for job in self.jobs))
        for ranks in self.RANKS:
            command = [MPIRUN, str(ranks), str(SECONDS), PROGRAM, self.path("jobs")]
            done = subprocess.run(command, cwd=self.directory.name, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            with self.subTest(ranks=ranks):
                check()

    def same(self, found, expected):
        self.assertEqual(found.dtype, expected.dtype)
        np.testing.assert_array_equal(found, expected)
