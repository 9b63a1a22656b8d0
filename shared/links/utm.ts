/** Campaign parameters of a destination. The URL is authoritative; the columns of a link only copy its parameters. */

export const utmKeys = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmKey = (typeof utmKeys)[number]

/** `ref` is set like the others, but has no column. */
export const campaignKeys = [...utmKeys, 'ref'] as const
export type CampaignKey = (typeof campaignKeys)[number]

/** Absent keys are left unchanged; null removes the parameter. */
export type Campaign = { [Key in CampaignKey]?: string | null | undefined }
export type UtmColumns = Record<UtmKey, string | null>

/** Applies campaign parameters to a URL. Without any, the text is returned unchanged. */
export function withCampaign(url: string, campaign: Campaign): string {
  const presentKeys = campaignKeys.filter((key) => campaign[key] !== undefined)
  if (url === '' || presentKeys.length === 0) return url
  const result = new URL(url)
  for (const key of presentKeys) {
    const value = campaign[key]
    // Values copied from URLs contain plus signs instead of blanks.
    if (value) result.searchParams.set(key, value.replaceAll('+', ' '))
    // Deleting an absent parameter would write the others anew: `?flag` becomes `?flag=`.
    else if (result.searchParams.has(key)) result.searchParams.delete(key)
  }
  return result.href
}

/** Returns the UTM parameters of the URL as columns, which cannot contain NUL. */
export function utmOf(url: string): UtmColumns {
  const query = url === '' ? new URLSearchParams() : new URL(url).searchParams
  return Object.fromEntries(utmKeys.map((key) => [key, query.get(key)?.replaceAll('\0', '') || null])) as UtmColumns
}

/**
 * Returns the campaign parameters to apply to an updated link. A new URL inherits the parameters of the link unless it has its own;
 * parameters of the input take precedence over both.
 */
export function inheritedCampaign(newUrl: string | undefined, input: Campaign, before: UtmColumns): Campaign {
  if (newUrl === undefined || newUrl === '') return input
  const ownParameters = utmOf(newUrl)
  const inheritedKeys = utmKeys.filter((key) => before[key] !== null && ownParameters[key] === null)
  return { ...Object.fromEntries(inheritedKeys.map((key) => [key, before[key]])), ...definedOnly(input) }
}

const definedOnly = (campaign: Campaign): Campaign =>
  Object.fromEntries(Object.entries(campaign).filter(([, value]) => value !== undefined))
