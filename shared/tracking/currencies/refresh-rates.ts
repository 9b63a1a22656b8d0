import type { JobScope } from '../../kernel/scope.js'
import { httpRateSource } from './rate-source.js'
import { storeRates } from './rate.queries.js'

/** Fetches current rates if a source is configured. Otherwise the built-in rates apply. */
export async function refreshRates(scope: JobScope): Promise<void> {
  const { exchangeRatesUrl } = scope.config
  if (!exchangeRatesUrl) return
  const { day, rates } = await httpRateSource(scope.guardedClient, exchangeRatesUrl).latest()
  await storeRates(scope, day, rates)
}
