/** What every payment provider does. */
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'

export const providerNames = ['manual', 'stripe', 'paypal'] as const
export type ProviderName = (typeof providerNames)[number]
/** Providers that transfer money by themselves. */
export type TransferProviderName = Exclude<ProviderName, 'manual'>

/** An order to pay. Its fields never change, because providers refuse a key that is repeated with other parameters. */
export interface TransferOrder {
  /** The idempotency key of all requests about the transfer. */
  id: string
  payoutId: string
  destination: string
  /** Cents. */
  amount: number
  currency: string
  /** The provider's id, once it is known. */
  reference: string | null
}

/** The outcome of a transfer as the provider reports it. */
export type TransferOutcome =
  /** It has the order, and does not know yet whether the money arrives. */
  | { kind: 'accepted'; reference: string }
  /** The money arrived. Without a reference, the transfer keeps its own. */
  | { kind: 'succeeded'; reference?: string }
  /** No money left, or it came back: the payout may be paid again. */
  | { kind: 'failed'; reason: string; reference?: string }
  /** The order may or may not have been carried out. It is repeated with the same key, never with another one. */
  | { kind: 'unknown'; reason: string }
  /** The request certainly had no effect: it may be repeated, or the payout withdrawn. */
  | { kind: 'refused'; reason: string }

/** An update of transfers in a webhook of the provider. */
export interface TransferUpdate {
  /** The transfer, by its id; by the provider's id, or ours if that one is not stored; or all accepted transfers to a destination. */
  transfer: { id: string } | { reference: string; id: string | null } | { destination: string; acceptedBefore: Date }
  outcome: TransferOutcome
}

/** Access to the account of a workspace. */
export interface ProviderAccess<Credentials = unknown> {
  client: GuardedClient
  /** Without a trailing slash. */
  apiUrl: string
  credentials: Credentials
  now(): Date
}

export interface ProviderWebhook {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What a provider with an API implements, with the type of its credentials. */
export interface TransferImplementation<Credentials> {
  credentials: z.ZodType<Credentials>
  /** Credentials with the same key belong to the same account. */
  keyOf(credentials: Credentials): string
  /** The account that the credentials belong to. Null if the provider does not show it: it refuses them, or does not respond. */
  accountId(access: ProviderAccess<Credentials>): Promise<string | null>
  /** Sends the order. May be repeated with the same order: the money leaves once. */
  send(access: ProviderAccess<Credentials>, order: TransferOrder): Promise<TransferOutcome>
  /** Looks for an order whose outcome is unknown. Null if the provider has none, or offers no such request. */
  find(access: ProviderAccess<Credentials>, order: TransferOrder): Promise<TransferOutcome | null>
  /** Requests the present state of an accepted transfer; null if it is not polled, because only webhooks report changes. */
  check: ((access: ProviderAccess<Credentials>, order: TransferOrder) => Promise<TransferOutcome>) | null
  /** How long a repeated order is recognised. */
  keyLifetimeMs: number
  /** Contains the signature of a webhook. */
  signatureHeader: string
  /** Whether the webhook comes from the provider. */
  verifyWebhook(access: ProviderAccess<Credentials>, webhook: ProviderWebhook): Promise<boolean>
  /** What the webhook reports; empty for other events. */
  readWebhook(body: unknown): TransferUpdate[]
}

/** The same for callers, which do not know what the credentials are. */
export type TransferApi = Omit<TransferImplementation<unknown>, 'credentials'>

export function transferApi<Credentials>(implementation: TransferImplementation<Credentials>): TransferApi {
  const { keyOf, accountId, send, find, check, verifyWebhook, credentials: schema, ...others } = implementation
  const typed = (access: ProviderAccess): ProviderAccess<Credentials> => ({ ...access, credentials: schema.parse(access.credentials) })
  return {
    ...others,
    keyOf: (credentials) => keyOf(schema.parse(credentials)),
    accountId: (access) => accountId(typed(access)),
    send: (access, order) => send(typed(access), order),
    find: (access, order) => find(typed(access), order),
    check: check && ((access, order) => check(typed(access), order)),
    verifyWebhook: (access, webhook) => verifyWebhook(typed(access), webhook),
  }
}

export interface Provider {
  name: ProviderName
  title: string
  /** The payout method of the public interface; null for a manual payment. */
  method: 'connect' | 'paypal' | null
  /** Null if a user pays, and reports the result. */
  transfers: TransferApi | null
}
