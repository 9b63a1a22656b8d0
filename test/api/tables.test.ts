/** What holds for every row of the tables, because it is a row. A new row is tested from the moment it is on its list. */
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import type { Endpoint } from '../../api/endpoint.js'
import { statusOf } from '../../api/http/error-answer.js'
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
import type { Rate } from '../../shared/kernel/rate-limits.js'
import { seconds } from '../../shared/kernel/time.js'
import { type Answer, type TestApi, testApi } from '../support/api.js'
import { faultOfAnswer } from '../support/described.js'
import { useUp } from '../support/rates.js'
import { inputAboutNothing, type RowInput, validInput } from '../support/row-input.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const ask = ({ method }: Endpoint, { path, query, body }: RowInput, headers: Record<string, string>): Promise<Answer> => {
  const text = new URLSearchParams(query).toString()
  return api.call(`${method} ${path}${text && `?${text}`}`, { headers, body })
}
/** For refusals at the door, which come before anything is read. */
const knock = async (row: Endpoint, headers: Record<string, string>, query: Record<string, string> = {}, idOrSlug = 'x') =>
  ask(row, { path: row.path.replace('{idOrSlug}', idOrSlug).replaceAll(/\{[^}]+\}/g, 'x'), query, body: row.body && {} }, headers)

function refused(t: ExecutionContext, { status, body }: Answer, code: ErrorCode, message?: string) {
  t.deepEqual([status, body.error?.code], [statusOf[code], code], JSON.stringify(body))
  if (message) t.is(body.error.message, message)
  t.is(typeof body.error.message, 'string')
  t.is(body.error.doc_url, `${api.config.docsUrl}#${code.replaceAll('_', '-')}`)
}

const exhaust = (group: string, key: string, rate: Rate): Promise<void> => useUp(api.resources, group, key, rate)

const shared = new Map<string, Promise<unknown>>()
function once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
  const made = (shared.get(name) as Promise<Made> | undefined) ?? make()
  shared.set(name, made)
  return made
}

type Case = (t: ExecutionContext, row: Endpoint) => Promise<void>

const refusals = {
  async noCredential(t: ExecutionContext, row: Endpoint) {
    // Who names a workspace but no key may still have a session, and has none that is valid.
    refused(
      t,
      await knock(row, {}),
      'unauthorized',
      row.access.kind === 'workspace' && row.path.includes('{idOrSlug}')
        ? 'Unauthorized: Invalid API key.'
        : 'Missing Authorization header.',
    )
  },
  async malformedCredential(t: ExecutionContext, row: Endpoint) {
    refused(t, await knock(row, { authorization: 'Basic dXNlcjpwYXNz' }), 'bad_request')
  },
  async unknownKey(t: ExecutionContext, row: Endpoint) {
    refused(t, await knock(row, bearer('svc_nobodyHasThisKey1234')), 'unauthorized', 'Unauthorized: Invalid API key.')
  },
  async expiredKey(t: ExecutionContext, row: Endpoint) {
    const { headers } = await api.make.caller({ expires: new Date(Date.now() - 1000) })
    refused(t, await knock(row, headers), 'unauthorized', 'Unauthorized: Access token expired.')
  },
  async missingPermission(t: ExecutionContext, row: Endpoint) {
    const [scope] =
      Object.entries(tokenScopes).find(([, { permissions }]) => !permissions.some((one) => row.access.permissions.includes(one))) ?? []
    const { headers, workspace } = await api.make.caller({ scopes: [scope as string] })
    refused(t, await knock(row, headers, {}, workspace.slug), 'forbidden')
  },
  async foreignWorkspace(t: ExecutionContext, row: Endpoint) {
    const [{ workspace }, stranger] = await Promise.all([api.make.caller(), api.make.user()])
    const { key } = await api.make.token(stranger, null)
    const foreign = await knock(row, bearer(key), { workspaceId: workspace.id })
    refused(t, foreign, 'not_found', 'Workspace not found.')
    t.deepEqual(foreign.body, (await knock(row, bearer(key), { workspaceId: 'ws_00000000000000000000000000' })).body)
  },
  async foreignThing(t: ExecutionContext, row: Endpoint) {
    const [owner, stranger] = await Promise.all([api.make.caller(), api.make.caller()])
    const theirs = await validInput(row, { make: api.make, workspace: owner.workspace })
    const nothing = await inputAboutNothing(row, { make: api.make, workspace: stranger.workspace })
    const foreign = await ask(row, { ...theirs, query: nothing.query, body: nothing.body }, stranger.headers)
    const missing = await ask(row, nothing, stranger.headers)
    refused(t, foreign, 'not_found')
    t.deepEqual(withoutNames(foreign, theirs), withoutNames(missing, nothing))
  },
  async planTooLow(t: ExecutionContext, row: Endpoint) {
    const { headers } = await api.make.caller({ plan: tooLow(row) })
    refused(t, await knock(row, headers), 'forbidden', 'Unauthorized: Need higher plan.')
  },
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    const kind = row.rate === 'analytics' ? 'analytics' : 'api'
    const { headers, key, workspace } = await once(kind, () => api.make.caller({ plan: kind === 'analytics' ? 'pro' : 'free' }))
    await exhaust(kind, hashKey(key), rateOf(workspace, kind, new Date()))
    const answer = await knock(row, headers)
    refused(t, answer, 'rate_limit_exceeded', 'Too many requests.')
    t.is(answer.headers.get('x-ratelimit-remaining'), '0')
    t.true(Number(answer.headers.get('retry-after')) > 0)
  },
} satisfies Record<string, Case>

