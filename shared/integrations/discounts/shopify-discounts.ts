/**
 * Discounts at Shopify: every code is a discount of its own.
 * https://shopify.dev/docs/api/admin-graphql/latest/mutations/discountCodeBasicCreate
 */
import type { CodeOrder, DiscountGateway, DiscountTerms } from '../../earnings/index.js'
import { discountCreationRefused, discountProviderKeyRefused, discountProviderPermissionMissing } from '../errors.js'
import { type Json, listAt, textAt, valueAt } from '../providers/json.js'
import type { DiscountApi } from './discount-api.js'

const apiVersion = '2025-07'
const startsAt = '2000-01-01T00:00:00Z'

export function shopifyDiscounts(api: DiscountApi, baseUrl: string): DiscountGateway {
  const query = async (text: string, variables: Json): Promise<Json> => {
    const { status, body } = await api(`${baseUrl}/admin/api/${apiVersion}/graphql.json`, {
      method: 'POST',
      headers: (key) => ({ 'content-type': 'application/json', 'x-shopify-access-token': key }),
      body: JSON.stringify({ query: text, variables }),
    })
    const [error] = listAt(body, 'errors')
    if (textAt(error, 'extensions.code') === 'ACCESS_DENIED') throw discountProviderPermissionMissing('shopify')
    if (status === 404) throw discountProviderKeyRefused('shopify')
    if (status !== 200 || error) throw discountCreationRefused('shopify', textAt(error, 'message') ?? textAt(body, 'errors'))
    return valueAt(body, 'data') ?? null
  }
  const find = async (code: string) =>
    valueAt(
      await query(
        'query ($code: String!) { codeDiscountNodeByCode(code: $code) { id codeDiscount { ... on DiscountCodeBasic { title } } } }',
        {
          code,
        },
      ),
      'codeDiscountNodeByCode',
    )

  return {
    // Codes carry their own terms.
    coupon: async () => null,
    async createCode({ code, linkId, terms }: CodeOrder) {
      const created = await query(
        `mutation ($discount: DiscountCodeBasicInput!) {
           discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode { id } userErrors { code field message } }
         }`,
        { discount: discountInput(code, linkId, terms) },
      )
      const [error] = listAt(created, 'discountCodeBasicCreate.userErrors')
      if (!error) return true
      if (textAt(error, 'code') !== 'TAKEN') throw discountCreationRefused('shopify', textAt(error, 'message'))
      return textAt(await find(code), 'codeDiscount.title') === titleOf(linkId)
    },
    endCoupon: async () => undefined,
    async endCode(code, linkId) {
      const found = await find(code)
      const id = textAt(found, 'id')
      if (!id || (linkId !== undefined && textAt(found, 'codeDiscount.title') !== titleOf(linkId))) return
      const deleted = await query(
        'mutation ($id: ID!) { discountCodeDelete(id: $id) { deletedCodeDiscountId userErrors { code field message } } }',
        { id },
      )
      const [error] = listAt(deleted, 'discountCodeDelete.userErrors')
      if (error) throw discountCreationRefused('shopify', textAt(error, 'message'))
    },
  }
}

/** The title is the only field of a discount of Shopify that can name the link. */
const titleOf = (linkId: string) => `Partner link ${linkId}`

function discountInput(code: string, linkId: string, { amount, type, maxDuration }: DiscountTerms): Json {
  return {
    title: titleOf(linkId),
    code,
    startsAt,
    customerSelection: { all: true },
    // Orders count, not months: subscriptions of Shopify are charged by order. 0 is without limit.
    recurringCycleLimit: maxDuration === null ? 0 : Math.max(1, maxDuration),
    customerGets: {
      items: { all: true },
      value:
        type === 'percentage'
          ? { percentage: amount / 100 }
          : { discountAmount: { amount: (amount / 100).toFixed(2), appliesOnEachItem: false } },
    },
  }
}
