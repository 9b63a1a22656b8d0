/** API keys: how they look, and how they are kept without being kept. */
import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { newId, randomText } from '../../kernel/ids.js'
import { Token } from '../token.entity.js'

/** Keys that begin so are restricted to one workspace; all others are personal. */
export const restrictedPrefix = 'svc_'
export const publishablePrefix = 'svc_pk_'

export const newApiKey = () => restrictedPrefix + randomText(24)
export const newPublishableKey = () => publishablePrefix + randomText(24)

/** A key is drawn from too many possibilities to be guessed from its hash, so a fast one without salt serves, and can be looked up. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')

/** What a list of keys shows. */
export const partialKey = (key: string) => `${key.slice(0, 3)}...${key.slice(-4)}`

export interface NewToken {
  name: string
  userId: string
  /** Null makes a personal key, which belongs to no workspace. */
  workspaceId: string | null
  scopes?: readonly string[] | undefined
  expires?: Date | undefined
  installationId?: string | undefined
  /** Generated unless given. */
  key?: string | undefined
  id?: string | undefined
}

/** Adds a token to the unit of work. The key is in the answer and nowhere else. */
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
