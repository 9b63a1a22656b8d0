/** The cache of links in a process that is told of changes only by the database: the changes here are made by SQL, without messages. */
import { setTimeout as pause } from 'node:timers/promises'
import test from 'ava'
import pg from 'pg'
import type { Workspace } from '../../../../shared/accounts/index.js'
import { openPool } from '../../../../shared/kernel/db/pool.js'
import { linkRecordsSql } from '../../../../shared/links/destination/link-record.queries.js'
import { openLinkDirectory } from '../../../../shared/links/index.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { transactionPooler } from '../../../support/transaction-pooler.js'
import { waitUntil } from '../../../support/wait-until.js'

const ttlMs = 1000
const [domain, renamedDomain] = ['directory.example', 'renamed.example']

let api: TestApi
let workspace: Workspace
test.before(async () => {
  api = await testApi()
  workspace = await api.make.workspace()
  await api.make.domain(workspace, { slug: domain })
})
test.after.always(() => api.close())

const sql = (text: string, values: unknown[] = []) => api.resources.database.pool.query(text, values)
const makeLink = (key: string, owner = workspace) => api.make.link(owner, { domain, key, url: 'https://target.example/before' })

/** A directory whose queries for links are counted. */
async function openDirectory(applicationName = 'link-directory', connectionString = api.config.databaseUrl) {
  const pool = openPool({ connectionString, application_name: applicationName, max: 4 }, () => undefined)
  let queries = 0
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  Object.assign(pool, { query: (...args: unknown[]) => (queries++, query(...args)) })
  const directory = await openLinkDirectory({ pool, store: api.resources.store, cachedLinks: 1000, onError: () => undefined })
  const find = async (key: string, slug = domain) => directory.links.get(`${slug} ${key}`)
  return {
    find,
    /** Follows the link until it was not read for longer than the TTL. */
    async keep(key: string) {
      let before = -1
      let since = 0
      await waitUntil(async () => {
        await find(key)
        if (queries !== before) [before, since] = [queries, performance.now()]
        return performance.now() - since > ttlMs * 1.1
      })
    },
    async close() {
      await directory.close()
      await pool.end()
    },
  }
}

for (const [change, statement, expected] of [
  ['changed', `update links set url = 'https://target.example/after' where key = 'changed'`, 'https://target.example/after'],
  ['deleted', `delete from links where key = 'deleted'`, undefined],
  ['moved', `update links set key = 'elsewhere', lookup_key = 'elsewhere' where key = 'moved'`, undefined],
] as const)
  test(`a link that is not read any more is no longer served as it was after it was ${change} by SQL`, async (t) => {
    const directory = await openDirectory()
    t.teardown(directory.close)
    await makeLink(change)
    await directory.keep(change)
    await sql(statement)
    await waitUntil(async () => (await directory.find(change))?.url === expected)
    t.pass()
  })

test('links of a closed workspace are not found any more', async (t) => {
  const directory = await openDirectory()
  t.teardown(directory.close)
  const closed = await api.make.workspace()
  await makeLink('closed', closed)
  await directory.keep('closed')
  await sql('insert into closed_workspaces (workspace_id, closed_at) values ($1, now())', [closed.id])
  await waitUntil(async () => (await directory.find('closed')) === null)
  t.pass()
})

test('a link that is found under the new name of its domain before it moved there is read again', async (t) => {
  const directory = await openDirectory()
  t.teardown(directory.close)
  await Promise.all([makeLink('kept'), makeLink('renamed')])
  await api.make.domain(workspace, { slug: renamedDomain, movedFrom: domain })
  await directory.keep('kept')
  t.is((await directory.find('renamed', renamedDomain))?.domain, domain)
  await sql(`update links set url = 'https://target.example/after' where key = 'renamed'`)
  await waitUntil(async () => {
    await directory.find('kept')
    return (await directory.find('renamed', renamedDomain))?.url === 'https://target.example/after'
  })
  t.pass()
})

test('a change while the connection that hears of changes is lost is known after it is replaced', async (t) => {
  const directory = await openDirectory('lost')
  t.teardown(directory.close)
  await Promise.all([makeLink('lost'), makeLink('other')])
  await directory.keep('lost')
  const listening = `from pg_stat_activity where application_name = 'lost' and datname = current_database()
    and query ~ '^(listen|select pg_notify)'`
  const { rows: lost } = await sql(`select pg_terminate_backend(pid) ${listening}`)
  t.is(lost.length, 1)
  await sql(`update links set url = 'https://target.example/after' where key = 'lost'`)
  await waitUntil(async () => (await sql(`select ${listening}`)).rows.length > 0)
  await directory.keep('other') // asks for confirmations again
  t.is((await directory.find('lost'))?.url, 'https://target.example/after')
})

test('behind a pooler in transaction mode, which drops notifications of others, a change by SQL is known after a second', async (t) => {
  const pooler = await transactionPooler(api.config.databaseUrl ?? '')
  const directory = await openDirectory('pooled', pooler.url)
  t.teardown(async () => {
    await directory.close()
    await pooler.close()
  })
  await makeLink('pooled')
  const followFor = async (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; await pause(20)) await directory.find('pooled')
  }
  await followFor(ttlMs * 2)
  await sql(`update links set url = 'https://target.example/after' where key = 'pooled'`)
  await followFor(ttlMs * 2)
  t.is((await directory.find('pooled'))?.url, 'https://target.example/after')
})

test('a link is announced when any column that redirects read changes', async (t) => {
  const client = new pg.Client({ connectionString: api.config.databaseUrl })
  await client.connect()
  t.teardown(() => client.end())
  await client.query(`create temp view link_records as ${linkRecordsSql.replace('$1', `'[]'::json`)}`)
  const columnsOf = async (text: string) => (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
  const read = await columnsOf(`select column_name as name from information_schema.view_column_usage where view_name = 'link_records'
    and table_name = 'links' order by 1`)
  t.true(read.includes('url'))
  t.deepEqual(
    await columnsOf(`select event_object_column as name from information_schema.triggered_update_columns
      where trigger_name = 'announce_changed_link' order by 1`),
    read,
  )
})
