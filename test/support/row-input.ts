/** A valid request for any row of the tables, made from its schemas. A row that needs more than they say gets a line here. */
import { randomBytes } from 'node:crypto'
import type { Endpoint } from '../../api/endpoint.js'
import { openBook } from '../../api/openapi/schema-book.js'
import type { Workspace } from '../../shared/accounts/index.js'
import type { Make } from './make.js'
import { sample } from './sample.js'

export interface RowInput {
  /** With the path parameters in it. */
  path: string
  query: Record<string, string>
  body: unknown
}

interface Ground {
  make: Make
  workspace: Workspace
}

/** How to make what a path names: by the step before the parameter. The answer is what stands in the path. */
const things: Record<string, (ground: Ground, row: Endpoint) => Promise<string>> = {
  apps: async ({ make, workspace }) => (await make.oauthApp(workspace)).id,
  installations: async ({ make, workspace }) => (await make.installation(workspace, await make.user())).id,
  logs: async ({ make, workspace }) => (await make.requestLog(workspace)).id,
  tokens: async ({ make, workspace }) => (await make.token(await make.user(), workspace)).token.id,
  workspaces: async ({ workspace }) => workspace.id,
  links: async ({ make, workspace }) => (await linkOf(make, workspace)).id,
  tags: async ({ make, workspace }) => (await make.tag(workspace)).id,
  folders: async ({ make, workspace }) => (await make.folder(workspace)).id,
  dashboards: async ({ make, workspace }) => (await make.dashboard(workspace, await linkOf(make, workspace))).id,
  utm: async ({ make, workspace }) => (await make.utmTemplate(workspace)).id,
  users: async ({ make, workspace }) => {
    const user = await make.user()
    await make.member(workspace, user, 'member')
    return user.id
  },
  jobs: async ({ make, workspace }, { id }) => (await make.errand(workspace, id === 'getJobResult' ? { state: 'completed' } : {})).id,
  domains: async ({ make, workspace }) => (await make.domain(workspace)).slug,
  script: async () => 'analytics.js',
  analytics: async () => 'leads',
  '{eventType}': async () => 'country',
  customers: async ({ make, workspace }) => (await make.customer(workspace)).id,
  webhooks: async ({ make, workspace }, { id }) => (id === 'receiveWebhook' ? 'segment' : (await make.webhook(workspace)).id),
  deliveries: async ({ make, workspace }) => (await make.delivery(workspace)).id,
  memories: async ({ make, workspace }) => (await make.memory(workspace)).id,
  entities: async () => 'user',
  integrations: async ({ make, workspace }) => {
    await make.installedIntegration(workspace, 'segment')
    return 'segment'
  },
  connections: async ({ make, workspace }) => (await make.connection(workspace)).id,
  '{providerSlug}': async ({ make, workspace }) => (await make.connection(workspace)).id,
  '{type}': async ({ make, workspace }) => (await make.memory(workspace)).user_id,
}

/** Fields that a schema only calls text. */
const fields = { url: 'https://example.com/page', domain: 'go.example' }

/** A name that nothing else has. */
const named = async () => ({ body: { name: `name-${randomBytes(5).toString('hex')}` } })

