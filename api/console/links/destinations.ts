/** Destinations by country and of A/B tests, as lines of text. Errors name the field, so that its label is shown and it gets the focus. */

type Variant = { url: string; percentage: number }

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const geoText = (geo: Record<string, string> | null | undefined) =>
  Object.entries(geo ?? {})
    .map(([country, url]) => `${country} ${url}`)
    .join('\n')

export const variantsText = (variants: Variant[] | null | undefined) =>
  (variants ?? []).map(({ url, percentage }) => `${percentage} ${url}`).join('\n')

export function parseGeo(text: string): Record<string, string> | null {
  const entries = linesOf(text).map((line) => {
    const [, country, url] = /^([A-Za-z]{2})\s+(\S+)$/.exec(line) ?? []
    if (!country || !url) throw new Error(`geo: "${line}" is not two letters and an address.`)
    return [country.toUpperCase(), url] as const
  })
  const repeated = entries.find(([country], index) => entries.findIndex(([other]) => other === country) < index)
  if (repeated) throw new Error(`geo: ${repeated[0]} has more than one address.`)
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

export function parseVariants(text: string): Variant[] | null {
  const variants = linesOf(text).map((line) => {
    const [, percentage, url] = /^(\d+(?:\.\d+)?)\s*%?\s+(\S+)$/.exec(line) ?? []
    if (!percentage || !url) throw new Error(`testVariants: "${line}" is not a share in percent and an address.`)
    return { url, percentage: Number(percentage) }
  })
  return variants.length > 0 ? variants : null
}
