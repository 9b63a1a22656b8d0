/** Campaign (UTM) parameters of a destination. */

export const campaignFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type Campaign = Record<(typeof campaignFields)[number], string>

const noCampaign: Campaign = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' }

/** Decoded values without spaces at their edges, as filters are written; missing ones are empty. */
export function campaignOf(url: string): Campaign {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('utm_', start)) return noCampaign
  const query = new URLSearchParams(url.slice(start + 1).split('#', 1)[0])
  // A visitor may send `%00`, which PostgreSQL texts cannot contain.
  return Object.fromEntries(campaignFields.map((field) => [field, (query.get(field) ?? '').replaceAll('\0', '').trim()])) as Campaign
}

/** The URL without query and fragment. */
export const baseUrlOf = (url: string) => url.split(/[?#]/, 1)[0] ?? url
