/** The groups of the simulated program and their rewards, in the form in which the API accepts them. */

export interface Condition {
  entity: 'customer' | 'partner' | 'sale' | 'lead'
  attribute: string
  operator: string
  value: string | number | string[]
  metadataField?: string
}

export interface Amounts {
  type: 'flat' | 'percentage'
  amountInCents?: number
  amountInPercentage?: number
  /** Months; 0 for the first sale only, null for forever. */
  maxDuration?: number | null
}

export interface Modifier extends Amounts {
  operator?: 'AND' | 'OR'
  conditions: Condition[]
}

export interface Terms extends Amounts {
  modifiers?: Modifier[]
  spendLimitAmount?: number
  spendLimitInterval?: 'allTime' | 'day' | 'week' | 'month'
  /** Of referral rewards. */
  config?: { trigger: 'commissionEarned' | 'saleRecorded' }
}

export type RewardedEvent = 'click' | 'lead' | 'sale' | 'referral'

export interface GroupTerms {
  slug: string
  holdingPeriodDays: 0 | 30
  rewards: Partial<Record<RewardedEvent, Terms>>
}

const when = (name: string, operator: string, value: Condition['value'], metadataField?: string): Condition => {
  const [entity, attribute] = name.split('.') as [Condition['entity'], string]
  return { entity, attribute, operator, value, ...(metadataField ? { metadataField } : {}) }
}

/** Leads of this group have a limit for the partner, so which of them it cuts depends on their order. Its leads are all alike. */
export const limitedGroup = 'limited'

export const groups: GroupTerms[] = [
  {
    slug: 'default',
    holdingPeriodDays: 0,
    rewards: {
      click: {
        type: 'flat',
        amountInCents: 2,
        modifiers: [{ type: 'flat', amountInCents: 7, conditions: [when('customer.country', 'in', ['DE', 'JP'])] }],
      },
      lead: {
        type: 'flat',
        amountInCents: 250,
        modifiers: [
          { type: 'flat', amountInCents: 400, conditions: [when('lead.metadata', 'equals_to', 'pro', 'plan')] },
          {
            type: 'flat',
            amountInCents: 475,
            conditions: [when('partner.country', 'in', ['US', 'SG']), when('customer.country', 'not_equals', 'DE')],
          },
        ],
      },
      sale: {
        type: 'percentage',
        amountInPercentage: 20,
        maxDuration: null,
        modifiers: [
          {
            type: 'percentage',
            amountInPercentage: 30,
            operator: 'AND',
            conditions: [when('customer.country', 'equals_to', 'DE'), when('sale.amount', 'greater_than', 20_000)],
          },
          { type: 'percentage', amountInPercentage: 25.35, conditions: [when('sale.metadata', 'starts_with', 'pr', 'plan')] },
        ],
      },
    },
  },
  {
    slug: limitedGroup,
    holdingPeriodDays: 0,
    rewards: {
      lead: { type: 'flat', amountInCents: 300, spendLimitAmount: 1000, spendLimitInterval: 'allTime' },
      sale: {
        type: 'flat',
        amountInCents: 700,
        maxDuration: 0,
        modifiers: [{ type: 'percentage', amountInPercentage: 2.9, conditions: [when('sale.metadata', 'less_than', 3, 'seats')] }],
      },
    },
  },
  {
    slug: 'capped',
    holdingPeriodDays: 30,
    rewards: {
      lead: { type: 'flat', amountInCents: 120 },
      referral: { type: 'percentage', amountInPercentage: 7.77, config: { trigger: 'commissionEarned' } },
      sale: { type: 'percentage', amountInPercentage: 12.5, maxDuration: null, spendLimitAmount: 5000, spendLimitInterval: 'month' },
    },
  },
  {
    slug: 'recurring',
    holdingPeriodDays: 0,
    rewards: {
      lead: {
        type: 'flat',
        amountInCents: 90,
        modifiers: [{ type: 'flat', amountInCents: 0, conditions: [when('customer.country', 'equals_to', 'JP')] }],
      },
      sale: {
        type: 'percentage',
        amountInPercentage: 10,
        maxDuration: 3,
        modifiers: [
          { type: 'percentage', amountInPercentage: 4.99, maxDuration: 12, conditions: [when('sale.type', 'equals_to', 'recurring')] },
          {
            type: 'flat',
            amountInCents: 1500,
            operator: 'OR',
            conditions: [when('sale.productId', 'equals_to', 'bundle'), when('sale.productId', 'ends_with', '-max')],
          },
        ],
      },
    },
  },
  {
    slug: 'daily',
    holdingPeriodDays: 0,
    rewards: {
      click: { type: 'flat', amountInCents: 11, spendLimitAmount: 100, spendLimitInterval: 'day' },
      referral: { type: 'percentage', amountInPercentage: 1.5, config: { trigger: 'saleRecorded' } },
      sale: {
        type: 'flat',
        amountInCents: 1000,
        maxDuration: null,
        spendLimitAmount: 2500,
        spendLimitInterval: 'day',
        modifiers: [
          {
            type: 'flat',
            amountInCents: 1200,
            maxDuration: 0,
            operator: 'AND',
            conditions: [when('customer.country', 'not_in', ['US', 'DE']), when('sale.metadata', 'contains', 'ro', 'plan')],
          },
          { type: 'flat', amountInCents: 1100, conditions: [when('sale.metadata', 'greater_than_or_equal', 8, 'seats')] },
        ],
      },
    },
  },
]
