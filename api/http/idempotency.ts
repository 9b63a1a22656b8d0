/** `Idempotency-Key` on every POST of somebody who acts in a workspace. */
import type { Context } from 'koa'
import { badRequest } from '../../shared/kernel/errors.js'
import { hasKeptAnswer, type KeyedRequest, oncePerKey } from '../../shared/kernel/once-per-key.js'
import type { Scope } from '../../shared/kernel/scope.js'
import type { Endpoint } from '../endpoint.js'
import { Reply } from './reply.js'

export const takesKey = ({ method, access, transaction }: Pick<Endpoint, 'method' | 'access' | 'transaction'>) =>
  method === 'POST' && access.kind === 'workspace' && transaction !== false

/** Runs the work of a request, or finds the answer that the same request got before. */
export type Once = <Value>(fingerprint: () => string, work: () => Promise<Value>) => Promise<Value>

const everyTime: Once = (_fingerprint, work) => work()
const acceptable = /^[\x21-\x7e]{1,255}$/

export function onceFor(row: Endpoint, scope: Scope, context: Context): Once {
  const asKeyed = keyedBy(row, scope, context)
  if (!asKeyed) return everyTime
  return async (fingerprint, work) => {
    const { text, isRepeated } = await oncePerKey(scope, asKeyed(fingerprint()), async () => textOf(await work()))
    if (isRepeated) context.set('Idempotent-Replayed', 'true')
    return valueOf(text)
  }
}

/** Whether the same request got an answer already, so that nothing outside has to be asked for it again. */
export async function wasAnswered(row: Endpoint, scope: Scope, context: Context, fingerprint: () => string): Promise<boolean> {
  const asKeyed = keyedBy(row, scope, context)
  return asKeyed !== null && hasKeptAnswer(scope, asKeyed(fingerprint()))
}

function keyedBy(row: Endpoint, scope: Scope, context: Context): ((fingerprint: string) => KeyedRequest) | null {
  const key = context.get('idempotency-key')
  const owner = ownerOf(scope)
  if (key === '' || owner === null || !takesKey(row)) return null
  if (!acceptable.test(key)) throw badRequest('The Idempotency-Key must have 1 to 255 characters without spaces.')
  return (fingerprint) => ({ owner, key, fingerprint: `${row.id} ${context.path}${context.search} ${fingerprint}` })
}

function ownerOf(scope: Scope): string | null {
  const { workspace, actor } = scope as { workspace?: { id: string } | null; actor?: { user: { id: string } } | null }
  return workspace && actor ? `${workspace.id} ${actor.user.id}` : null
}

function textOf(value: unknown): string {
  if (!(value instanceof Reply)) return JSON.stringify({ value: value ?? null })
  const { status, headers, body } = value
  if (body !== null && typeof body !== 'string') throw new Error('only an answer that is a text can be kept')
  return JSON.stringify({ reply: { status, headers, body } })
}

function valueOf(text: string) {
  const { reply, value } = JSON.parse(text)
  return reply ? new Reply(reply.status, reply.headers, reply.body) : value
}
