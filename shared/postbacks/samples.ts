/** Sample data of every event type, sent by a test. */
import type { PostbackTrigger } from './postback.schema.js'

const at = '2026-01-15T09:30:00.000Z'
const link = { id: 'link_sample', shortLink: 'https://go.example/spring', domain: 'go.example', key: 'spring' }
const customer = { id: 'cus_sample', country: 'DE', createdAt: at, firstSaleAt: at, subscriptionCanceledAt: null }
const click = {
  id: 'click_sample',
  timestamp: at,
  url: 'https://shop.example/spring',
  country: 'DE',
  device: 'Desktop',
  browser: 'Firefox',
  os: 'Linux',
  referer: '(direct)',
}

export const sampleData: Record<PostbackTrigger, object> = {
  'lead.created': { eventName: 'Sign up', click, link, customer },
  'sale.created': { eventName: 'Purchase', click, link, customer, sale: { amount: 4900, currency: 'usd' } },
  'commission.created': {
    id: 'cm_sample',
    type: 'sale',
    amount: 4900,
    earnings: 980,
    currency: 'usd',
    status: 'pending',
    description: null,
    quantity: 1,
    createdAt: at,
    link,
    customer,
  },
}
