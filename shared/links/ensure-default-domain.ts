import type { EntityManager } from '@mikro-orm/postgresql'
import { insertSharedDomain } from './domain.queries.js'

/** Creates the default short domain as a shared domain. If a domain of that name exists, it stays unchanged. */
export const ensureDefaultDomain = (em: EntityManager, slug: string, now: Date) => insertSharedDomain(em, slug, now)
