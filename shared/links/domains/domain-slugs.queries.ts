/** Availability of domain names. A name stays taken while links still use it: after a deletion, and as the former name during a rename. */
import type { Scope } from '../../kernel/scope.js'

/** Takes an advisory lock on each name until the transaction ends, in sorted order to avoid deadlocks. */
export async function lockSlugs({ em }: Scope, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs.toSorted()) await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`domain ${slug}`])
}

export async function isSlugTaken({ em }: Scope, slug: string): Promise<boolean> {
  const rows = await em.execute('select 1 from domains where slug = ? or moved_from = ?', [slug, slug])
  return rows.length > 0
}
