/**
 * Idempotency keys: a request with a key is executed once. Its response is stored in the transaction of its effects and returned for
 * repetitions. Error responses have no effects and are not stored.
 */
import { conflict } from './errors.js'
import { sha256 } from './hash.js'
import type { Scope } from './scope.js'
import { openBox, sealBox } from './sealed-box.js'
import { hours } from './time.js'

export interface IdempotentRequest {
  /** The scope of the key: different owners may use the same key. */
  owner: string
  key: string
  /** Identifies the content of the request. */
  fingerprint: string
}

export const idempotencyKeyLifetime = hours(24)

interface StoredResponse {
  fingerprint: string
  response: Buffer
}

/** Runs `work` once per key and returns its text, or the stored text of the first execution. Requires a transaction. */
export async function runIdempotent(
  scope: Scope,
  request: IdempotentRequest,
  work: () => Promise<string>,
): Promise<{ text: string; isReplay: boolean }> {
  const id = idOf(request)
  const [lock] = await scope.em.execute('select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as acquired', [`idempotency key ${id}`])
  if (!lock?.acquired) throw conflict('A request with this Idempotency-Key is still in progress.')
  const stored = await findStoredResponse(scope, id, request)
  if (stored) return { text: decrypt(request, stored.response), isReplay: true }
  const text = await work()
  await scope.em.execute(
    `insert into idempotency_keys (id, fingerprint, response, created_at) values (?, ?, ?, ?)
     on conflict (id) do update set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at`,
    [id, request.fingerprint, encrypt(request, text), scope.now()],
  )
  return { text, isReplay: false }
}

/** Whether `runIdempotent` would return a stored response. */
export const hasStoredResponse = async (scope: Scope, request: IdempotentRequest) =>
  (await findStoredResponse(scope, idOf(request), request)) !== undefined

async function findStoredResponse({ em, now }: Scope, id: string, { fingerprint }: IdempotentRequest): Promise<StoredResponse | undefined> {
  const [stored]: StoredResponse[] = await em.execute(
    'select fingerprint, response from idempotency_keys where id = ? and created_at > ?',
    [id, new Date(now().getTime() - idempotencyKeyLifetime)],
  )
  if (stored && stored.fingerprint !== fingerprint) throw conflict('This Idempotency-Key was already used with a different request.')
  return stored
}

const idOf = (request: IdempotentRequest) => digestOf('id', request).toString('base64url')
const digestOf = (purpose: string, { owner, key }: IdempotentRequest) => sha256(JSON.stringify([purpose, owner, key]))

// Responses may contain secrets that are shown once. They are encrypted with the idempotency key, of which the table holds only a hash.
const encrypt = (request: IdempotentRequest, text: string) => sealBox(text, digestOf('seal', request))
const decrypt = (request: IdempotentRequest, response: Buffer) => openBox(response, digestOf('seal', request))
