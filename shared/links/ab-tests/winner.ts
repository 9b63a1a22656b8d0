/** Which variant of an A/B test won. Pure. */
import type { TestVariant } from '../link.entity.js'
import type { LeadsTo } from './ab-test.queries.js'

/**
 * The variant that most leads followed; `random`, in [0, 1), decides between equals. Null where none followed any: then nothing is known,
 * and the link stays as it is.
 */
export function winnerOf(
  variants: readonly TestVariant[],
  leads: readonly Pick<LeadsTo, 'url' | 'leads'>[],
  random: number,
): string | null {
  const counts = new Map(variants.map(({ url }) => [url, 0]))
  for (const one of leads) {
    const variant = variantBehind(one.url, variants)
    if (variant !== null) counts.set(variant, (counts.get(variant) ?? 0) + one.leads)
  }
  const most = Math.max(...counts.values())
  const best = [...counts].filter(([, count]) => count === most).map(([url]) => url)
  return most > 0 ? (best[Math.floor(random * best.length)] ?? null) : null
}

/** Visitors may bring parameters of their own, so an address is that of the variant whose parameters it has, and as many as possible. */
export function variantBehind(url: string, variants: readonly TestVariant[]): string | null {
  const followed = partsOf(url)
  const fitting = variants
    .map((variant) => ({ url: variant.url, ...partsOf(variant.url) }))
    .filter(({ page, query }) => page === followed.page && query.every((one) => followed.query.includes(one)))
  return fitting.toSorted((a, b) => b.query.length - a.query.length)[0]?.url ?? null
}

function partsOf(text: string): { page: string; query: string[] } {
  if (!URL.canParse(text)) return { page: text, query: [] }
  const { protocol, host, pathname, searchParams } = new URL(text)
  return { page: `${protocol}//${host}${pathname}`, query: [...searchParams].map(([key, value]) => `${key}=${value}`) }
}
