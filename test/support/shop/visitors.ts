/** Simulated visitors of the shop and what they do. */
import type { Ledger, Sale, Visit } from './ledger.js'
import type { Random } from './random.js'
import type { Response, Sender } from './sender.js'

export interface ShopLink {
  id: string
  key: string
  domain: string
  url: string
}

const locations = [
  { continent: 'EU', country: 'DE', region: 'BE', city: 'Berlin' },
  { continent: 'EU', country: 'FR', region: 'IDF', city: 'Paris' },
  { continent: 'NA', country: 'US', region: 'CA', city: 'San Francisco' },
  { continent: 'NA', country: 'US', region: 'NY', city: 'New York' },
  { continent: 'AS', country: 'JP', region: '13', city: 'Tokyo' },
]
const browsers = [
  {
    ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    devices: 'Desktop',
    browsers: 'Chrome',
    os: 'Windows',
  },
  {
    ua: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    devices: 'Mobile',
    browsers: 'Mobile Safari',
    os: 'iOS',
  },
  { ua: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', devices: 'Desktop', browsers: 'Firefox', os: 'Linux' },
]
const referers = [
  { header: '', referers: '(direct)', referer_urls: '(direct)' },
  { header: 'https://www.news.example/today?page=2', referers: 'news.example', referer_urls: 'https://www.news.example/today' },
  { header: 'https://blog.example/post', referers: 'blog.example', referer_urls: 'https://blog.example/post' },
]

/** Fractions of all visitors. */
export const shares = { leads: 0.05, sales: 0.02 }

interface Shop {
  sender: Sender
  ledger: Ledger
  random: Random
  links: readonly ShopLink[]
  /** Headers with an API key that may track. */
  asTracker(): Record<string, string>
}

/** Runs one visitor from the first click to the last refund. */
export async function runVisitor(shop: Shop, number: number): Promise<void> {
  const { random } = shop
  const roll = random()
  const first = await visit(shop, `${number}`)
  if (roll >= shares.leads) return
  const customer = `customer-${number}`
  // Some buyers have no lead: their sale is tracked directly.
  const buys = roll < shares.sales
  if (buys && random.bool(0.2)) return buy(shop, customer, first, { clickId: first.clickId })
  let latest = first
  await lead(shop, customer, first, 'Sign up', random.bool(0.1) ? 3 : 1)
  if (random.bool(0.3)) {
    latest = await visit(shop, `${number} again`)
    await lead(shop, customer, latest, 'Trial', 1)
  }
  if (buys) await buy(shop, customer, latest, {})
}

async function visit({ sender, ledger, random, links }: Shop, visitorId: string): Promise<Visit> {
  const [link, location, browser, referer, isScanned] = [
    random.pick(links),
    random.pick(locations),
    random.pick(browsers),
    random.pick(referers),
    random.bool(0.2),
  ]
  const { location: destination } = await sender.send({
    method: 'GET',
    path: `/${link.key}${isScanned ? '?qr=1' : ''}`,
    headers: {
      'user-agent': `${browser.ua} visitor/${visitorId}`,
      'x-forwarded-for': '203.0.113.9',
      'x-geo-continent': location.continent,
      'x-geo-country': location.country,
      'x-geo-region': location.region,
      'x-geo-city': location.city,
      ...(referer.header ? { referer: referer.header } : {}),
    },
  })
  const clickId = new URL(destination).searchParams.get('svc_id') ?? ''
  const campaign = new URL(link.url).searchParams
  const recorded = {
    link: link.id,
    clickId,
    dimensions: {
      all: 'all',
      continents: location.continent,
      countries: location.country,
      regions: `${location.country} ${location.region}`,
      cities: `${location.country} ${location.region} ${location.city}`,
      devices: browser.devices,
      browsers: browser.browsers,
      os: browser.os,
      triggers: isScanned ? 'qr' : 'link',
      referers: referer.referers,
      referer_urls: referer.referer_urls,
      top_links: link.id,
      top_urls: link.url,
      top_base_urls: link.url.split('?', 1)[0] as string,
      top_domains: link.domain,
      utm_sources: campaign.get('utm_source') as string,
      utm_campaigns: campaign.get('utm_campaign') as string,
    },
  }
  ledger.visits.push(recorded)
  return recorded
}

async function track({ sender, asTracker }: Shop, kind: 'lead' | 'sale' | 'refund', body: object): Promise<Response['body']> {
  const { status, body: result } = await sender.send({ method: 'POST', path: `/track/${kind}`, headers: asTracker(), body })
  if (status !== 200) throw new Error(`${kind} ${JSON.stringify(body)} got ${status}: ${JSON.stringify(result)}`)
  return result
}

async function lead(shop: Shop, customerExternalId: string, visit: Visit, eventName: string, eventQuantity: number): Promise<void> {
  const isDeferred = shop.random.bool(0.2)
  const body = { clickId: visit.clickId, eventName, customerExternalId, customerName: `Name of ${customerExternalId}`, eventQuantity }
  if (isDeferred) await track(shop, 'lead', { ...body, mode: 'deferred' })
  await track(shop, 'lead', { ...body, mode: shop.random.pick(['async', 'wait']) })
  shop.ledger.leads.push({ customer: customerExternalId, visit, eventName, quantity: eventQuantity })
}

async function buy(shop: Shop, customer: string, visit: Visit, extra: object): Promise<void> {
  const { random, ledger } = shop
  if ('clickId' in extra) ledger.leads.push({ customer, visit, eventName: 'Direct sale', quantity: 1 })
  const times = random.bool(0.4) ? 2 + random.below(3) : 1
  for (let time = 0; time < times; time++) {
    const [invoiceId, eventName] = [`invoice of ${customer} ${time}`, random.pick(['Purchase', 'Subscription'])]
    const [paid, currency] = [100 + random.below(100_000), random.pick(['usd', 'usd', 'eur'])]
    const { sale } = await track(shop, 'sale', {
      customerExternalId: customer,
      amount: paid,
      currency,
      invoiceId,
      eventName,
      metadata: { time },
      ...extra,
    })
    const recorded: Sale = { customer, visit, eventName, amount: sale.amount, refunded: 0, isRefunded: false }
    ledger.sales.push(recorded)
    if (random.bool(0.2)) await refund(shop, recorded, invoiceId, paid)
  }
}

/** Refunds in one or two parts; the second part is all that is left. */
async function refund(shop: Shop, sale: Sale, invoiceId: string, paid: number): Promise<void> {
  const parts = shop.random.pick([[paid], [Math.ceil(paid / 3)], [Math.ceil(paid / 3), undefined]])
  for (const [at, amount] of parts.entries()) {
    const { refund, isFull } = await track(shop, 'refund', {
      invoiceId,
      refundId: `${invoiceId} ${at}`,
      ...(amount === undefined ? {} : { amount }),
    })
    sale.refunded += refund.amount
    sale.isRefunded = isFull
  }
}
