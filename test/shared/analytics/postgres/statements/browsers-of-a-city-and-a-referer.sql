select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces,
  array(select id from dimension_values where workspace = (select no from workspace_numbers where workspace_id = $1) and dimension = 8 and parts[4] = any($2::text[])) as value_ids0,
  array(select id from dimension_values where workspace = (select no from workspace_numbers where workspace_id = $1) and dimension = 4 and digest = any($3::bytea[])) as value_ids1;
-- $1: "ws_1"
-- $2: ["Berlin"]
-- $3: ["digest of (direct)","digest of news.example"]

select * from (select key1, sum(parts."clicks"::float8)::bigint as "clicks" from (select key1, "clicks" from (select parts[2] as key1, "clicks" from (select value, sum(parts."clicks"::float8)::bigint as "clicks" from (select value, "clicks" from (
  select 0 as series_index, client as value, count(*) as "clicks"
  from click_facts where place = $5 and referer <> all($6::integer[]) and workspace = $7 and at >= $3::timestamptz and at < $4::timestamptz and hour >= $1::integer and hour <= $2::integer group by 1, 2) as part) as parts group by value) as summed join dimension_values on dimension_values.id = summed.value) as part
  union all
  select key1, "clicks" from (
  select browser as key1, count(*) as "clicks" from clicks
  where workspace = $8 and place_value = $9 and referer_value <> all($10::integer[]) and timestamp >= $11 and timestamp < $12 group by 1) as part) as parts group by key1) as counted
where key1 not in ('', 'Unknown') and ("clicks" <> 0) order by "clicks" desc, key1 limit $13;
-- $1: 493848
-- $2: 493906
-- $3: "2026-05-04T00:00:00.000Z"
-- $4: "2026-05-06T10:15:00.000Z"
-- $5: 10
-- $6: [1,2]
-- $7: 7
-- $8: 7
-- $9: 10
-- $10: [1,2]
-- $11: "2026-05-06T10:15:00.000Z"
-- $12: "2026-05-07T00:00:00.000Z"
-- $13: 5000
