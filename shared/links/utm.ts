/** Campaign parameters of a destination. They live in the address; the columns of a link repeat what the address says. */

export const utmKeys = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmKey = (typeof utmKeys)[number]

/** `ref` is set like the others, but no column repeats it. */
export const campaignKeys = [...utmKeys, 'ref'] as const
export type CampaignKey = (typeof campaignKeys)[number]

/** A key that is absent was not said; null removes the parameter. */
export type Campaign = { [Key in CampaignKey]?: string | null | undefined }
export type UtmColumns = Record<UtmKey, string | null>

/** The address with the campaign in it. Where nothing was said, the text stays as it is, letter by letter. */
export function withCampaign(url: string, campaign: Campaign): string {
  const said = campaignKeys.filter((key) => campaign[key] !== undefined)
  if (url === '' || said.length === 0) return url
  const result = new URL(url)
  for (const key of said) {
    const value = campaign[key]
    // A plus stands for a blank in the addresses that people copy these values from.
    if (value) result.searchParams.set(key, value.replaceAll('+', ' '))
    else result.searchParams.delete(key)
  }
  return result.href
}

/** What the address says, for the columns. */
export function utmOf(url: string): UtmColumns {
  const query = url === '' ? new URLSearchParams() : new URL(url).searchParams
  return Object.fromEntries(utmKeys.map((key) => [key, query.get(key) || null])) as UtmColumns
}

/**
 * The campaign to apply when a link changes. A new address keeps the parameters that the link had, unless it brings its own; what the
 * caller says about a parameter wins over both.
 */
export function carriedCampaign(newUrl: string | undefined, said: Campaign, before: UtmColumns): Campaign {
  if (newUrl === undefined || newUrl === '') return said
  const brought = utmOf(newUrl)
  const kept = utmKeys.filter((key) => before[key] !== null && brought[key] === null)
  return { ...Object.fromEntries(kept.map((key) => [key, before[key]])), ...definedOnly(said) }
}

const definedOnly = (campaign: Campaign): Campaign =>
  Object.fromEntries(Object.entries(campaign).filter(([, value]) => value !== undefined))
