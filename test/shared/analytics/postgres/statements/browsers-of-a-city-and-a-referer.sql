select (select at from click_watermark) as watermark,
  (select no from rollup_workspaces where workspace_id = $1) as workspace,
  array(select id from rollup_values where workspace = (select no from rollup_workspaces where workspace_id = $1) and kind = 8 and parts[4] = any($2::text[])) as numbers0,
  array(select id from rollup_values where workspace = (select no from rollup_workspaces where workspace_id = $1) and kind = 4 and digest = any($3::bytea[])) as numbers1;
-- $1: "ws_1"
-- $2: ["Berlin"]
-- $3: ["digest of (direct)","digest of news.example"]

select * from (select key1, sum(count) as clicks from (select parts[2] as key1, count from (select value, sum(count) as count from (
  select 0 as series, client as value, count(*) as count from click_facts
  where workspace = $3 and place = $4 and referer <> all($5::integer[]) and at >= $1::timestamptz and at < $2::timestamptz and hour >= floor(extract(epoch from $1::timestamptz) / 3600)::integer and hour <= floor(extract(epoch from $2::timestamptz) / 3600)::integer group by 1, 2) as part group by value) as summed join rollup_values on rollup_values.id = summed.value
  union all
  select browser as key1, count(*) as count from click_events
  where workspace_id = $6 and city = any($7::text[]) and not (referer = any($8::text[])) and timestamp >= $9 and timestamp < $10 group by 1) as part group by key1) as every
where key1 not in ('', 'Unknown') order by "clicks" desc, key1 limit $11;
-- $1: "2026-05-04T00:00:00.000Z"
-- $2: "2026-05-06T10:15:00.000Z"
-- $3: 7
-- $4: 10
-- $5: [1,2]
-- $6: "ws_1"
-- $7: ["Berlin"]
-- $8: ["(direct)","news.example"]
-- $9: "2026-05-06T10:15:00.000Z"
-- $10: "2026-05-07T00:00:00.000Z"
-- $11: 5000
