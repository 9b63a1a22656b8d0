/** Settings of links and domains that are imported from a workspace of Dub. */
import test from 'ava'
import { days } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { rowsAtDub } from '../../support/dub-lists.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { programOwner } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => api.close())

const at = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()
const runningTest = {
  testVariants: [
    { url: 'https://acme.example/a', percentage: 50 },
    { url: 'https://acme.example/b', percentage: 50 },
  ],
  testStartedAt: at(days(-7)),
  testCompletedAt: at(days(7)),
}
const settings = {
  url: 'https://acme.example/offer',
  password: 'open sesame',
  proxy: true,
  title: 'Offer',
  description: 'Ends soon',
  image: 'https://assets.example/offer.png',
  video: 'https://assets.example/offer.mp4',
  ios: 'https://apps.example/acme',
  android: 'https://play.example/acme',
  geo: { DE: 'https://acme.example/de' },
  expiresAt: '2024-01-01T00:00:00.000Z',
  expiredUrl: 'https://acme.example/late',
  trackConversion: true,
  archived: true,
  doIndex: true,
  rewrite: true,
  externalId: 'offer-1',
  comments: 'A note',
}

const domainSettings = {
  placeholder: 'https://acme.example/example',
  expiredUrl: 'https://acme.example/expired',
  notFoundUrl: 'https://acme.example/not-found',
  logo: 'https://assets.example/logo.png',
}

test('partners who are not active at Dub are refused, not approved', async (t) => {
  const { call, workspace, email } = await programOwner(api, { plan: 'enterprise' })
  const statuses = ['approved', 'archived', 'banned', 'rejected', 'pending', undefined]
  const partners = statuses.map((status, index) => ({ id: `pn_${index}`, name: `Partner ${index}`, email: email(), status }))
  const server = await loopbackServer(t, (request, response) => {
    const list = request.url?.startsWith('/partners?') ? partners : []
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))
  })
  const started = await call(`POST /workspaces/${workspace.id}/import/dub`, { token: 'dub_x', apiUrl: server.origin })
  await runQueuedJobs(api.resources)
  t.like((await call(`GET /jobs/${started.body.id}`)).body, { state: 'completed', done: 3, failed: 3 })
  const enrolled = (await call('GET /partners')).body as { name: string }[]
  t.deepEqual(enrolled.map(({ name }) => name).toSorted(), ['Partner 0', 'Partner 1', 'Partner 5'])
})

test('bare domains keep their destination, disabled links stay disabled, and private folders stay private', async (t) => {
  const { workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const domain = `${workspace.slug}.example`
  const disabledAt = '2026-02-01T10:00:00.000Z'
  const lists: Record<string, object[]> = {
    domains: [{ id: 'dom_1', slug: domain }],
    folders: ['write', 'read', null].map((accessLevel, index) => ({ id: `fold_${index}`, name: `Folder ${index}`, accessLevel })),
    links: [
      { id: 'link_1', domain, key: '_root', url: 'https://acme.example/home' },
      { id: 'link_2', domain, key: 'banned', url: 'https://acme.example/', disabledAt, folderId: 'fold_2' },
      { id: 'link_3', domain, key: 'live', url: 'https://acme.example/', disabledAt: null },
    ],
  }
  const server = await loopbackServer(t, (request, response) => {
    const list = rowsAtDub(lists, request.url) ?? []
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))
  })
  const body = { token: 'dub_x', apiUrl: server.origin }
  const started = await api.call(`POST /workspaces/${workspace.id}/import/dub`, { key, body })
  await runQueuedJobs(api.resources)
  const { body: job } = await api.call(`GET /jobs/${started.body.id}`, { key })
  t.like(job, { state: 'completed', done: 7, failed: 0 }, JSON.stringify(job))
  const imported = async (name: string) => (await api.call(`GET /links/info?domain=${domain}&key=${name}`, { key })).body
  t.is((await imported('_root')).url, 'https://acme.example/home')
  t.is((await imported('banned')).disabledAt, disabledAt)
  t.is((await imported('live')).disabledAt, null)
  const { body: folders } = await api.call('GET /folders', { key })
  const levels = (folders as { name: string; accessLevel: string | null }[]).filter(({ name }) => name.startsWith('Folder '))
  t.deepEqual(levels.map(({ name, accessLevel }) => `${name} ${accessLevel}`).toSorted(), [
    'Folder 0 write',
    'Folder 1 read',
    'Folder 2 null',
  ])
})

