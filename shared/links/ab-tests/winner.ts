/** Chooses the winner of an A/B test. Pure. */
import type { TestVariant } from '../link.entity.js'
import type { LeadsByUrl } from './ab-test.queries.js'

/** Returns the variant with the most leads; `random`, in [0, 1), decides ties. Null without leads, which leaves the link unchanged. */
export function chooseWinner(
  variants: readonly TestVariant[],
  leads: readonly Pick<LeadsByUrl, 'url' | 'leads'>[],
  random: number,
): string | null {
  const counts = new Map(variants.map(({ url }) => [url, 0]))
  for (const lead of leads) {
    const variant = variantOfUrl(lead.url, variants)
    if (variant !== null) counts.set(variant, (counts.get(variant) ?? 0) + lead.leads)
  }
  const maxLeads = Math.max(...counts.values())
  const best = [...counts].filter(([, count]) => count === maxLeads).map(([url]) => url)
  return maxLeads > 0 ? (best[Math.floor(random * best.length)] ?? null) : null
}

/** Returns the variant whose page and parameters the URL contains; the one with the most parameters if several match. */
export function variantOfUrl(url: string, variants: readonly TestVariant[]): string | null {
  const visited = splitUrl(url)
  const matching = variants
    .map((variant) => ({ url: variant.url, ...splitUrl(variant.url) }))
    .filter(({ page, query }) => page === visited.page && query.every((pair) => visited.query.includes(pair)))
  return matching.toSorted((a, b) => b.query.length - a.query.length)[0]?.url ?? null
}

function splitUrl(text: string): { page: string; query: string[] } {
  if (!URL.canParse(text)) return { page: text, query: [] }
  const { protocol, host, pathname, searchParams } = new URL(text)
  return { page: `${protocol}//${host}${pathname}`, query: [...searchParams].map(([key, value]) => `${key}=${value}`) }
}
