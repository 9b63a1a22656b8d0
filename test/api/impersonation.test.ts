/** Endpoints that refuse an operator who logged in as the user. The endpoints are written out here; the requests come from the tables. */
import test from 'ava'
import { tables } from '../../api/routes/index.js'
import { newPublishableKey } from '../../shared/accounts/index.js'
import { type TestApi, testApi } from '../support/api.js'
import { unique } from '../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example' })
})
test.after.always(() => api?.close())

const refusing = [
  ...['updateUser', 'replaceUser', 'deleteUser', 'changePassword', 'requestFirstPassword'],
  ...['createToken', 'createPersonalToken', 'authorizePage', 'authorizeOauthApp', 'authorizeForm', 'createOauthApp'],
  ...['rotateOauthAppSecret', 'rotatePublishableKey', 'rotateWebhookSecret', 'rotatePostbackSecret'],
  ...['createWebhook', 'updateWebhook', 'createPostback', 'updatePostback'],
  ...['connectStripe', 'connectPaypal', 'putPayoutSettings', 'changeOwnPayoutSettings'],
  ...['disconnectPayoutProvider', 'deletePayoutSettings'],
  ...['inviteTeammates', 'changeInvite', 'changeRole', 'invitePartnerUser', 'changePartnerUserInvite', 'changePartnerRole'],
  ...['acceptInvite', 'acceptInviteForm', 'acceptPartnerUserInvite'],
  ...['createConnection', 'configureIntegration', 'updateOauthApp', 'updateToken'],
]

/** A session of the owner of a workspace and a partner account. */
async function sessionOfOwner() {
  const { user, workspace } = await api.make.caller({ plan: 'enterprise' })
  await api.make.partnerUser(await api.make.partner(), user)
  const { headers } = await api.make.session(user)
  const send = async (id: string) => {
    const row = tables.rows.find((one) => one.id === id)
    if (!row) throw new Error(`no endpoint ${id}`)
    const path = row.path.replace('{idOrSlug}', workspace.id).replaceAll(/\{[^}]+\}/g, 'x')
    const { status, body } = await api.call(`${row.method} ${path}?workspaceId=${workspace.id}`, { headers, body: row.body && {} })
    return { status, isRefused: JSON.stringify(body).includes('logged in as the user') }
  }
  return { user, send }
}

test('keys, passwords, addresses, payout accounts, invites and roles are refused to an operator who logged in as the user', async (t) => {
  t.deepEqual(tables.rows.flatMap(({ id, refusesImpersonation }) => (refusesImpersonation ? id : [])).toSorted(), refusing.toSorted())
  const { user, send } = await sessionOfOwner()
  await api.resources.database.pool.query('update sessions set is_impersonated = true where user_id = $1', [user.id])
  for (const id of refusing) t.deepEqual(await send(id), { status: 403, isRefused: true }, id)
  for (const id of ['getUser', 'listTokens', 'listPersonalTokens', 'listPayoutProviders', 'getOwnPayoutSettings'])
    t.deepEqual(await send(id), { status: 200, isRefused: false }, id)
})

test('a change of the publishable key is refused to an operator who logged in as the user, other settings are not', async (t) => {
  const { user, workspace } = await api.make.caller({ plan: 'enterprise' })
  const { headers } = await api.make.session(user)
  const change = (method: string, body: object) => api.call(`${method} /workspaces/${workspace.id}`, { headers, body })
  const ofOperator = (is: boolean) =>
    api.resources.database.pool.query('update sessions set is_impersonated = $2 where user_id = $1', [user.id, is])
  const publishableKey = newPublishableKey()
  await ofOperator(true)
  for (const method of ['PATCH', 'PUT']) {
    for (const chosen of [publishableKey, null]) {
      const { status, body } = await change(method, { name: 'Changed', publishableKey: chosen })
      t.deepEqual([status, body.error?.code], [403, 'forbidden'], method)
    }
    t.is((await change(method, { name: `By ${method}` })).status, 200)
  }
  await ofOperator(false)
  t.like(await change('PATCH', { publishableKey }), { status: 200, body: { name: 'By PUT', publishableKey } })
})

test('secrets and settings of a connection are refused to an operator who logged in as the user, its name is not', async (t) => {
  const { user, workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const { headers } = await api.make.session(user)
  const connection = await api.call('POST /integrations/connections', { key, body: { providerSlug: 'generic', signingSecret: 'secret' } })
  await api.resources.database.pool.query('update sessions set is_impersonated = true where user_id = $1', [user.id])
  const change = (body: object) =>
    api.call(`PATCH /integrations/connections/${connection.body.id}?workspaceId=${workspace.id}`, { headers, body })
  for (const body of [{ signingSecret: 'chosen' }, { apiKey: 'chosen' }, { apiKey: null }, { settings: { allowUnsigned: true } }]) {
    const refused = await change({ name: 'Changed', ...body })
    t.deepEqual([refused.status, refused.body.error?.code], [403, 'forbidden'], JSON.stringify(body))
  }
  t.like(await change({ name: 'By the operator', settings: {} }), { status: 200, body: { name: 'By the operator' } })
})

test('default settings of an integration are refused to an operator who logged in as the user, its installation is not', async (t) => {
  const { user, workspace } = await api.make.caller({ plan: 'enterprise' })
  const { headers } = await api.make.session(user)
  await api.resources.database.pool.query('update sessions set is_impersonated = true where user_id = $1', [user.id])
  const settings = { apiUrl: 'https://keys.example' }
  const send = (target: string, body: object) => api.call(`${target}?workspaceId=${workspace.id}`, { headers, body })
  t.is((await send('POST /integrations', { slug: 'stripe', settings })).status, 403)
  t.is((await send('POST /integrations', { slug: 'stripe' })).status, 201)
  t.is((await send('PATCH /integrations/stripe', { settings })).status, 403)
})

test('an administrator has no rights of the operator in a session of somebody who logged in as them', async (t) => {
  const administrator = await api.make.user({ email: `${unique('viewer')}@example.com`, platformRole: 'viewer' })
  const { headers } = await api.make.session(administrator)
  t.is((await api.call('GET /admin/administrators', { headers })).status, 200)
  await api.resources.database.pool.query('update sessions set is_impersonated = true where user_id = $1', [administrator.id])
  const { status, body } = await api.call('GET /admin/administrators', { headers })
  t.deepEqual([status, body.error?.code], [403, 'forbidden'])
  t.regex(body.error.message, /logged in as the user/)
})

test('the same endpoints do not refuse the user', async (t) => {
  const { send } = await sessionOfOwner()
  for (const id of refusing.filter((one) => one !== 'deleteUser')) t.false((await send(id)).isRefused, id)
})
