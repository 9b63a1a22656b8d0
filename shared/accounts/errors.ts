/** Refusals of this domain. Messages that the interface fixes are constants, tested letter by letter. */
import { badRequest, conflict, forbidden, notFound, ServiceError, unauthorized, unprocessable } from '../kernel/errors.js'
import type { Permission } from './permissions.js'
import { planTitle } from './plans.js'

export const messages = {
  invalidApiKey: 'Unauthorized: Invalid API key.',
  tokenExpired: 'Unauthorized: Access token expired.',
  missingAuthorization: 'Missing Authorization header.',
  workspaceNotFound: 'Workspace not found.',
  inviteExpired: 'Workspace invite expired.',
  invitePending: 'Workspace invite pending.',
  malformedPublishableKey: 'Invalid or missing publishable key.',
  invalidPublishableKey: 'Invalid publishable key.',
  needHigherPlan: 'Unauthorized: Need higher plan.',
  roleNotPermitted: 'Your role in this workspace does not permit this.',
} as const

export const malformedAuthorization = () => badRequest('The Authorization header must begin with `Bearer `, followed by the API key.')
export const invalidApiKey = () => unauthorized(messages.invalidApiKey)
export const tokenExpired = () => unauthorized(messages.tokenExpired)
export const missingAuthorization = () => unauthorized(messages.missingAuthorization)
export const workspaceNotNamed = () =>
  notFound(
    'No workspace was named: include the `workspaceId` query parameter. A personal API key belongs to no workspace; move to workspace API keys, which know theirs.',
  )
export const workspaceNotFound = () => notFound(messages.workspaceNotFound)
export const inviteExpired = () => new ServiceError('invite_expired', messages.inviteExpired)
export const invitePending = () => new ServiceError('invite_pending', messages.invitePending)
export const malformedPublishableKey = () => badRequest(messages.malformedPublishableKey)
export const invalidPublishableKey = () => unauthorized(messages.invalidPublishableKey)
export const hostNotAllowed = () =>
  forbidden('This page may not send events: its host is not among the allowed hostnames of the workspace.')
export const needHigherPlan = () => forbidden(messages.needHigherPlan)

export const wrongPassword = () => unauthorized('The e-mail address or the password is wrong.')
export const logInLocked = () =>
  forbidden('Too many failed log-ins: this address is locked for an hour. Setting a new password unlocks it at once.')
export const linkSpent = () => badRequest('This link was used already, or its time is over. Ask for a new one.')
export const emailTaken = () => conflict('This e-mail address belongs to another user.')
export const userNotFound = () => notFound('User not found.')
export const notYourWorkspace = () => forbidden('You are not a member of this workspace.')
export const sessionNeeded = () => forbidden('This needs a session: log in with e-mail and password.')
export const personalKeyNeeded = () => forbidden('A workspace key may not do this: use a personal key, or log in.')
export const crossSite = () => forbidden('A session may change something only from pages of this service. Send the Origin header.')

export const slugTaken = (slug: string) => conflict(`The slug \`${slug}\` is in use.`)
export const publishableKeyTaken = () => conflict('This publishable key is in use.')
export const tooManyFreeWorkspaces = () => new ServiceError('exceeded_limit', 'You own as many workspaces on plan Free as one person may.')
export const memberNotFound = () => notFound('The workspace has no such member.')
export const machineRole = () => badRequest('A machine user has no role of its own: the scopes of its key say what it may do.')
export const lastOwner = () => badRequest('A workspace has at least one owner. Make somebody else an owner first.')
export const usesKeys = () =>
  badRequest('Keys of this user were used with this workspace. Delete them first, so that nothing stops working unnoticed.')
export const roleNotPermitted = () => forbidden(messages.roleNotPermitted)
export const roleNeedsPlan = (role: string, plan: string) => forbidden(`The role \`${role}\` needs plan ${planTitle(plan)} or higher.`)
export const alreadyMember = (email: string) => badRequest(`${email} is a member of this workspace.`)
export const alreadyYourWorkspace = () => conflict('You are a member of this workspace.')
export const inviteNotFound = () => notFound('Invite not found.')
export const inviteForOther = () => forbidden('This invite was sent to another address: log in with that one.')
export const accountExists = () => conflict('This address has an account: log in to accept the invite.')

export const hasPasswordAlready = () =>
  badRequest('You have a password. Change it with POST /user/password, or ask for a link with POST /auth/password/forgot.')
