/** API keys: format, hashing and creation. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { sha256 } from '../../kernel/hash.js'
import { newId, randomText } from '../../kernel/ids.js'
import { Token } from '../token.entity.js'

/** Prefix of keys restricted to one workspace; other keys are personal. */
export const restrictedPrefix = 'svc_'
export const publishablePrefix = 'svc_pk_'

export const newApiKey = () => restrictedPrefix + randomText(24)
export const newPublishableKey = () => publishablePrefix + randomText(24)

/** Keys are random with enough entropy that an unsalted fast hash is safe, and it allows look-ups by hash. */
export const hashKey = (key: string) => sha256(key).toString('hex')

/** The abbreviated key for lists. */
export const partialKey = (key: string) => `${key.slice(0, 3)}...${key.slice(-4)}`

export interface NewToken {
  name: string
  userId: string
  /** Null creates a personal key. */
  workspaceId: string | null
  scopes?: readonly string[] | undefined
  expires?: Date | undefined
  installationId?: string | undefined
  /** Generated if undefined. */
  key?: string | undefined
  id?: string | undefined
}

/** Adds a token to the unit of work. Only the returned value contains the key. */
export function createToken(em: EntityManager, row: NewToken, now: Date): { key: string; token: Token } {
  const key = row.key ?? (row.workspaceId ? newApiKey() : randomText(24))
  const token = em.create(Token, {
    id: row.id ?? newId('token_', now.getTime()),
    name: row.name,
    hashedKey: hashKey(key),
    partialKey: partialKey(key),
    userId: row.userId,
    workspaceId: row.workspaceId,
    scopes: row.scopes?.join(' ') || null,
    installationId: row.installationId ?? null,
    expires: row.expires ?? null,
    lastUsed: null,
    createdAt: now,
    updatedAt: now,
  })
  em.persist(token)
  return { key, token }
}
