/** Valid requests about fraud. */
import type { Workspace } from '../../shared/accounts/index.js'
import type { FraudType } from '../../shared/fraud/rules/fraud-types.js'
import type { EndpointInput, InputContext } from './endpoint-input.js'
import type { Make } from './make.js'
import { partnerOf, programOf } from './partner-input.js'

type Input = (context: InputContext) => Promise<Partial<EndpointInput>>

const inProgram: Input = async ({ make, workspace }) => {
  await programOf(make, workspace)
  return {}
}

/** A pending group of a new partner. */
export async function fraudGroupOf(make: Make, workspace: Workspace, type: FraudType = 'customerEmailMatch') {
  const program = await programOf(make, workspace)
  return make.fraudGroup(program, await partnerOf(make, workspace), type)
}

const ofGroup: Input = async ({ make, workspace }) => ({ query: { groupId: (await fraudGroupOf(make, workspace)).id } })

export const fraudResources = {
  'fraud-alerts': async ({ make, workspace }: InputContext) => {
    const program = await programOf(make, workspace)
    return (await make.fraudAlert(program, await partnerOf(make, workspace, '', 'banned'))).id
  },
}

export const fraudInput: Record<string, Input> = {
  listFraudGroups: inProgram,
  countFraudGroups: inProgram,
  listFraudRules: inProgram,
  updateFraudRules: inProgram,
  listFraudAlerts: inProgram,
  listFraudEvents: ofGroup,
  countFraudEvents: ofGroup,
  resolveFraudGroups: async ({ make, workspace }) => ({ body: { groupIds: [(await fraudGroupOf(make, workspace)).id] } }),
  resolveFraudGroup: async ({ make, workspace }) => ({ path: `/fraud/groups/${(await fraudGroupOf(make, workspace)).id}/resolve` }),
  reportPartner: async ({ make, workspace }) => ({
    body: { partnerId: (await partnerOf(make, workspace, '', 'banned')).id, reason: 'Bought its own links.' },
  }),
}
