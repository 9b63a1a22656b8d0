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
export const workspaceNotFound = (slug: string) => notFound(`Workspace \`${slug}\` not found.`)
