import type { JobScope } from '../../kernel/scope.js'
import { publishedRates } from './rate-source.js'
import { keepRates } from './rate.queries.js'

/** Fetches the rates of today, where a source is configured; otherwise the built-in ones go on serving. */
export async function refreshRates(scope: JobScope): Promise<void> {
  const { exchangeRatesUrl } = scope.config
  if (!exchangeRatesUrl) return
  const { day, rates } = await publishedRates(scope.guardedClient, exchangeRatesUrl).latest()
  await keepRates(scope, day, rates)
}
