/** UTM templates of groups. Pure. */
import { type UtmKey, utmKeys } from '../../links/index.js'

export type UtmValues = { [Key in UtmKey | 'ref']?: string | null }
const keys = [...utmKeys, 'ref'] as const

/** The parameters of the template that the url does not set itself. */
export function campaignOf(template: UtmValues | null, url: string): UtmValues {
  if (!template || !URL.canParse(url)) return {}
  const own = new URL(url).searchParams
  return valuesOf(template, (key) => !own.has(key))
}

/** The parameters of the template that differ from those of the url. */
export function campaignChanges(template: UtmValues | null, url: string): UtmValues {
  if (!template || !URL.canParse(url)) return {}
  const own = new URL(url).searchParams
  return valuesOf(template, (key, value) => own.get(key) !== value)
}

const valuesOf = (template: UtmValues, applies: (key: keyof UtmValues, value: string) => boolean): UtmValues =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = template[key]
      return value && applies(key, value) ? [[key, value]] : []
    }),
  )