test('domains and links keep their settings, links a running test', async (t) => {
  const { workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const link = { url: settings.url, trackConversion: true, ...runningTest }
  const ended = { testStartedAt: at(days(-14)), testCompletedAt: at(days(-7)) }
  const links = [
    { id: 'link_1', key: 'offer', ...settings },
    { id: 'link_2', key: 'running', ...link },
    { id: 'link_3', key: 'ended', ...link, ...ended },
  ].map((row) => ({ domain: 'go.acme.example', ...row }))
  const domains = [
    { id: 'dom_1', slug: 'go.acme.example', ...domainSettings },
    { id: 'dom_2', slug: 'other.acme.example', ...domainSettings, expiredUrl: 'no address' },
  ]
  const server = await loopbackServer(t, (request, response) => {
    const list = rowsAtDub({ links, domains }, request.url) ?? []
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))
  })
  const body = { token: 'dub_x', apiUrl: server.origin }
  const started = await api.call(`POST /workspaces/${workspace.id}/import/dub`, { key, body })
  await runQueuedJobs(api.resources)
  const { body: job } = await api.call(`GET /jobs/${started.body.id}`, { key })
  t.like(job, { state: 'completed', done: 5, failed: 0 }, JSON.stringify(job))
  const imported = async (name: string) => (await api.call(`GET /links/info?domain=go.acme.example&key=${name}`, { key })).body
  t.like(await imported('offer'), settings)
  t.like(await imported('running'), runningTest)
  t.like(await imported('ended'), { testVariants: null })
  const { body: list } = await api.call('GET /domains', { key })
  t.like(
    list.find(({ slug }: { slug: string }) => slug === 'go.acme.example'),
    domainSettings,
  )
  t.is(list.length, 2)
})

test('links in folders and archived domains with their settings are imported, too', async (t) => {
  const source = await api.make.caller({ plan: 'enterprise' })
  const target = await api.make.caller({ plan: 'enterprise' })
  const [active, archived] = [`${source.workspace.slug}.example`, `old-${source.workspace.slug}.example`]
  const create = async (path: string, body: object) => (await api.call(`POST /${path}`, { key: source.key, body })).body
  await create('domains', { slug: active })
  await create('domains', { slug: archived, archived: true, expiredUrl: domainSettings.expiredUrl })
  const folders = [await create('folders', { name: 'Spring' }), await create('folders', { name: 'Empty' })]
  const linkOf = (key: string, more = {}) => ({ url: 'https://acme.example/', domain: active, key, ...more })
  await create('links', linkOf('outside'))
  const inFolder = Array.from({ length: 101 }, (_, index) => linkOf(`inside-${index}`, { folderId: folders[0].id }))
  await create('links/bulk', inFolder.slice(0, 100))
  await create('links/bulk', [...inFolder.slice(100), linkOf('archived', { folderId: folders[0].id, archived: true })])
  const domains = { [active]: `to-${active}`, [archived]: `to-${archived}` }
  const body = { token: source.key, apiUrl: api.url, domains }
  const started = await api.call(`POST /workspaces/${target.workspace.id}/import/dub`, { key: target.key, body })
  await runQueuedJobs(api.resources)
  const { body: job } = await api.call(`GET /jobs/${started.body.id}`, { key: target.key })
  t.like(job, { state: 'completed', failed: 0 }, JSON.stringify(job))
  const imported = async (key: string) => (await api.call(`GET /links/info?domain=to-${active}&key=${key}`, { key: target.key })).body
  const { body: list } = await api.call('GET /folders', { key: target.key })
  const spring = list.find(({ name }: { name: string }) => name === 'Spring').id
  t.like(await imported('outside'), { folderId: null })
  t.like(await imported('inside-0'), { folderId: spring })
  t.like(await imported('archived'), { folderId: spring, archived: true })
  t.is((await api.call(`GET /links/count?domain=to-${active}`, { key: target.key })).body, 103)
  const { body: archivedDomains } = await api.call('GET /domains?archived=true', { key: target.key })
  t.like(archivedDomains[0], { slug: `to-${archived}`, expiredUrl: domainSettings.expiredUrl })
})
