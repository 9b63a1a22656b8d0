select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces,
  array(select id from dimension_values where workspace = (select no from workspace_numbers where workspace_id = $1) and dimension = 5 and digest = any($2::bytea[])) as value_ids0,
  array(select id from dimension_values where workspace = (select no from workspace_numbers where workspace_id = $1) and dimension = 1 and lower(parts[1]) = any($3::text[])) as value_ids1;
-- $1: "ws_1"
-- $2: ["digest of link_1"]
-- $3: ["mobile"]

select series_index::text as key1, sum(parts."clicks"::float8)::bigint as "clicks" from (select series_index, value, "clicks" from (
  select width_bucket(hour, $5::integer[]) - 1 as series_index, 0 as value, count(*) as "clicks"
  from click_facts where link = $6 and client = $7 and workspace = $8 and at >= $3::timestamptz and at < $4::timestamptz and hour >= $1::integer and hour <= $2::integer group by 1, 2) as part
  union all
  select series_index, value, "clicks" from (
  select width_bucket(timestamp, $9::timestamptz[]) - 1 as series_index, 0 as value, count(*) as "clicks" from clicks
  where workspace = $10 and link_value = $11 and client_value = $12 and timestamp >= $13 and timestamp < $14 group by 1, 2) as part) as parts
group by series_index order by key1;
-- $1: 493848
-- $2: 493906
-- $3: "2026-05-04T00:00:00.000Z"
-- $4: "2026-05-06T10:15:00.000Z"
-- $5: [493848,493872,493896]
-- $6: 10
-- $7: 11
-- $8: 7
-- $9: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z"]
-- $10: 7
-- $11: 10
-- $12: 11
-- $13: "2026-05-06T10:15:00.000Z"
-- $14: "2026-05-07T00:00:00.000Z"
