select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces;
-- $1: "ws_1"

select series_index::text as key1, sum(parts."clicks"::float8)::bigint as "clicks" from (select series_index, value, "clicks" from (
  select series_index, 0 as value, "clicks" from unnest($1::smallint[], $2::timestamptz[], $3::timestamptz[], $4::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select clicks as "clicks" from click_totals
    where workspace = $5 and tier = spans.tier and bucket = spans."from" offset 0
  ) as counts) as part
  union all
  select series_index, value, "clicks" from (
  select 0 as series_index, 0 as value, count(*) as "clicks" from clicks
  where workspace = $6 and timestamp >= $7 and timestamp < $8 group by 1, 2) as part) as parts
group by series_index order by key1;
-- $1: [3,3,2,1,1,1,1,0]
-- $2: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $3: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z","2026-05-06T10:15:00.000Z"]
-- $4: [0,0,0,0,0,0,0,0]
-- $5: 7
-- $6: 7
-- $7: "2026-05-06T10:15:00.000Z"
-- $8: "2026-05-07T00:00:00.000Z"
