/** Tests that apply to every endpoint, generated from the endpoint tables: a new row is covered automatically. */
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import type { Endpoint } from '../../api/endpoint.js'
import { httpStatus } from '../../api/http/error-response.js'
import { tables } from '../../api/routes/index.js'
import {
  hashKey,
  newPublishableKey,
  planIsOneOf,
  plans,
  publishableRate,
  rateOf,
  sessionRates,
  tokenScopes,
  type Plan,
} from '../../shared/accounts/index.js'
import type { ErrorCode } from '../../shared/kernel/errors.js'
import type { Rate } from '../../shared/kernel/store/rate-limits.js'
import { seconds } from '../../shared/kernel/time.js'
import { partnerAnalyticsRate, partnerUserRate } from '../../shared/partner-accounts/index.js'
import { type ApiResponse, type TestApi, testApi } from '../support/api.js'
import { bearer, embedCaller, endpointCaller, isUserAccess, partnerCaller, publishableCaller } from '../support/endpoint-callers.js'
import { missingResourceInput, type EndpointInput, validInput } from '../support/endpoint-input.js'
import { exhaustRateLimit } from '../support/rate-limits.js'
import { responseError } from '../support/response-validator.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', VERIFF_SHARED_SECRET: 'veriff-secret-of-the-tests' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

const sendInput = ({ method }: Endpoint, { path, query, body }: EndpointInput, headers: Record<string, string>): Promise<ApiResponse> => {
  const search = new URLSearchParams(query).toString()
  return api.call(`${method} ${path}${search && `?${search}`}`, { headers, body })
}
/** Sends a request with placeholder ids and an empty body, for refusals that come before the input is read. */
const placeholderPath = ({ path }: Endpoint) => path.replaceAll(/\{[^}]+\}/g, 'x')
const sendPlaceholder = async (row: Endpoint, headers: Record<string, string>, query: Record<string, string> = {}, idOrSlug = 'x') =>
  sendInput(row, { path: row.path.replace('{idOrSlug}', idOrSlug).replaceAll(/\{[^}]+\}/g, 'x'), query, body: row.body && {} }, headers)

function assertRefused(t: ExecutionContext, { status, body }: ApiResponse, code: ErrorCode, message?: string) {
  t.deepEqual([status, body.error?.code], [httpStatus[code], code], JSON.stringify(body))
  if (message) t.is(body.error.message, message)
  t.is(typeof body.error.message, 'string')
  t.is(body.error.doc_url, `${api.config.docsUrl}#${code.replaceAll('_', '-')}`)
}

const exhaustRate = (group: string, key: string, rate: Rate): Promise<void> => exhaustRateLimit(api.resources, group, key, rate)

const cache = new Map<string, Promise<unknown>>()
function cached<Value>(name: string, create: () => Promise<Value>): Promise<Value> {
  const value = (cache.get(name) as Promise<Value> | undefined) ?? create()
  cache.set(name, value)
  return value
}

const uses = new Map<string, number>()
/** For requests that are refused, and so change nothing: twenty of them share a value, below every rate limit. */
function shared<Value>(name: string, create: () => Promise<Value>): Promise<Value> {
  const use = uses.get(name) ?? 0
  uses.set(name, use + 1)
  return cached(`${name} ${Math.floor(use / 20)}`, create)
}
const sharedCaller = () => shared('caller', () => api.make.caller())
const sharedKeyOfUser = () => shared('key of a user', async () => api.make.token(await api.make.user(), null))
const sharedSession = (platformRole: 'owner' | 'member' | null = null) =>
  shared(`session ${platformRole}`, async () => api.make.session(await api.make.user({ platformRole })))

type Case = (t: ExecutionContext, row: Endpoint) => Promise<void>

