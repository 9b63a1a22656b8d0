/** The form of a bounty, and its values as the body of a request. */
import type { Input, Output } from '../../api-client.js'
import { bodyOf, type Field, type Values, valuesOf } from '../../kit/form-values.js'
import { formatName, formatTotal, isMoneyTotal } from '../../kit/format.js'
import { type Audience, choicesOf } from '../choices.js'

export type Bounty = Output<'listBounties'>[number]
type Body = NonNullable<Input<'createBounty'>['body']>

export const nameOfBounty = ({ name, performanceCondition }: Pick<Bounty, 'name' | 'performanceCondition'>): string => {
  if (name) return name
  if (!performanceCondition) return 'Bounty'
  const { attribute, value } = performanceCondition
  return `${formatName(attribute.replace('total', ''))}: ${formatTotal(attribute, value)}`
}

const typeField: Field = {
  name: 'type',
  label: 'How it is fulfilled',
  type: 'select',
  isRequired: true,
  choices: [
    { value: 'performance', label: 'A goal that the service counts' },
    { value: 'submission', label: 'A submission that you review' },
  ],
}
const startModeField: Field = {
  name: 'startMode',
  label: 'It begins',
  type: 'select',
  isRequired: true,
  choices: [
    { value: 'absolute', label: 'At a time, for all partners' },
    { value: 'relative', label: 'When a partner joins' },
  ],
}
const conditionFields: Field[] = [
  {
    name: 'attribute',
    label: 'What is counted',
    type: 'select',
    isRequired: true,
    choices: choicesOf(['totalLeads', 'totalConversions', 'totalSaleAmount', 'totalCommissions']),
  },
  { name: 'goal', label: 'Goal', type: 'number', isRequired: true, min: 1, hint: 'Amounts in dollars.' },
]
const scopeField: Field = {
  name: 'performanceScope',
  label: 'Since when',
  type: 'select',
  isRequired: true,
  choices: [
    { value: 'new', label: 'Since the start of the bounty' },
    { value: 'lifetime', label: 'All that the partner ever brought' },
  ],
}

const platforms = ['youtube', 'tiktok', 'instagram', 'twitter', 'linkedin']
const proof = 'What partners submit'
/** As many as a submission may have. */
export const maxOf = { images: 4, urls: 100 }
const tiers = 'Posts on social media, with tiers'
const submissionFields: Field[] = [
  { name: 'maxImages', label: 'Images', type: 'number', min: 0, max: maxOf.images, section: proof, hint: 'At most; empty for none.' },
  { name: 'maxUrls', label: 'Addresses', type: 'number', min: 0, max: maxOf.urls, section: proof },
  { name: 'domains', label: 'Websites of the addresses', section: proof, hint: 'Separated by commas; empty for all.' },
  { name: 'maxSubmissions', label: 'Submissions of a partner', type: 'number', min: 2, section: 'Periods', hint: 'Empty for one.' },
  {
    name: 'submissionFrequency',
    label: 'At most one in each',
    type: 'select',
    choices: choicesOf(['day', 'week', 'month']),
    section: 'Periods',
    hint: 'Needs an end and a number of submissions.',
  },
  { name: 'submissionsOpenAt', label: 'Submissions from', type: 'datetime-local', section: 'Periods', hint: 'Drafts are possible before.' },
  { name: 'platform', label: 'Platform', type: 'select', choices: choicesOf(platforms), section: tiers },
  { name: 'metric', label: 'Counted', type: 'select', choices: choicesOf(['views', 'likes']), section: tiers },
  { name: 'minCount', label: 'Needed for the reward', type: 'number', min: 0, section: tiers },
  { name: 'incrementCount', label: 'Each further', type: 'number', min: 1, section: tiers },
  { name: 'bonusPerIncrement', label: 'Adds dollars', type: 'money', min: 0.01, section: tiers },
  { name: 'maxCount', label: 'Up to', type: 'number', min: 1, section: tiers },
]

