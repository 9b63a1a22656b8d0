/** Metadata as the texts at its paths, so that ClickHouse compares what PostgreSQL would. */

/** Keys that conditions on metadata can name. Elements of arrays have their position as key. */
const isQueryable = String.raw`key ~ '^[A-Za-z0-9_.]+$'`

/** How a path is written in the column `metadata_texts`. */
export const metadataPath = (keys: readonly string[]) => keys.join('/')

/** SQL of PostgreSQL: a JSON object with the text at each path of a jsonb column. A JSON null has no text. */
export const metadataTextsSql = (metadata: string) => `
  (with recursive nodes (path, value) as (
     select null::text, ${metadata} where jsonb_typeof(${metadata}) in ('object', 'array')
     union all
     select concat_ws('/', path, key), child.value from nodes cross join lateral (
       select key, value from jsonb_each(case jsonb_typeof(nodes.value) when 'object' then nodes.value else '{}' end) where ${isQueryable}
       union all
       select (position - 1)::text, value from jsonb_array_elements(case jsonb_typeof(nodes.value) when 'array' then nodes.value else '[]' end)
         with ordinality as element (value, position)
     ) as child (key, value)
   )
   select coalesce(jsonb_object_agg(path, value #>> '{}') filter (where value <> 'null'), '{}') from nodes where path is not null)`
