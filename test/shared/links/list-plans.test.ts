/** How the database answers lists of a large workspace: always from an index, whatever is asked. */
import test from 'ava'
import { type LinkFilter, listStatement, type LinkWindow } from '../../../shared/links/link-list.queries.js'
import { person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const page: LinkWindow = { skip: 0, size: 100 }
const everywhere = { folders: 'everything' } as const
const questions: [title: string, filter: LinkFilter, window: LinkWindow][] = [
  ['the newest', everywhere, page],
  ['behind a cursor', everywhere, { after: 'link_0000000000000000000005000x', size: 100 }],
  ['before a cursor', everywhere, { before: 'link_0000000000000000000005000x', size: 100 }],
  ['outside folders', { folders: 'unsorted' }, page],
  ['of a folder', { folders: { folderId: 'fold_none' } }, page],
  ['of a domain', { ...everywhere, domain: 'd3.example' }, page],
  ['of a user', { ...everywhere, userId: 'user_none' }, page],
  ['of a tenant', { ...everywhere, tenantId: 'tenant-17' }, page],
  ['of a partner', { ...everywhere, partnerId: 'pn_17' }, page],
  ['with a tag', { ...everywhere, tagIds: ['tag_none'] }, page],
  ['by their ids', { ...everywhere, linkIds: ['link_a', 'link_b'] }, page],
  ['with a rare text', { ...everywhere, search: 'number-4711' }, page],
  ['with two characters', { ...everywhere, search: 'zq' }, page],
  ['archived as well', { ...everywhere, showArchived: true }, page],
]

test('no list of a large workspace reads the whole table', async (t) => {
  const { workspace } = await person(service)
  const { pool, orm } = service.resources.database
  await pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, tenant_id, program_id, partner_id, created_at, updated_at)
     select 'link_' || lpad(at::text, 26, '0'), $1, 'd' || at % 7 || '.example', 'k' || at, 'k' || at, 'https://destination.example/number-' || at, 'https://d.example/k' || at,
       'tenant-' || at % 500, 'prog_1', 'pn_' || at % 500, now(), now() from generate_series(1, 20000) at`,
    [workspace.id],
  )
  await pool.query('analyze links')
  const em = orm.em.fork()
  for (const [title, filter, window] of questions) {
    const { sql, params } = listStatement({ workspace: { ...workspace, totalLinks: 20_000 } }, filter, 'createdAt', window)
    const rows: Record<string, string>[] = await em.execute(`explain ${sql}`, params)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    t.false(plan.includes('Seq Scan on links'), `${title}: ${plan}`)
    t.regex(plan, /Index/, title)
  }
})
