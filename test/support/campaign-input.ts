/** Valid requests about campaigns. */
import { randomBytes } from 'node:crypto'
import type { Endpoint } from '../../api/endpoint.js'
import type { Workspace } from '../../shared/accounts/index.js'
import type { Make } from './make.js'
import { partnerOf, programOf } from './partner-input.js'

interface Context {
  make: Make
  workspace: Workspace
}

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const newDomain = () => `mail-${randomBytes(5).toString('hex')}.example`

const inProgram = async ({ make, workspace }: Context) => {
  await programOf(make, workspace)
  return {}
}
const toPartner =
  (fields: object) =>
  async ({ make, workspace }: Context) => ({ body: { partnerId: (await partnerOf(make, workspace)).id, ...fields } })

/** Of the program in which the calling partner is, which accepts messages. */
const toProgram =
  (fields: object) =>
  async ({ make, workspace }: Context) => {
    const program = await programOf(make, workspace)
    await make.acceptMessages(program)
    return { body: { programId: program.id, ...fields } }
  }

/** The token of an email of a campaign. */
async function emailToken({ make, workspace }: Context): Promise<string> {
  const partner = await partnerOf(make, workspace)
  return make.campaignEmail(await make.campaign(await programOf(make, workspace)), partner, 'ann@example.com')
}
const ofEmail = async (context: Context) => ({ query: { token: await emailToken(context) } })

export const campaignResources = {
  campaigns: async ({ make, workspace }: Context) => (await make.campaign(await programOf(make, workspace))).id,
  'email-domains': async ({ make, workspace }: Context) => make.emailDomain(await programOf(make, workspace), newDomain()),
  opened: emailToken,
  workflows: async ({ make, workspace }: Context) => {
    const triggerConditions = [{ attribute: 'partnerJoined' as const }]
    const campaign = await make.campaign(await programOf(make, workspace), { type: 'transactional', status: 'active', triggerConditions })
    return `wf_${campaign.id.slice(-26)}`
  },
}

export const campaignInput = {
  listCampaigns: async (context: Context) => {
    await campaignResources.campaigns(context)
    return {}
  },
  countCampaigns: inProgram,
  createCampaign: async (context: Context) => ({ ...(await inProgram(context)), body: { type: 'marketing', name: 'Spring news' } }),
  updateCampaign: async () => ({ body: { name: 'Summer news' } }),
  previewCampaign: async () => ({ body: {} }),
  listWorkflows: inProgram,
  listEmailDomains: inProgram,
  createEmailDomain: async (context: Context) => ({ ...(await inProgram(context)), body: { slug: newDomain() } }),
  unsubscribePage: ofEmail,
  unsubscribeForm: async (context: Context, _: Endpoint) => ({ ...(await ofEmail(context)), body: { 'List-Unsubscribe': 'One-Click' } }),
  listMessages: inProgram,
  countMessages: inProgram,
  sendMessage: toPartner({ text: 'Welcome to the program.' }),
  markMessagesRead: toPartner({}),
  uploadMessageAttachment: toPartner({ fileName: 'one.png', image: png }),
  sendPartnerMessage: toProgram({ text: 'How do I start?' }),
  markPartnerMessagesRead: toProgram({}),
  uploadPartnerMessageAttachment: toProgram({ fileName: 'one.png', image: png }),
}
