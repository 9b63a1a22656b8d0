/** Source of current exchange rates. */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'

export interface DayRates {
  /** `YYYY-MM-DD`. */
  day: string
  /** Value of a dollar by currency, in lower case. */
  rates: Record<string, number>
}

export interface RateSource {
  latest(): Promise<DayRates>
}

const PublishedRates = z.object({
  base: z.string(),
  date: z.iso.date(),
  rates: z.record(z.string().regex(/^[A-Za-z]{3}$/), z.number().positive()),
})

/** A service that returns `{ base, date, rates }`, as many do. Rates by another base are converted to the dollar. */
export function httpRateSource(client: GuardedClient, url: string): RateSource {
  return {
    async latest() {
      const response = await client.request(url, { headers: { accept: 'application/json' } })
      if (response.status !== 200) throw new Error(`${url} responded with status ${response.status}`)
      const { base, date, rates } = PublishedRates.parse(JSON.parse(response.body.toString('utf8')))
      const all = { ...rates, [base]: 1 }
      const dollar = all.USD
      if (!dollar) throw new Error(`${url} has no rate for USD`)
      return {
        day: date,
        rates: Object.fromEntries(Object.entries(all).map(([currency, rate]) => [currency.toLowerCase(), rate / dollar])),
      }
    },
  }
}
