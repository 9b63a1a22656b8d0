import type { Field } from '../kit/form-values.js'

export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

const examples = { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'spring', utm_term: 'shoes', utm_content: 'button' }

export const utmFields: Field[] = utmNames.map((name) => ({ name, label: name, placeholder: examples[name] }))
