"""DuckDB: the steps, variants and sessions tables of one log, the way a good analyst would write them.

One scan into a table without duplicates, then queries. An attempt begins at the user's first `onboarding_started` or
start of the first step; a step is passed at its first completion, in order, within seven days of that. Events of one
time stand by their id in both windows: without that the two may order them differently, and a session too many is
counted now and then.
Prints its counts and its own clock (after imports) as one JSON object.
"""
import json
import sys
import time

import duckdb

STEPS = ["welcome", "permissions", "profile", "first_task", "finish"]
begin = time.perf_counter()
connection = duckdb.connect()
connection.execute("set threads=2; set preserve_insertion_order=false; set enable_progress_bar=false")
connection.execute("""
create temp table ev as
select distinct on (user_id, event, timestamp, event_id)
  timestamp t, user_id u, event, step_id, variant, duration_seconds d, coalesce(skipped, false) skipped, event_id
from read_json('%s', format='newline_delimited', ignore_errors=true, columns={event_id: 'VARCHAR',
  timestamp: 'TIMESTAMP', user_id: 'VARCHAR', event: 'VARCHAR', step_id: 'VARCHAR', variant: 'VARCHAR',
  duration_seconds: 'DOUBLE', skipped: 'BOOLEAN'})""" % sys.argv[1])
scan = time.perf_counter() - begin

connection.execute("create temp table who as select u, arg_min(variant, t) v, max(t) last from ev group by u")
sessions = connection.execute("""
with gaps as (select u, t, event_id, t - lag(t) over (partition by u order by t, event_id) gap from ev),
  numbered as (select u, t, sum((gap is null or gap > interval 30 minute)::int)
    over (partition by u order by t, event_id rows unbounded preceding) n from gaps),
  lengths as (select u, n, count(*) c, max(t) - min(t) len from numbered group by u, n)
select v, count(distinct u), count(*), sum(c), median(epoch(len)), quantile_cont(epoch(len), .9), sum((c = 1)::int)
from lengths join who using (u) group by v order by v""").fetchall()

started = "event = 'onboarding_step_started' and step_id = '%s'"
completed = "event = 'onboarding_step_completed' and step_id = '%s'"
columns = ["min(t) filter (event = 'onboarding_started' or (%s)) entry" % started % STEPS[0]]
for place, step in enumerate(STEPS):
    columns += [
        "min(t) filter (%s) e%d" % (started % step, place),
        "min(t) filter (%s) p%d" % (completed % step, place),
        "arg_min(skipped, t) filter (%s) k%d" % (completed % step, place),
        "arg_min(d, t) filter (%s) d%d" % (completed % step, place),
    ]
connection.execute(
    "create temp table walk as select u, v, %s from ev join who using (u) group by u, v" % ", ".join(columns))
rows = []
reached = "entry is not null"
for place, step in enumerate(STEPS):
    before = "p%d" % (place - 1) if place else "entry"
    passed = "%s and p%d >= %s and p%d <= entry + interval 7 day" % (reached, place, before, place)
    rows += connection.execute("""
      select v, '{step}', count(*) filter ({reached}), count(*) filter ({reached} and e{place} is not null),
        count(*) filter ({passed} and not k{place}), count(*) filter ({passed} and k{place}),
        median(d{place}) filter ({passed}), quantile_cont(d{place}, .9) filter ({passed})
      from walk group by v order by v""".format(step=step, place=place, reached=reached, passed=passed)).fetchall()
    reached = passed
seconds = time.perf_counter() - begin

print(json.dumps({
    "version": "DuckDB " + duckdb.__version__, "seconds": seconds, "scan_seconds": scan,
    "attempts": {row[0]: row[2] for row in rows if row[1] == STEPS[0]},
    "completed": {row[0] + "/" + row[1]: row[4] for row in rows},
    "skipped": {row[0] + "/" + row[1]: row[5] for row in rows},
    "sessions": {row[0]: row[2] for row in sessions},
}))
