import type { z } from 'zod'
import { mapUniqueViolation } from '../kernel/db/map-unique-violation.js'
import { newId } from '../kernel/ids.js'
import { forkScope } from '../kernel/scope.js'
import type { PartnerScope } from '../partner-accounts/index.js'
import { newSecret, notifyWebhookChanged, receiverAt, requirePublicUrl, sealFor, Webhook } from '../webhooks/index.js'
import { postbackNotFound, postbackUrlTaken, tooManyPostbacks } from './errors.js'
import { lockPostbacks } from './postback.queries.js'
import {
  type createPostbackSchema,
  maxPostbacks,
  type PostbackAnswer,
  type PostbackWithSecret,
  presentPostback,
  type updatePostbackSchema,
} from './postback.schema.js'

/** All postbacks of the partner account, newest first. */
export async function listPostbacks({ em, partner }: PartnerScope): Promise<PostbackAnswer[]> {
  return (await em.find(Webhook, { partnerId: partner.id }, { orderBy: { id: 'desc' } })).map(presentPostback)
}

export const getPostback = async (scope: PartnerScope, id: string): Promise<PostbackAnswer> =>
  presentPostback(await requirePostback(scope, id))

export async function requirePostback({ em, partner }: PartnerScope, id: string): Promise<Webhook> {
  const postback = await em.findOne(Webhook, { id, partnerId: partner.id })
  if (!postback) throw postbackNotFound()
  return postback
}

type CreatePostback = z.infer<typeof createPostbackSchema>
type UpdatePostback = z.infer<typeof updatePostbackSchema>

/** Checks the address, whose host is resolved. Requires that no transaction is open. */
export async function preparePostback(scope: PartnerScope, input: CreatePostback): Promise<CreatePostback> {
  await requirePublicUrl(scope, input.url)
  return input
}

/** Creates a prepared postback, which receives events from now on. Its secret is returned only here. */
export async function createPostback(scope: PartnerScope, input: CreatePostback): Promise<z.infer<typeof PostbackWithSecret>> {
  const { em, partner, vault } = scope
  await lockPostbacks(scope)
  if ((await em.count(Webhook, { partnerId: partner.id })) >= maxPostbacks) throw tooManyPostbacks(maxPostbacks)
  const createdAt = scope.now()
  const id = newId('pb_', createdAt.getTime())
  const secret = newSecret('pbsec_')
  const postback = em.create(Webhook, {
    id,
    partnerId: partner.id,
    ...input,
    receiver: postbackReceiverAt(input.url),
    sealedSecret: sealFor(vault, id, secret),
    createdAt,
    updatedAt: createdAt,
  })
  em.persist(postback)
  await mapUniqueViolation(em.flush(), postbackUrlTaken)
  return { ...presentPostback(postback), secret }
}

/** Postbacks have no write key, so Segment gets the events. */
const postbackReceiverAt = (url: string) => (receiverAt(url) === 'slack' ? 'slack' : 'user')

/** Like `preparePostback`, for a new address. */
export async function preparePostbackUpdate(scope: PartnerScope, id: string, input: UpdatePostback): Promise<UpdatePostback> {
  const { url } = await requirePostback(forkScope(scope), id)
  if (input.url !== undefined && input.url !== url) await requirePublicUrl(scope, input.url)
  return input
}

/** Changes the given fields of a prepared input. Enabling a postback resets its failures and sends its pending events. */
export async function updatePostback(scope: PartnerScope, id: string, { disabled, ...input }: UpdatePostback): Promise<PostbackAnswer> {
  await lockPostbacks(scope)
  const postback = await requirePostback(scope, id)
  const now = scope.now()
  const isUrlChanged = input.url !== undefined && input.url !== postback.url
  Object.assign(postback, input, { receiver: postbackReceiverAt(input.url ?? postback.url), updatedAt: now })
  if (isUrlChanged) postback.pausedUntil = null
  if (disabled === false) Object.assign(postback, { disabledAt: null, consecutiveFailures: 0, pauses: 0, pausedUntil: null })
  if (disabled) postback.disabledAt ??= now
  await mapUniqueViolation(scope.em.flush(), postbackUrlTaken)
  notifyWebhookChanged(scope, id)
  return presentPostback(postback)
}

/** Replaces the signing secret at once. */
export async function rotatePostbackSecret(scope: PartnerScope, id: string): Promise<z.infer<typeof PostbackWithSecret>> {
  await lockPostbacks(scope)
  const postback = await requirePostback(scope, id)
  const secret = newSecret('pbsec_')
  Object.assign(postback, { sealedSecret: sealFor(scope.vault, id, secret), formerSecret: null, formerUntil: null, updatedAt: scope.now() })
  notifyWebhookChanged(scope, id)
  return { ...presentPostback(postback), secret }
}

/** Deletes a postback. Pending events are not sent. */
export async function deletePostback(scope: PartnerScope, id: string): Promise<{ id: string }> {
  await lockPostbacks(scope)
  scope.em.remove(await requirePostback(scope, id))
  await scope.em.flush()
  notifyWebhookChanged(scope, id)
  return { id }
}
