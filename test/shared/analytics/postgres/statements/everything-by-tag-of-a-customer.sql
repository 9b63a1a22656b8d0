select (select at from click_watermark) as watermark,
  (select no from rollup_workspaces where workspace_id = $1) as workspace;
-- $1: "ws_1"

select link_tags.tag_id as key1, sum(every."clicks") as "clicks", sum(every."leads") as "leads", sum(every."sales") as "sales", sum(every."saleAmount") as "saleAmount" from (select key1, sum("clicks") as "clicks", sum("leads") as "leads", sum("sales") as "sales", sum("saleAmount") as "saleAmount" from (
select key1, "clicks" as "clicks", 0 as "leads", 0 as "sales", 0 as "saleAmount" from (select key1, sum(count) as clicks from (
  select link_id as key1, count(*) as count from click_events
  where workspace_id = $1 and (id, timestamp) in (select click_id, clicked_at from lead_events where customer_id = $2 and workspace_id = $3) and timestamp >= $4 and timestamp < $5 group by 1) as part group by key1) as clicks
union all
select key1, 0 as "clicks", "leads" as "leads", 0 as "sales", 0 as "saleAmount" from (select link_id as key1, count(*) as leads from lead_events
where workspace_id = $6 and customer_id = $7 and timestamp >= $8 and timestamp < $9 group by 1) as leads
union all
select key1, 0 as "clicks", 0 as "leads", "sales" as "sales", "saleAmount" as "saleAmount" from (select link_id as key1, sum(sales) as sales, sum(amount) as "saleAmount" from sale_events
where workspace_id = $10 and customer_id = $11 and timestamp >= $12 and timestamp < $13 group by 1) as sales
) as every group by key1) as every join links on links.id = every.key1 and links.workspace_id = $14 join link_tags on link_tags.link_id = links.id
where link_tags.tag_id is not null group by 1 order by "saleAmount" desc, "clicks" desc, "leads" desc, key1 limit $15;
-- $1: "ws_1"
-- $2: "cus_1"
-- $3: "ws_1"
-- $4: "2026-05-04T00:00:00.000Z"
-- $5: "2026-05-07T00:00:00.000Z"
-- $6: "ws_1"
-- $7: "cus_1"
-- $8: "2026-05-04T00:00:00.000Z"
-- $9: "2026-05-07T00:00:00.000Z"
-- $10: "ws_1"
-- $11: "cus_1"
-- $12: "2026-05-04T00:00:00.000Z"
-- $13: "2026-05-07T00:00:00.000Z"
-- $14: "ws_1"
-- $15: 5000
