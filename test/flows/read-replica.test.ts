/** Analytics with a streaming replica of the database. */
import test from 'ava'
import pg from 'pg'
import { readConfig } from '../../shared/kernel/config.js'
import { openDatabase } from '../../shared/kernel/db/database.js'
import { isDatabaseUnavailable } from '../../shared/kernel/db/is-unavailable.js'
import { openPool } from '../../shared/kernel/db/pool.js'
import { openReplica, usableReplicaOf } from '../../shared/kernel/db/replica.js'
import { checkReplica } from '../../shared/maintenance/doctor/replica-check.js'
import { type TestApi, testApi } from '../support/api.js'
import { batchOf, rawClick } from '../support/clicks.js'
import { runJobByName } from '../support/jobs.js'
import type { silentLog } from '../support/service.js'
import { type ReplicatedDatabase, replicatedDatabase } from '../support/streaming-replica.js'
import { tcpProxy } from '../support/tcp-proxy.js'
import { waitUntil } from '../support/wait-until.js'

let database: ReplicatedDatabase
test.before(async () => {
  database = await replicatedDatabase()
})
test.after.always(() => database?.close())

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

const writeToLog = () => query(database.url, `select pg_logical_emit_message(true, 'test', 'one more record of the log')`)

async function pauseReplay(): Promise<void> {
  await query(database.replicaUrl, 'select pg_wal_replay_pause()')
  await waitUntil(async () => {
    await writeToLog()
    const [{ state }] = await query(database.replicaUrl, 'select pg_get_wal_replay_pause_state() as state')
    return state === 'paused'
  })
}

const ignore = () => undefined
const limits = { maxLagMs: 400, checkIntervalMs: 50 }

/** Connects a pool to a server as to a replica. `reasons` tells why it is not used. */
function follow(url: string) {
  const reasons: string[] = []
  const pool = openPool({ connectionString: database.url, max: 2 }, ignore)
  const log = { info: ignore, warn: ({ reason }: { reason: string }) => void reasons.push(reason) } as unknown as typeof silentLog
  const replica = openReplica(pool, { url, log, connections: 2, limits, onError: ignore })
  return {
    reasons,
    replica,
    isUsable: () => usableReplicaOf(pool) !== undefined,
    async close() {
      await replica.close()
      await pool.end()
    },
  }
}

/** The address of a server, as `node:net` connects to it. */
function addressOf(url: string): { path: string } | { host: string; port: number } {
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) }
}

test.serial('the ORM keeps no connection to a standby, to which the name of the server may lead after a failover', async (t) => {
  const target = addressOf(database.url)
  const proxy = await tcpProxy(target)
  const { username, password, pathname } = new URL(database.url)
  const { orm, close } = await openDatabase({ url: `postgres://${username}:${password}@127.0.0.1:${proxy.port}${pathname}`, entities: [] })
  t.teardown(async () => {
    await close()
    await proxy.close()
  })
  const isStandby = async () => (await orm.em.fork().execute('select pg_is_in_recovery() as standby'))[0]?.standby as unknown
  t.false(await isStandby())
  await proxy.interrupt()
  Object.assign(target, addressOf(database.replicaUrl))
  await proxy.resume()
  await waitUntil(async () => /standby/.test(String(await isStandby().catch(({ message }) => message))))
  t.true(isDatabaseUnavailable(await t.throwsAsync(isStandby())))
  Object.assign(target, addressOf(database.url))
  t.false(await isStandby())
})

test.serial('a standby is no database of the service', async (t) => {
  await t.throwsAsync(openDatabase({ url: database.replicaUrl, entities: [] }), { message: /is a standby/ })
})

test.serial('a replica is used while it follows closely', async (t) => {
  const { reasons, isUsable, close } = follow(database.replicaUrl)
  t.false(isUsable())
  await waitUntil(isUsable)
  await pauseReplay()
  await writeToLog()
  await waitUntil(() => !isUsable())
  await query(database.replicaUrl, 'select pg_wal_replay_resume()')
  await waitUntil(isUsable)
  await database.stopReplica()
  await waitUntil(() => !isUsable())
  await database.startReplica()
  await waitUntil(isUsable)
  t.is(reasons[0], 'it is too far behind')
  await close()
})

test.serial('a database that is no replica is not used', async (t) => {
  const other = new URL(database.replicaUrl)
  other.pathname = '/postgres'
  for (const [url, reason] of [
    [database.url, /DATABASE_URL itself/],
    [other.href, /no replica of the database/],
    ['postgres://127.0.0.1:9/nothing', /ECONNREFUSED/],
  ] as const) {
    const { reasons, isUsable, close } = follow(url)
    await waitUntil(() => reasons.length > 0)
    t.regex(reasons[0] as string, reason)
    t.false(isUsable())
    await close()
  }
})

test.serial('the doctor tells whether the replica follows', async (t) => {
  const pool = openPool({ connectionString: database.url, max: 1 }, ignore)
  const finding = async (databaseReplicaUrl: string) =>
    (await checkReplica({ config: { ...readConfig({}), databaseReplicaUrl }, pool, now: () => new Date() }))[0]
  t.like(await finding(database.replicaUrl), { state: 'good' })
  t.like(await finding(database.url), {
    state: 'bad',
    found: 'it is the database of DATABASE_URL itself; analytics are read from the database instead',
  })
  t.like(await finding('postgres://127.0.0.1:9/nothing'), { state: 'bad' })
  await pool.end()
})

test.serial('a read that the replica cancels is repeated on the primary', async (t) => {
  await query(database.url, 'create table words (word text); insert into words select generate_series(1, 1000)')
  const { replica, isUsable, close } = follow(database.replicaUrl)
  await waitUntil(isUsable)
  const client = await replica.pool.connect()
  await client.query('begin isolation level repeatable read')
  await waitUntil(async () => (await client.query(`select to_regclass('words')`)).rows[0].to_regclass)
  await client.query('select count(*) from words')
  const cancelled = t.throwsAsync(client.query('select pg_sleep(60) from words'))
  await query(database.url, 'delete from words')
  await query(database.url, 'vacuum words')
  const error = await cancelled
  client.release(error)
  t.regex(error.message, /conflict with recovery/)
  t.true(replica.shouldRepeat(error))
  t.true(isUsable())
  await close()
})

test.serial('analytics are read from the replica, and from the primary when it is away', async (t) => {
  const api = await testApi({ DATABASE_URL: database.url, DATABASE_REPLICA_URL: database.replicaUrl, CLICKHOUSE_URL: '' })
  const { pool } = api.resources.database
  t.teardown(() => api.close())
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const click = () => runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([rawClick(link)]))
  await click()
  await waitUntil(() => usableReplicaOf(pool))
  await waitUntil(async () => (await clicks(api, key)) === 1)
  await pauseReplay()
  await click()
  t.deepEqual([await clicks(api, key), (await events(api, key)).length], [1, 1])
  t.is((await api.call(`GET /links/${link.id}`, { key })).body.clicks, 2)

  await database.stopReplica()
  t.deepEqual([await clicks(api, key), (await events(api, key)).length], [2, 2])
  t.is(usableReplicaOf(pool), undefined)
  await database.startReplica()
})

async function clicks(api: TestApi, key: string): Promise<number> {
  const { status, body } = await api.call('GET /analytics?event=clicks&groupBy=count&interval=24h', { key })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.clicks
}

const events = async (api: TestApi, key: string): Promise<unknown[]> =>
  (await api.call('GET /events?event=clicks&interval=24h', { key })).body
