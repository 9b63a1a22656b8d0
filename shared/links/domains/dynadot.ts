/** Dynadot, through its API 3 in JSON. https://www.dynadot.com/domain/api-commands */
import { z } from 'zod'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import { seconds } from '../../kernel/time.js'
import { registrarFailed, registrarUnavailable } from '../errors.js'
import type { Registrar, Registration } from './registrar.js'

/** Registrations take longer than searches. */
const timeoutMs = seconds(30)

/** "0" is success. */
const code = z.union([z.string(), z.number()]).transform(String)
const failure = { ResponseCode: code, Error: z.string().optional() }
const Search = z.object({
  SearchResponse: z.object({
    ...failure,
    SearchResults: z.object({ DomainName: z.string(), Available: z.string(), Price: z.string().optional() }).array().default([]),
  }),
})
const Order = z.object({ ...failure, Status: z.string().optional(), Expiration: z.coerce.number().optional() })
const Registered = z.object({ RegisterResponse: Order })
const Renewed = z.object({ RenewResponse: Order })
const TldPrices = z.object({
  TldPriceResponse: z.object({
    ...failure,
    TldPrice: z
      .object({ Tld: z.string(), Price: z.object({ Renew: z.coerce.string().optional() }) })
      .array()
      .default([]),
  }),
})
const Info = z.object({
  DomainInfoResponse: z.object({ ...failure, DomainInfo: z.object({ Expiration: z.coerce.number() }).optional() }),
})

/** A pending order is one that the registrar accepted and carries out later. */
const accepted = new Set(['success', 'order_pending_process'])

export function dynadot(client: GuardedClient, apiUrl: string, apiKey: string): Registrar {
  async function call<Answer>(schema: z.ZodType<Answer>, command: string, parameters: Record<string, string>): Promise<Answer> {
    const query = new URLSearchParams({ key: apiKey, command, currency: 'USD', ...parameters })
    try {
      const response = await client.request(`${apiUrl}/api3.json?${query.toString()}`, { timeoutMs, maxRedirects: 0 })
      const answer = schema.safeParse(JSON.parse(response.body.toString('utf8')))
      if (response.status >= 300 || !answer.success) throw registrarUnavailable(`it answered with the status ${response.status}`)
      return answer.data
    } catch (error) {
      // The message of the client contains the address, and with it the key.
      if (error instanceof ExternalError || error instanceof SyntaxError) throw registrarUnavailable('it could not be reached')
      throw error
    }
  }

  return {
    async register(domain, { isPremium }) {
      const order = { domain, duration: '1', ...(isPremium ? { premium: '1' } : {}) }
      return registration(domain, (await call(Registered, 'register', order)).RegisterResponse)
    },
    async renew(domain) {
      const order = { domain, duration: '1', no_renew_if_late_renew_fee_needed: '1' }
      return registration(domain, (await call(Renewed, 'renew', order)).RenewResponse)
    },
    async renewalPriceOf(domain) {
      const { TldPriceResponse } = await call(TldPrices, 'tld_price', {})
      const prices = TldPriceResponse.TldPrice.filter(({ Tld }) => domain.endsWith(`.${Tld.replace(/^\./, '')}`))
      const text = prices.toSorted((one, other) => other.Tld.length - one.Tld.length)[0]?.Price.Renew
      const price = text === undefined ? Number.NaN : Number(text.replaceAll(/[^\d.]/g, '') || Number.NaN)
      return Number.isFinite(price) ? Math.round(price * 100) : null
    },
    async endOf(domain) {
      const { DomainInfo } = (await call(Info, 'domain_info', { domain })).DomainInfoResponse
      return DomainInfo ? new Date(DomainInfo.Expiration) : null
    },
    async statusOf(domains) {
      const names = Object.fromEntries(domains.map((name, index) => [`domain${index}`, name]))
      const { SearchResponse } = await call(Search, 'search', { ...names, show_price: '1' })
      if (SearchResponse.ResponseCode !== '0') throw registrarFailed(SearchResponse.Error ?? 'it refused the search')
      return SearchResponse.SearchResults.map(({ DomainName: domain, Available, Price = '' }) => ({
        domain: domain.toLowerCase(),
        available: Available.toLowerCase() === 'yes',
        premium: Price === '' ? null : /premium/i.test(Price),
        prices: Price === '' ? null : pricesIn(Price),
        price: Price || null,
      }))
    },
  }
}

function registration(domain: string, { ResponseCode, Status, Expiration, Error: reason }: z.infer<typeof Order>): Registration {
  if (ResponseCode !== '0' || !accepted.has(Status ?? '')) throw registrarFailed(reason ?? Status ?? 'it refused the order')
  return { domain, status: Status ?? '', expiration: Expiration ?? null }
}

/** Prices are texts such as `Registration Price: 9.99 in USD and Renewal price: 12.50 in USD`, or only the first number. */
function pricesIn(text: string): { registration: number | null; renewal: number | null } {
  const centsAfter = (pattern: RegExp) => {
    const amount = pattern.exec(text)?.[1]?.replaceAll(',', '')
    return amount === undefined ? null : Math.round(Number(amount) * 100)
  }
  return {
    registration: centsAfter(/registration price:?\s*([\d,]+(?:\.\d+)?)/i) ?? centsAfter(/^\D*([\d,]+(?:\.\d+)?)/),
    renewal: centsAfter(/renewal price:?\s*([\d,]+(?:\.\d+)?)/i),
  }
}
