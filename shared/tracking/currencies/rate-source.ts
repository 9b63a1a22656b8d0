/** Where rates of today come from. */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/guarded-client.js'

export interface DayRates {
  /** `YYYY-MM-DD`. */
  day: string
  /** What a dollar is worth, by currency in lower case. */
  rates: Record<string, number>
}

export interface RateSource {
  latest(): Promise<DayRates>
}

const Published = z.object({
  base: z.string(),
  date: z.iso.date(),
  rates: z.record(z.string().regex(/^[A-Za-z]{3}$/), z.number().positive()),
})

/** A service that publishes `{ base, date, rates }`, as many do. Rates by another base are brought to the dollar. */
export function publishedRates(client: GuardedClient, url: string): RateSource {
  return {
    async latest() {
      const answer = await client.request(url, { headers: { accept: 'application/json' } })
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
      const { base, date, rates } = Published.parse(JSON.parse(answer.body.toString('utf8')))
      const all = { ...rates, [base]: 1 }
      const dollar = all.USD
      if (!dollar) throw new Error(`${url} says nothing of the dollar`)
      return {
        day: date,
        rates: Object.fromEntries(Object.entries(all).map(([currency, rate]) => [currency.toLowerCase(), rate / dollar])),
      }
    },
  }
}