const refusals = {
  async noCredential(t: ExecutionContext, row: Endpoint) {
    // A request that names a workspace without a key is checked for a session, so the message differs.
    const namesWorkspace = row.access.kind === 'workspace' && row.path.includes('{idOrSlug}')
    const message = namesWorkspace ? 'Unauthorized: Invalid API key.' : 'Missing Authorization header.'
    assertRefused(
      t,
      await sendPlaceholder(row, {}),
      'unauthorized',
      row.access.kind === 'admin' ? 'Unauthorized: Login required.' : message,
    )
  },
  async malformedCredential(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, { authorization: 'Basic dXNlcjpwYXNz' }), 'bad_request')
  },
  async unknownKey(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, bearer('svc_unknownKey1234567890')), 'unauthorized', 'Unauthorized: Invalid API key.')
  },
  async expiredKey(t: ExecutionContext, row: Endpoint) {
    const { headers } = await shared('expired key', () => api.make.caller({ expires: new Date(Date.now() - 1000) }))
    assertRefused(t, await sendPlaceholder(row, headers), 'unauthorized', 'Unauthorized: Access token expired.')
  },
  async missingPermission(t: ExecutionContext, row: Endpoint) {
    const [scope] =
      Object.entries(tokenScopes).find(
        ([, { permissions }]) => !permissions.some((permission) => row.access.permissions.includes(permission)),
      ) ?? []
    const { headers, workspace } = await shared(`scope ${scope}`, () => api.make.caller({ scopes: [scope as string] }))
    assertRefused(t, await sendPlaceholder(row, headers, {}, workspace.slug), 'forbidden')
  },
  async foreignWorkspace(t: ExecutionContext, row: Endpoint) {
    const [{ workspace }, { key }] = await Promise.all([sharedCaller(), sharedKeyOfUser()])
    const foreign = await sendPlaceholder(row, bearer(key), { workspaceId: workspace.id })
    assertRefused(t, foreign, 'not_found', 'Workspace not found.')
    t.deepEqual(foreign.body, (await sendPlaceholder(row, bearer(key), { workspaceId: 'ws_00000000000000000000000000' })).body)
  },
  async foreignResource(t: ExecutionContext, row: Endpoint) {
    const [owner, stranger] = await Promise.all([api.make.caller(), api.make.caller()])
    const foreignInput = await validInput(row, { make: api.make, workspace: owner.workspace })
    const missingInput = await missingResourceInput(row, { make: api.make, workspace: stranger.workspace })
    const foreign = await sendInput(row, { ...foreignInput, query: missingInput.query, body: missingInput.body }, stranger.headers)
    const missing = await sendInput(row, missingInput, stranger.headers)
    assertRefused(t, foreign, 'not_found')
    t.deepEqual(withoutIds(foreign, foreignInput), withoutIds(missing, missingInput))
  },
  async planTooLow(t: ExecutionContext, row: Endpoint) {
    const plan = planTooLowFor(row)
    const { headers } = await shared(`plan ${plan}`, () => api.make.caller({ plan }))
    assertRefused(t, await sendPlaceholder(row, headers), 'forbidden', 'Unauthorized: Need higher plan.')
  },
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    const kind = row.rate === 'analytics' ? 'analytics' : 'api'
    const { headers, key, workspace } = await cached(kind, () => api.make.caller({ plan: kind === 'analytics' ? 'pro' : 'free' }))
    await exhaustRate(kind, hashKey(key), rateOf(workspace, kind, new Date()))
    const response = await sendPlaceholder(row, headers)
    assertRefused(t, response, 'rate_limit_exceeded', 'Too many requests.')
    t.is(response.headers.get('x-ratelimit-remaining'), '0')
    t.true(Number(response.headers.get('retry-after')) > 0)
  },
} satisfies Record<string, Case>

const publishableRefusals = {
  async unknownKey(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, bearer(newPublishableKey())), 'unauthorized', 'Invalid publishable key.')
  },
  async wrongKind(t: ExecutionContext, row: Endpoint) {
    const { headers } = await sharedCaller()
    assertRefused(t, await sendPlaceholder(row, headers), 'bad_request', 'Invalid or missing publishable key.')
  },
  async planTooLow(t: ExecutionContext, row: Endpoint) {
    const { headers } = await publishableCaller(api, planTooLowFor(row))
    assertRefused(t, await sendPlaceholder(row, headers), 'forbidden', 'Unauthorized: Need higher plan.')
  },
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    const { headers, key } = await cached('publishable', () => publishableCaller(api, 'enterprise'))
    await exhaustRate('publishable', hashKey(key), publishableRate)
    assertRefused(t, await sendPlaceholder(row, headers), 'rate_limit_exceeded', 'Too many requests.')
  },
} satisfies Record<string, Case>

const guestRefusals = {
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    // The highest guest limit of any endpoint.
    await exhaustRate('guest', `${placeholderPath(row)} 127.0.0.1`, { requests: 60, windowMs: seconds(10) })
    const response = await sendPlaceholder(row, {})
    if (row.errorPage) t.is(response.status, 429)
    else assertRefused(t, response, 'rate_limit_exceeded', 'Too many requests.')
  },
} satisfies Record<string, Case>

