/** Discounts at Stripe: coupons, and promotion codes of them. https://docs.stripe.com/api/promotion_codes */
import type { CodeOrder, DiscountGateway, DiscountTerms } from '../../earnings/index.js'
import { couponNotFound, couponTermsDiffer, discountCreationRefused } from '../errors.js'
import { type Json, listAt, numberAt, textAt, valueAt } from '../providers/json.js'
import type { DiscountApi } from './discount-api.js'

/** The last version before coupons of promotion codes moved into `promotion`. */
const apiVersion = '2024-06-20'
const currency = 'usd'

export function stripeDiscounts(api: DiscountApi, baseUrl: string): DiscountGateway {
  const headers = (idempotencyKey?: string) => (key: string) => ({
    authorization: `Bearer ${key}`,
    'stripe-version': apiVersion,
    'content-type': 'application/x-www-form-urlencoded',
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  })
  const get = (path: string) => api(baseUrl + path, { headers: headers() })
  const post = (path: string, form: Record<string, string>, idempotencyKey?: string) =>
    api(baseUrl + path, { method: 'POST', headers: headers(idempotencyKey), body: new URLSearchParams(form).toString() })
  const activeCode = async (code: string): Promise<Json | undefined> => {
    const { body } = await get(`/v1/promotion_codes?active=true&limit=1&code=${encodeURIComponent(code.toUpperCase())}`)
    return listAt(body, 'data')[0]
  }

  return {
    async coupon({ discountId, terms, couponId }) {
      if (couponId !== null) {
        const { status, body } = await get(`/v1/coupons/${encodeURIComponent(couponId)}`)
        if (status !== 200 || valueAt(body, 'deleted') === true) throw couponNotFound(couponId)
        if (!hasTerms(body, terms)) throw couponTermsDiffer(couponId)
        return couponId
      }
      const { status, body } = await post('/v1/coupons', { ...couponForm(terms), id: discountId }, discountId)
      const id = textAt(body, 'id')
      if (status !== 200 || !id) throw discountCreationRefused('stripe', textAt(body, 'error.message'))
      return id
    },
    async createCode({ code, linkId, couponId }: CodeOrder) {
      if (couponId === null) throw couponNotFound('(none)')
      const { status, body } = await post('/v1/promotion_codes', {
        coupon: couponId,
        code: code.toUpperCase(),
        'metadata[linkId]': linkId,
      })
      if (status === 200) return true
      const existing = await activeCode(code)
      if (existing) return textAt(existing, 'metadata.linkId') === linkId
      if (textAt(body, 'error.param') === 'coupon') throw couponNotFound(couponId)
      throw discountCreationRefused('stripe', textAt(body, 'error.message'))
    },
    async endCoupon(discountId) {
      const { status, body } = await api(`${baseUrl}/v1/coupons/${discountId}`, { method: 'DELETE', headers: headers() })
      if (status !== 200 && status !== 404) throw discountCreationRefused('stripe', textAt(body, 'error.message'))
    },
    async endCode(code, linkId) {
      const found = await activeCode(code)
      const id = textAt(found, 'id')
      if (!id || (linkId !== undefined && textAt(found, 'metadata.linkId') !== linkId)) return
      const { status, body } = await post(`/v1/promotion_codes/${encodeURIComponent(id)}`, { active: 'false' })
      if (status !== 200) throw discountCreationRefused('stripe', textAt(body, 'error.message'))
    },
  }
}

function couponForm({ amount, type, maxDuration }: DiscountTerms): Record<string, string> {
  return {
    ...(type === 'percentage' ? { percent_off: String(amount) } : { amount_off: String(amount), currency }),
    duration: durationOf(maxDuration),
    ...(maxDuration ? { duration_in_months: String(maxDuration) } : {}),
  }
}

const durationOf = (maxDuration: number | null) => (maxDuration === null ? 'forever' : maxDuration === 0 ? 'once' : 'repeating')

const hasTerms = (coupon: Json, { amount, type, maxDuration }: DiscountTerms) =>
  numberAt(coupon, type === 'percentage' ? 'percent_off' : 'amount_off') === amount &&
  textAt(coupon, 'duration') === durationOf(maxDuration) &&
  (!maxDuration || numberAt(coupon, 'duration_in_months') === maxDuration)