const timeFields = (isRelative: boolean): Field[] =>
  isRelative
    ? [{ name: 'endsAfterDays', label: 'Ends after days', type: 'number', min: 1 }]
    : [
        { name: 'startsAt', label: 'Start', type: 'datetime-local', hint: 'Without it, now.' },
        { name: 'endsAt', label: 'End', type: 'datetime-local' },
      ]

/** The fields depend on the chosen type and start. */
export function bountyFields({ groups, tags }: Audience, { type, startMode }: Values, isNew: boolean): Field[] {
  const isPerformance = type === 'performance'
  return [
    ...(isNew ? [typeField] : []),
    { name: 'name', label: 'Name', isRequired: !isPerformance },
    { name: 'description', label: 'Description', type: 'textarea' },
    ...(isPerformance ? [...conditionFields, ...(isNew ? [scopeField] : [])] : []),
    { name: 'rewardAmount', label: 'Reward in dollars', type: 'money', min: 0.01, isRequired: isPerformance },
    ...(isPerformance ? [] : [{ name: 'rewardDescription', label: 'Or a reward in words' }]),
    ...(isNew ? [startModeField] : []),
    ...timeFields(startMode === 'relative'),
    ...(isPerformance ? [] : submissionFields),
    { name: 'groupIds', label: 'For groups', type: 'list', choices: groups, section: 'Only for some partners' },
    { name: 'partnerTagIds', label: 'For tags', type: 'list', choices: tags, section: 'Only for some partners' },
    ...(isNew ? [{ name: 'sendNotificationEmails', label: 'Notify the partners by email', type: 'checkbox' as const }] : []),
  ]
}

export function bodyOfBounty(audience: Audience, values: Values, isNew: boolean): Body {
  const body = bodyOf(bountyFields(audience, values, isNew), values)
  const { attribute, goal, maxImages, maxUrls, domains, platform, metric, minCount, incrementCount, bonusPerIncrement, maxCount, ...own } =
    body
  if (values.type === 'performance') {
    const value = isMoneyTotal(attribute) ? Math.round(Number(goal) * 100) : Number(goal)
    return { ...own, type: 'performance', performanceCondition: { attribute, value } } as Body
  }
  const social = platform
    ? { socialMetrics: { platform, metric, ...present({ minCount }), ...incrementOf({ incrementCount, bonusPerIncrement, maxCount }) } }
    : {}
  const list = typeof domains === 'string' ? domains.split(/[\s,]+/).filter(Boolean) : []
  const requirements = {
    ...(maxImages ? { image: { max: maxImages } } : {}),
    ...(maxUrls ? { url: { max: maxUrls, ...(list.length > 0 ? { domains: list } : {}) } } : {}),
    ...social,
  }
  return {
    ...own,
    ...(isNew ? { type: 'submission' } : {}),
    submissionRequirements: Object.keys(requirements).length > 0 ? requirements : null,
  } as Body
}

const present = (object: object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
const incrementOf = (values: object) => {
  const increment = present(values)
  return Object.keys(increment).length > 0 ? { incrementalBonus: increment } : {}
}

export function bountyValues(bounty: Bounty): Values {
  const { performanceCondition, submissionRequirements, groups, partnerTags } = bounty
  const { image, url, socialMetrics } = submissionRequirements ?? {}
  const goal =
    performanceCondition && (isMoneyTotal(performanceCondition.attribute) ? performanceCondition.value / 100 : performanceCondition.value)
  const stored = {
    ...bounty,
    attribute: performanceCondition?.attribute,
    goal,
    maxSubmissions: bounty.maxSubmissions > 1 ? bounty.maxSubmissions : null,
    maxImages: image && (image.max ?? maxOf.images),
    maxUrls: url && (url.max ?? maxOf.urls),
    domains: url?.domains?.join(', '),
    ...socialMetrics,
    ...socialMetrics?.incrementalBonus,
    groupIds: groups.map(({ id }) => id),
    partnerTagIds: partnerTags.map(({ id }) => id),
  }
  const fields = bountyFields({ groups: [], tags: [] }, { type: bounty.type, startMode: bounty.startMode }, false)
  return { ...valuesOf(fields, stored), type: bounty.type, startMode: bounty.startMode }
}
