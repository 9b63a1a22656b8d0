/** Whose a name is. Names that links still live under count as taken: those of deleted domains, and those before a renaming. */
import type { Scope } from '../../kernel/scope.js'

/** Makes everybody wait who wants one of these names, until this transaction ends. */
export async function lockSlugs({ em }: Scope, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs.toSorted()) await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`domain ${slug}`])
}

export async function isSlugTaken({ em }: Scope, slug: string): Promise<boolean> {
  const rows = await em.execute('select 1 from domains where slug = ? or moved_from = ?', [slug, slug])
  return rows.length > 0
}
