/** Domain verification against a DNS server on loopback. */
import test from 'ava'
import { type TestApi, testApi } from '../../../support/api.js'
import { type TestDns, testDns } from '../../../support/dns.js'
import { emailsTo } from '../../../support/emails.js'
import { runJobByName, runQueuedJobs } from '../../../support/jobs.js'

let dns: TestDns
let api: TestApi
test.before(async () => {
  dns = await testDns()
  dns.zone.set('short.example', { SOA: true, A: ['203.0.113.1', '203.0.113.2'] })
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', DNS_SERVERS: dns.address })
})
test.after.always(async () => {
  await api.close()
  await dns.close()
})

interface RequiredRecord {
  type: string
  name: string
  value: string
  found: string[]
  isRight: boolean
}

async function addDomain(slug: string) {
  const { key, user } = await api.make.caller()
  await api.call('POST /domains', { key, body: { slug } })
  const verify = async () => (await api.call(`GET /domains/${slug}/verify`, { key })).body
  const domain = async () => (await api.call(`GET /domains/${slug}`, { key })).body
  return { verify, domain, user }
}

test('a subdomain is verified once the listed records exist', async (t) => {
  const { verify, domain } = await addDomain('go.sub.example')
  t.like(await verify(), { status: 'Domain Not Found', verified: false })
  dns.zone.set('sub.example', { SOA: true })
  const { status, records } = await verify()
  t.is(status, 'Pending Verification')
  const [text, alias] = records as [RequiredRecord, RequiredRecord]
  t.deepEqual([text.type, text.name, text.found, text.isRight], ['TXT', '_tributary.go.sub.example', [], false])
  t.regex(text.value, /^tributary-verification=[\w-]{20,}$/)
  t.deepEqual([alias.type, alias.name, alias.value], ['CNAME', 'go.sub.example', 'short.example'])
  dns.zone.set(text.name, { TXT: ['something else', text.value] })
  t.like(await verify(), { status: 'Invalid Configuration', verified: false })
  dns.zone.set(alias.name, { CNAME: alias.value })
  const valid = await verify()
  t.like(valid, { status: 'Valid Configuration', verified: true })
  t.deepEqual(
    valid.records.map(({ isRight }: RequiredRecord) => isRight),
    [true, true],
  )
  t.true((await domain()).verified)
})

test('an apex domain must point to the addresses of the service, and an additional address is a conflict', async (t) => {
  dns.zone.set('apex.example', { SOA: true, A: ['198.51.100.7'] })
  const { verify } = await addDomain('apex.example')
  const { records } = await verify()
  t.deepEqual(
    records.slice(1).map(({ type, value, found }: RequiredRecord) => [type, value, found]),
    [
      ['A', '203.0.113.1', ['198.51.100.7']],
      ['A', '203.0.113.2', ['198.51.100.7']],
    ],
  )
  dns.zone.set(records[0].name, { TXT: [records[0].value] })
  t.is((await verify()).status, 'Invalid Configuration')
  dns.zone.set('apex.example', { SOA: true, A: ['203.0.113.1', '198.51.100.7'] })
  t.is((await verify()).status, 'Conflicting DNS Records')
  dns.zone.set('apex.example', { SOA: true, A: ['203.0.113.1'] })
  t.is((await verify()).status, 'Valid Configuration')
})

test('the ownership record of another domain is not accepted', async (t) => {
  dns.zone.set('two.example', { SOA: true })
  const [one, other] = [await addDomain('a.two.example'), await addDomain('b.two.example')]
  const [foreignRecord] = (await one.verify()).records as [RequiredRecord]
  dns.zone.set('_tributary.b.two.example', { TXT: [foreignRecord.value] })
  dns.zone.set('b.two.example', { CNAME: 'short.example' })
  t.is((await other.verify()).status, 'Pending Verification')
})

test.serial('the hourly job revokes the verification of a domain whose records have changed', async (t) => {
  dns.zone.set('hour.example', { SOA: true })
  const { verify, domain } = await addDomain('go.hour.example')
  const { records } = await verify()
  dns.zone.set(records[0].name, { TXT: [records[0].value] })
  dns.zone.set('go.hour.example', { CNAME: 'short.example' })
  t.true((await verify()).verified)
  await runJobByName(api.resources, 'links.verify-domains')
  t.true((await domain()).verified)
  dns.zone.set('go.hour.example', { A: ['198.51.100.7'] })
  await runJobByName(api.resources, 'links.verify-domains')
  t.false((await domain()).verified)
  const { rows } = await api.resources.database.pool.query('select 1 from domains where last_checked is null and workspace_id is not null')
  t.deepEqual(rows, [])
})

test('without a DNS server the status is unknown, and a verified domain stays verified', async (t) => {
  const offline = await testApi()
  const { key, workspace } = await offline.make.caller()
  const { slug } = await offline.make.domain(workspace)
  t.like((await offline.call(`GET /domains/${slug}/verify`, { key })).body, { status: 'Unknown Error', verified: true })
  t.true((await offline.call(`GET /domains/${slug}`, { key })).body.verified)
  await offline.close()
})

test.serial('members are reminded twice of a domain without its records, unless visitors reach it', async (t) => {
  const { pool } = api.resources.database
  const [waiting, visited] = [await addDomain('go.waiting.example'), await addDomain('go.visited.example')]
  const emails = async ({ user }: typeof waiting) => {
    await pool.query('update domains set last_checked = null')
    await runJobByName(api.resources, 'links.verify-domains')
    await runQueuedJobs(api.resources)
    return (await emailsTo(api.config.dataDir, String(user.email))).map(({ subject }) => subject)
  }
  const age = (interval: string) =>
    pool.query('update domains set created_at = now() - $1::interval where workspace_id is not null', [interval])
  await age('13 days')
  t.deepEqual(await emails(waiting), [])
  await age('15 days')
  const { workspace_id: workspaceId } = (await pool.query(`select workspace_id from domains where slug = 'go.visited.example'`)).rows[0]
  const link = await api.make.link({ id: workspaceId }, { domain: 'go.visited.example' })
  await pool.query('update links set last_clicked = now() where id = $1', [link.id])
  const subject = 'DNS records of go.waiting.example are missing'
  t.deepEqual(await emails(waiting), [subject])
  t.deepEqual(await emails(waiting), [subject], 'once')
  await age('29 days')
  t.deepEqual(await emails(waiting), [subject, subject])
  t.deepEqual(await emails(waiting), [subject, subject], 'at most twice')
  t.deepEqual(await emails(visited), [])
})
