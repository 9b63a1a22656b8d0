/**
 * A request that names itself by a key is carried out once: its answer is kept in the transaction that holds its effect, and given again to
 * whoever sends the same. A refusal has no effect and is not kept.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { conflict } from './errors.js'
import type { Scope } from './scope.js'
import { hours } from './time.js'

export interface KeyedRequest {
  /** Whose key it is: others may use the same. */
  owner: string
  key: string
  /** Equal for equal requests only. */
  fingerprint: string
}

export const keptAnswerLifetime = hours(24)

interface Row {
  fingerprint: string
  answer: Buffer
}

/** Within a transaction. Answers a text: that of `work`, or the one that it gave to the same request before. */
export async function oncePerKey(
  scope: Scope,
  request: KeyedRequest,
  work: () => Promise<string>,
): Promise<{ text: string; isRepeated: boolean }> {
  const id = idOf(request)
  const [lock] = await scope.em.execute('select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as "isFree"', [`kept answer ${id}`])
  if (!lock?.isFree) throw conflict('A request with this Idempotency-Key is just being carried out.')
  const kept = await keptAnswer(scope, id, request)
  if (kept) return { text: opened(request, kept.answer), isRepeated: true }
  const text = await work()
  await scope.em.execute(
    `insert into kept_answers (id, fingerprint, answer, created_at) values (?, ?, ?, ?)
     on conflict (id) do update set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`,
    [id, request.fingerprint, sealed(request, text), scope.now()],
  )
  return { text, isRepeated: false }
}

/** Whether `oncePerKey` would answer without working. */
export const hasKeptAnswer = async (scope: Scope, request: KeyedRequest) => (await keptAnswer(scope, idOf(request), request)) !== undefined

async function keptAnswer({ em, now }: Scope, id: string, { fingerprint }: KeyedRequest): Promise<Row | undefined> {
  const [kept]: Row[] = await em.execute('select fingerprint, answer from kept_answers where id = ? and created_at > ?', [
    id,
    new Date(now().getTime() - keptAnswerLifetime),
  ])
  if (kept && kept.fingerprint !== fingerprint) throw conflict('This Idempotency-Key was sent with another request before.')
  return kept
}

const idOf = (request: KeyedRequest) => digestOf('id', request).toString('base64url')
const digestOf = (purpose: string, { owner, key }: KeyedRequest) =>
  createHash('sha256')
    .update(JSON.stringify([purpose, owner, key]))
    .digest()

// Answers may hold secrets that are shown once. Only who knows the key can read them; the table knows its hash.
const cipher = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

function sealed(request: KeyedRequest, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const sealing = createCipheriv(cipher, digestOf('seal', request), iv)
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), body])
}

function opened(request: KeyedRequest, answer: Buffer): string {
  const opening = createDecipheriv(cipher, digestOf('seal', request), answer.subarray(0, ivLength), { authTagLength: tagLength })
  opening.setAuthTag(answer.subarray(ivLength, ivLength + tagLength))
  return opening.update(answer.subarray(ivLength + tagLength), undefined, 'utf8') + opening.final('utf8')
}
