/** `Idempotency-Key` for every POST of a workspace caller. */
import type { Context } from 'koa'
import { badRequest } from '../../shared/kernel/errors.js'
import { hasStoredResponse, type IdempotentRequest, runIdempotent } from '../../shared/kernel/idempotency.js'
import type { Scope } from '../../shared/kernel/scope.js'
import type { Endpoint } from '../endpoint.js'
import { Reply } from './reply.js'

export const acceptsIdempotencyKey = ({ method, access, transaction }: Pick<Endpoint, 'method' | 'access' | 'transaction'>) =>
  method === 'POST' && access.kind === 'workspace' && transaction !== false

/** Runs the work of a request, or returns the stored response of the same request. */
export type RunIdempotent = <Value>(fingerprint: () => string, work: () => Promise<Value>) => Promise<Value>

const alwaysRun: RunIdempotent = (_fingerprint, work) => work()
const keyPattern = /^[\x21-\x7e]{1,255}$/

export function idempotentRunner(row: Endpoint, scope: Scope, context: Context): RunIdempotent {
  const requestWithKey = requestWithKeyOf(row, scope, context)
  if (!requestWithKey) return alwaysRun
  return async (fingerprint, work) => {
    const { text, isReplay } = await runIdempotent(scope, requestWithKey(fingerprint()), async () => textOf(await work()))
    if (isReplay) context.set('Idempotent-Replayed', 'true')
    return valueOf(text)
  }
}

/** Whether the same request already has a stored response, so that external systems need not be called again. */
export async function hasStoredAnswer(row: Endpoint, scope: Scope, context: Context, fingerprint: () => string): Promise<boolean> {
  const asKeyed = requestWithKeyOf(row, scope, context)
  return asKeyed !== null && hasStoredResponse(scope, asKeyed(fingerprint()))
}

function requestWithKeyOf(row: Endpoint, scope: Scope, context: Context): ((fingerprint: string) => IdempotentRequest) | null {
  const key = context.get('idempotency-key')
  const owner = ownerOf(scope)
  if (key === '' || owner === null || !acceptsIdempotencyKey(row)) return null
  if (!keyPattern.test(key)) throw badRequest('The Idempotency-Key must have 1 to 255 characters without spaces.')
  return (fingerprint) => ({ owner, key, fingerprint: `${row.id} ${context.path}${context.search} ${fingerprint}` })
}

function ownerOf(scope: Scope): string | null {
  const { workspace, actor } = scope as { workspace?: { id: string } | null; actor?: { user: { id: string } } | null }
  return workspace && actor ? `${workspace.id} ${actor.user.id}` : null
}

function textOf(value: unknown): string {
  if (!(value instanceof Reply)) return JSON.stringify({ value: value ?? null })
  const { status, headers, body } = value
  if (body !== null && typeof body !== 'string') throw new Error('only a text response can be stored')
  return JSON.stringify({ reply: { status, headers, body } })
}

function valueOf(text: string) {
  const { reply, value } = JSON.parse(text)
  return reply ? new Reply(reply.status, reply.headers, reply.body) : value
}
