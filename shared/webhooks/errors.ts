/** The errors of this domain. */
import { badRequest, conflict, notFound, ServiceError } from '../kernel/errors.js'

export const webhookNotFound = () => notFound('Webhook not found.')
export const deliveryNotFound = () => notFound('Delivery not found.')
export const payoutEventOutdated = () =>
  conflict('The payout was announced again or withdrawn since: it would be paid twice. Replay its newest event, or retry the payout.')
export const urlTaken = () => conflict('url: Another webhook of this workspace already uses this url.')
export const urlNotAllowed = (reason: string) => badRequest(`url: ${reason}`)
export const linkScopeRequired = () =>
  badRequest('linkScope is required with the trigger `link.clicked`: send `workspace`, `links` or `folders`.')
export const linkScopeNotAllowed = () => badRequest('linkScope is only accepted with the trigger `link.clicked`.')
export const emptyLinkScope = (field: 'linkIds' | 'folderIds') => badRequest(`${field} must contain at least one id.`)
export const linksNotFound = (ids: readonly string[]) => badRequest(`linkIds: Links not found: ${ids.join(', ')}.`)
export const foldersNotFound = (ids: readonly string[]) => badRequest(`folderIds: Folders not found: ${ids.join(', ')}.`)
export const managedByIntegration = () => badRequest('name and url of a webhook that belongs to an integration cannot be changed.')
export const tooManyWebhooks = (max: number) =>
  new ServiceError('exceeded_limit', `The workspace already has ${max} webhooks, the maximum. Delete webhooks that are no longer needed.`)
export const writeKeyRequired = () => badRequest('writeKey is required for a webhook at Segment: send the write key of the source.')
export const writeKeyNotAllowed = () => badRequest('writeKey is only accepted for a webhook at Segment.')
export const receiverCannotChange = () =>
  badRequest(
    'url: The secret of a webhook at Segment is its write key, so its url cannot be changed from or to another system. Create a new webhook.',
  )
export const writeKeyNotGenerated = () => badRequest('Segment generates write keys. Send a new one as writeKey with PATCH /webhooks/{id}.')
export const webhookDisabled = () => conflict('The webhook is disabled. Enable it first.')