const embedRefusals = {
  async unknownToken(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, bearer('svc_embed_unknown')), 'unauthorized')
  },
  async apiKey(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, (await sharedCaller()).headers), 'unauthorized')
  },
  async planTooLow(t: ExecutionContext, row: Endpoint) {
    const { workspace, headers } = await embedCaller(api)
    await api.resources.database.pool.query('update workspaces set plan = $2 where id = $1', [workspace.id, planTooLowFor(row)])
    assertRefused(t, await sendPlaceholder(row, headers), 'forbidden', 'Unauthorized: Need higher plan.')
  },
} satisfies Record<string, Case>

const partnerRefusals = {
  async workspaceKey(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, (await sharedCaller()).headers), 'unauthorized')
  },
  async noPartnerAccount(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, (await sharedSession()).headers), 'not_found')
  },
  async missingPermission(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, (await shared('partner member', () => partnerCaller(api, 'member'))).headers), 'forbidden')
  },
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    const { user, headers } = await cached('partner', () => partnerCaller(api, 'owner'))
    if (row.rate === 'analytics') await exhaustRate('partner-analytics', user.id, partnerAnalyticsRate)
    else await exhaustRate('partner', user.id, partnerUserRate)
    assertRefused(t, await sendPlaceholder(row, headers), 'rate_limit_exceeded', 'Too many requests.')
  },
} satisfies Record<string, Case>

/** Refusals of endpoints for users, in addition to the common ones. */
const userRefusals = {
  async expiredKey(t: ExecutionContext, row: Endpoint) {
    const expires = new Date(Date.now() - 1000)
    const { key } = await shared('expired key of a user', async () => api.make.token(await api.make.user(), null, { expires }))
    assertRefused(t, await sendPlaceholder(row, bearer(key)), 'unauthorized', 'Unauthorized: Access token expired.')
  },
  async workspaceKey(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, (await sharedCaller()).headers), 'forbidden')
  },
  async personalKey(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, bearer((await sharedKeyOfUser()).key)), 'forbidden')
  },
  async crossSite(t: ExecutionContext, row: Endpoint) {
    const { headers } = await sharedSession()
    assertRefused(t, await sendPlaceholder(row, { ...headers, 'sec-fetch-site': 'cross-site' }), 'forbidden')
  },
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    const { id, headers } = await cached('user', async () => {
      const user = await api.make.user()
      return { id: user.id, ...(await api.make.session(user)) }
    })
    await exhaustRate('user', id, sessionRates.api)
    assertRefused(t, await sendPlaceholder(row, headers), 'rate_limit_exceeded', 'Too many requests.')
  },
} satisfies Record<string, Case>

/** Refusals of the operator's endpoints, in addition to the common ones. */
const adminRefusals = {
  async notAnAdmin(t: ExecutionContext, row: Endpoint) {
    const { headers } = await sharedSession()
    assertRefused(t, await sendPlaceholder(row, headers), 'unauthorized', 'Unauthorized: Not an admin.')
  },
  async missingRole(t: ExecutionContext, row: Endpoint) {
    const { headers } = await sharedSession('member')
    const message = 'Unauthorized: Missing required admin role(s): owner.'
    assertRefused(t, await sendPlaceholder(row, headers), 'forbidden', message)
  },
  async crossSite(t: ExecutionContext, row: Endpoint) {
    const { headers } = await sharedSession('owner')
    assertRefused(t, await sendPlaceholder(row, { ...headers, 'sec-fetch-site': 'cross-site' }), 'forbidden')
  },
} satisfies Record<string, Case>

/** Refusals of webhook receivers. The signature schemes have tests of their own. */
const providerRefusals = {
  async unknownProvider(t: ExecutionContext, row: Endpoint) {
    assertRefused(t, await sendPlaceholder(row, {}), 'not_found')
  },
  async noSignature(t: ExecutionContext, row: Endpoint) {
    const { workspace } = await api.make.caller()
    const { id } = await api.make.connection(workspace, { provider: 'stripe' })
    assertRefused(
      t,
      await sendInput(row, { path: row.path.replace('{providerSlug}', 'stripe').replace('{connectionId}', id), query: {}, body: {} }, {}),
      'unauthorized',
    )
  },
} satisfies Record<string, Case>

const payoutProviderRefusals = {
  async noSignature(t: ExecutionContext, row: Endpoint) {
    const { workspace } = await api.make.caller()
    assertRefused(t, await sendInput(row, await validInput(row, { make: api.make, workspace }), {}), 'unauthorized')
  },
} satisfies Record<string, Case>

