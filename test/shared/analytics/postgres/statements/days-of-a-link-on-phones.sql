select (select at from click_watermark) as watermark,
  (select no from rollup_workspaces where workspace_id = $1) as workspace,
  array(select id from rollup_values where workspace = (select no from rollup_workspaces where workspace_id = $1) and kind = 5 and digest = any($2::bytea[])) as numbers0,
  array(select id from rollup_values where workspace = (select no from rollup_workspaces where workspace_id = $1) and kind = 1 and lower(parts[1]) = any($3::text[])) as numbers1;
-- $1: "ws_1"
-- $2: ["digest of link_1"]
-- $3: ["mobile"]

select series::text as key1, sum(count) as clicks from (
  select width_bucket(at, $3::timestamptz[]) - 1 as series, 0 as value, count(*) as count from click_facts
  where workspace = $4 and link = $5 and client = $6 and at >= $1::timestamptz and at < $2::timestamptz and hour >= floor(extract(epoch from $1::timestamptz) / 3600)::integer and hour <= floor(extract(epoch from $2::timestamptz) / 3600)::integer group by 1, 2
  union all
  select width_bucket(timestamp, $7::timestamptz[]) - 1 as series, 0 as value, count(*) as count from click_events
  where workspace_id = $8 and link_id = any($9::text[]) and lower(device) = any($10::text[]) and timestamp >= $11 and timestamp < $12 group by 1, 2) as part
group by series order by key1;
-- $1: "2026-05-04T00:00:00.000Z"
-- $2: "2026-05-06T10:15:00.000Z"
-- $3: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z"]
-- $4: 7
-- $5: 10
-- $6: 11
-- $7: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z"]
-- $8: "ws_1"
-- $9: ["link_1"]
-- $10: ["mobile"]
-- $11: "2026-05-06T10:15:00.000Z"
-- $12: "2026-05-07T00:00:00.000Z"
