/** Query plans of lists of a large workspace: every filter must use an index. */
import test from 'ava'
import { type LinkFilter, listStatement, type LinkWindow } from '../../../shared/links/link-list.queries.js'
import { testMember } from '../../support/callers.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const page: LinkWindow = { skip: 0, size: 100 }
const inAllFolders = { folders: 'all' } as const
const queries: [title: string, filter: LinkFilter, window: LinkWindow][] = [
  ['the newest', inAllFolders, page],
  ['after a cursor', inAllFolders, { after: 'link_0000000000000000000005000x', size: 100 }],
  ['before a cursor', inAllFolders, { before: 'link_0000000000000000000005000x', size: 100 }],
  ['outside folders', { folders: 'unsorted' }, page],
  ['of a folder', { folders: { folderId: 'fold_none' } }, page],
  ['of a domain', { ...inAllFolders, domain: 'd3.example' }, page],
  ['of a user', { ...inAllFolders, userId: 'user_none' }, page],
  ['of a tenant', { ...inAllFolders, tenantId: 'tenant-17' }, page],
  ['of a partner', { ...inAllFolders, partnerId: 'pn_17' }, page],
  ['with a tag', { ...inAllFolders, tagIds: ['tag_none'] }, page],
  ['by ids', { ...inAllFolders, linkIds: ['link_a', 'link_b'] }, page],
  ['matching a rare text', { ...inAllFolders, search: 'number-4711' }, page],
  ['matching two characters', { ...inAllFolders, search: 'zq' }, page],
  ['including archived links', { ...inAllFolders, showArchived: true }, page],
]

test('lists of a large workspace never scan the whole table', async (t) => {
  const { workspace } = await testMember(service)
  const { pool, orm } = service.resources.database
  await pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, tenant_id, program_id, partner_id, created_at, updated_at)
     select 'link_' || lpad(i::text, 26, '0'), $1, 'd' || i % 7 || '.example', 'k' || i, 'k' || i,
       'https://destination.example/number-' || i, 'https://d.example/k' || i,
       'tenant-' || i % 500, 'prog_1', 'pn_' || i % 500, now(), now() from generate_series(1, 20000) i`,
    [workspace.id],
  )
  await pool.query('analyze links')
  const em = orm.em.fork()
  for (const [title, filter, window] of queries) {
    const { sql, params } = listStatement({ workspace: { ...workspace, totalLinks: 20_000 } }, filter, 'createdAt', window)
    const rows: Record<string, string>[] = await em.execute(`explain ${sql}`, params)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    t.false(plan.includes('Seq Scan on links'), `${title}: ${plan}`)
    t.regex(plan, /Index/, title)
  }
})
