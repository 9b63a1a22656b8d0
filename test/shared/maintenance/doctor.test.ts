/** `npm run doctor` on a real database, with problems planted one by one. */
import test from 'ava'
import { readConfig } from '../../../shared/kernel/config.js'
import { sealCheckValue } from '../../../shared/kernel/encryption-keys.js'
import { openVault } from '../../../shared/kernel/vault.js'
import { runChecks } from '../../../shared/maintenance/doctor/run-checks.js'
import { testDns, type TestDns } from '../../support/dns.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { type StoredObject, objectStorage } from '../../support/object-storage.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
let dns: TestDns
test.before(async () => {
  dns = await testDns()
  service = await testService({ DNS_SERVERS: dns.address, SHORT_DOMAIN: 'short.example' })
})
test.after.always(async () => {
  await service?.close()
  await dns?.close()
})

async function doctor(env: Record<string, string> = {}) {
  const { config } = service.resources
  const lines: string[] = []
  const context = {
    config: { ...config, ...readAddress(env) },
    pool: service.resources.database.pool,
    now: () => new Date(),
  }
  const isGood = await runChecks(context, (line) => lines.push(line))
  return { isGood, lines, lineOf: (name: string) => lines.find((line) => line.slice(6).startsWith(name)) ?? '' }
}
// The test service has keys, but no bootstrap that registers them.
const register = (key: string) => {
  const { id, checkValue } = sealCheckValue(openVault([key]))
  return service.resources.database.pool.query('insert into encryption_keys (id, check_value, created_at) values ($1, $2, now())', [
    id,
    checkValue,
  ])
}
const readAddress = (env: Record<string, string>) => ({
  ...(env.BASE_URL ? { baseUrl: readConfig(env).baseUrl } : {}),
  ...(env.S3_BUCKET ? { s3: readConfig(env).s3 } : {}),
})

test.serial('a new installation is good, and every check has a line', async (t) => {
  const { isGood, lines, lineOf } = await doctor()
  t.true(isGood, lines.join('\n'))
  for (const name of [
    'configuration',
    'database',
    'tables',
    'extensions',
    'encryption',
    'clock',
    'replica',
    'events',
    'disk',
    'queue',
    'domains',
  ])
    t.regex(lineOf(name), /^good /, lines.join('\n'))
  t.regex(lineOf('verification'), /^WARN .*npm run verify/s)
})

test.serial('an encryption key that is missing is reported by its fingerprint', async (t) => {
  await register(service.resources.config.encryptionKeys[0] as string)
  t.regex((await doctor()).lineOf('encryption'), /^good .*1 of 1 keys are present/)
  await register('lost-0123456789abcdef')
  const { isGood, lineOf } = await doctor()
  t.false(isGood)
  t.regex(lineOf('encryption'), /^BAD .*-> Add it to ENCRYPTION_KEY/s)
  t.true(lineOf('encryption').includes(openVault(['lost-0123456789abcdef']).sealingKeyId))
  await service.resources.database.pool.query('delete from encryption_keys')
})

test.serial('a migration that has not run is reported', async (t) => {
  const { pool } = service.resources.database
  const { rows } = await pool.query('delete from migrations where name = (select max(name) from migrations) returning name')
  t.teardown(() => pool.query('insert into migrations (name, executed_at) values ($1, now())', [rows[0].name]))
  const { isGood, lineOf } = await doctor()
  t.false(isGood)
  t.regex(lineOf('tables'), new RegExp(`^BAD .*pending migrations: 1, the first is ${rows[0].name}.*npm run migrate`, 's'))
})

test.serial('a job that waits, differences, a public address without TLS and wrong DNS are reported with advice', async (t) => {
  const { pool } = service.resources.database
  await pool.query(
    `insert into outbox (id, kind, name, payload, created_at) values ('job_old', 'job', 'x', '{}', now() - interval '1 hour')`,
  )
  t.teardown(() => pool.query(`delete from outbox where id = 'job_old'`))
  const workspace = await service.make.workspace()
  const [right, wrong] = [await service.make.domain(workspace), await service.make.domain(workspace)]
  dns.zone.set('short.example', { A: ['192.0.2.1'] })
  dns.zone.set(right.slug, { A: ['192.0.2.1'] })
  dns.zone.set(wrong.slug, { A: ['192.0.2.99'] })
  const { isGood, lines, lineOf } = await doctor({ BASE_URL: 'http://links.example' })
  t.false(isGood)
  t.regex(lineOf('queue'), /^BAD .*-> Jobs are not moved/s)
  t.regex(lineOf('configuration'), /^WARN .*-> Serve it by https/s)
  t.regex(lines.find((line) => line.includes(wrong.slug)) ?? '', /^BAD .*DNS records to set/s)
})

test.serial('a job that no worker takes is reported with its queue', async (t) => {
  const queue = service.resources.queues.queue('exports')
  const job = await queue.add('exports.nothing', null, { timestamp: Date.now() - 3_600_000 })
  t.teardown(() => job.remove())
  const { isGood, lineOf } = await doctor()
  t.false(isGood)
  t.regex(lineOf('queue'), /^BAD .*oldest waiting job 36\d\d s.*late: exports.*-> No worker serves these queues/s)
})

const bucket = (S3_ENDPOINT: string, S3_ACCESS_KEY_ID = 'access') => ({
  S3_BUCKET: 'bucket',
  S3_ENDPOINT,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY: 'secret',
})

test.serial('a bucket that can be used is good, and no file is left in it', async (t) => {
  const objects = new Map<string, StoredObject>([['bucket/other.txt', { body: Buffer.from('x'), modified: new Date() }]])
  const { origin } = await loopbackServer(t, objectStorage(objects))
  t.regex((await doctor(bucket(origin))).lineOf('files'), /^good .*in the bucket bucket/)
  t.deepEqual([...objects.keys()], ['bucket/other.txt'])
})

test.serial('a bucket that refuses the access key, does not exist or does not answer is reported with the error', async (t) => {
  const { origin } = await loopbackServer(t, objectStorage(new Map()))
  const missing = await loopbackServer(
    t,
    (_request, response) => void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>'),
  )
  const cases: [env: Record<string, string>, error: RegExp][] = [
    [bucket(origin, 'wrong'), /cannot be written in the bucket bucket: AccessDenied.*status 403/],
    [bucket(missing.origin), /cannot be written in the bucket bucket: NoSuchBucket.*status 404/],
    [bucket('http://127.0.0.1:1'), /cannot be written in the bucket bucket: .*ECONNREFUSED/],
  ]
  for (const [env, error] of cases) {
    const { isGood, lineOf } = await doctor(env)
    t.false(isGood)
    t.regex(lineOf('files'), new RegExp(`^BAD .*${error.source}.*-> Check S3_BUCKET`, 's'))
  }
})

test.serial('a bucket whose objects may not be listed or deleted is reported', async (t) => {
  const storage = objectStorage(new Map())
  const forbidden = (matches: (method: string, url: URL) => boolean) =>
    loopbackServer(t, (request, response) => {
      if (!matches(request.method ?? '', new URL(request.url ?? '', 'http://x'))) return storage(request, response)
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    })
  const list = await forbidden((_method, { searchParams }) => searchParams.has('list-type'))
  t.regex((await doctor(bucket(list.origin))).lineOf('files'), /^BAD .*cannot be listed in the bucket bucket: AccessDenied/)
  const deletion = await forbidden((method) => method === 'DELETE')
  t.regex((await doctor(bucket(deletion.origin))).lineOf('files'), /^BAD .*cannot be deleted in the bucket bucket: AccessDenied/)
})
