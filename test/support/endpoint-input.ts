/** Generates a valid request for any endpoint from its schemas. Endpoints that need more have an entry here. */
import { randomBytes } from 'node:crypto'
import type { Endpoint } from '../../api/endpoint.js'
import { schemaComponents } from '../../api/openapi/schema-components.js'
import type { Workspace } from '../../shared/accounts/index.js'
import { bountyInput, bountyResources } from './bounty-input.js'
import { campaignInput, campaignResources } from './campaign-input.js'
import { earningInput, earningResources } from './earning-input.js'
import { fraudInput, fraudResources } from './fraud-input.js'
import type { Make } from './make.js'
import { partnerInput, partnerOf, programOf } from './partner-input.js'
import { sample } from './sample.js'

export interface EndpointInput {
  /** With path parameters filled in. */
  path: string
  query: Record<string, string>
  body: unknown
}

export interface InputContext {
  make: Make
  workspace: Workspace
}

const dashboardId = async ({ make, workspace }: InputContext) => (await make.dashboard(workspace, await linkOf(make, workspace))).id

/** Creates the resource of a path parameter, by the preceding path segment. Returns the parameter value. */
const resourceFactories: Record<string, (context: InputContext, row: Endpoint) => Promise<string>> = {
  apps: async ({ make, workspace }) => (await make.oauthApp(workspace)).id,
  installations: async ({ make, workspace }) => (await make.installation(workspace, await make.user())).id,
  logs: async ({ make, workspace }) => (await make.requestLog(workspace)).id,
  tokens: async ({ make, workspace }) => (await make.token(await make.user(), workspace)).token.id,
  workspaces: async ({ workspace }) => workspace.id,
  links: async ({ make, workspace }) => (await linkOf(make, workspace)).id,
  tags: async ({ make, workspace }) => (await make.tag(workspace)).id,
  folders: async ({ make, workspace }) => (await make.folder(workspace)).id,
  dashboards: dashboardId,
  share: dashboardId,
  utm: async ({ make, workspace }) => (await make.utmTemplate(workspace)).id,
  'saved-views': async ({ make, workspace }) => (await make.savedView(workspace)).id,
  users: async ({ make, workspace }) => {
    const user = await make.user()
    await make.member(workspace, user, 'member')
    return user.id
  },
  jobs: async ({ make, workspace }, { id }) =>
    (await make.backgroundOperation(workspace, id === 'getJobResult' ? { state: 'completed' } : {})).id,
  domains: async ({ make, workspace }) => (await make.domain(workspace)).slug,
  // Paths of work that starts no job.
  cron: async (_, { path }) => ['trial-emails', 'cleanup', 'export'][path.split('{').length - 2] as string,
  '{group}': async (_, { path }) => (path.endsWith('{step}') ? 'events' : 'e2e-tests'),
  '{name}': async () => 'partner',
  files: async () => `${'a'.repeat(43)}.png`,
  deeplink: async ({ make, workspace }) =>
    (await make.link(workspace, { domain: (await make.domain(workspace)).slug, key: 'app', lookupKey: 'app' })).domain,
  '{domain}': async () => 'app',
  script: async () => 'analytics.js',
  analytics: async () => 'leads',
  '{eventType}': async () => 'country',
  customers: async ({ make, workspace }) => (await make.customer(workspace)).id,
  webhooks: async ({ make, workspace }, { id }) => (id === 'receiveWebhook' ? 'segment' : (await make.webhook(workspace)).id),
  postbacks: async ({ make, workspace }) =>
    (await make.webhook(workspace, { workspaceId: null, partnerId: await make.firstPartner(workspace), triggers: ['lead.created'] })).id,
  deliveries: async ({ make, workspace }) => (await make.delivery(workspace)).id,
  memories: async ({ make, workspace }) => (await make.memory(workspace)).id,
  ...earningResources,
  ...fraudResources,
  ...bountyResources,
  ...campaignResources,
  imports: async ({ make, workspace }) => (await make.linkImport(workspace)).id,
  import: async ({ make, workspace }, { path }) => (path.includes('{provider}') ? 'dub' : (await make.linkImport(workspace)).id),
  entities: async () => 'user',
  integrations: async ({ make, workspace }) => {
    await make.installedIntegration(workspace, 'segment')
    return 'segment'
  },
  connections: async ({ make, workspace }) => (await make.connection(workspace)).id,
  '{providerSlug}': async ({ make, workspace }) => (await make.connection(workspace)).id,
  programs: async ({ make, workspace }, { access }) =>
    (await (access.kind === 'partner' ? programOf(make, workspace) : make.program(workspace))).id,
  groups: async ({ make, workspace }) => (await make.partnerGroup(await programOf(make, workspace))).id,
  partners: async ({ make, workspace }, { id, path }) => {
    if (!path.startsWith('/network/')) return (await partnerOf(make, workspace, id)).id
    await programOf(make, workspace)
    return (await make.partner({ networkStatus: 'approved' })).id
  },
  invites: async ({ make, workspace }, { id }) => (await partnerOf(make, workspace, id)).id,
  'program-invites': async ({ make, workspace }) => (await programOf(make, workspace)).id,
  resources: async ({ make, workspace }) => (await make.programResource(await programOf(make, workspace))).id,
  'submitted-leads': async ({ make, workspace }) => {
    const partner = await partnerOf(make, workspace)
    return (await make.submittedLead(await programOf(make, workspace), partner)).id
  },
  accounts: async ({ make }) => (await make.partner()).id,
  comments: async () => 'pcom_other',
  '{type}': async ({ make, workspace }) => (await make.memory(workspace)).user_id,
}