const publishableRefusals = {
  async unknownKey(t: ExecutionContext, row: Endpoint) {
    refused(t, await knock(row, bearer(newPublishableKey())), 'unauthorized', 'Invalid publishable key.')
  },
  async otherKey(t: ExecutionContext, row: Endpoint) {
    const { headers } = await api.make.caller()
    refused(t, await knock(row, headers), 'bad_request', 'Invalid or missing publishable key.')
  },
  async planTooLow(t: ExecutionContext, row: Endpoint) {
    const { headers } = await publishableCaller(tooLow(row))
    refused(t, await knock(row, headers), 'forbidden', 'Unauthorized: Need higher plan.')
  },
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    const { headers, key } = await once('publishable', () => publishableCaller('enterprise'))
    await exhaust('publishable', hashKey(key), publishableRate)
    refused(t, await knock(row, headers), 'rate_limit_exceeded', 'Too many requests.')
  },
} satisfies Record<string, Case>

const guestRefusals = {
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    // What the widest of these doors lets in.
    await exhaust('guest', `${row.path} 127.0.0.1`, { requests: 60, window: seconds(10) })
    refused(t, await knock(row, {}), 'rate_limit_exceeded', 'Too many requests.')
  },
} satisfies Record<string, Case>

async function publishableCaller(plan: Plan) {
  const key = newPublishableKey()
  const workspace = await api.make.workspace({ plan, publishableKey: key })
  return { key, workspace, headers: bearer(key) }
}

/** Doors for people: what they refuse beyond what every door does. */
const personRefusals = {
  async expiredKey(t: ExecutionContext, row: Endpoint) {
    const { key } = await api.make.token(await api.make.user(), null, { expires: new Date(Date.now() - 1000) })
    refused(t, await knock(row, bearer(key)), 'unauthorized', 'Unauthorized: Access token expired.')
  },
  async workspaceKey(t: ExecutionContext, row: Endpoint) {
    refused(t, await knock(row, (await api.make.caller()).headers), 'forbidden')
  },
  async personalKey(t: ExecutionContext, row: Endpoint) {
    const { key } = await api.make.token(await api.make.user(), null)
    refused(t, await knock(row, bearer(key)), 'forbidden')
  },
  async otherSite(t: ExecutionContext, row: Endpoint) {
    const { headers } = await api.make.session(await api.make.user())
    refused(t, await knock(row, { ...headers, 'sec-fetch-site': 'cross-site' }), 'forbidden')
  },
  async rateExhausted(t: ExecutionContext, row: Endpoint) {
    const { id, headers } = await once('person', async () => {
      const user = await api.make.user()
      return { id: user.id, ...(await api.make.session(user)) }
    })
    await exhaust('user', id, sessionRates.api)
    refused(t, await knock(row, headers), 'rate_limit_exceeded', 'Too many requests.')
  },
} satisfies Record<string, Case>