export const noAddressForPassword = () => badRequest('You have no address to which a link could be sent. Ask the operator for one.')
export const tokenNotFound = () => notFound('Token not found.')
export const expiryNotAhead = () => unprocessable('invalid_format: expires: A date in the future')
export const tooManyTokens = () => new ServiceError('exceeded_limit', 'There are 100 keys already. Delete those that nobody uses.')
export const onlyOwnersMakeMachines = () => forbidden('Only owners of the workspace may make machine users.')
export const scopesBeyondRole = (scopes: readonly string[]) =>
  unprocessable(`Your role may not grant ${scopes.map((one) => `\`${one}\``).join(', ')}.`)

export const logNotFound = () => notFound('Log not found.')
export const instantUnknown = (field: string) => unprocessable(`invalid_format: ${field}: An instant, such as 2026-03-01T12:00:00Z`)

export const appNotFound = () => notFound('App not found.')
export const installationNotFound = () => notFound('Installation not found.')
export const clientUnknown = () => badRequest('client_id: There is no such app.')
export const redirectUnknown = () => badRequest('redirect_uri: The app has not registered this address.')
export const challengeNeeded = () => badRequest('code_challenge: This app needs one (PKCE, S256).')
export const scopeUnknown = (scope: string) => badRequest(`scope: There is no \`${scope}\` for apps.`)
export const scopesNotYours = (scopes: readonly string[]) =>
  badRequest(`Your role may not grant ${scopes.map((one) => `\`${one}\``).join(', ')}.`)
export const appNotOpen = (name: string) => forbidden(`${name} is not verified: only its own workspace may use it.`)
export const roleMayNotLetIn = () => forbidden('Your role in this workspace may not let apps in.')

/** A refusal where programs ask for tokens, with its word of RFC 6749. */
export class GrantRefusal extends ServiceError {
  readonly word: 'invalid_client' | 'invalid_grant'
  constructor(word: GrantRefusal['word'], message: string) {
    super(word === 'invalid_client' ? 'unauthorized' : 'bad_request', message)
    this.word = word
  }
}

export const clientUnnamed = () => new GrantRefusal('invalid_client', 'client_id: Say which app asks.')
export const clientWrong = () => new GrantRefusal('invalid_client', 'client_id: There is no such app.')
export const clientSecretWrong = () => new GrantRefusal('invalid_client', 'client_secret: This is not the secret of the app.')
export const verifierNeeded = () => new GrantRefusal('invalid_grant', 'code_verifier: Missing.')
export const grantWrong = () => new GrantRefusal('invalid_grant', 'It was used already, belongs to another app, or never existed.')
export const codeExpired = () => new GrantRefusal('invalid_grant', 'The code is older than two minutes.')
export const redirectDiffers = () => new GrantRefusal('invalid_grant', 'redirect_uri: Not the address that the code was sent to.')
export const refreshExpired = () => new GrantRefusal('invalid_grant', 'The refresh token has expired.')

export const notForApps = () => forbidden('The access of an app does not hold this.')
export const appTokenNeeded = () => unauthorized('This needs the access token of an app.')

/** People at a screen are told no more than that; a key's owner needs to know what to add to it. */
export function permissionsMissing(by: 'token' | 'session', workspaceId: string, missing: readonly Permission[]): ServiceError {
  if (by === 'session') return roleNotPermitted()
  const names = missing.map((one) => `\`${one}\``).join(', ')
  return forbidden(`This API key may not do this in workspace ${workspaceId}: it lacks ${names}.`)
}

/** Used up within a billing period, and full again with the next. */
const periodic = ['clicks', 'links', 'payouts', 'AI'] as const
/** Counted as they exist. */
const standing = ['domains', 'tags', 'folders', 'groups', 'users'] as const
export type LimitedResource = (typeof periodic)[number] | (typeof standing)[number]

/** A workspace has as much of something as its limit allows. */
export function limitExceeded({
  plan,
  limit,
  resource,
  period = 'monthly',
}: {
  plan: string
  limit: number
  resource: LimitedResource
  period?: 'monthly' | 'yearly'
}): ServiceError {
  const words = limit === 1 ? resource.replace(/s$/, '') : resource
  const span = (periodic as readonly string[]).includes(resource) ? `${period} ` : ''
  return new ServiceError(
    'exceeded_limit',
    `The ${span}limit of ${limit} ${words} on the ${planTitle(plan)} plan is reached. Upgrade to a higher plan for more.`,
  )
}