/** Values of fields that the schemas only declare as text. */
const fields = { url: 'https://example.com/page', domain: 'go.example' }

/** A body with a unique name. */
const uniqueName = async () => ({ body: { name: `name-${randomBytes(5).toString('hex')}` } })

/** Input beyond the required fields, by operation id. */
const extraInput: Record<string, (context: InputContext, row: Endpoint) => Promise<Partial<EndpointInput>>> = {
  ...earningInput,
  ...bountyInput,
  ...campaignInput,
  createDomain: async () => ({ body: { slug: `go-${randomBytes(5).toString('hex')}.example` } }),
  registerDomain: async () => ({ body: { domain: 'acme.link' } }),
  searchAvailableDomains: async () => ({ query: { domain: `acme-${randomBytes(5).toString('hex')}.link` } }),
  chooseSharedDomains: async () => ({ body: { defaultDomains: [] } }),
  forwardInstructions: async () => ({ body: { email: `${randomBytes(5).toString('hex')}@example.com`, recordType: 'CNAME' } }),
  checkDomainStatus: async () => ({ query: { domains: 'acme.link' } }),
  createDashboard: async ({ make, workspace }) => ({ query: { linkId: (await linkOf(make, workspace)).id } }),
  createWorkspace: async () => ({ body: { name: 'New', slug: `new-${randomBytes(4).toString('hex')}` } }),
  startCsvImport: async () => ({ body: { csv: 'link,url\ngo.example/a,https://example.com' } }),
  startPartnersCsvImport: async ({ make, workspace }) => {
    await programOf(make, workspace)
    return { body: { csv: 'email\nada@partner.example' } }
  },
  storeImportCredential: async () => ({ body: { apiKey: 'dub_secret' } }),
  createTag: uniqueName,
  createFolder: uniqueName,
  createUtmTemplate: uniqueName,
  updateUtmTemplate: uniqueName,
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
    body: { clickId: (await make.click(await linkOf(make, workspace))).id, eventName: 'Sign up', customerExternalId: 'customer-1' },
  }),
  trackSale: async ({ make, workspace }) => ({
    body: { clickId: (await make.click(await linkOf(make, workspace))).id, customerExternalId: 'customer-1', amount: 100 },
  }),
  trackRefund: async ({ make, workspace }) => ({
    body: { saleEventId: await make.sale(await linkOf(make, workspace), await make.customer(workspace)) },
  }),
  trackOpen: async ({ make, workspace }) => ({ body: { deepLink: (await linkOf(make, workspace)).shortLink } }),
  trackClick: async ({ make, workspace }) => addressOf(await linkOf(make, workspace)),
  trackVisit: async ({ make, workspace }) => addressOf(await linkOf(make, workspace)),
  trackLeadFromPage: async ({ make, workspace }) => ({
    body: { clickId: (await make.click(await linkOf(make, workspace))).id, eventName: 'Sign up', customerExternalId: 'customer-1' },
  }),
  createWebhook: async () => ({
    body: { name: 'Test', url: `https://93.184.215.14/${randomBytes(5).toString('hex')}`, triggers: ['link.created'] },
  }),
  mergeCustomers: async ({ make, workspace }) => ({ body: { customerId: (await make.customer(workspace)).id } }),
  createCustomer: async () => ({ body: { externalId: 'customer-1' } }),
  installIntegration: async () => ({ body: { slug: 'zapier' } }),
  createConnection: async () => ({ body: { providerSlug: 'stripe' } }),
  getDelivery: deliveryOfConnection,
  replayDelivery: deliveryOfConnection,
  ...partnerInput,
  ...fraudInput,
  // Tests send no external requests.
  getMetatags: async () => ({ query: { url: 'http://127.0.0.1/' } }),
  getIframeable: async () => ({ query: { url: 'http://127.0.0.1/' } }),
}

