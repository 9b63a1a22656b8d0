/** The errors of administration. */
import { badRequest, forbidden, notFound, unauthorized } from '../kernel/errors.js'

export const loginRequired = () => unauthorized('Unauthorized: Login required.')
export const notAnAdmin = () => unauthorized('Unauthorized: Not an admin.')
export const adminRoleMissing = (roles: readonly string[]) =>
  forbidden(`Unauthorized: Missing required admin role(s): ${roles.join(', ')}.`)
export const lastPlatformOwner = () =>
  badRequest('This is the last platform administrator with the role owner. Use the admin key, or appoint another owner first.')

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
