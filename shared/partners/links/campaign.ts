/** UTM templates of groups. Pure. */
import { normaliseUrl, type UtmKey, utmKeys } from '../../links/index.js'

export type UtmValues = { [Key in UtmKey | 'ref']?: string | null }
export const campaignKeys = [...utmKeys, 'ref'] as const

/** The parameters that the template sets. They decide in copies of default links. */
export const campaignOfTemplate = (template: UtmValues | null): UtmValues =>
  Object.fromEntries(campaignKeys.flatMap((key) => (template?.[key] ? [[key, template[key]]] : [])))

/** The parameters of the template that the url, in whichever form it was sent, does not set itself. */
export function campaignOf(template: UtmValues | null, url: string): UtmValues {
  const stored = normaliseUrl(url)
  if (!stored) return {}
  const own = new URL(stored).searchParams
  return Object.fromEntries(Object.entries(campaignOfTemplate(template)).filter(([key]) => !own.has(key)))
}

/** The campaign parameters of the url. */
export function campaignIn(url: string): UtmValues {
  if (!URL.canParse(url)) return {}
  const { searchParams } = new URL(url)
  return Object.fromEntries(campaignKeys.flatMap((key) => (searchParams.get(key) ? [[key, searchParams.get(key)]] : [])))
}

interface SyncedUrls {
  url: string
  /** The url that the link gets at the same time, if any. */
  newUrl?: string | undefined
}

/**
 * The parameters of the template that the link does not have, and null for those that the link has from a former template and that are no
 * longer set.
 */
export function campaignChanges(template: UtmValues, former: UtmValues, { url, newUrl = url }: SyncedUrls): UtmValues {
  if (!URL.canParse(url) || !URL.canParse(newUrl)) return {}
  const [before, after] = [new URL(url).searchParams, new URL(newUrl).searchParams]
  const changeOf = (key: keyof UtmValues): string | null | undefined => {
    const value = template[key]
    if (value) return after.get(key) === asParameter(value) ? undefined : value
    const isOutdated = former[key] && before.get(key) === asParameter(former[key])
    return isOutdated && (newUrl === url || !after.has(key)) ? null : undefined
  }
  return Object.fromEntries(campaignKeys.map((key) => [key, changeOf(key)] as const).filter(([, change]) => change !== undefined))
}

/** As links store it: a plus sign of a template is a blank. */
const asParameter = (value: string) => value.replaceAll('+', ' ')
