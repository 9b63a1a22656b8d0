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
  test(`${code} has the fixed message "${message}"`, (t) => {
    t.is(make().code, code)
    t.is(make().message, message)
  })
}

test('the error for an unspecified workspace mentions the parameter and workspace keys', (t) => {
  const { code, message } = accounts.workspaceNotSpecified()
  t.is(code, 'not_found')
  t.regex(message, /`workspaceId` query parameter/)
  t.regex(message, /personal API key.+move to workspace API keys/i)
})

test('missing permissions are named for API keys but not for sessions', (t) => {
  const { code, message } = accounts.permissionsMissing('token', 'ws_1', ['links.write', 'tags.read'])
  t.is(code, 'forbidden')
  t.is(message, 'This API key lacks the permissions `links.write`, `tags.read` in workspace ws_1.')
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
for (const [input, message] of limits) {
  test(`the error for a limit of ${input.limit} ${input.resource} names plan, number and period`, (t) => {
    t.is(accounts.limitExceeded(input).code, 'exceeded_limit')
    t.is(accounts.limitExceeded(input).message, message)
  })
}