const errorPageCases = {
  async noCredential(t: ExecutionContext, row: Endpoint) {
    const { status, headers } = await sendPlaceholder(row, {})
    if (status === 303) t.regex(headers.get('location') ?? '', /^\/auth\/login\?/)
    else t.deepEqual([status, headers.get('content-type')], [401, 'text/html; charset=utf-8'])
  },
} satisfies Record<string, Case>

const responseCases = {
  async unknownField(t: ExecutionContext, row: Endpoint) {
    const [firstCaller, secondCaller] = [await endpointCaller(api, row), await endpointCaller(api, row)]
    const [input, otherInput] = [
      await validInput(row, { make: api.make, workspace: firstCaller.workspace }),
      await validInput(row, { make: api.make, workspace: secondCaller.workspace }),
    ]
    const withUnknownField = {
      ...otherInput,
      query: { ...otherInput.query, unknownField: 'x' },
      body: isObject(otherInput.body) ? { ...otherInput.body, unknownField: 'x' } : otherInput.body,
    }
    const [expected, response] = [
      await sendInput(row, input, firstCaller.headers),
      await sendInput(row, withUnknownField, secondCaller.headers),
    ]
    t.is(response.status, expected.status, JSON.stringify(response.body))
    if (!row.hidden && !needsExternalSystem(row)) t.true(response.status < 300, JSON.stringify(response.body))
    t.false(JSON.stringify(response.body ?? '').includes('unknownField'))
  },
  async matchesDocument(t: ExecutionContext, row: Endpoint) {
    const { workspace, headers } = await endpointCaller(api, row)
    const { status, body } = await sendInput(row, await validInput(row, { make: api.make, workspace }), headers)
    t.is(status, row.status ?? 200, JSON.stringify(body))
    t.is(responseError(row, status, body), null)
  },
  async refusalMatchesDocument(t: ExecutionContext, row: Endpoint) {
    const { status, body } = await sendPlaceholder(row, { authorization: 'Basic dXNlcjpwYXNz' })
    t.is(responseError(row, status, body), null)
  },
} satisfies Record<string, Case>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
const withoutIds = ({ status, body }: ApiResponse, { path }: EndpointInput) => [
  status,
  path.split('/').reduce((text, segment) => (segment.length > 8 ? text.replaceAll(segment, '?') : text), JSON.stringify(body)),
]
/** A plan that the endpoint rejects. A plan without analytics requests counts as too low as well. */
const planTooLowFor = ({ plans: allowed }: Endpoint): Plan => plans.find((plan) => !allowed || !planIsOneOf(plan, allowed)) as Plan
const requiresPlan = ({ plans: allowed, rate }: Endpoint) =>
  allowed ? plans.some((plan) => !planIsOneOf(plan, allowed)) : rate === 'analytics'
const isRateLimited = ({ rate }: Endpoint) => rate !== 'none'
/** Whether the path contains ids of workspace resources. Enum values and catalogue names are not ids. */
const hasResourceIds = ({ params, path }: Endpoint) =>
  !path.startsWith('/integrations/{providerSlug}') &&
  // The partners of the network belong to no workspace.
  !path.startsWith('/network/partners/') &&
  Object.values(params?.shape ?? {}).some((param) => !(param instanceof z.ZodEnum))
const respondsWithJson = ({ access, errorPage }: Endpoint) => access.secured && !errorPage
const always = () => true

/** Endpoints that need an external system which is not connected by default; they have tests of their own. */
const needsExternalSystem = ({ id }: Endpoint) =>
  ['registerDomain', 'checkDomainStatus', 'searchAvailableDomains', 'getEmbedPostMetrics'].includes(id)

