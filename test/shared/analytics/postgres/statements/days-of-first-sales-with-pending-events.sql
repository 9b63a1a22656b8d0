select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces;
-- $1: "ws_1"

select series_index::text as key1, sum(parts."sales"::float8)::bigint as "sales", sum(parts."saleAmount"::float8)::bigint as "saleAmount" from (select series_index, value, "sales", "saleAmount" from (
  select width_bucket(hour, $5::integer[]) - 1 as series_index, 0 as value, sum(sales)::bigint as "sales", sum(amount)::bigint as "saleAmount"
  from conversion_facts where recurring is not true and workspace = $6 and at >= $3::timestamptz and at < $4::timestamptz and hour >= $1::integer and hour <= $2::integer group by 1, 2) as part
  union all
  select series_index, value, "sales", "saleAmount" from (
  select width_bucket(at, $7::timestamptz[]) - 1 as series_index, 0 as value,
    -sum(sales)::bigint as "sales", -sum(amount)::bigint as "saleAmount"
  from (select distinct id as pending_id, at as pending_at from pending_conversions
    where workspace_id = $8 and at >= $9 and at < $10) as pending join conversion_facts on id = pending_id and at = pending_at
  where recurring is not true and workspace = $11 group by 1, 2) as part
  union all
  select series_index, value, "sales", "saleAmount" from (
  select width_bucket(timestamp, $12::timestamptz[]) - 1 as series_index, 0 as value, sum(sales) as "sales", sum(amount)::bigint as "saleAmount" from (select distinct id as pending_id, at as pending_at from pending_conversions
    where workspace_id = $14 and at >= $15 and at < $16) as pending join sale_events on id = pending_id and timestamp = pending_at
  where workspace_id = $13 and not recurring group by 1, 2) as part) as parts
group by series_index order by key1;
-- $1: 493848
-- $2: 493920
-- $3: "2026-05-04T00:00:00.000Z"
-- $4: "2026-05-07T00:00:00.000Z"
-- $5: [493848,493872,493896]
-- $6: 7
-- $7: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z"]
-- $8: "ws_1"
-- $9: "2026-05-04T00:00:00.000Z"
-- $10: "2026-05-07T00:00:00.000Z"
-- $11: 7
-- $12: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z"]
-- $13: "ws_1"
-- $14: "ws_1"
-- $15: "2026-05-04T00:00:00.000Z"
-- $16: "2026-05-07T00:00:00.000Z"
