/** Errors of this domain. The messages fixed by the public interface are constants and covered by tests. */
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
  roleNotPermitted: 'Your role in this workspace does not permit this action.',
} as const

export const malformedAuthorization = () => badRequest('The Authorization header must have the form `Bearer <API key>`.')
export const invalidApiKey = () => unauthorized(messages.invalidApiKey)
export const tokenExpired = () => unauthorized(messages.tokenExpired)
export const missingAuthorization = () => unauthorized(messages.missingAuthorization)
export const workspaceNotSpecified = () =>
  notFound(
    'Workspace not specified. Include the `workspaceId` query parameter. A personal API key has no workspace; move to workspace API keys.',
  )
export const workspaceNotFound = () => notFound(messages.workspaceNotFound)
export const inviteExpired = () => new ServiceError('invite_expired', messages.inviteExpired)
export const invitePending = () => new ServiceError('invite_pending', messages.invitePending)
export const malformedPublishableKey = () => badRequest(messages.malformedPublishableKey)
export const invalidPublishableKey = () => unauthorized(messages.invalidPublishableKey)
export const hostNotAllowed = () => forbidden('The host of this page is not in the allowed hostnames of the workspace.')
export const needHigherPlan = () => forbidden(messages.needHigherPlan)

export const wrongPassword = () => unauthorized('Incorrect email address or password.')
export const logInLocked = () =>
  forbidden('Too many failed log-ins. This account is locked for one hour. Reset the password to unlock it now.')
export const oneTimeLinkInvalid = () => badRequest('This link is invalid, expired or already used. Request a new one.')
export const emailTaken = () => conflict('This email address is used by another account.')
export const userNotFound = () => notFound('User not found.')
export const notYourWorkspace = () => forbidden('You are not a member of this workspace.')
export const sessionRequired = () => forbidden('This operation requires a session. Log in with email and password.')
export const impersonationRefused = () =>
  forbidden('This operation is not available to an operator who logged in as the user. The user has to do it.')
export const personalKeyRequired = () =>
  forbidden('This operation is not available to workspace API keys. Use a personal API key or log in.')
export const crossSiteRequest = () => forbidden('Cross-site request refused. With a session, send the Origin header of this service.')

export const slugTaken = (slug: string) => conflict(`The slug \`${slug}\` is already in use.`)
export const slugReserved = () => unprocessable('custom: slug: This slug is reserved')
export const publishableKeyTaken = () => conflict('publishableKey is already in use by another workspace.')
export const tooManyFreeWorkspaces = () =>
  new ServiceError('exceeded_limit', 'You have reached the limit of workspaces on the Free plan. Upgrade one of them to create another.')
export const memberNotFound = () => notFound('Member not found.')
export const machineUserHasNoRole = () =>
  badRequest('The role of a machine user cannot be changed. Change the scopes of its API key instead.')
export const lastOwner = () => badRequest('A workspace needs at least one owner. Make another member an owner first.')
export const memberHasUsedKeys = () => badRequest('This member has API keys that are in use. Delete the keys first.')
export const roleNotPermitted = () => forbidden(messages.roleNotPermitted)
export const roleRequiresPlan = (role: string, plan: string) =>
  forbidden(`The role \`${role}\` requires the ${planTitle(plan)} plan or higher.`)
export const alreadyMember = (email: string) => badRequest(`${email} is already a member of this workspace.`)
export const workspaceDisabled = () => forbidden('The workspace is disabled. Ask the operator of this installation to restore it.')
export const alreadyYourWorkspace = () => conflict('You are already a member of this workspace.')
export const inviteNotFound = () => notFound('Invite not found.')
export const inviteEmailMismatch = () => forbidden('This invite was sent to another email address. Log in with that account.')
export const accountExists = () => conflict('An account with this email address exists. Log in to accept the invite.')

export const passwordAlreadySet = () =>
  badRequest('Your account already has a password. Change it with POST /user/password, or reset it with POST /auth/password/forgot.')
export const userHasNoEmail = () => badRequest('Your account has no email address. Ask the operator for a password reset link.')
const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

export const tokenNotFound = () => notFound('Token not found.')
export const expiryNotInFuture = () => unprocessable('invalid_format: expires: Must be a date in the future')
export const tooManyTokens = () => new ServiceError('exceeded_limit', 'The limit of 100 API keys is reached. Delete unused keys first.')
export const machineUsersNeedOwner = () => forbidden('Only workspace owners can create machine users.')
export const roleNotGrantable = (role: string) =>
  forbidden(`The API key lacks permissions of the role ${role}, so it cannot give it. Use a key of an owner without scopes.`)
