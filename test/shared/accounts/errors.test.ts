import test from 'ava'
import * as accounts from '../../../shared/accounts/index.js'
import { tooManyRequests } from '../../../shared/kernel/errors.js'

const fixed: [make: () => { code: string; message: string }, code: string, message: string][] = [
  [accounts.invalidApiKey, 'unauthorized', 'Unauthorized: Invalid API key.'],
  [accounts.tokenExpired, 'unauthorized', 'Unauthorized: Access token expired.'],
  [accounts.missingAuthorization, 'unauthorized', 'Missing Authorization header.'],
  [accounts.workspaceNotFound, 'not_found', 'Workspace not found.'],
  [accounts.inviteExpired, 'invite_expired', 'Workspace invite expired.'],
  [accounts.invitePending, 'invite_pending', 'Workspace invite pending.'],
  [tooManyRequests, 'rate_limit_exceeded', 'Too many requests.'],
  [accounts.malformedPublishableKey, 'bad_request', 'Invalid or missing publishable key.'],
  [accounts.invalidPublishableKey, 'unauthorized', 'Invalid publishable key.'],
  [accounts.needHigherPlan, 'forbidden', 'Unauthorized: Need higher plan.'],
]
for (const [make, code, message] of fixed) {
  test(`${code} says "${message}"`, (t) => {
    t.is(make().code, code)
    t.is(make().message, message)
  })
}

test('whoever names no workspace hears about the parameter and about workspace keys', (t) => {
  const { code, message } = accounts.workspaceNotNamed()
  t.is(code, 'not_found')
  t.regex(message, /`workspaceId` query parameter/)
  t.regex(message, /personal API key.+move to workspace API keys/i)
})

test("a key's owner hears which permissions are missing, and where", (t) => {
  const { code, message } = accounts.permissionsMissing('token', 'ws_1', ['links.write', 'tags.read'])
  t.is(code, 'forbidden')
  t.is(message, 'This API key may not do this in workspace ws_1: it lacks `links.write`, `tags.read`.')
  t.notRegex(accounts.permissionsMissing('session', 'ws_1', ['links.write']).message, /ws_1|links/)
})

const limits: [...Parameters<typeof accounts.limitExceeded>, string][] = [
  [
    { plan: 'free', limit: 25, resource: 'links' },
    'The monthly limit of 25 links on the Free plan is reached. Upgrade to a higher plan for more.',
  ],
  [
    { plan: 'business plus', limit: 1, resource: 'clicks', period: 'yearly' },
    'The yearly limit of 1 click on the Business Plus plan is reached. Upgrade to a higher plan for more.',
  ],
  [{ plan: 'pro', limit: 10, resource: 'AI' }, 'The monthly limit of 10 AI on the Pro plan is reached. Upgrade to a higher plan for more.'],
  [
    { plan: 'free', limit: 3, resource: 'domains' },
    'The limit of 3 domains on the Free plan is reached. Upgrade to a higher plan for more.',
  ],
  [{ plan: 'free', limit: 1, resource: 'users' }, 'The limit of 1 user on the Free plan is reached. Upgrade to a higher plan for more.'],
]
for (const [given, message] of limits) {
  test(`a limit of ${given.limit} ${given.resource} is told with plan, number and period`, (t) => {
    t.is(accounts.limitExceeded(given).code, 'exceeded_limit')
    t.is(accounts.limitExceeded(given).message, message)
  })
}
