/** An external system that sends webhooks: how its requests are signed and which actions its events translate to. */
import type { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import type { Action } from '../actions/action.js'
import type { Headers } from '../signatures/signature-readers.js'
import type { SignatureScheme } from '../signatures/signature-scheme.js'
import type { Json } from './json.js'

/** A provider event before any details are fetched. */
export interface ProviderEvent {
  type: string
  body: Json
  headers: Headers
  /** The parsed settings of the connection. */
  settings: Settings
  /** Makes ids unique that are only unique within one shop or site of the provider. */
  connectionId: string
  /** Metadata fields that may contain a click id. */
  clickIdNames: readonly string[]
}

export type Settings = Readonly<Record<string, unknown>>

/** One event of a request, stored and processed on its own. */
export interface IncomingEvent {
  /** The provider's id, used to detect duplicates. Null: duplicates are detected by the body. */
  id: string | null
  type: string
  body: Json
  /** Whether it comes from the provider's test mode. */
  isTest: boolean
}

export interface Receiver {
  scheme(settings: Settings): SignatureScheme
  /** Name of the secret in the provider's user interface. */
  secretName: string
  /** The form of the secret. Another text is refused, because it would verify nothing, or anything. Undefined: any text. */
  secretPattern?: RegExp
  /** Whether signing is optional at the provider, so that a connection may allow unsigned requests. */
  maySendUnsigned?: boolean
  /** Recognises reachability checks, which carry no data and pass without a signature. */
  isPing?(request: { headers: Headers; body: Buffer }): boolean
  /** Recognises signed requests about the privacy of customers, which a connection receives also after its end or while it is paused. */
  isPrivacyRequest?(headers: Headers): boolean
  /** The response to a signed handshake; null for a request with events. */
  handshake?(body: Json, headers: Headers): Record<string, unknown> | null
  /** Whether the body may be an array of events. */
  acceptsArrays?: boolean
  parseEvents(body: Json, headers: Headers, settings: Settings): IncomingEvent[]
  /** Translates an event to actions, in order; null for an unsupported event type. */
  toActions(event: ProviderEvent): Action | Action[] | null
  /**
   * Fetches details that the event only references and adds them to the body. Runs outside transactions, only for connections with an API
   * key.
   */
  fetchDetails?(event: ProviderEvent, fetchJson: ProviderFetch, scope: Pick<Scope, 'config' | 'log'>): Promise<Json>
}

/** Calls the provider's API with the connection's key. */
export type ProviderFetch = (url: string, headersFor: (key: string) => Record<string, string>) => Promise<Json>

export interface Provider {
  slug: string
  name: string
  description: string
  category: 'payments' | 'shops' | 'forms' | 'crm' | 'data' | 'automation' | 'other'
  website: string
  settings: z.ZodObject
  /** Undefined for providers that send no webhooks. */
  receiver?: Receiver
}

export const provider = (definition: Provider): Provider => definition

/** The entry for the type of an event. Senders choose the type, so the names that every object inherits do not match. */
export const handlerOf = <Handler>(handlers: Record<string, Handler>, { type }: ProviderEvent): Handler | undefined =>
  Object.hasOwn(handlers, type) ? handlers[type] : undefined