export const scopesNotGrantable = (scopes: readonly string[]) => unprocessable(`Your role does not permit granting ${quoted(scopes)}.`)

export const logNotFound = () => notFound('Log not found.')
export const invalidInstant = (field: string) =>
  unprocessable(`invalid_format: ${field}: Must be a date and time, such as 2026-03-01T12:00:00Z`)

export const appNotFound = () => notFound('App not found.')
export const installationNotFound = () => notFound('Installation not found.')
export const appUnknown = () => badRequest('client_id: Unknown app.')
export const redirectUriNotRegistered = () => badRequest('redirect_uri: Not registered for this app.')
export const codeChallengeRequired = () => badRequest('code_challenge: Required for this app (PKCE, S256).')
export const appScopeUnknown = (scope: string) => badRequest(`scope: \`${scope}\` is not available to apps.`)
export const appScopesNotGrantable = (scopes: readonly string[]) => badRequest(`Your role does not permit granting ${quoted(scopes)}.`)
export const appNotVerified = (name: string) => forbidden(`${name} is not verified and can only be used in its own workspace.`)
export const roleCannotAuthorizeApps = () => forbidden('Your role in this workspace does not permit authorizing apps.')

/** An error of the OAuth token endpoint, with its RFC 6749 error code. */
export class OauthGrantError extends ServiceError {
  readonly oauthError: 'invalid_client' | 'invalid_grant'
  constructor(oauthError: OauthGrantError['oauthError'], message: string) {
    super(oauthError === 'invalid_client' ? 'unauthorized' : 'bad_request', message)
    this.oauthError = oauthError
  }
}

export const clientIdMissing = () => new OauthGrantError('invalid_client', 'client_id: Required.')
export const clientUnknown = () => new OauthGrantError('invalid_client', 'client_id: Unknown app.')
export const clientSecretInvalid = () => new OauthGrantError('invalid_client', 'client_secret: Does not match the app.')
export const codeVerifierMissing = () => new OauthGrantError('invalid_grant', 'code_verifier: Required.')
export const grantInvalid = () =>
  new OauthGrantError('invalid_grant', 'The code or refresh token is invalid, already used, or was issued to another app.')
export const codeExpired = () => new OauthGrantError('invalid_grant', 'The code has expired: codes are valid for two minutes.')
export const redirectUriMismatch = () =>
  new OauthGrantError('invalid_grant', 'redirect_uri: Differs from the one in the authorization request.')
export const refreshTokenExpired = () => new OauthGrantError('invalid_grant', 'The refresh token has expired.')

export const appAccessDenied = () => forbidden('Access tokens of apps cannot use this endpoint.')
export const appTokenRequired = () => unauthorized('This endpoint requires the access token of an app.')

/** API key callers get the names of the missing permissions; session users only that their role does not suffice. */
export function permissionsMissing(by: 'token' | 'session', workspaceId: string, missing: readonly Permission[]): ServiceError {
  if (by === 'session') return roleNotPermitted()
  return forbidden(`This API key lacks the permissions ${quoted(missing)} in workspace ${workspaceId}.`)
}

/** Limits per billing period. */
const perPeriodResources = ['clicks', 'links', 'payouts', 'AI'] as const
/** Limits on how many exist at the same time. */
const countedResources = ['domains', 'tags', 'folders', 'groups', 'users'] as const
export type LimitedResource = (typeof perPeriodResources)[number] | (typeof countedResources)[number]

/** The plan limit of a resource is reached. */
export function limitExceeded({
  code = 'exceeded_limit',
  plan,
  limit,
  resource,
  period = 'monthly',
}: {
  code?: 'exceeded_limit' | 'forbidden'
  plan: string
  limit: number
  resource: LimitedResource
  period?: 'monthly' | 'yearly'
}): ServiceError {
  const noun = limit === 1 ? resource.replace(/s$/, '') : resource
  const periodPrefix = (perPeriodResources as readonly string[]).includes(resource) ? `${period} ` : ''
  return new ServiceError(
    code,
    `The ${periodPrefix}limit of ${limit} ${noun} on the ${planTitle(plan)} plan is reached. Upgrade to a higher plan for more.`,
  )
}

export const emailBlocked = () => forbidden('This email address cannot be used here.')
