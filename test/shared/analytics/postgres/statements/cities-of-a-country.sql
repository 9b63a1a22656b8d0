select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces,
  array(select id from dimension_values where workspace = (select no from workspace_numbers where workspace_id = $1) and dimension = 8 and lower(parts[2]) = any($2::text[])) as value_ids0;
-- $1: "ws_1"
-- $2: ["us"]

select * from (select key1, key2, key3, sum(parts."clicks"::float8)::bigint as "clicks" from (select key1, key2, key3, "clicks" from (select parts[2] as key1, parts[3] as key2, parts[4] as key3, "clicks" from (select value, sum(parts."clicks"::float8)::bigint as "clicks" from (select value, "clicks" from (
  select series_index, value, "clicks" from unnest($1::smallint[], $2::timestamptz[], $3::timestamptz[], $4::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select value, clicks as "clicks" from click_rollup_values as stored
    where stored.tier = spans.tier and bucket = spans."from" and workspace = $5 and dimension = 8
      and first <= $6 and last >= $7 and value = $8 offset 0
  ) as counts) as part
  union all
  select value, "clicks" from (
  select series_index, counts.value, sign * "clicks" as "clicks" from 
  (select spans.*, 1 as sign, sparse.workspace from unnest($9::smallint[], $10::timestamptz[], $11::timestamptz[], $12::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select workspace from click_totals
    where workspace = $13 and tier = spans.tier and bucket = spans."from" and not dense offset 0
  ) as sparse) as spans cross join lateral (
    select place as value, count(*) as "clicks" from click_facts
    where workspace = spans.workspace and place = $14 and at >= spans."from" and at < spans."to" and hour >= floor(extract(epoch from spans."from") / 3600)::integer and hour < ceil(extract(epoch from spans."to") / 3600)::integer group by 1 offset 0
  ) as counts) as part
  union all
  select value, "clicks" from (
  select series_index, counts.value, sign * "clicks" as "clicks" from unnest($15::timestamptz[], $16::timestamptz[], $17::integer[], $18::integer[]) as spans("from", "to", series_index, sign) cross join lateral (
    select place as value, count(*) as "clicks" from click_facts
    where workspace = $19 and place = $20 and at >= spans."from" and at < spans."to" and hour >= floor(extract(epoch from spans."from") / 3600)::integer and hour < ceil(extract(epoch from spans."to") / 3600)::integer group by 1 offset 0
  ) as counts) as part) as parts group by value) as summed join dimension_values on dimension_values.id = summed.value) as part
  union all
  select key1, key2, key3, "clicks" from (
  select country as key1, country || '-' || region as key2, city as key3, count(*) as "clicks" from clicks
  where workspace = $21 and place_value = $22 and timestamp >= $23 and timestamp < $24 group by 1, 2, 3) as part) as parts group by key1, key2, key3) as counted
where key1 not in ('', 'Unknown') and key2 not like '%-' and key3 not in ('', 'Unknown') and ("clicks" <> 0) order by "clicks" desc, key1, key2, key3 limit $25;
-- $1: [3,3,2,1,1,1,1]
-- $2: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $3: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $4: [0,0,0,0,0,0,0]
-- $5: 7
-- $6: 10
-- $7: 10
-- $8: 10
-- $9: [3,3,2,1,1,1,1]
-- $10: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $11: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $12: [0,0,0,0,0,0,0]
-- $13: 7
-- $14: 10
-- $15: ["2026-05-06T10:00:00.000Z"]
-- $16: ["2026-05-06T10:15:00.000Z"]
-- $17: [0]
-- $18: [1]
-- $19: 7
-- $20: 10
-- $21: 7
-- $22: 10
-- $23: "2026-05-06T10:15:00.000Z"
-- $24: "2026-05-07T00:00:00.000Z"
-- $25: 5000
