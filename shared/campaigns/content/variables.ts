/** Template variables of campaigns. Pure. */

export const templateVariables = [
  'PartnerName',
  'PartnerEmail',
  'PartnerLink',
  'SaleReward',
  'LeadReward',
  'ClickReward',
  'ReferralReward',
] as const
export type TemplateVariable = (typeof templateVariables)[number]

/** The values for one partner; null where the partner has none. */
export type VariableValues = Record<TemplateVariable, string | null>

export const isTemplateVariable = (name: unknown): name is TemplateVariable => templateVariables.includes(name as TemplateVariable)

const reference = /\{\{\s*(\w+)\s*(?:\|([^{}]*))?\}\}/g

/** Replaces `{{PartnerName}}` and `{{PartnerName|there}}`, whose second part stands in for a missing value. Other texts stay. */
export const interpolate = (text: string, values: VariableValues): string =>
  text.replace(reference, (found, name: string, fallback = '') =>
    isTemplateVariable(name) ? (values[name] ?? (fallback as string).trim()) : found,
  )
