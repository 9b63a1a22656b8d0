select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces;
-- $1: "ws_1"

select * from (
select link_tags.tag_id as key1, sum(counted."clicks"::float8)::bigint as "clicks", sum(counted."leads"::float8)::bigint as "leads", sum(counted."sales"::float8)::bigint as "sales", sum(counted."saleAmount"::float8)::bigint as "saleAmount" from (select key1, "clicks", "leads", "sales", "saleAmount" from (
  select link_id as key1, count(*) as "clicks", 0 as "leads", 0 as "sales", 0 as "saleAmount" from clicks
  where workspace = $2 and (id, timestamp) in (select click_id, clicked_at from lead_events where customer_id = $3 and workspace_id = $4) and timestamp >= $5 and timestamp < $6 group by 1) as part
  union all
  select key1, "clicks", "leads", "sales", "saleAmount" from (
  select link_id as key1, 0 as "clicks", count(*) as "leads", 0 as "sales", 0 as "saleAmount" from lead_events
  where workspace_id = $7 and customer_id = $8 and timestamp >= $9 and timestamp < $10 group by 1) as part
  union all
  select key1, "clicks", "leads", "sales", "saleAmount" from (
  select link_id as key1, 0 as "clicks", 0 as "leads", sum(sales) as "sales", sum(amount)::bigint as "saleAmount" from sale_events
  where workspace_id = $11 and customer_id = $12 and timestamp >= $13 and timestamp < $14 group by 1) as part) as counted
join links on links.id = counted.key1 and links.workspace_id = $1 join link_tags on link_tags.link_id = links.id
where link_tags.tag_id is not null group by 1) as groups
where ("clicks" <> 0 or "leads" <> 0 or "sales" <> 0 or "saleAmount" <> 0) order by "saleAmount" desc, "clicks" desc, "leads" desc, key1 limit $15;
-- $1: "ws_1"
-- $2: 7
-- $3: "cus_1"
-- $4: "ws_1"
-- $5: "2026-05-04T00:00:00.000Z"
-- $6: "2026-05-07T00:00:00.000Z"
-- $7: "ws_1"
-- $8: "cus_1"
-- $9: "2026-05-04T00:00:00.000Z"
-- $10: "2026-05-07T00:00:00.000Z"
-- $11: "ws_1"
-- $12: "cus_1"
-- $13: "2026-05-04T00:00:00.000Z"
-- $14: "2026-05-07T00:00:00.000Z"
-- $15: 5000
