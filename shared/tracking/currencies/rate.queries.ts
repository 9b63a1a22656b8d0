/** SQL of exchange rates. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { executePrepared } from '../../kernel/db/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'

export interface Rate {
  perDollar: number
  /** `YYYY-MM-DD`. */
  day: string
}

export async function findRate({ em }: Pick<Scope, 'em'>, currency: string): Promise<Rate | null> {
  const [rate] = await executePrepared<Rate>(em, 'select per_dollar as "perDollar", day::text from exchange_rates where currency = ?', [
    currency,
  ])
  return rate ?? null
}

export async function findRates({ em }: Pick<Scope, 'em'>, currencies: readonly string[]): Promise<Map<string, Rate>> {
  const rows = await em.execute<(Rate & { currency: string })[]>(
    'select currency, per_dollar as "perDollar", day::text from exchange_rates where currency = any (?::text[])',
    [arrayLiteral(currencies)],
  )
  return new Map(rows.map(({ currency, ...rate }) => [currency, rate]))
}

/** Stores rates unless newer ones are stored; sorted by currency, so that two writers cannot deadlock. */
export async function storeRates({ em }: Pick<Scope, 'em'>, day: string, rates: Readonly<Record<string, number>>): Promise<void> {
  await em.execute(
    `insert into exchange_rates as existing (currency, per_dollar, day)
     select key, value::double precision, ?::date from jsonb_each_text(?::jsonb) order by key
     on conflict (currency) do update set per_dollar = excluded.per_dollar, day = excluded.day where excluded.day >= existing.day`,
    [day, JSON.stringify(rates)],
  )
}