/** Doors for other systems; what their signatures are about is tried with the receiver. */
const providerRefusals = {
  async unknownProvider(t: ExecutionContext, row: Endpoint) {
    refused(t, await knock(row, {}), 'not_found')
  },
  async noSignature(t: ExecutionContext, row: Endpoint) {
    const { workspace } = await api.make.caller()
    const { id } = await api.make.connection(workspace, { provider: 'stripe' })
    refused(
      t,
      await ask(row, { path: row.path.replace('{providerSlug}', 'stripe').replace('{connectionId}', id), query: {}, body: {} }, {}),
      'unauthorized',
    )
  },
} satisfies Record<string, Case>

const pages = {
  async noCredential(t: ExecutionContext, row: Endpoint) {
    const { status, headers } = await knock(row, {})
    if (status === 303) t.regex(headers.get('location') ?? '', /^\/auth\/login\?/)
    else t.deepEqual([status, headers.get('content-type')], [401, 'text/html; charset=utf-8'])
  },
} satisfies Record<string, Case>

/** Somebody whom the row lets in, whoever that is. */
async function welcome({ access }: Endpoint) {
  if (access.kind === 'publishable') return publishableCaller('enterprise')
  const { workspace, user, headers } = await api.make.caller()
  if (isForPeople({ access })) return { workspace, headers: (await api.make.session(user)).headers }
  if (access.kind === 'admin') return { workspace, headers: bearer(api.config.adminApiKey as string) }
  if (access.kind === 'cron') return { workspace, headers: bearer(api.config.cronSecret as string) }
  return { workspace, headers }
}

const answers = {
  async unknownField(t: ExecutionContext, row: Endpoint) {
    const [plainly, oddly] = [await welcome(row), await welcome(row)]
    const [plain, odd] = [
      await validInput(row, { make: api.make, workspace: plainly.workspace }),
      await validInput(row, { make: api.make, workspace: oddly.workspace }),
    ]
    const withMore = {
      ...odd,
      query: { ...odd.query, nobodyKnowsThis: 'x' },
      body: isObject(odd.body) ? { ...odd.body, nobodyKnowsThis: 'x' } : odd.body,
    }
    const [expected, answer] = [await ask(row, plain, plainly.headers), await ask(row, withMore, oddly.headers)]
    t.is(answer.status, expected.status, JSON.stringify(answer.body))
    if (!row.hidden && !asksOutside(row)) t.true(answer.status < 300, JSON.stringify(answer.body))
    t.false(JSON.stringify(answer.body ?? '').includes('nobodyKnowsThis'))
  },
  async asDescribed(t: ExecutionContext, row: Endpoint) {
    const { workspace, headers } = await welcome(row)
    const { status, body } = await ask(row, await validInput(row, { make: api.make, workspace }), headers)
    t.is(status, row.status ?? 200, JSON.stringify(body))
    t.is(faultOfAnswer(row, status, body), null)
  },
  async refusalAsDescribed(t: ExecutionContext, row: Endpoint) {
    const { status, body } = await knock(row, { authorization: 'Basic dXNlcjpwYXNz' })
    t.is(faultOfAnswer(row, status, body), null)
  },
} satisfies Record<string, Case>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
const withoutNames = ({ status, body }: Answer, { path }: RowInput) => [
  status,
  path.split('/').reduce((text, step) => (step.length > 8 ? text.replaceAll(step, '?') : text), JSON.stringify(body)),
]
/** The analytics of a plan may be none at all, which is a plan too low as well. */
const tooLow = ({ plans: enough }: Endpoint): Plan => plans.find((plan) => !enough || !planIsOneOf(plan, enough)) as Plan
const asksForPlan = ({ plans: enough, rate }: Endpoint) =>
  enough ? plans.some((plan) => !planIsOneOf(plan, enough)) : rate === 'analytics'
const isLimited = ({ rate }: Endpoint) => rate !== 'none'
/** A part of the path that is one of a few words, or a name of the catalogue, is no thing of anybody's. */
const namesThings = ({ params, path }: Endpoint) =>
  !path.startsWith('/integrations/{providerSlug}') && Object.values(params?.shape ?? {}).some((part) => !(part instanceof z.ZodEnum))
