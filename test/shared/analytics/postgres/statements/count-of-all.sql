select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from unfolded_conversions where workspace_id = $1) as "hasNotes",
  (select no from rollup_workspaces where workspace_id = $1) as workspace;
-- $1: "ws_1"

select series::text as key1, sum(part."clicks"::float8)::bigint as "clicks" from (select series, value, "clicks" from (
  select series, 0 as value, "clicks" from unnest($1::smallint[], $2::timestamptz[], $3::timestamptz[], $4::integer[]) as asked(tier, "from", "to", series) cross join lateral (
    select clicks as "clicks" from click_totals where workspace = $5 and tier = asked.tier and bucket = asked."from" offset 0
  ) as found) as one
  union all
  select series, value, "clicks" from (
  select 0 as series, 0 as value, count(*) as "clicks" from click_events
  where workspace_id = $6 and timestamp >= $7 and timestamp < $8 group by 1, 2) as one) as part
group by series order by key1;
-- $1: [3,3,2,1,1,1,1,0]
-- $2: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $3: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z","2026-05-06T10:15:00.000Z"]
-- $4: [0,0,0,0,0,0,0,0]
-- $5: 7
-- $6: "ws_1"
-- $7: "2026-05-06T10:15:00.000Z"
-- $8: "2026-05-07T00:00:00.000Z"
