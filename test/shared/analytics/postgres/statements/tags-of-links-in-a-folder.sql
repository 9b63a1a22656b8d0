select (select at from click_watermark) as watermark,
  (select no from rollup_workspaces where workspace_id = $1) as workspace,
  array(select value.id from links join rollup_values value on value.workspace = (select no from rollup_workspaces where workspace_id = $1) and value.kind = 5 and value.digest = substring(sha256(convert_to(links.id, 'UTF8')) for 16) where links.workspace_id = $2 and (links.folder_id = any($3::text[])) is true and (exists (select from link_tags where link_tags.link_id = links.id and link_tags.tag_id = any($4::text[]))) is not true) as numbers0;
-- $1: "ws_1"
-- $2: "ws_1"
-- $3: ["fold_1"]
-- $4: ["tag_1"]

select link_tags.tag_id as key1, sum(every."clicks") as "clicks" from (select key1, sum(count) as clicks from (select parts[1] as key1, count from (select value, sum(count) as count from (
  select series, value, clicks as count from unnest($1::smallint[], $2::timestamptz[], $3::timestamptz[], $4::integer[]) as asked(tier, "from", "to", series) cross join lateral (
    select value, clicks from click_rollups
    where tier = asked.tier and bucket = asked."from" and workspace = $5 and kind = 5 and value = $6 offset 0
  ) as found
  union all
  select series, found.value, found.count from 
  (select asked.* from unnest($7::smallint[], $8::timestamptz[], $9::timestamptz[], $10::integer[]) as asked(tier, "from", "to", series) where not exists (
    select from click_totals where workspace = $11 and tier = asked.tier and bucket = asked."from" and dense
  )) as asked cross join lateral (
    select link as value, count(*) as count from click_facts
    where workspace = $12 and link = $13 and at >= asked."from" and at < asked."to" and hour >= floor(extract(epoch from asked."from") / 3600)::integer and hour <= floor(extract(epoch from asked."to") / 3600)::integer group by 1 offset 0
  ) as found
  union all
  select series, found.value, found.count from unnest($14::timestamptz[], $15::timestamptz[], $16::integer[]) as asked("from", "to", series) cross join lateral (
    select link as value, count(*) as count from click_facts
    where workspace = $17 and link = $18 and at >= asked."from" and at < asked."to" and hour >= floor(extract(epoch from asked."from") / 3600)::integer and hour <= floor(extract(epoch from asked."to") / 3600)::integer group by 1 offset 0
  ) as found) as part group by value) as summed join rollup_values on rollup_values.id = summed.value
  union all
  select link_id as key1, count(*) as count from click_events
  where workspace_id = $19 and exists (select from links where links.id = link_id and links.workspace_id = $20 and (links.folder_id = any($21::text[])) is true and (exists (select from link_tags where link_tags.link_id = links.id and link_tags.tag_id = any($22::text[]))) is not true) and timestamp >= $23 and timestamp < $24 group by 1) as part group by key1) as every join links on links.id = every.key1 and links.workspace_id = $25 join link_tags on link_tags.link_id = links.id
where link_tags.tag_id is not null group by 1 order by "clicks" desc, key1 limit $26;
-- $1: [3,3,2,1,1,1,1]
-- $2: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $3: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $4: [0,0,0,0,0,0,0]
-- $5: 7
-- $6: 10
-- $7: [3,3,2,1,1,1,1]
-- $8: ["2026-05-04T00:00:00.000Z","2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z"]
-- $9: ["2026-05-05T00:00:00.000Z","2026-05-06T00:00:00.000Z","2026-05-06T06:00:00.000Z","2026-05-06T07:00:00.000Z","2026-05-06T08:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-06T10:00:00.000Z"]
-- $10: [0,0,0,0,0,0,0]
-- $11: 7
-- $12: 7
-- $13: 10
-- $14: ["2026-05-06T10:00:00.000Z"]
-- $15: ["2026-05-06T10:15:00.000Z"]
-- $16: [0]
-- $17: 7
-- $18: 10
-- $19: "ws_1"
-- $20: "ws_1"
-- $21: ["fold_1"]
-- $22: ["tag_1"]
-- $23: "2026-05-06T10:15:00.000Z"
-- $24: "2026-05-07T00:00:00.000Z"
-- $25: "ws_1"
-- $26: 5000
