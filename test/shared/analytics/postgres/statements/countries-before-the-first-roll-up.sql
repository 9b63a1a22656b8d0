select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces;
-- $1: "ws_1"

select * from (select key1, sum(parts."clicks"::float8)::bigint as "clicks" from (select key1, "clicks" from (
  select country as key1, count(*) as "clicks" from clicks
  where workspace = any($1::integer[]) and timestamp >= $2 and timestamp < $3 group by 1) as part) as parts group by key1) as counted
where key1 not in ('', 'Unknown') and ("clicks" <> 0) order by "clicks" desc, key1 limit $4;
-- $1: []
-- $2: "2026-05-06T10:15:00.000Z"
-- $3: "2026-05-07T00:00:00.000Z"
-- $4: 5000
