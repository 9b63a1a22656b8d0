/** The errors of this domain. Each message is written here and nowhere else. */
import { badRequest, conflict, notFound, ServiceError } from '../kernel/errors.js'

export const webhookNotFound = () => notFound('Webhook not found.')
export const deliveryNotFound = () => notFound('Delivery not found.')
export const urlTaken = () => conflict('Another webhook of this workspace has this url.')
export const urlRefused = (reason: string) => badRequest(`url: ${reason}`)
export const linkScopeNeeded = () =>
  badRequest('linkScope: Say whose clicks to tell of: `workspace`, `links` or `folders`. The trigger `link.clicked` needs it.')
export const linkScopeForbidden = () => badRequest('linkScope: Only a webhook with the trigger `link.clicked` has one.')
export const nothingInScope = (field: 'linkIds' | 'folderIds') => badRequest(`${field}: Name at least one.`)
export const linksUnknown = (ids: readonly string[]) => badRequest(`linkIds: There are no such links: ${ids.join(', ')}.`)
export const foldersUnknown = (ids: readonly string[]) => badRequest(`folderIds: There are no such folders: ${ids.join(', ')}.`)
export const ofIntegration = () => badRequest('This webhook belongs to an integration: its name and url are not to be changed.')
export const tooManyWebhooks = (most: number) =>
  new ServiceError('exceeded_limit', `There are ${most} webhooks already. Delete those that nobody needs.`)
export const stillDisabled = () => conflict('The webhook is disabled. Enable it first.')
