/** A partner program of the web console's tests: rows of every kind, whose texts are attacks. */
import type { TestApi } from './api.js'
import { attack } from './console.js'
import { runJobByName } from './jobs.js'
import type { HasId } from './store-row.js'

const short = attack.slice(0, 45)

export async function fullProgram(api: TestApi) {
  const caller = await api.make.caller({ plan: 'enterprise' })
  const { workspace, key } = caller
  const call = async (row: string, body?: object) => {
    const response = await api.call(row, { key, ...(body ? { body } : {}) })
    if (response.status >= 300) throw new Error(`${row}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const domain = await api.make.domain(workspace)
  const program = await call('POST /programs', { name: short, domain: domain.slug, url: 'https://acme.example/' })
  const groupId = program.defaultGroupId
  const reward = await call('POST /rewards', { event: 'sale', type: 'percentage', amountInPercentage: 20, groupId, description: short })
  await call('POST /discounts', { groupId, amount: 10, type: 'percentage', provider: 'custom', description: short })
  await call('POST /partners/tags', { name: short })
  const partner = await call('POST /partners', { email: `ada-${workspace.id}@example.com`, name: attack, description: attack })
  const other = await call('POST /partners', { email: `grace-${workspace.id}@example.com`, name: 'Grace' })
  await api.make.commission(program, partner, { earnings: 15_000, description: attack })
  await api.make.commission(program, other, { earnings: 20_000, description: 'Bonus' })
  await call(`POST /partners/${partner.id}/comments`, { text: attack })
  await call('POST /messages', { partnerId: partner.id, text: attack })
  const bounty = await call('POST /bounties', {
    type: 'submission',
    name: short,
    description: attack,
    rewardAmount: 5000,
    submissionRequirements: { url: { max: 1 } },
  })
  await call(`POST /bounties/${bounty.id}/submissions`, {
    partnerId: partner.id,
    urls: ['https://blog.example/review'],
    description: attack,
  })
  const campaign = await call('POST /campaigns', {
    type: 'marketing',
    name: attack.slice(0, 100),
    subject: attack.slice(0, 100),
    bodyJson: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: attack }] }] },
  })
  await call('POST /campaigns', { type: 'transactional', name: 'Welcome', triggerConditions: [{ attribute: 'partnerJoined' }] })
  await call(`POST /programs/${program.id}/resources`, { resourceType: 'link', name: short, url: 'https://acme.example/press' })
  await api.make.fraudGroup(program, other, 'paidTrafficDetected')
  await api.make.submittedLead(program, partner)
  const applicant = await api.make.partner({ name: attack, email: `nina-${workspace.id.toLowerCase()}@example.com` })
  await api.make.enrolment(program, applicant, { status: 'pending', applicationId: await api.make.application(program, applicant) })
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.id })
  return { ...caller, call, program, groupId, reward, partner, other, bounty, campaign, applicant }
}

export type FullProgram = Awaited<ReturnType<typeof fullProgram>>

interface ProgramPages {
  workspace: { slug: string }
  partner: HasId
  groupId: string
  reward: HasId
  bounty: HasId
  campaign: HasId
}

/** Addresses that the navigation does not contain. */
export const hiddenPages = ({ workspace, partner, groupId, reward, bounty, campaign }: ProgramPages) =>
  [
    'discount-codes',
    'rewards/new',
    `rewards/${reward.id}`,
    `bounties/${bounty.id}`,
    ...['settings', 'terms', 'links', 'additional', 'rules', 'form'].map((tab) => `groups/${groupId}?tab=${tab}`),
    ...['content', 'preview', 'results'].map((tab) => `campaigns/${campaign.id}?tab=${tab}`),
    ...['profile', 'performance', 'links', 'commissions', 'payouts', 'customers', 'messages', 'comments', 'fraud', 'activity'].map(
      (tab) => `partners/${partner.id}?tab=${tab}`,
    ),
  ].map((path) => `/console/${workspace.slug}/${path}`)
