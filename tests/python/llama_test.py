#!/usr/bin/env python3
"""NumPy as the oracle of the LLaMA-shaped model of examples/07_llama.cpp.

Needs RELATILE_LLAMA, the program, and RELATILE_MPIRUN, tests/support/mpirun.sh; without them, or
without NumPy, the test is skipped. The program saves its random weights and what it made of them.
Here the model is computed as the LLaMA papers have it, with matrix products, in float64, and every
token is computed anew from all tokens before it. The same is asked for under every plan of
examples/llama/plans.hpp, and bytes are compared: none of these sends less than the optimizer.
"""

import os
import re
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

PROGRAM = os.environ.get("RELATILE_LLAMA", "")
MPIRUN = os.environ.get("RELATILE_MPIRUN", "")
if not (PROGRAM and MPIRUN):
    print("skipped: RELATILE_LLAMA and RELATILE_MPIRUN are not set")
    sys.exit(SKIPPED)

RANKS = (1, 2, 3, 4)
NAMED = ("megatron", "sequence", "attention")
SECONDS = 240
TOLERANCE = 2e-4  # the program computes with float


class Model:
    """The weights of a folder, as matrices."""

    def __init__(self, folder, layers):
        def load(name):
            return np.load(folder / f"{name}.npy").astype("f8")

        self.embedding, self.norm, self.unembed = load("embedding"), load("norm"), load("unembed")
        names = "attention_norm query key value out network_norm gate up down".split()
        self.layers = [{name: load(f"layer{i}.{name}") for name in names} for i in range(layers)]

    def logits(self, tokens):
        """Of the token after these, of one sequence."""
        x = self.embedding[tokens]
        for layer in self.layers:
            x = x + attention(rms_norm(x, layer["attention_norm"]), layer)
            y = rms_norm(x, layer["network_norm"])
            gate = y @ layer["gate"]
            x = x + (gate / (1 + np.exp(-gate)) * (y @ layer["up"])) @ layer["down"]
        return rms_norm(x, self.norm)[-1] @ self.unembed


def rms_norm(x, weight):
    return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + 1e-5) * weight


def rotated(x):
    """Number i of a head and number i + half are a pair, turned by the token's place times a frequency."""
    length, half = x.shape[0], x.shape[1] // 2
    angles = np.outer(np.arange(length), 10000.0 ** (-np.arange(half) / half))
    cosine, sine = np.cos(angles), np.sin(angles)
    first, second = x[:, :half], x[:, half:]
    return np.concatenate([first * cosine - second * sine, first * sine + second * cosine], axis=1)


def attention(x, layer):
    width, heads = layer["query"].shape[:2]
    length, result = len(x), np.zeros_like(x)
    later = np.triu(np.ones((length, length), bool), 1)
    for head in range(heads):
        query, key, value = (x @ layer[name][:, head].reshape(width, -1) for name in ("query", "key", "value"))
        scores = rotated(query) @ rotated(key).T / np.sqrt(query.shape[1])
        scores[later] = -np.inf
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        share = powers / powers.sum(axis=1, keepdims=True)
        result += share @ value @ layer["out"][head].reshape(-1, width)
    return result


