/** A loopback server that plays the discount APIs of Stripe and Shopify: it keeps coupons and codes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Code {
  id: string
  code: string
  coupon?: string
  active: boolean
  /** The link in Stripe's metadata, or Shopify's title. */
  owner: string
  input?: any // GraphQL variables of the test
}

export interface DiscountPlayer {
  url: string
  coupons: Map<string, Record<string, string>>
  codes: Code[]
  /** Answers every request with this status until it is null again. */
  failWith: number | null
  /** Runs before each answer. */
  beforeAnswer: () => Promise<void>
  close(): Promise<void>
}

export async function openDiscountPlayer(): Promise<DiscountPlayer> {
  const player: Omit<DiscountPlayer, 'url' | 'close'> = {
    coupons: new Map(),
    codes: [],
    failWith: null,
    beforeAnswer: async () => undefined,
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', async () => {
      await player.beforeAnswer()
      const url = new URL(request.url ?? '', 'http://player')
      const { status, body } = player.failWith
        ? { status: player.failWith, body: { error: { message: 'no' } } }
        : url.pathname.endsWith('graphql.json')
          ? { status: 200, body: { data: answerShopify(player.codes, JSON.parse(text)) } }
          : answerStripe(player, `${request.method} ${url.pathname}`, url.searchParams, new URLSearchParams(text))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(player, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

const ofCode = (codes: Code[], code: unknown) => codes.find((one) => one.active && one.code.toUpperCase() === String(code).toUpperCase())

function answerStripe(
  { coupons, codes }: Omit<DiscountPlayer, 'url' | 'close'>,
  what: string,
  query: URLSearchParams,
  form: URLSearchParams,
) {
  const fields = Object.fromEntries(form)
  if (what === 'POST /v1/coupons') {
    const coupon = { ...fields, id: fields.id ?? `co_${coupons.size + 1}` }
    coupons.set(coupon.id, coupon)
    return { status: 200, body: coupon }
  }
  if (what.startsWith('GET /v1/coupons/')) {
    const coupon = coupons.get(what.split('/').at(-1) as string)
    return coupon ? { status: 200, body: coupon } : { status: 404, body: { error: { code: 'resource_missing' } } }
  }
  if (what.startsWith('DELETE /v1/coupons/'))
    return coupons.delete(what.split('/').at(-1) as string) ? { status: 200, body: { deleted: true } } : { status: 404, body: {} }
  if (what === 'POST /v1/promotion_codes') {
    if (!coupons.has(fields.coupon ?? '')) return { status: 400, body: { error: { param: 'coupon', message: 'No such coupon' } } }
    if (ofCode(codes, fields.code)) return { status: 400, body: { error: { message: 'An active promotion code already exists.' } } }
    const made = {
      id: `promo_${codes.length + 1}`,
      code: fields.code ?? '',
      coupon: fields.coupon ?? '',
      active: true,
      owner: fields['metadata[linkId]'] ?? '',
    }
    codes.push(made)
    return { status: 200, body: made }
  }
  if (what === 'GET /v1/promotion_codes') {
    const found = ofCode(codes, query.get('code'))
    return { status: 200, body: { data: found ? [{ ...found, metadata: { linkId: found.owner } }] : [] } }
  }
  const code = codes.find(({ id }) => what === `POST /v1/promotion_codes/${id}`)
  if (!code) return { status: 404, body: {} }
  code.active = fields.active !== 'false'
  return { status: 200, body: code }
}

function answerShopify(codes: Code[], { query, variables }: { query: string; variables: any }) {
  if (query.includes('discountCodeBasicCreate')) {
    const { code, title } = variables.discount
    if (ofCode(codes, code)) return { discountCodeBasicCreate: { userErrors: [{ code: 'TAKEN', message: 'Code must be unique' }] } }
    codes.push({ id: `gid://shopify/${codes.length}`, code, active: true, owner: title, input: variables.discount })
    return { discountCodeBasicCreate: { codeDiscountNode: {}, userErrors: [] } }
  }
  if (query.includes('discountCodeDelete')) {
    for (const code of codes) if (code.id === variables.id) code.active = false
    return { discountCodeDelete: { userErrors: [] } }
  }
  const found = ofCode(codes, variables.code)
  return { codeDiscountNodeByCode: found ? { id: found.id, codeDiscount: { title: found.owner } } : null }
}
