select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces;
-- $1: "ws_1"

select * from (select coalesce(text, parts[1]) as key1, "sales", "saleAmount" from (
  select * from (with raw_counts as materialized (
  select id as value, key1 as text, "sales", "saleAmount" from (select key1, "sales", "saleAmount" from (
  select event_name as key1, sum(sales) as "sales", sum(amount)::bigint as "saleAmount" from sale_events
  where workspace_id = $1 and not recurring and ((metadata #>> $2::text[]) = $3::text and case when (metadata #>> $4::text[]) ~ '^\s*[-+]{0,1}[0-9]{1,255}(\.[0-9]{1,255}){0,1}([eE][-+]{0,1}[0-9]{1,3}){0,1}\s*$' then (metadata #>> $5::text[])::numeric >= $6::numeric else false end or (metadata #>> $7::text[]) is distinct from $8::text) and timestamp >= $9 and timestamp < $10 group by 1) as part) as raw
  left join dimension_values on workspace = $11::integer and dimension = 11
    and digest = substring(sha256(convert_to(key1, 'UTF8')) for 16))
    select value, null as text, sum(parts."sales"::float8)::bigint as "sales", sum(parts."saleAmount"::float8)::bigint as "saleAmount" from (select value, "sales", "saleAmount" from (select * from raw_counts where value is not null) as part) as parts group by value
    union all
    select value, text, sum(parts."sales"::float8)::bigint as "sales", sum(parts."saleAmount"::float8)::bigint as "saleAmount" from raw_counts as parts where value is null group by value, text) as counted
  where ("sales" <> 0 or "saleAmount" <> 0) order by "saleAmount" desc fetch first $12 rows with ties
) as top_values left join dimension_values on id = value) as counted
where key1 <> '' and ("sales" <> 0 or "saleAmount" <> 0) order by "saleAmount" desc, key1 limit $13;
-- $1: "ws_1"
-- $2: ["plan"]
-- $3: "pro"
-- $4: ["a","seats"]
-- $5: ["a","seats"]
-- $6: "5"
-- $7: ["plan"]
-- $8: "free"
-- $9: "2026-05-04T00:00:00.000Z"
-- $10: "2026-05-07T00:00:00.000Z"
-- $11: 7
-- $12: 5002
-- $13: 5000