const addressOf = ({ domain, key, shortLink: url }: { domain: string; key: string; shortLink: string }) => ({ body: { domain, key, url } })

async function linkOf(make: Make, workspace: Workspace) {
  const { slug } = await make.domain(workspace)
  return make.link(workspace, { domain: slug })
}

/** A delivery is addressed through its connection. */
async function deliveryOfConnection({ make, workspace }: InputContext, { path }: Endpoint) {
  const { id, connectionId } = await make.inboundDelivery(workspace)
  return { path: path.replace('{id}', connectionId).replace('{deliveryId}', id) }
}

/** A request that succeeds in `workspace`. Creates the resources that it refers to. */
export async function validInput(row: Endpoint, context: InputContext): Promise<EndpointInput> {
  const extra = await extraInput[row.id]?.(context, row)
  return {
    path: extra?.path ?? (await fillPath(row, (segment) => makeResource(row, segment, context))),
    query: { ...toStrings(minimalInput(row, 'query') as object), ...extra?.query },
    body: row.body && (extra?.body ?? minimalInput(row, 'body')),
  }
}

/** The same request with ids of resources that do not exist. */
export async function missingResourceInput(row: Endpoint, context: InputContext): Promise<EndpointInput> {
  return { ...(await validInput(row, context)), path: await fillPath(row, async () => 'missing_resource') }
}

const minimalInput = (row: Endpoint, part: 'query' | 'body') => {
  const components = schemaComponents([])
  const schema = row[part]
  return schema ? sample(components.request(schema), components.components, fields) : {}
}

const toStrings = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

function makeResource(row: Endpoint, segment: string, context: InputContext): Promise<string> {
  const factory = resourceFactories[segment]
  if (!factory) throw new Error(`${row.id} needs a resource of /${segment}: add a factory for it in test/support/endpoint-input.ts`)
  return factory(context, row)
}

async function fillPath({ path }: Endpoint, fill: (segment: string) => Promise<string>): Promise<string> {
  const segments = path.split('/')
  const filled: string[] = []
  // In order, because a resource may belong to the previous one.
  for (const [index, segment] of segments.entries())
    filled.push(segment.startsWith('{') ? await fill(segments[index - 1] as string) : segment)
  return filled.join('/')
}
