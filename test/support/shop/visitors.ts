/** Who comes to the shop, from where, with what, and what they do there. */
import type { Chance } from './chance.js'
import type { Ledger, Sale, Visit } from './ledger.js'
import type { Answer, Sender } from './sender.js'

export interface ShopLink {
  id: string
  key: string
  domain: string
  url: string
}

const places = [
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

/** Shares of all visitors. */
export const shares = { leads: 0.05, sales: 0.02 }

interface Shop {
  sender: Sender
  ledger: Ledger
  chance: Chance
  links: readonly ShopLink[]
  /** Headers of somebody who may track. */
  asTracker(): Record<string, string>
}

/** One visitor from the first click to the last refund. */
export async function live(shop: Shop, number: number): Promise<void> {
  const { chance } = shop
  const luck = chance()
  const first = await visit(shop, `${number}`)
  if (luck >= shares.leads) return
  const customer = `customer-${number}`
  // Of those who buy some were never heard of before: the sale is the first that is told of them.
  const buys = luck < shares.sales
  if (buys && chance.happens(0.2)) return buy(shop, customer, first, { clickId: first.clickId })
  let latest = first
  await lead(shop, customer, first, 'Sign up', chance.happens(0.1) ? 3 : 1)
  if (chance.happens(0.3)) {
    latest = await visit(shop, `${number} again`)
    await lead(shop, customer, latest, 'Trial', 1)
  }
  if (buys) await buy(shop, customer, latest, {})
}

async function visit({ sender, ledger, chance, links }: Shop, who: string): Promise<Visit> {
  const [link, place, browser, referer, isScanned] = [
    chance.of(links),
    chance.of(places),
    chance.of(browsers),
    chance.of(referers),
    chance.happens(0.2),
  ]
  const { location } = await sender.send({
    method: 'GET',
    path: `/${link.key}${isScanned ? '?qr=1' : ''}`,
    headers: {
      'user-agent': `${browser.ua} visitor/${who}`,
      'x-forwarded-for': '203.0.113.9',
      'x-geo-continent': place.continent,
      'x-geo-country': place.country,
      'x-geo-region': place.region,
      'x-geo-city': place.city,
      ...(referer.header ? { referer: referer.header } : {}),
    },
  })
  const clickId = new URL(location).searchParams.get('svc_id') ?? ''
  const campaign = new URL(link.url).searchParams
  const made = {
    link: link.id,
    clickId,
    dimensions: {
      all: 'all',
      continents: place.continent,
      countries: place.country,
      regions: `${place.country} ${place.region}`,
      cities: `${place.country} ${place.region} ${place.city}`,
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
  ledger.visits.push(made)
  return made
}

async function track({ sender, asTracker }: Shop, kind: 'lead' | 'sale' | 'refund', body: object): Promise<Answer['body']> {
  const { status, body: said } = await sender.send({ method: 'POST', path: `/track/${kind}`, headers: asTracker(), body })
  if (status !== 200) throw new Error(`${kind} ${JSON.stringify(body)} was answered ${status}: ${JSON.stringify(said)}`)
  return said
}

async function lead(shop: Shop, customerExternalId: string, visit: Visit, eventName: string, eventQuantity: number): Promise<void> {
  const isDeferred = shop.chance.happens(0.2)
  const body = { clickId: visit.clickId, eventName, customerExternalId, customerName: `Name of ${customerExternalId}`, eventQuantity }
  if (isDeferred) await track(shop, 'lead', { ...body, mode: 'deferred' })
  await track(shop, 'lead', { ...body, mode: shop.chance.of(['async', 'wait']) })
  shop.ledger.leads.push({ customer: customerExternalId, visit, eventName, quantity: eventQuantity })
}

async function buy(shop: Shop, customer: string, visit: Visit, more: object): Promise<void> {
  const { chance, ledger } = shop
  if ('clickId' in more) ledger.leads.push({ customer, visit, eventName: 'Direct sale', quantity: 1 })
  const times = chance.happens(0.4) ? 2 + chance.below(3) : 1
  for (let time = 0; time < times; time++) {
    const [invoiceId, eventName] = [`invoice of ${customer} ${time}`, chance.of(['Purchase', 'Subscription'])]
    const [paid, currency] = [100 + chance.below(100_000), chance.of(['usd', 'usd', 'eur'])]
    const { sale } = await track(shop, 'sale', {
      customerExternalId: customer,
      amount: paid,
      currency,
      invoiceId,
      eventName,
      metadata: { time },
      ...more,
    })
    const made: Sale = { customer, visit, eventName, amount: sale.amount, refunded: 0, isGone: false }
    ledger.sales.push(made)
    if (chance.happens(0.2)) await giveBack(shop, made, invoiceId, paid)
  }
}

/** In one or two parts; the second is all that is left. */
async function giveBack(shop: Shop, sale: Sale, invoiceId: string, paid: number): Promise<void> {
  const parts = shop.chance.of([[paid], [Math.ceil(paid / 3)], [Math.ceil(paid / 3), undefined]])
  for (const [at, amount] of parts.entries()) {
    const { refund, isFull } = await track(shop, 'refund', {
      invoiceId,
      refundId: `${invoiceId} ${at}`,
      ...(amount === undefined ? {} : { amount }),
    })
    sale.refunded += refund.amount
    sale.isGone = isFull
  }
}
