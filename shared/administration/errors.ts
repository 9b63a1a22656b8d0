/** The errors of administration. */
import { badRequest, conflict, forbidden, notFound, ServiceError, unauthorized } from '../kernel/errors.js'

export const loginRequired = () => unauthorized('Unauthorized: Login required.')
export const notAnAdmin = () => unauthorized('Unauthorized: Not an admin.')
export const adminRoleMissing = (roles: readonly string[]) =>
  forbidden(`Unauthorized: Missing required admin role(s): ${roles.join(', ')}.`)
export const lastPlatformOwner = () =>
  badRequest('This is the last platform administrator with the role owner. Use the admin key, or appoint another owner first.')

export const bannedIsAdmin = () =>
  badRequest('The user is a platform administrator. End the appointment, or the membership of the platform workspace, first.')

export const partnerNotFound = (id: string) => notFound(`Partner \`${id}\` not found.`)
export const userNotFound = () => notFound('User not found')
export const networkStatusUnchanged = (status: string) => badRequest(`The network status of the partner is ${status} already.`)
export const trustedStaysApproved = () =>
  badRequest('A trusted partner is approved already. Remove the trust with DELETE /admin/partners/trusted.')
export const countryUnchanged = (country: string) => badRequest(`The country of the partner is ${country} already.`)
export const identityVerifiedAlready = () => badRequest('The identity of the partner is verified already.')
export const trustedAlready = () => badRequest('The partner is trusted already.')
export const notTrusted = () => badRequest('The partner is not trusted.')
export const partnerWasPaid = () => badRequest('The connected payout account of the partner has received transfers, so it stays.')
export const partnerHasCommissions = () => badRequest('The partner has commissions, so the account stays.')
export const partnerHasLeads = () => badRequest('Links of the partner have leads, so the account stays.')
export const workspaceNotFound = (slug: string) => notFound(`Workspace \`${slug}\` not found.`)
export const workspaceDisabledAlready = () => badRequest('The workspace is disabled already.')
export const workspaceNotDisabled = () => badRequest('The workspace is not disabled.')
export const linkNotFound = () => notFound('Link not found')
export const programNotFound = (id: string) => notFound(`Program \`${id}\` not found.`)
export const programHasPayouts = () => badRequest('The program has paid partners, or is about to, so it stays. Deactivate it instead.')
export const domainNotFound = (slug: string) => notFound(`Domain \`${slug}\` not found, or it belongs to no workspace.`)
export const identityInReview = () => badRequest('The identity of the partner is being checked.')
export const identitySessionExpired = () => conflict('The session of the partner has just expired. Send the request again.')
export const slackNotConfigured = () => badRequest('Slack is not configured. Set SLACK_BOT_TOKEN.')
export const veriffNotConfigured = (key = 'VERIFF_API_KEY') => badRequest(`Veriff is not configured. Set ${key}.`)
export const identitySignatureInvalid = () => unauthorized('The signature in X-HMAC-Signature is missing or wrong.')
export const identityResultInvalid = () => badRequest('The body is neither an event nor a decision of Veriff.')
export const channelNameTaken = (name: string) => conflict(`The channel ${name} exists already. Send its channelId.`)
export const providerFailed = (provider: string, reason: string) =>
  new ServiceError('internal_server_error', `${provider} could not be used: ${reason}.`)
export const noWorkspace = () => notFound('No workspace matches the filters.')
export const tooManyEventsToSkip = (max: number) =>
  badRequest(`\`page\` and \`limit\` reach at most the first ${max.toLocaleString('en-US')} events. Use \`startingAfter\` for later ones.`)
