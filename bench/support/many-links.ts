/**
 * A workspace with many links in folders and with tags, written by SQL: creating them through the API would take longer than the
 * measurement.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The short link of the link with this number. */
export const shortLinkOf = (at: number) => `d${at % 7}.example/${createHash('md5').update(`x${at}`).digest('hex').slice(0, 7)}${at}`

/** Creates the indexes of links after the rows, which takes a tenth of the time. */
export async function withoutIndexes(pool: pg.Pool, insert: () => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'links' and indexname not like '%pkey'
     and indexname not like '%key_key'`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  await insert()
  for (const { definition } of indexes) await pool.query(definition)
}

export async function fillLinks(pool: pg.Pool, workspace: string, user: string, links: number): Promise<void> {
  await pool.query(
    `insert into folders (id, workspace_id, name, created_at, updated_at) select 'fold_' || at, $1, 'folder-' || at, now(), now()
     from generate_series(0, 8) at`,
    [workspace],
  )
  await pool.query(
    `insert into tags (id, workspace_id, name, created_at, updated_at) select 'tag_' || at, $1, 'tag-' || at, now(), now()
     from generate_series(0, 49) at`,
    [workspace],
  )
  const insertLinks = () =>
    pool.query(
      `insert into links (id, workspace_id, user_id, domain, key, lookup_key, url, short_link, tenant_id, folder_id, archived, created_at,
     updated_at)
     select 'link_' || lpad(at::text, 26, '0'), $1, $2, 'd' || at % 7 || '.example', key, key,
     'https://destination.example/page-' || at || '/' || substr(md5(at::text), 1, 12), 'https://d' || at % 7 || '.example/' || key,
       'tenant-' || at % 5000, case when at % 3 = 0 then 'fold_' || at % 9 end, at % 100 = 0, now(), now() from (select at,
       substr(md5('x' || at), 1, 7) || at as key from generate_series(1, $3::int) at) made`,
      [workspace, user, links],
    )
  await withoutIndexes(pool, insertLinks)
  await pool.query(
    `insert into domains (id, slug, workspace_id, verified, created_at, updated_at) select 'dom_' || at, 'd' || at || '.example', $1, true,
     now(), now() from generate_series(0, 6) at`,
    [workspace],
  )
  await pool.query(`insert into link_tags (link_id, tag_id, position) select id, 'tag_' || right(id, 7)::int % 50, 1 from links`)
  await pool.query('vacuum analyze links, link_tags')
  await pool.query('update workspaces set total_links = $1', [links])
}
