select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from unfolded_conversions where workspace_id = $1) as "hasNotes",
  (select no from rollup_workspaces where workspace_id = $1) as workspace;
-- $1: "ws_1"

select * from (select key1, sum(part."clicks"::float8)::bigint as "clicks" from (select key1, "clicks" from (select parts[2] as key1, "clicks" from (select value, sum(part."clicks"::float8)::bigint as "clicks" from (select value, "clicks" from (
  select series, value, "clicks" from unnest($1::smallint[], $2::timestamptz[], $3::timestamptz[], $4::integer[]) as asked(tier, "from", "to", series) cross join lateral (
    select value, clicks as "clicks" from click_rollups
    where tier = asked.tier and bucket = asked."from" and workspace = $5 and kind = 2 offset 0
  ) as found) as one
  union all
  select value, "clicks" from (
  select series, found.value, sign * "clicks" as "clicks" from 
  (select asked.*, 1 as sign from unnest($6::smallint[], $7::timestamptz[], $8::timestamptz[], $9::integer[]) as asked(tier, "from", "to", series) where not exists (
    select from click_totals where workspace = $10 and tier = asked.tier and bucket = asked."from" and dense
  )) as asked cross join lateral (
    select country as value, count(*) as "clicks" from click_facts
    where workspace = $11 and at >= asked."from" and at < asked."to" and hour >= floor(extract(epoch from asked."from") / 3600)::integer and hour < ceil(extract(epoch from asked."to") / 3600)::integer group by 1 offset 0
  ) as found) as one
  union all
  select value, "clicks" from (
  select series, found.value, sign * "clicks" as "clicks" from unnest($12::timestamptz[], $13::timestamptz[], $14::integer[], $15::integer[]) as asked("from", "to", series, sign) cross join lateral (
    select country as value, count(*) as "clicks" from click_facts
    where workspace = $16 and at >= asked."from" and at < asked."to" and hour >= floor(extract(epoch from asked."from") / 3600)::integer and hour < ceil(extract(epoch from asked."to") / 3600)::integer group by 1 offset 0
  ) as found) as one) as part group by value) as summed join rollup_values on rollup_values.id = summed.value) as one
  union all
  select key1, "clicks" from (
  select country as key1, count(*) as "clicks" from click_events
  where workspace_id = $17 and timestamp >= $18 and timestamp < $19 group by 1) as one) as part group by key1) as every
where key1 not in ('', 'Unknown') and ("clicks" <> 0) order by "clicks" desc, key1 limit $20;
-- $1: [3,3,2,1,1,1,1]
-- $2: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $3: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $4: [0,0,0,0,0,0,0]
-- $5: 7
-- $6: [3,3,2,1,1,1,1]
-- $7: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $8: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $9: [0,0,0,0,0,0,0]
-- $10: 7
-- $11: 7
-- $12: ["2026-05-06T10:00:00.000Z"]
-- $13: ["2026-05-06T10:15:00.000Z"]
-- $14: [0]
-- $15: [1]
-- $16: 7
-- $17: "ws_1"
-- $18: "2026-05-06T10:15:00.000Z"
-- $19: "2026-05-07T00:00:00.000Z"
-- $20: 5000
