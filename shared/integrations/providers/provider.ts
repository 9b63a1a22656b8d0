/** A system of somebody else that tells us what happened there: how its requests are proved genuine and what its events mean. */
import type { z } from 'zod'
import type { Outcome } from '../outcomes/outcome.js'
import type { Headers } from '../signatures/readings.js'
import type { Scheme } from '../signatures/scheme.js'
import type { Json } from './json.js'

/** An event of a provider, as far as it is understood without looking anything up. */
export interface ProviderEvent {
  type: string
  body: Json
  headers: Headers
  /** The connection's, as the provider's settings parsed them. */
  settings: Settings
  /** For ids that another shop or site of the same provider may use as well. */
  connectionId: string
  /** Names of further fields that may hold a click id. */
  clickIdNames: readonly string[]
}

export type Settings = Readonly<Record<string, unknown>>

/** A part of a request that is stored and worked on by itself. */
export interface Part {
  /** The provider's own id of it: what comes under the same one again is the same. Null: the same bytes are the same. */
  id: string | null
  type: string
  body: Json
  /** Whether it happened in a test mode of the provider. */
  isTest: boolean
}

export interface Receiver {
  scheme(settings: Settings): Scheme
  /** What the secret is called there, for people who look for it. */
  secretName: string
  /** Signing may be left out on their side, and then the connection may say so. */
  maySendUnsigned?: boolean
  /** Requests that are answered before anything is proved: they carry nothing. */
  greeting?(request: { headers: Headers; body: Buffer }): boolean
  /** The answer to a request that only wants to know whether somebody is there; null for one that tells something. */
  handshake?(body: Json, headers: Headers): Record<string, unknown> | null
  /** Bodies may be lists of events. */
  sendsLists?: boolean
  parts(body: Json, headers: Headers, settings: Settings): Part[]
  /** What the event means here, in the order in which it happened; null for one of a type that means nothing. */
  outcome(event: ProviderEvent): Outcome | Outcome[] | null
  /** Fetches what events only name, and adds it to the body. Outside of any transaction, and only for a connection with a key. */
  complete?(event: ProviderEvent, ask: Ask): Promise<Json>
}

/** Asks the provider's own interface; the key is the connection's. */
export type Ask = (url: string, headersFor: (key: string) => Record<string, string>) => Promise<Json>

export interface Provider {
  slug: string
  name: string
  description: string
  category: 'payments' | 'shops' | 'forms' | 'crm' | 'data' | 'automation' | 'other'
  website: string
  settings: z.ZodObject
  /** Absent for those that only listen to us. */
  receiver?: Receiver
}

export const provider = (given: Provider): Provider => given
