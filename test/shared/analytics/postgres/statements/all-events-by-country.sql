select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces;
-- $1: "ws_1"

select * from (select key1, sum(parts."clicks"::float8)::bigint as "clicks", sum(parts."leads"::float8)::bigint as "leads", sum(parts."sales"::float8)::bigint as "sales", sum(parts."saleAmount"::float8)::bigint as "saleAmount" from (select key1, "clicks", "leads", "sales", "saleAmount" from (select parts[2] as key1, "clicks", "leads", "sales", "saleAmount" from (select value, sum(parts."clicks"::float8)::bigint as "clicks", sum(parts."leads"::float8)::bigint as "leads", sum(parts."sales"::float8)::bigint as "sales", sum(parts."saleAmount"::float8)::bigint as "saleAmount" from (select value, "clicks", "leads", "sales", "saleAmount" from (
  select series_index, value, "clicks", "leads", "sales", "saleAmount" from unnest($1::smallint[], $2::timestamptz[], $3::timestamptz[], $4::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select value, clicks as "clicks", 0 as "leads", 0 as "sales", 0 as "saleAmount" from click_rollup_values as stored
    where stored.tier = spans.tier and bucket = spans."from" and workspace = $5 and dimension = 2
      offset 0
  ) as counts) as part
  union all
  select value, "clicks", "leads", "sales", "saleAmount" from (
  select series_index, counts.value, sign * "clicks" as "clicks", sign * "leads" as "leads", sign * "sales" as "sales", sign * "saleAmount" as "saleAmount" from 
  (select spans.*, 1 as sign, sparse.workspace from unnest($6::smallint[], $7::timestamptz[], $8::timestamptz[], $9::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select workspace from click_totals
    where workspace = $10 and tier = spans.tier and bucket = spans."from" and not dense offset 0
  ) as sparse) as spans cross join lateral (
    select country as value, count(*) as "clicks", 0 as "leads", 0 as "sales", 0 as "saleAmount" from click_facts
    where workspace = spans.workspace and at >= spans."from" and at < spans."to" and hour >= floor(extract(epoch from spans."from") / 3600)::integer and hour < ceil(extract(epoch from spans."to") / 3600)::integer group by 1 offset 0
  ) as counts) as part
  union all
  select value, "clicks", "leads", "sales", "saleAmount" from (
  select series_index, counts.value, sign * "clicks" as "clicks", sign * "leads" as "leads", sign * "sales" as "sales", sign * "saleAmount" as "saleAmount" from unnest($11::timestamptz[], $12::timestamptz[], $13::integer[], $14::integer[]) as spans("from", "to", series_index, sign) cross join lateral (
    select country as value, count(*) as "clicks", 0 as "leads", 0 as "sales", 0 as "saleAmount" from click_facts
    where workspace = $15 and at >= spans."from" and at < spans."to" and hour >= floor(extract(epoch from spans."from") / 3600)::integer and hour < ceil(extract(epoch from spans."to") / 3600)::integer group by 1 offset 0
  ) as counts) as part
  union all
  select value, "clicks", "leads", "sales", "saleAmount" from (
  select series_index, value, "clicks", "leads", "sales", "saleAmount" from unnest($16::smallint[], $17::timestamptz[], $18::timestamptz[], $19::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select value, 0 as "clicks", leads as "leads", sales as "sales", amount as "saleAmount" from conversion_rollup_values as stored
    where stored.tier = spans.tier and bucket = spans."from" and workspace = $20 and dimension = 2
      offset 0
  ) as counts) as part
  union all
  select value, "clicks", "leads", "sales", "saleAmount" from (
  select series_index, counts.value, sign * "clicks" as "clicks", sign * "leads" as "leads", sign * "sales" as "sales", sign * "saleAmount" as "saleAmount" from 
  (select spans.*, 1 as sign, sparse.workspace from unnest($21::smallint[], $22::timestamptz[], $23::timestamptz[], $24::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select workspace from conversion_totals
    where workspace = $25 and tier = spans.tier and bucket = spans."from" and not dense offset 0
  ) as sparse) as spans cross join lateral (
    select country as value, 0 as "clicks", sum(leads)::bigint as "leads", sum(sales)::bigint as "sales", sum(amount)::bigint as "saleAmount" from conversion_facts
    where workspace = spans.workspace and at >= spans."from" and at < spans."to" and hour >= floor(extract(epoch from spans."from") / 3600)::integer and hour < ceil(extract(epoch from spans."to") / 3600)::integer group by 1 offset 0
  ) as counts) as part
  union all
  select value, "clicks", "leads", "sales", "saleAmount" from (
  select series_index, counts.value, sign * "clicks" as "clicks", sign * "leads" as "leads", sign * "sales" as "sales", sign * "saleAmount" as "saleAmount" from unnest($26::timestamptz[], $27::timestamptz[], $28::integer[], $29::integer[]) as spans("from", "to", series_index, sign) cross join lateral (
    select country as value, 0 as "clicks", sum(leads)::bigint as "leads", sum(sales)::bigint as "sales", sum(amount)::bigint as "saleAmount" from conversion_facts
    where workspace = $30 and at >= spans."from" and at < spans."to" and hour >= floor(extract(epoch from spans."from") / 3600)::integer and hour < ceil(extract(epoch from spans."to") / 3600)::integer group by 1 offset 0
  ) as counts) as part) as parts group by value) as summed join dimension_values on dimension_values.id = summed.value) as part
  union all
  select key1, "clicks", "leads", "sales", "saleAmount" from (
  select country as key1, count(*) as "clicks", 0 as "leads", 0 as "sales", 0 as "saleAmount" from clicks
  where workspace = $31 and timestamp >= $32 and timestamp < $33 group by 1) as part) as parts group by key1) as counted
where key1 not in ('', 'Unknown') and ("clicks" <> 0 or "leads" <> 0 or "sales" <> 0 or "saleAmount" <> 0) order by "clicks" desc, "leads" desc, "saleAmount" desc, key1 limit $34;
-- $1: [3,3,2,1,1,1,1]
-- $2: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $3: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $4: [0,0,0,0,0,0,0]
-- $5: 7
-- $6: [3,3,2,1,1,1,1]
-- $7: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $8: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $9: [0,0,0,0,0,0,0]
-- $10: 7
-- $11: ["2026-05-06T10:00:00.000Z"]
-- $12: ["2026-05-06T10:15:00.000Z"]
-- $13: [0]
-- $14: [1]
-- $15: 7
-- $16: [3,3,2,1,1,1,1]
-- $17: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $18: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $19: [0,0,0,0,0,0,0]
-- $20: 7
-- $21: [3,3,2,1,1,1,1]
-- $22: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $23: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $24: [0,0,0,0,0,0,0]
-- $25: 7
-- $26: ["2026-05-06T10:00:00.000Z","2026-05-06T10:15:00.000Z"]
-- $27: ["2026-05-06T10:15:00.000Z","2026-05-07T00:00:00.000Z"]
-- $28: [0,0]
-- $29: [1,1]
-- $30: 7
-- $31: 7
-- $32: "2026-05-06T10:15:00.000Z"
-- $33: "2026-05-07T00:00:00.000Z"
-- $34: 5000
