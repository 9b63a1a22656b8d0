import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { blockContent, type ClickHouse, connectClickHouse, createStatements, tables } from '../../../shared/clickhouse/index.js'
import { UnavailableError } from '../../../shared/kernel/unavailable-error.js'
import { type ClickHouseServer, clusterOfOneShard, hasClickHouse, startClickHouse } from '../../support/clickhouse-server.js'

const withEngine = hasClickHouse ? test.serial : test.serial.skip
const cluster = clusterOfOneShard

let folder: string
let server: ClickHouseServer
const opened: ClickHouse[] = []

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-clickhouse-'))
  if (!hasClickHouse) return
  server = await startClickHouse(folder)
})
test.after.always(async () => {
  for (const one of opened) await one.close()
  if (server) await server.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function connect(database: string, options: { cluster?: string } = {}): ClickHouse {
  const address = { url: server.url, user: 'default', password: '', database, cluster: options.cluster }
  const connection = connectClickHouse(address, false)
  opened.push(connection)
  return connection
}

const clickRows = (count: number, month = '01') =>
  Array.from({ length: count }, (_, index) => ({
    id: `click${index}`,
    timestamp: `2026-${month}-02T03:04:05.678Z`,
    workspace_id: `ws_${index % 3}`,
    link_hash: '1',
  }))
const block = (rows: ReturnType<typeof clickRows>, token: string) =>
  ({ table: 'clicks', content: blockContent(['id', 'timestamp', 'workspace_id', 'link_hash'], rows), token }) as const

const countClicks = async (store: ClickHouse) =>
  (await store.query<{ count: number }>({ text: 'select count() as count from clicks' }))[0]?.count

for (const [name, options] of [
  ['a server', {}],
  ['a cluster of one shard', { cluster }],
] as const)
  withEngine(`on ${name}, a block that is sent again, also concurrently and after a kill, is stored once`, async (t) => {
    const store = connect(`blocks_${options.cluster ?? 'none'}`, options)
    const [first, second] = [block(clickRows(1000), 'batch_1'), block(clickRows(1000, '02'), 'batch_2')]
    await Promise.all([first, first, first, second].map((one) => store.insert(one)))
    await server.stop('SIGKILL')
    const error = await t.throwsAsync(store.insert(first), { instanceOf: UnavailableError })
    t.is(error?.message, 'The event store is unavailable. Send the request again later.')
    await server.start()
    await Promise.all([first, second].map((one) => store.insert(one)))
    t.is(await countClicks(store), 2000)
    const rows = await store.query({
      text: "select id, timestamp, workspace_id from clicks where id = 'click7' order by timestamp limit 1",
    })
    t.deepEqual(rows, [{ id: 'click7', timestamp: '2026-01-02 03:04:05.678', workspace_id: 'ws_1' }])

    await store.mutate('clicks', 'delete where workspace_id = {workspace:String}', { workspace: 'ws_1' })
    t.is(await countClicks(store), 2000 - 2 * 333)
  })

withEngine('a lead of a higher version replaces the former one, and a deleted one disappears', async (t) => {
  const store = connect('versions')
  const lead = { id: 'lead_1', timestamp: '2026-01-01T00:00:00.000Z', workspace_id: 'ws_1', metadata: '{"a": 1}', is_deleted: 0 }
  const write = (row: object) =>
    store.insert({ table: 'leads', content: blockContent(Object.keys({ ...lead, ...row }), [{ ...lead, ...row }]) })
  const read = () => store.query({ text: 'select customer_id, metadata from leads final' })
  await write({ customer_id: 'cus_1', version: 1 })
  await write({ customer_id: 'cus_2', version: 2 })
  t.deepEqual(await read(), [{ customer_id: 'cus_2', metadata: '{"a": 1}' }])
  await write({ customer_id: 'cus_2', version: 3, is_deleted: 1 })
  t.deepEqual(await read(), [])
})

withEngine('statements for a cluster of replicas are valid SQL', async (t) => {
  const store = connect('syntax')
  const statements = createStatements({ database: 'events', cluster, replicated: true })
  t.is(statements.length, 1 + 2 * Object.keys(tables).length)
  for (const text of statements) {
    await t.notThrowsAsync(store.query({ text: 'select formatQuery({statement:String})', values: { statement: text } }), text)
  }
  t.regex(statements.join(), /ReplicatedMergeTree\('\/clickhouse\/tables\/\{shard\}\/events\/clicks', '\{replica\}'\)/)
  t.regex(statements.join(), /on cluster one_shard/)
})

withEngine('errors of the server name the query error, not an outage', async (t) => {
  const store = connect('errors')
  await t.throwsAsync(store.query({ text: 'select missing from clicks' }), { message: /missing/, instanceOf: Error })
})
