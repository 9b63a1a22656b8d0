select (select at from click_watermark) as clicks,
  (select at from conversion_watermark) as conversions,
  exists (select from pending_conversions where workspace_id = $1) as "hasPending",
  array(select no from workspace_numbers where workspace_id = $1) as workspaces,
  array(select value.id from links join dimension_values value
    on value.workspace = (select no from workspace_numbers where workspace_id = $1) and value.dimension = 5 and value.digest = substring(sha256(convert_to(links.id, 'UTF8')) for 16)
    where links.workspace_id = $2 and (links.folder_id = any($3::text[])) is true and (exists (select from link_tags where link_tags.link_id = links.id and link_tags.tag_id = any($4::text[]))) is not true) as value_ids0;
-- $1: "ws_1"
-- $2: "ws_1"
-- $3: ["fold_1"]
-- $4: ["tag_1"]

select * from (
select link_tags.tag_id as key1, sum(counted."clicks"::float8)::bigint as "clicks" from (select key1, "clicks" from (select parts[1] as key1, "clicks" from (select value, sum(parts."clicks"::float8)::bigint as "clicks" from (select value, "clicks" from (
  select series_index, value, "clicks" from unnest($2::smallint[], $3::timestamptz[], $4::timestamptz[], $5::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select value, clicks as "clicks" from click_rollup_values as stored
    where stored.tier = spans.tier and bucket = spans."from" and workspace = $6 and dimension = 5
      and first <= $7 and last >= $8 and value = $9 offset 0
  ) as counts) as part
  union all
  select value, "clicks" from (
  select series_index, counts.value, sign * "clicks" as "clicks" from 
  (select spans.*, 1 as sign, sparse.workspace from unnest($10::smallint[], $11::timestamptz[], $12::timestamptz[], $13::integer[]) as spans(tier, "from", "to", series_index) cross join lateral (
    select workspace from click_totals
    where workspace = $14 and tier = spans.tier and bucket = spans."from" and not dense offset 0
  ) as sparse) as spans cross join lateral (
    select link as value, count(*) as "clicks" from click_facts
    where workspace = spans.workspace and link = $15 and at >= spans."from" and at < spans."to" and hour >= floor(extract(epoch from spans."from") / 3600)::integer and hour < ceil(extract(epoch from spans."to") / 3600)::integer group by 1 offset 0
  ) as counts) as part
  union all
  select value, "clicks" from (
  select series_index, counts.value, sign * "clicks" as "clicks" from unnest($16::timestamptz[], $17::timestamptz[], $18::integer[], $19::integer[]) as spans("from", "to", series_index, sign) cross join lateral (
    select link as value, count(*) as "clicks" from click_facts
    where workspace = $20 and link = $21 and at >= spans."from" and at < spans."to" and hour >= floor(extract(epoch from spans."from") / 3600)::integer and hour < ceil(extract(epoch from spans."to") / 3600)::integer group by 1 offset 0
  ) as counts) as part) as parts group by value) as summed join dimension_values on dimension_values.id = summed.value) as part
  union all
  select key1, "clicks" from (
  select link_id as key1, count(*) as "clicks" from clicks
  where workspace = $22 and link_value = $23 and timestamp >= $24 and timestamp < $25 group by 1) as part) as counted
join links on links.id = counted.key1 and links.workspace_id = $1 join link_tags on link_tags.link_id = links.id
where link_tags.tag_id is not null group by 1) as groups
where ("clicks" <> 0) order by "clicks" desc, key1 limit $26;
-- $1: "ws_1"
-- $2: [3,3,2,1,1,1,1]
-- $3: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $4: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $5: [0,0,0,0,0,0,0]
-- $6: 7
-- $7: 10
-- $8: 10
-- $9: 10
-- $10: [3,3,2,1,1,1,1]
-- $11: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $12: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $13: [0,0,0,0,0,0,0]
-- $14: 7
-- $15: 10
-- $16: ["2026-05-06T10:00:00.000Z"]
-- $17: ["2026-05-06T10:15:00.000Z"]
-- $18: [0]
-- $19: [1]
-- $20: 7
-- $21: 10
-- $22: 7
-- $23: 10
-- $24: "2026-05-06T10:15:00.000Z"
-- $25: "2026-05-07T00:00:00.000Z"
-- $26: 5000