class LlamaTest(unittest.TestCase):
    def run_program(self, ranks, folder, **sizes):
        """What it prints; into the folder, if there is one, it saves weights and results."""
        flags = [word for name, size in sizes.items() for word in (f"--{name}", str(size))]
        command = [MPIRUN, str(ranks), str(SECONDS), PROGRAM, *flags]
        command += ["--save", str(folder)] if folder else []
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout + done.stderr)
        return done.stdout

    def bytes_sent(self, ranks, **flags):
        """Of the prompts and of the tokens, as predicted and as measured."""
        text = self.run_program(ranks, None, **flags)
        found = re.findall(r"^(prompts|tokens) by .*: (\d+) bytes predicted, (\d+) sent,", text, re.MULTILINE)
        self.assertEqual([name for name, _, _ in found], ["prompts", "tokens"], text)
        for _, predicted, sent in found:
            self.assertEqual(predicted, sent)
        return [int(sent) for _, _, sent in found]

    def check(self, ranks, **sizes):
        with scratch_directory() as directory:
            folder = Path(directory)
            self.run_program(ranks, folder, **sizes)
            model = Model(folder, sizes["layers"])
            tokens = np.load(folder / "tokens.npy")
            self.assertEqual(tokens.shape, (sizes["batch"], sizes["prompt"] + sizes["tokens"]))
            for step in range(sizes["tokens"] + 1):
                seen = sizes["prompt"] + step
                found = np.load(folder / f"logits{step}.npy")
                expected = np.array([model.logits(row[:seen]) for row in tokens])
                np.testing.assert_allclose(found, expected, rtol=TOLERANCE, atol=TOLERANCE)
                if step < sizes["tokens"]:
                    np.testing.assert_array_equal(found.argmax(axis=1), tokens[:, seen])
            return found, tokens

    def test_tokens_and_logits(self):
        sizes = {"batch": 2, "prompt": 7, "tokens": 4, "layers": 2, "heads": 4, "pairs": 3}
        sizes |= {"hidden": 20, "vocabulary": 33}
        results = [self.check(ranks, **sizes) for ranks in RANKS]
        for _, tokens in results[1:]:
            np.testing.assert_array_equal(tokens, results[0][1])

    def test_every_plan_gives_the_same(self):
        sizes = {"batch": 2, "prompt": 9, "tokens": 2, "layers": 2, "heads": 4, "pairs": 3}
        sizes |= {"hidden": 20, "vocabulary": 33}
        runs = [(ranks, plan, 1) for ranks in RANKS for plan in NAMED]
        runs += [(3, "along v", 1), (3, "optimal", 3), (4, "megatron", 3)]
        expected = None
        for ranks, plan, together in runs:
            with self.subTest(ranks=ranks, plan=plan, together=together):
                _, tokens = self.check(ranks, **sizes, plan=plan, together=together, objective="bytes")
                expected = tokens if expected is None else expected
                np.testing.assert_array_equal(tokens, expected)

    def test_the_optimizer_sends_no_more_than_any_plan(self):
        # So large that no rank has all weights for nothing: each is stored once.
        sizes = {"layers": 2, "heads": 8, "pairs": 8, "hidden": 384, "vocabulary": 256, "tokens": 2}
        # One long prompt, and short ones of which two tokens more are planned together with them.
        for shape in ({"batch": 1, "prompt": 192}, {"batch": 4, "prompt": 24, "together": 3}):
            for ranks in (2, 4):
                flags = {**sizes, **shape, "objective": "bytes"}
                least, _ = self.bytes_sent(ranks, **flags, plan="optimal")
                for plan in NAMED:
                    with self.subTest(ranks=ranks, plan=plan, **shape):
                        sent, _ = self.bytes_sent(ranks, **flags, plan=plan)
                        self.assertGreater(sent, 0)
                        self.assertLessEqual(least, sent * 1.001)

    def test_an_unknown_plan_is_refused(self):
        done = subprocess.run([MPIRUN, "2", str(SECONDS), PROGRAM, "--plan", "nothing"],
                              capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("there is no planner called 'nothing'", done.stdout + done.stderr)

    def test_one_sequence_of_one_head(self):
        sizes = {"batch": 1, "prompt": 1, "tokens": 3, "layers": 1, "heads": 1, "pairs": 1}
        sizes |= {"hidden": 3, "vocabulary": 5}
        for ranks in RANKS:
            self.check(ranks, **sizes)

    def test_a_wrong_model_is_found(self):
        sizes = {"batch": 1, "prompt": 3, "tokens": 1, "layers": 1, "heads": 2, "pairs": 2}
        with scratch_directory() as directory:
            folder = Path(directory)
            self.run_program(1, folder, **sizes, hidden=8, vocabulary=9)
            model = Model(folder, 1)
            model.layers[0]["gate"] *= 1.01
            tokens = np.load(folder / "tokens.npy")
            found = np.load(folder / "logits0.npy")
            self.assertFalse(np.allclose(found[0], model.logits(tokens[0, :3]), rtol=TOLERANCE, atol=TOLERANCE))


if __name__ == "__main__":
    unittest.main()
