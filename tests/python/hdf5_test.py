#!/usr/bin/env python3
"""h5py as the oracle of HDF5's files: what it writes is read here, what is written here it reads.

Needs RELATILE_FILES_FACE, the program of tests/support/files_face.cpp, built with HDF5, and
RELATILE_MPIRUN, tests/support/mpirun.sh; without them, or without h5py, the test is skipped.
"""

import sys
import unittest

from file_jobs import SKIPPED, TYPES, FileJobs, as_loaded, some
import numpy as np

try:
    import h5py
except ModuleNotFoundError:
    print("skipped: this Python has no h5py")
    sys.exit(SKIPPED)


class Hdf5(FileJobs):
    RANKS = (1, 2, 4)

    def test_datasets_of_h5py(self):
        arrays = {dtype: some(dtype, (13, 7), 1) for dtype in TYPES}
        arrays |= {"swapped_" + d: some(">" + d, (9, 4), 2) for d in ("i2", "u4", "f2", "f8", "c16")}
        arrays |= {"scalar": np.float32(2.5), "none": np.zeros((0, 3)), "half": some("f2", (8,), 4)}
        large = np.cumsum(np.random.default_rng(3).integers(0, 3, (300, 70)), 1)
        with h5py.File(self.path("x.h5"), "w", userblock_size=512) as file:
            for name, array in arrays.items():
                file["group/" + name] = array
            file.create_dataset("chunked", data=large, chunks=(64, 33))
            file.create_dataset("zipped", data=large, chunks=(50, 70), compression="gzip", shuffle=True)
            file.create_dataset("lossless", data=large.astype("f4"), fletcher32=True, maxshape=(None, 70))
            file.create_dataset("unwritten", (5, 6), "f8", fillvalue=1.5)
        arrays = {"group/" + name: array for name, array in arrays.items()}
        arrays |= {"chunked": large, "zipped": large, "lossless": large.astype("f4"), "unwritten": np.full((5, 6), 1.5)}
        for number, name in enumerate(arrays):
            self.job("load_hdf5", self.path("x.h5"), name, self.path(f"{number}.npy"))

        def check():
            for number, expected in enumerate(arrays.values()):
                self.same(np.load(self.path(f"{number}.npy")), as_loaded(expected))

        self.on_all_ranks(check)

    def test_slices(self):
        generator = np.random.default_rng(5)
        x = some("f8", (40, 11, 6), 6)
        with h5py.File(self.path("x.h5"), "w") as file:
            file["plain"] = x
            file.create_dataset("chunked", data=x, chunks=(7, 4, 5), compression="gzip")
        expected = {}
        for number in range(40):
            slices = []
            for extent in x.shape[: generator.integers(1, 4)]:
                ends = generator.integers(-extent - 2, extent + 3, 2)
                step = generator.choice([1, 1, 1, 2, 3, -1, -4])
                slices.append(":".join(str(n) if generator.random() < 0.8 else "" for n in ends) + f":{step}")
            result = self.path(f"{number}.npy")
            self.job("load_hdf5", self.path("x.h5"), ("plain", "chunked")[number % 2], result, *slices)
            positions = [[int(n) if n else None for n in text.split(":")] for text in slices]
            expected[result] = x[tuple(slice(*three) for three in positions)]

        def check():
            for result, array in expected.items():
                self.same(np.load(result), array)

        self.on_all_ranks(check)

    def test_datasets_for_h5py(self):
        arrays = {"a/" + dtype: some(dtype, (11, 6), 5) for dtype in TYPES}
        arrays |= {"a name, with blanks": some("f8", (3, 4, 5), 6), "ä/b": some("i4", (1,), 7)}
        arrays |= {"scalar": np.float64(2.5), "none": np.zeros((0, 3)), "wide": some("f4", (2, 500), 8)}
        words = []
        for number, (name, array) in enumerate(arrays.items()):
            np.save(self.path(f"{number}.npy"), array)
            words += [name, self.path(f"{number}.npy")]
        self.job("save_hdf5", self.path("x.h5"), "replace", *words[:10])
        self.job("save_hdf5", self.path("x.h5"), "append", *words[10:])
        self.job("save_hdf5", self.path("x.h5"), "append", words[0], words[3])  # in the place of the first
        arrays["a/" + TYPES[0]] = arrays["a/" + TYPES[1]]

        def check():
            with h5py.File(self.path("x.h5"), "r") as file:
                found = {}
                file.visititems(lambda name, item: found.update({name: item}) if isinstance(item, h5py.Dataset) else None)
                self.assertEqual(sorted(found), sorted(arrays))
                for name, expected in arrays.items():
                    self.same(np.asarray(found[name][()]), np.asarray(expected))

        self.on_all_ranks(check)

    def test_h5py_goes_on(self):
        """h5py adds to a file that was written here, and the other way round."""
        x, y = some("f8", (30, 4), 9), some("i8", (5,), 10)
        np.save(self.path("x.npy"), x)
        self.job("save_hdf5", self.path("x.h5"), "append", "b/x", self.path("x.npy"))
        self.job("load_hdf5", self.path("x.h5"), "a/y", self.path("y.npy"))

        def check():
            self.same(np.load(self.path("y.npy")), y)
            with h5py.File(self.path("x.h5"), "a") as file:
                self.same(file["b/x"][()], x)
                self.same(file["a/y"][()], y)
                del file["b/x"]
                file[f"c{len(file)}"] = y

        with h5py.File(self.path("x.h5"), "w") as file:
            file["a/y"] = y
        self.on_all_ranks(check)

    def test_attributes(self):
        numbers = {"int": 7, "float": np.float32(0.1), "many": np.arange(6, dtype=">i2").reshape(2, 3)}
        numbers |= {"bool": np.bool_(True), "none": np.zeros(0)}
        texts = {"text": "Ångström", "bytes": np.bytes_("fixed"), "empty": ""}
        with h5py.File(self.path("x.h5"), "w") as file:
            file["g/x"] = np.zeros(3)
            for name, value in (numbers | texts).items():
                file["g/x"].attrs[name] = value
        np.save(self.path("x.npy"), np.zeros(3))
        self.job("save_hdf5", self.path("y.h5"), "replace", "x", self.path("x.npy"))
        for name in numbers:
            self.job("attribute", self.path("x.h5"), "g/x", name, self.path("y.h5"))
        for name in texts:
            self.job("text", self.path("x.h5"), "/g/x", name, self.path("y.h5"))

        def check():
            with h5py.File(self.path("y.h5"), "r") as file:
                self.assertEqual(sorted(file.attrs), sorted(numbers | texts))
                for name, value in numbers.items():
                    self.same(file.attrs[name], np.asarray(value, "f8").reshape(-1))
                for name, value in texts.items():
                    self.assertEqual(file.attrs[name], value.decode() if isinstance(value, bytes) else value)

        self.on_all_ranks(check)


if __name__ == "__main__":
    unittest.main()
