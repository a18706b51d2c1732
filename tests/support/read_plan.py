#!/usr/bin/env python3
"""usage: read_plan.py FILE: reads the JSON of tests/support/plans.hpp's plan, and checks it."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    plan = json.load(file)

stored, moved, mapped = plan["steps"]
assert stored["name"] == "load(\"a\\b\n\t\x01.npy\", 'é', \ufffd, </script>)", stored["name"]
assert (stored["value"], stored["operator"], stored["holds"]) == ("R0", "stored", 64)
assert (moved["inputs"], moved["bytes"], moved["messages"]) == (["R0"], 32, 1)
assert moved["measured"]["seconds_per_site"] == [0.25, 0.75]
assert (mapped["title"], mapped["where"], mapped["shape"]) == ("the result", "", [8])
assert (mapped["seconds"], mapped["live"], mapped["measured"]["high_water"]) == (0.002, 96, 100)
assert plan["results"] == ["R2"]
assert plan["total"]["peak_memory_per_site"] == 128
assert plan["total"]["overlapped_seconds"] == 0.0025
assert plan["rejected"][0]["choice"] == 'R2 exp by "magic"'
