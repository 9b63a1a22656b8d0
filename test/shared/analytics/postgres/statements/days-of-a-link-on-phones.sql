select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from unfolded_conversions where workspace_id = $1) as "hasNotes",
  (select no from rollup_workspaces where workspace_id = $1) as workspace,
  array(select id from rollup_values where workspace = (select no from rollup_workspaces where workspace_id = $1) and kind = 5 and digest = any($2::bytea[])) as numbers0,
  array(select id from rollup_values where workspace = (select no from rollup_workspaces where workspace_id = $1) and kind = 1 and lower(parts[1]) = any($3::text[])) as numbers1;
-- $1: "ws_1"
-- $2: ["digest of link_1"]
-- $3: ["mobile"]

select series::text as key1, sum(part."clicks"::float8)::bigint as "clicks" from (select series, value, "clicks" from (
  select width_bucket(at, $5::timestamptz[]) - 1 as series, 0 as value, count(*) as "clicks" from click_facts
  where link = $6 and client = $7 and workspace = $8 and at >= $3::timestamptz and at < $4::timestamptz and hour >= $1::integer and hour <= $2::integer group by 1, 2) as one
  union all
  select series, value, "clicks" from (
  select width_bucket(timestamp, $9::timestamptz[]) - 1 as series, 0 as value, count(*) as "clicks" from click_events
  where workspace_id = $10 and link_id = any($11::text[]) and lower(device) = any($12::text[]) and timestamp >= $13 and timestamp < $14 group by 1, 2) as one) as part
group by series order by key1;
-- $1: 493848
-- $2: 493906
-- $3: "2026-05-04T00:00:00.000Z"
-- $4: "2026-05-06T10:15:00.000Z"
-- $5: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z"]
-- $6: 10
-- $7: 11
-- $8: 7
-- $9: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z"]
-- $10: "ws_1"
-- $11: ["link_1"]
-- $12: ["mobile"]
-- $13: "2026-05-06T10:15:00.000Z"
-- $14: "2026-05-07T00:00:00.000Z"
