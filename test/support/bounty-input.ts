/** Valid requests about bounties. */
import type { Endpoint } from '../../api/endpoint.js'
import type { Workspace } from '../../shared/accounts/index.js'
import type { Make } from './make.js'

interface Context {
  make: Make
  workspace: Workspace
}

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A bounty of the default program with a partner and, unless the endpoint creates or deletes, a submission. */
export async function bountyRows({ make, workspace }: Context, name = 'Test Partner') {
  const program = (await make.defaultProgram(workspace)) ?? (await make.program(workspace))
  const partner = await make.partner({ name })
  await make.enrolment(program, partner)
  const bounty = await make.bounty(program, { name, description: name })
  const file = { url: 'https://files.example/one.png', fileName: 'one.png', size: 3 }
  const submission = () => make.submission(bounty, partner, { description: name, urls: ['https://blog.example/one'], files: [file] })
  return { program, partner, bounty, submission }
}

const withRows = async (context: Context) => {
  const { submission } = await bountyRows(context)
  await submission()
  return {}
}

/** A request about a submission. */
const ofSubmission = async (context: Context, { path }: Endpoint) => {
  const { bounty, submission } = await bountyRows(context)
  return { path: path.replace('{bountyId}', bounty.id).replace('{submissionId}', (await submission()).id) }
}

const ofPartner =
  (fields: object) =>
  async (context: Context, { path }: Endpoint) => {
    const { bounty, partner } = await bountyRows(context)
    return { path: path.replace('{bountyId}', bounty.id), body: { partnerId: partner.id, ...fields } }
  }

export const bountyResources = {
  bounties: async (context: Context, { id }: Endpoint) => {
    const { bounty, submission } = await bountyRows(context)
    if (id !== 'deleteBounty') await submission()
    return bounty.id
  },
  // Only in tests of resources that do not exist.
  submissions: async (context: Context) => (await (await bountyRows(context)).submission()).id,
}

export const bountyInput = {
  listBounties: withRows,
  countBountySubmissions: withRows,
  createBounty: async ({ make, workspace }: Context) => {
    await make.program(workspace)
    return { body: { type: 'submission', name: 'Write about us', rewardAmount: 5000 } }
  },
  uploadBountyFile: ofPartner({ fileName: 'one.png', image: png }),
  createBountySubmission: ofPartner({ urls: ['https://blog.example/one'] }),
  createEmbedSubmission: async () => ({ body: { urls: ['https://blog.example/one'] } }),
  uploadEmbedFile: async () => ({ body: { fileName: 'one.png', image: png } }),
  getBountySubmission: ofSubmission,
  approveBountySubmission: ofSubmission,
  rejectBountySubmission: ofSubmission,
  reopenBountySubmission: ofSubmission,
}