/** Title, test, and the endpoints that it applies to. */
const cases: [title: string, run: Case, applies: (row: Endpoint) => boolean][] = [
  ['refuses a request without a credential', refusals.noCredential, respondsWithJson],
  ['refuses a credential that is not a bearer token', refusals.malformedCredential, respondsWithJson],
  ['refuses an unknown key', refusals.unknownKey, (row) => respondsWithJson(row) && !['publishable', 'embed'].includes(row.access.kind)],
  ...forAccess('workspace', [
    ['refuses an expired key', refusals.expiredKey, always],
    ['refuses a key without the required permission', refusals.missingPermission, ({ access }) => access.permissions.length > 0],
    ['responds alike for a foreign and a missing workspace', refusals.foreignWorkspace, always],
    ['responds alike for a foreign and a missing resource', refusals.foreignResource, hasResourceIds],
    ['refuses a workspace whose plan is too low', refusals.planTooLow, requiresPlan],
    ['refuses a caller over the rate limit', refusals.rateExhausted, isRateLimited],
  ]),
  ...forAccess('publishable', [
    ['refuses an unknown publishable key', publishableRefusals.unknownKey, always],
    ['refuses a key that is not publishable', publishableRefusals.wrongKind, always],
    ['refuses a workspace whose plan is too low', publishableRefusals.planTooLow, requiresPlan],
    ['refuses a caller over the rate limit', publishableRefusals.rateExhausted, isRateLimited],
  ]),
  ...forAccess('embed', [
    ['refuses an unknown token', embedRefusals.unknownToken, always],
    ['refuses an API key', embedRefusals.apiKey, always],
    ['refuses a workspace whose plan is too low', embedRefusals.planTooLow, requiresPlan],
  ]),
  ...forAccess('partner', [
    ['refuses a workspace key', partnerRefusals.workspaceKey, always],
    ['refuses a user without a partner account', partnerRefusals.noPartnerAccount, always],
    ['refuses a user whose role lacks the permission', partnerRefusals.missingPermission, ({ access }) => access.permissions.length > 0],
    ['refuses a caller over the rate limit', partnerRefusals.rateExhausted, isRateLimited],
  ]),
  ...forAccess('admin', [
    ['refuses a user who is no platform administrator', adminRefusals.notAnAdmin, always],
    ['refuses a platform administrator without the role', adminRefusals.missingRole, ({ access }) => access.permissions.length > 0],
    ['refuses a cross-site change', adminRefusals.crossSite, (row) => row.method !== 'GET'],
  ]),
  ...forAccess('provider', [
    ['refuses an unknown provider', providerRefusals.unknownProvider, always],
    ['refuses an unsigned request', providerRefusals.noSignature, always],
  ]),
  ...forAccess('payout provider', [['refuses an unsigned request', payoutProviderRefusals.noSignature, always]]),
  ...forAccess('identity provider', [['refuses an unsigned request', payoutProviderRefusals.noSignature, always]]),
  ['refuses an expired personal key', userRefusals.expiredKey, (row) => isUserAccess(row) && respondsWithJson(row)],
  ['refuses a workspace key', userRefusals.workspaceKey, (row) => isUserAccess(row) && respondsWithJson(row)],
  [
    'refuses a personal key where a session is required',
    userRefusals.personalKey,
    (row) => row.access.kind === 'session' && respondsWithJson(row),
  ],
  ['refuses a cross-site change', userRefusals.crossSite, (row) => isUserAccess(row) && respondsWithJson(row) && row.method !== 'GET'],
  [
    'refuses a caller over the rate limit',
    userRefusals.rateExhausted,
    (row) => isUserAccess(row) && respondsWithJson(row) && isRateLimited(row),
  ],
  [
    'responds to an unauthenticated browser with a page',
    errorPageCases.noCredential,
    (row) => row.access.secured && row.errorPage !== undefined,
  ],
  ['ignores an unknown field', responseCases.unknownField, always],
  ['responds as documented', responseCases.matchesDocument, (row) => !row.hidden && !needsExternalSystem(row)],
  ['refuses as documented', responseCases.refusalMatchesDocument, ({ hidden, access }) => !hidden && access.secured],
  // Last, because it exhausts the rate limit of the client address of these tests.
  ...forAccess('guest', [['refuses a caller over the rate limit', guestRefusals.rateExhausted, always]]),
]

function forAccess(kind: string, accessCases: typeof cases): typeof cases {
  return accessCases.map(([title, run, applies]) => [title, run, (row) => row.access.kind === kind && applies(row)])
}

// Serial: in parallel, the burst itself would exceed timeouts of the rate limit counters.
for (const row of tables.rows) {
  for (const [title, run, applies] of cases) if (applies(row)) test.serial(`${row.id} ${title}`, run, row)
}

test('every access kind is covered', (t) => {
  t.true(tables.rows.length > 0)
  t.deepEqual(
    tables.rows
      .filter(
        (row) =>
          ![
            'workspace',
            'publishable',
            'admin',
            'cron',
            'open',
            'guest',
            'unauthenticated',
            'user',
            'session',
            'provider',
            'embed',
            'partner',
            'payout provider',
            'identity provider',
          ].includes(row.access.kind),
      )
      .map(({ id }) => id),
    [],
    'add refusals for the new access kind to this test',
  )
})
