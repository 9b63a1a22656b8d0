/** Campaign parameters of a destination. */

export const campaignFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type Campaign = Record<(typeof campaignFields)[number], string>

const none: Campaign = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' }

/** Decoded values; absent ones are empty. */
export function campaignOf(url: string): Campaign {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('utm_', start)) return none
  const query = new URLSearchParams(url.slice(start + 1).split('#', 1)[0])
  // A visitor may write `%00` where no text of the database can have it.
  return Object.fromEntries(campaignFields.map((field) => [field, (query.get(field) ?? '').replaceAll('\0', '')])) as Campaign
}

/** An address without its query and fragment. */
export const baseOf = (url: string) => url.split(/[?#]/, 1)[0] ?? url