const isForPeople = ({ access: { kind } }: Pick<Endpoint, 'access'>) => kind === 'user' || kind === 'session'
const isForPrograms = ({ access, refused: page }: Endpoint) => access.secured && !page
const always = () => true

/** Rows that need an outside system which no installation has unless it is connected; they have tests of their own. */
const asksOutside = ({ id }: Endpoint) => ['registerDomain', 'checkDomainStatus', 'searchAvailableDomains'].includes(id)

/** Title, what is tried, and for which rows. */
const cases: [title: string, run: Case, applies: (row: Endpoint) => boolean][] = [
  ['refuses a request without a credential', refusals.noCredential, isForPrograms],
  ['refuses a credential that is no bearer token', refusals.malformedCredential, isForPrograms],
  ['refuses a key that nobody has', refusals.unknownKey, (row) => isForPrograms(row) && row.access.kind !== 'publishable'],
  ...only('workspace', [
    ['refuses a key that has expired', refusals.expiredKey, always],
    ['refuses a key without the permission', refusals.missingPermission, ({ access }) => access.permissions.length > 0],
    ['does not tell a foreign workspace from one that is not there', refusals.foreignWorkspace, always],
    ['does not tell a foreign thing from one that is not there', refusals.foreignThing, namesThings],
    ['refuses a workspace whose plan is too low', refusals.planTooLow, asksForPlan],
    ['refuses who has asked too often', refusals.rateExhausted, isLimited],
  ]),
  ...only('publishable', [
    ['refuses a publishable key that nobody has', publishableRefusals.unknownKey, always],
    ['refuses a key that is not publishable', publishableRefusals.otherKey, always],
    ['refuses a workspace whose plan is too low', publishableRefusals.planTooLow, asksForPlan],
    ['refuses who has asked too often', publishableRefusals.rateExhausted, isLimited],
  ]),
  ...only('provider', [
    ['refuses a provider that nobody knows', providerRefusals.unknownProvider, always],
    ['refuses what is not signed', providerRefusals.noSignature, always],
  ]),
  ['refuses a personal key that has expired', personRefusals.expiredKey, (row) => isForPeople(row) && isForPrograms(row)],
  ['refuses the key of a workspace', personRefusals.workspaceKey, (row) => isForPeople(row) && isForPrograms(row)],
  ['refuses a personal key: it needs a session', personRefusals.personalKey, (row) => row.access.kind === 'session' && isForPrograms(row)],
  [
    'refuses a change that another site asks for',
    personRefusals.otherSite,
    (row) => isForPeople(row) && isForPrograms(row) && row.method !== 'GET',
  ],
  ['refuses who has asked too often', personRefusals.rateExhausted, (row) => isForPeople(row) && isForPrograms(row) && isLimited(row)],
  ['answers somebody unknown at a browser with a page', pages.noCredential, (row) => row.access.secured && row.refused !== undefined],
  ['drops a field that it does not know', answers.unknownField, always],
  ['answers as the description says', answers.asDescribed, (row) => !row.hidden && !asksOutside(row)],
  ['refuses as the description says', answers.refusalAsDescribed, ({ hidden, access }) => !hidden && access.secured],
  // The last of its row: it uses up what the address of these tests may ask.
  ...only('guest', [['refuses who has asked too often', guestRefusals.rateExhausted, always]]),
]

function only(kind: string, some: typeof cases): typeof cases {
  return some.map(([title, run, applies]) => [title, run, (row) => row.access.kind === kind && applies(row)])
}

// One after another: a burst of all at once would test the patience of the counters instead.
for (const row of tables.rows) {
  for (const [title, run, applies] of cases) if (applies(row)) test.serial(`${row.id} ${title}`, run, row)
}

test('every row is tested', (t) => {
  t.true(tables.rows.length > 0)
  t.deepEqual(
    tables.rows
      .filter(
        (row) =>
          !['workspace', 'publishable', 'admin', 'cron', 'open', 'guest', 'visitor', 'user', 'session', 'provider'].includes(
            row.access.kind,
          ),
      )
      .map(({ id }) => id),
    [],
    'a new kind of door needs its refusals here',
  )
})
