/** Discounts that partners may offer their customers, and the codes of the partners. */
import type { Input, Output } from '../../api-client.js'
import { CopyButton } from '../../kit/button.js'
import { bodyOf, changesOf, type Choice, type Field, withoutEmpty, valuesOf } from '../../kit/form-values.js'
import { formatMoney, formatName, formatNumber } from '../../kit/format.js'
import { type Resource, ResourcePage } from '../../kit/resource-page.js'
import { Badge } from '../../kit/texts.js'
import { choicesOf, loadGroups } from '../../program/choices.js'
import { partnerField } from '../../program/partner-input.js'
import { withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

type Discount = Output<'listDiscounts'>[number]
type Code = Output<'listDiscountCodes'>[number]

const amountOf = ({ type, amount }: Discount) => (type === 'flat' ? formatMoney(amount) : `${amount} %`)
const durationOf = ({ maxDuration }: Discount) => {
  if (maxDuration === null) return 'As long as the customer pays'
  return maxDuration === 0 ? 'Once' : `${maxDuration} months`
}

const changeable: Field[] = [
  { name: 'description', label: 'Note' },
  { name: 'couponTestId', label: 'Coupon of the test mode of Stripe' },
  { name: 'autoProvision', label: 'Create codes for the default links of partners automatically', type: 'checkbox' },
]
const changeableValues = (discount: Discount) =>
  valuesOf(changeable, { ...discount, autoProvision: Boolean(discount.autoProvisionEnabledAt) })
const fieldsOf = (groups: Choice[]): Field[] => [
  { name: 'groupId', label: 'Group', type: 'select', isRequired: true, choices: groups },
  {
    name: 'provider',
    label: 'Where customers use the codes',
    type: 'select',
    isRequired: true,
    choices: [
      { value: 'custom', label: 'Your own system' },
      { value: 'stripe', label: 'Stripe' },
      { value: 'shopify', label: 'Shopify' },
    ],
  },
  { name: 'type', label: 'Kind of amount', type: 'select', isRequired: true, choices: choicesOf(['percentage', 'flat']) },
  { name: 'amount', label: 'Percent, or dollars of a flat amount', type: 'number', isRequired: true, min: 0 },
  { name: 'maxDuration', label: 'Months', type: 'number', min: 0, hint: '0 for once; empty for as long as the customer pays.' },
  { name: 'couponId', label: 'Coupon of Stripe', hint: 'Without it, a new one is created there.' },
  ...changeable,
]

const resource: Resource<Discount, Choice[]> = {
  title: 'Discounts',
  description: 'What customers of partners save. A group has at most one.',
  icon: 'discounts',
  paging: 'none',
  context: loadGroups,
  load: (call, _query, _session, signal) => call('listDiscounts', {}, signal),
  nameOf: amountOf,
  columns: [
    {
      label: 'Discount',
      cell: (discount) => (
        <div class="two-lines">
          <strong>{amountOf(discount)}</strong>
          <span class="muted">{discount.description}</span>
        </div>
      ),
    },
    { label: 'Duration', cell: durationOf, isSecondary: true },
    { label: 'Used in', cell: ({ provider }) => <Badge>{provider === 'custom' ? 'Your own system' : formatName(provider)}</Badge> },
    { label: 'Coupon', cell: ({ couponId }) => couponId && <code>{couponId}</code>, isSecondary: true },
    { label: 'Partners', cell: ({ partnersCount }) => formatNumber(partnersCount ?? 0), isNumber: true, isSecondary: true },
  ],
  empty: 'With a discount, partners can give their customers a code.',
  tools: CodesLink,
  create: {
    label: 'Create discount',
    operation: 'createDiscount',
    fields: fieldsOf,
    run(call, values, groups) {
      const body = withoutEmpty(bodyOf(fieldsOf(groups), values))
      const amount = body.type === 'flat' ? Math.round(Number(body.amount) * 100) : body.amount
      return call('createDiscount', { body: { ...body, amount } as Input<'createDiscount'>['body'] })
    },
    done: 'Discount created',
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateDiscount',
      form: {
        fields: () => changeable,
        initial: changeableValues,
        action: 'Save',
      },
      run: (call, discount, values) =>
        call('updateDiscount', { params: { id: discount.id }, body: changesOf(changeable, values, changeableValues(discount)) }),
    },
    {
      label: 'Delete',
      operation: 'deleteDiscount',
      isDangerous: true,
      confirm: () => 'The codes of the partners stop working.',
      run: (call, { id }) => call('deleteDiscount', { params: { id } }),
      done: 'Discount deleted',
    },
  ],
}

export const DiscountsPage = withProgram('Discounts', 'discounts', () => <ResourcePage resource={resource} />)

function CodesLink() {
  const { href } = useSession()
  return (
    <a class="button" href={href('discount-codes')}>
      Codes of partners
    </a>
  )
}

interface CodeRow extends Code {
  partner: string
}

const codes: Resource<CodeRow> = {
  title: 'Discount codes',
  description: 'The codes that partners give to their customers.',
  icon: 'discounts',
  paging: 'page',
  async load(call, { search, ...query }, _session, signal) {
    const found = await call('listDiscountCodes', { query: { ...query, ...(search ? { code: search } : {}) } }, signal)
    const ids = [...new Set(found.map(({ partnerId }) => partnerId))]
    const partners = ids.length > 0 ? await call('listPartners', { query: { partnerIds: ids, pageSize: 100 } }, signal) : []
    return found.map((code) => ({ ...code, partner: partners.find(({ id }) => id === code.partnerId)?.name ?? 'Former partner' }))
  },
  search: 'Search by code',
  nameOf: ({ code }) => code,
  columns: [
    {
      label: 'Code',
      cell: ({ code }) => (
        <span class="copyable">
          <code>{code}</code>
          <CopyButton text={code} label="Copy the code" />
        </span>
      ),
    },
    { label: 'Partner', cell: ({ partner }) => partner },
    {
      label: 'State',
      cell: ({ disabledAt }) => <Badge tone={disabledAt ? 'neutral' : 'good'}>{disabledAt ? 'Disabled' : 'Active'}</Badge>,
      isSecondary: true,
    },
  ],
  empty: 'Create one for a partner, or let discounts create them.',
  create: {
    label: 'Create code',
    operation: 'createDiscountCode',
    fields: () => [partnerField, { name: 'code', label: 'Code', placeholder: 'ADA20', hint: 'Without it, one is generated.' }],
    async run(call, { partnerId, code }) {
      const query = { partnerId: String(partnerId) }
      const [links, existing] = await Promise.all([
        call('retrievePartnerLinks', { query }),
        call('listDiscountCodes', { query: { ...query, pageSize: 100 } }),
      ])
      // A disabled code that was left by a ban does not count: a new one replaces it.
      const taken = new Set(existing.flatMap(({ linkId, discountId }) => (discountId ? linkId : [])))
      const link = links.find(({ id }) => !taken.has(id))
      if (!link) throw new Error('The partner has no link without a code. Create one on the page of the partner.')
      return call('createDiscountCode', {
        body: { partnerId: String(partnerId), linkId: link.id, ...(code ? { code: String(code) } : {}) },
      })
    },
    done: 'Code created',
  },
  actions: [
    {
      label: 'Delete',
      operation: 'deleteDiscountCode',
      isDangerous: true,
      confirm: () => 'Customers cannot use it any more.',
      run: (call, { id }) => call('deleteDiscountCode', { params: { idOrCode: id } }),
      done: 'Code deleted',
    },
  ],
}

export const DiscountCodesPage = withProgram('Discount codes', 'discounts', () => <ResourcePage resource={codes} />)
