import type { EntityManager } from '@mikro-orm/postgresql'
import { insertSharedDomain } from './domain.queries.js'

/** Afterwards the domain exists. It belongs to no workspace and serves all, unless a workspace had brought it before. */
export const ensureDefaultDomain = (em: EntityManager, slug: string, now: Date) => insertSharedDomain(em, slug, now)
