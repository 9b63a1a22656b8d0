/** Fields of the settings of a program. */
import type { Output } from '../../api-client.js'
import type { Choice, Field, Values } from '../../kit/form-values.js'
import { wordsOf } from '../../kit/split-text.js'
import { choicesOf } from '../choices.js'

const categories = [
  'AI',
  'Development',
  'Design',
  'Productivity',
  'Finance',
  'Marketing',
  'Ecommerce',
  'Security',
  'Education',
  'Health',
  'Consumer',
  'Support',
].map((value) => ({ value, label: value }))

const payoutFields: Field[] = [
  {
    name: 'payoutMode',
    label: 'Paid by',
    type: 'select',
    isRequired: true,
    choices: [
      { value: 'internal', label: 'You, or a connected provider' },
      { value: 'external', label: 'Your own system, by a webhook' },
      { value: 'hybrid', label: 'Both, depending on the partner' },
    ],
  },
  {
    name: 'minPayoutAmount',
    label: 'Least amount of a payout',
    type: 'select',
    isRequired: true,
    choices: [
      { value: '0', label: 'None' },
      { value: '1000', label: '$10' },
      { value: '2000', label: '$20' },
      { value: '5000', label: '$50' },
      { value: '10000', label: '$100' },
    ],
  },
]

export const programFields = (domains: Choice[]) => ({
  identity: [
    { name: 'name', label: 'Name', isRequired: true },
    { name: 'slug', label: 'Slug', isRequired: true, hint: 'Part of the addresses of forms and of the portal.' },
    { name: 'url', label: 'Website', type: 'url', isRequired: true },
    {
      name: 'domain',
      label: 'Domain of the links',
      type: 'select',
      choices: domains,
      hint: 'With another one, all links of partners move.',
    },
    { name: 'logo', label: 'Address of the logo', type: 'url' },
    { name: 'description', label: 'Description', type: 'textarea' },
    { name: 'categories', label: 'Categories', type: 'list', choices: categories },
    {
      name: 'primaryRewardEvent',
      label: 'Most important reward',
      type: 'select',
      isRequired: true,
      choices: choicesOf(['sale', 'lead', 'click', 'referral']),
    },
    { name: 'messagingEnabled', label: 'Partners can write messages', type: 'checkbox' },
  ] satisfies Field[] as Field[],
  payouts: payoutFields,
  contact: [
    { name: 'supportEmail', label: 'Email for partners', type: 'email' },
    { name: 'helpUrl', label: 'Help page', type: 'url' },
    { name: 'termsUrl', label: 'Terms', type: 'url' },
  ] satisfies Field[] as Field[],
  invite: [
    { name: 'inviteSubject', label: 'Subject' },
    { name: 'inviteTitle', label: 'Title' },
    { name: 'inviteBody', label: 'Text', type: 'textarea' },
  ] satisfies Field[] as Field[],
})

export const requirementFields: Field[] = [
  { name: 'countries', label: 'Countries', placeholder: 'DE, FR', hint: 'Two letters, separated by commas; empty for all.' },
  {
    name: 'countriesOperator',
    label: 'Applicants from these countries',
    type: 'select',
    isRequired: true,
    choices: [
      { value: 'is', label: 'only' },
      { value: 'is_not', label: 'not' },
    ],
  },
  { name: 'domains', label: 'Domains of email addresses', placeholder: 'gmail.com', hint: 'Separated by commas; empty for all.' },
  {
    name: 'domainsOperator',
    label: 'Applicants with these domains',
    type: 'select',
    isRequired: true,
    choices: [
      { value: 'is', label: 'only' },
      { value: 'is_not', label: 'not' },
    ],
  },
]

export function requirementValues({ applicationRequirements }: Output<'getProgram'>): Values {
  const country = applicationRequirements?.find(({ key }) => key === 'country')
  const domain = applicationRequirements?.find(({ key }) => key === 'emailDomain')
  return {
    countries: country?.value.join(', ') ?? '',
    countriesOperator: country?.operator ?? 'is',
    domains: domain?.value.join(', ') ?? '',
    domainsOperator: domain?.operator ?? 'is_not',
  }
}

export function requirementsOf({ countries, countriesOperator, domains, domainsOperator }: Values) {
  const codes = wordsOf(countries).map((code) => code.toUpperCase())
  const unknown = codes.find((code) => !/^[A-Z]{2}$/.test(code))
  if (unknown !== undefined) throw new Error(`countries: ${unknown} is not a country code of two letters, such as DE.`)
  const names = wordsOf(domains)
  return [
    ...(codes.length > 0 ? [{ key: 'country', operator: countriesOperator, value: codes }] : []),
    ...(names.length > 0 ? [{ key: 'emailDomain', operator: domainsOperator, value: names }] : []),
  ]
}
