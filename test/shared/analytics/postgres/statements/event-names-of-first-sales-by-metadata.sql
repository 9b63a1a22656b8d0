select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces;
-- $1: "ws_1"

select * from (select coalesce(text, parts[1]) as key1, "sales", "saleAmount" from (
  select * from (with raw_counts as materialized (
  select id as value, key1 as text, "sales", "saleAmount" from (select key1, "sales", "saleAmount" from (
  select event_name as key1, sum(sales) as "sales", sum(amount)::bigint as "saleAmount" from sale_events
  where workspace_id = $1 and not recurring and ((metadata #>> $2::text[]) = $3::text and case when (metadata #>> $4::text[]) ~ '^\s*[-+]?[0-9]{1,255}(\.[0-9]{1,255})?([eE][-+]?[0-9]{1,3})?\s*$' then (metadata #>> $4::text[])::numeric >= $5::numeric else false end or (metadata #>> $6::text[]) is distinct from $7::text) and timestamp >= $8 and timestamp < $9 group by 1) as part) as raw
  left join dimension_values on workspace = $10::integer and dimension = 11
    and digest = substring(sha256(convert_to(key1, 'UTF8')) for 16))
    select value, null as text, sum(parts."sales"::float8)::bigint as "sales", sum(parts."saleAmount"::float8)::bigint as "saleAmount" from (select value, "sales", "saleAmount" from (select * from raw_counts where value is not null) as part) as parts group by value
    union all
    select value, text, sum(parts."sales"::float8)::bigint as "sales", sum(parts."saleAmount"::float8)::bigint as "saleAmount" from raw_counts as parts where value is null group by value, text) as counted
  where ("sales" <> 0 or "saleAmount" <> 0) order by "saleAmount" desc fetch first $11 rows with ties
) as top_values left join dimension_values on id = value) as counted
where key1 <> '' and ("sales" <> 0 or "saleAmount" <> 0) order by "saleAmount" desc, key1 limit $12;
-- $1: "ws_1"
-- $2: ["plan"]
-- $3: "pro"
-- $4: ["a","seats"]
-- $5: "5"
-- $6: ["plan"]
-- $7: "free"
-- $8: "2026-05-04T00:00:00.000Z"
-- $9: "2026-05-07T00:00:00.000Z"
-- $10: 7
-- $11: 5002
-- $12: 5000
