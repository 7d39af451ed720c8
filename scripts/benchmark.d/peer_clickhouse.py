"""ClickHouse (embedded): levels of `windowFunnel`, step durations and sessions of one log.

An attempt begins at `onboarding_started` or a start of the first step; steps are passed in order within seven days.
It does less than the others: duplicates stay in the sessions, and skips are counted per event and not per attempt
(which is the same in the log that the benchmark generates).
Prints its counts and its own clock (after imports) as one JSON object.
"""
import json
import sys
import time

import chdb
import chdb.session

STEPS = ["welcome", "permissions", "profile", "first_task", "finish"]
FIELDS = ("event_id String, timestamp DateTime64(3), user_id String, event LowCardinality(String), "
          "step_id LowCardinality(String), variant LowCardinality(String), duration_seconds Nullable(Float64), "
          "skipped Nullable(Bool)")
begin = time.perf_counter()
session = chdb.session.Session()


def rows_of(query):
    return json.loads(str(session.query(query + " settings max_threads=2", "JSONCompact")))["data"]


session.query("create database if not exists d")
session.query("create table d.ev (%s) engine=Memory" % FIELDS)
session.query("""
insert into d.ev select * from file('%s', 'JSONEachRow', '%s')
settings max_threads=2, max_insert_threads=2, date_time_input_format='best_effort',
  input_format_allow_errors_ratio=0.1""" % (sys.argv[1], FIELDS))
scan = time.perf_counter() - begin

conditions = ["event = 'onboarding_started' or (event = 'onboarding_step_started' and step_id = '%s')" % STEPS[0]]
conditions += ["event = 'onboarding_step_completed' and step_id = '%s'" % step for step in STEPS]
levels = rows_of("""
select v, level, count() from (
  select user_id, argMin(variant, timestamp) v,
    windowFunnel(604800000)(toUInt64(toUnixTimestamp64Milli(timestamp)), %s) level
  from d.ev group by user_id)
group by v, level order by v, level""" % ", ".join(conditions))
steps = rows_of("""
select variant, step_id, count(), countIf(skipped), quantileExactInclusive(0.5)(duration_seconds),
  quantileExactInclusive(0.9)(duration_seconds)
from (select * from d.ev where event = 'onboarding_step_completed' limit 1 by user_id, timestamp, event_id)
group by 1, 2 order by 1, 2""")
sessions = rows_of("""
select v, count(), sum(n), sum(e) from (
  select user_id, argMin(variant, timestamp) v, arraySort(groupArray(toUnixTimestamp64Milli(timestamp))) ts,
    1 + arrayCount(x -> x > 1800000, arrayDifference(ts)) n, length(ts) e
  from d.ev group by user_id)
group by v order by v""")
seconds = time.perf_counter() - begin

skipped = {row[0] + "/" + row[1]: int(row[3]) for row in steps}


def reaching(variant, least):
    return sum(int(count) for name, level, count in levels if name == variant and int(level) >= least)


variants = sorted({row[0] for row in levels})
passed = {variant + "/" + step: reaching(variant, place + 2)
          for variant in variants for place, step in enumerate(STEPS)}
print(json.dumps({
    "version": "ClickHouse (chdb %s)" % chdb.__version__, "seconds": seconds, "scan_seconds": scan,
    "attempts": {variant: reaching(variant, 1) for variant in variants},
    "completed": {key: count - skipped.get(key, 0) for key, count in passed.items()},
    "skipped": {key: skipped.get(key, 0) for key in passed},
    "sessions": {row[0]: int(row[2]) for row in sessions},
}))