/** What rows need beyond their required fields, by operation id. */
const more: Record<string, (ground: Ground, row: Endpoint) => Promise<Partial<RowInput>>> = {
  createDomain: async () => ({ body: { slug: `go-${randomBytes(5).toString('hex')}.example` } }),
  registerDomain: async () => ({ body: { domain: 'acme.link' } }),
  searchAvailableDomains: async () => ({ query: { domain: `acme-${randomBytes(5).toString('hex')}.link` } }),
  chooseSharedDomains: async () => ({ body: { defaultDomains: [] } }),
  forwardInstructions: async () => ({ body: { email: `${randomBytes(5).toString('hex')}@example.com`, recordType: 'CNAME' } }),
  checkDomainStatus: async () => ({ query: { domains: 'acme.link' } }),
  createDashboard: async ({ make, workspace }) => ({ query: { linkId: (await linkOf(make, workspace)).id } }),
  createWorkspace: async () => ({ body: { name: 'New', slug: `new-${randomBytes(4).toString('hex')}` } }),
  createTag: named,
  createFolder: named,
  createUtmTemplate: named,
  updateUtmTemplate: named,
  addMemories: async () => ({ body: { messages: 'Likes tea', user_id: 'ann' } }),
  updateMemory: async () => ({ body: { text: 'Likes coffee' } }),
  replaceMemory: async () => ({ body: { text: 'Likes coffee' } }),
  searchMemories: async () => ({ body: { query: 'tea', user_id: 'ann' } }),
  clientAddMemories: async () => ({ body: { messages: 'Likes tea', user_id: 'ann' } }),
  clientListMemories: async () => ({ body: { filters: { user_id: 'ann' } } }),
  clientSearchMemories: async () => ({ body: { query: 'tea', filters: { user_id: 'ann' } } }),
  clientUpdateMemory: async () => ({ body: { text: 'Likes coffee' } }),
  clientUpdateMemories: async ({ make, workspace }) => ({
    body: { memories: [{ memory_id: (await make.memory(workspace)).id, text: 'Likes coffee' }] },
  }),
  clientDeleteMemories: async ({ make, workspace }) => ({ body: { memories: [{ memory_id: (await make.memory(workspace)).id }] } }),
  clientDeleteAllMemories: async () => ({ query: { user_id: 'ann' } }),
  searchMemoriesAlias: async () => ({ body: { query: 'tea', user_id: 'ann' } }),
  getMemories: async () => ({ query: { user_id: 'ann' } }),
  deleteMemories: async () => ({ query: { user_id: 'ann' } }),
  getLinkInfo: async ({ make, workspace }) => ({ query: { linkId: (await linkOf(make, workspace)).id } }),
  trackLead: async ({ make, workspace }) => ({
    body: { clickId: (await make.click(await linkOf(make, workspace))).id, eventName: 'Sign up', customerExternalId: 'somebody' },
  }),
  trackSale: async ({ make, workspace }) => ({
    body: { clickId: (await make.click(await linkOf(make, workspace))).id, customerExternalId: 'somebody', amount: 100 },
  }),
  trackRefund: async ({ make, workspace }) => ({
    body: { saleEventId: await make.sale(await linkOf(make, workspace), await make.customer(workspace)) },
  }),
  trackOpen: async ({ make, workspace }) => ({ body: { deepLink: (await linkOf(make, workspace)).shortLink } }),
  trackClick: async ({ make, workspace }) => addressOf(await linkOf(make, workspace)),
  trackVisit: async ({ make, workspace }) => addressOf(await linkOf(make, workspace)),
  trackLeadFromPage: async ({ make, workspace }) => ({
    body: { clickId: (await make.click(await linkOf(make, workspace))).id, eventName: 'Sign up', customerExternalId: 'somebody' },
  }),
  createWebhook: async () => ({
    body: { name: 'Test', url: `https://93.184.215.14/${randomBytes(5).toString('hex')}`, triggers: ['link.created'] },
  }),
  mergeCustomers: async ({ make, workspace }) => ({ body: { customerId: (await make.customer(workspace)).id } }),
  createCustomer: async () => ({ body: { externalId: 'somebody' } }),
  installIntegration: async () => ({ body: { slug: 'zapier' } }),
  createConnection: async () => ({ body: { providerSlug: 'stripe' } }),
  getDelivery: deliveryIn,
  replayDelivery: deliveryIn,
  // Nothing outside is asked in tests.
  getMetatags: async () => ({ query: { url: 'http://127.0.0.1/' } }),
  getIframeable: async () => ({ query: { url: 'http://127.0.0.1/' } }),
}

const addressOf = ({ domain, key, shortLink: url }: { domain: string; key: string; shortLink: string }) => ({ body: { domain, key, url } })

async function linkOf(make: Make, workspace: Workspace) {
  const { slug } = await make.domain(workspace)
  return make.link(workspace, { domain: slug })
}

/** A delivery lies in its own connection. */
async function deliveryIn({ make, workspace }: Ground, { path }: Endpoint) {
  const { id, connectionId } = await make.inboundDelivery(workspace)
  return { path: path.replace('{id}', connectionId).replace('{deliveryId}', id) }
}

/** A request that succeeds in `workspace`; whatever it names is made there first. */
export async function validInput(row: Endpoint, ground: Ground): Promise<RowInput> {
  const extra = await more[row.id]?.(ground, row)
  return {
    path: extra?.path ?? (await fillPath(row, (segment) => makeThing(row, segment, ground))),
    query: { ...asTexts(smallestOf(row, 'query') as object), ...extra?.query },
    body: row.body && (extra?.body ?? smallestOf(row, 'body')),
  }
}

/** The same request about things that are nowhere. */
export async function inputAboutNothing(row: Endpoint, ground: Ground): Promise<RowInput> {
  return { ...(await validInput(row, ground)), path: await fillPath(row, async () => 'nothing_by_that_name') }
}

const smallestOf = (row: Endpoint, part: 'query' | 'body') => {
  const book = openBook([])
  const schema = row[part]
  return schema ? sample(book.request(schema), book.components, fields) : {}
}

const asTexts = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

function makeThing(row: Endpoint, segment: string, ground: Ground): Promise<string> {
  const maker = things[segment]
  if (!maker) throw new Error(`${row.id} names something of /${segment}: say in test/support/row-input.ts how to make one`)
  return maker(ground, row)
}

async function fillPath({ path }: Endpoint, fill: (segment: string) => Promise<string>): Promise<string> {
  const steps = path.split('/')
  const filled: string[] = []
  // One after the other: a thing may belong to the one before it.
  for (const [at, step] of steps.entries()) filled.push(step.startsWith('{') ? await fill(steps[at - 1] as string) : step)
  return filled.join('/')
}
