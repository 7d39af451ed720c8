"""Polars: the same tables of one log, lazily, with the streaming engine.

An attempt begins at `onboarding_started` or a start of the first step; a user's first completion of a step passes it.
It does less than the others: neither order nor window is looked at (in the log that the benchmark generates every
user keeps to both).
Prints its counts and its own clock (after imports) as one JSON object.
"""
import json
import os
import sys
import time

os.environ["POLARS_MAX_THREADS"] = "2"
import polars as pl  # noqa: E402  (the number of threads is read at import)

SCHEMA = {"event_id": pl.String, "timestamp": pl.String, "user_id": pl.String, "event": pl.String,
          "step_id": pl.String, "variant": pl.String, "duration_seconds": pl.Float64, "skipped": pl.Boolean}
begin = time.perf_counter()
events = (
    pl.scan_ndjson(sys.argv[1], schema=SCHEMA)
    .with_columns(pl.col("timestamp").str.to_datetime("%Y-%m-%dT%H:%M:%S%.fZ", time_unit="us").alias("t"))
    .drop("timestamp").unique(["user_id", "event", "t", "event_id"]).collect(engine="streaming"))
scan = time.perf_counter() - begin

who = events.sort("t").group_by("user_id").agg(pl.col("variant").drop_nulls().first().alias("v"))
gap = pl.col("t").diff().over("user_id") > pl.duration(minutes=30)
numbered = events.select("user_id", "t").sort("user_id", "t").with_columns(
    gap.fill_null(True).cum_sum().over("user_id").alias("n"))
lengths = numbered.group_by("user_id", "n").agg(
    pl.len().alias("c"), (pl.col("t").max() - pl.col("t").min()).alias("len")).join(who, on="user_id")
sessions = lengths.group_by("v").agg(
    pl.len().alias("sessions"), pl.col("c").sum(), pl.col("len").median(),
    pl.col("len").quantile(.9, "linear").alias("p90"))
entries = events.filter(
    (pl.col("event") == "onboarding_started")
    | ((pl.col("event") == "onboarding_step_started") & (pl.col("step_id") == "welcome")))
attempts = entries.select("user_id").unique().join(who, on="user_id").group_by("v").agg(pl.len().alias("n"))
first = events.filter(pl.col("event") == "onboarding_step_completed").sort("t").group_by(
    "user_id", "step_id", maintain_order=True).first().join(who, on="user_id")
steps = first.group_by("v", "step_id").agg(
    pl.len().alias("n"), pl.col("skipped").sum(), pl.col("duration_seconds").median().alias("p50"),
    pl.col("duration_seconds").quantile(.9, "linear").alias("p90")).sort("v", "step_id")
seconds = time.perf_counter() - begin

print(json.dumps({
    "version": "Polars " + pl.__version__, "seconds": seconds, "scan_seconds": scan,
    "attempts": {row["v"]: row["n"] for row in attempts.to_dicts()},
    "completed": {row["v"] + "/" + row["step_id"]: row["n"] - row["skipped"] for row in steps.to_dicts()},
    "skipped": {row["v"] + "/" + row["step_id"]: row["skipped"] for row in steps.to_dicts()},
    "sessions": {row["v"]: row["sessions"] for row in sessions.to_dicts()},
}))
