import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { setDefaultLinksOfProgram } from '../groups/set-default-links-of-program.js'
import { presentProgram } from './present-program.js'
import { flushProgram, requireOwnDomain } from './program-domain.js'
import type { Program } from './program.entity.js'
import type { ProgramResponse, UpdateProgram } from './program.schema.js'
import { requireProgram } from './require-program.js'

/**
 * Updates the provided fields. A new domain moves all partner links of the program to it; a new url changes the first default link of the
 * default group and its copies. Messages can always be switched off, and switched on if the plan includes them.
 */
export async function updateProgram(scope: WorkspaceScope, id: string, input: UpdateProgram): Promise<ProgramResponse> {
  const program = await requireProgram(scope, id)
  const { domain, messagingEnabled, ...fields } = input
  const before = { domain: program.domain ?? null, url: program.url ?? null }
  const newDomain = domain === undefined ? before.domain : await requireOwnDomain(scope, domain)
  Object.assign(program, definedOnly(fields), { domain: newDomain, updatedAt: scope.now() })
  if (messagingEnabled !== undefined) setMessaging(scope, program, messagingEnabled)
  await flushProgram(scope, program)
  if (program.domain !== before.domain || program.url !== before.url) await setDefaultLinksOfProgram(scope, program, before)
  return presentProgram(program)
}

function setMessaging(scope: WorkspaceScope, program: Program, isEnabled: boolean): void {
  if (isEnabled) requireFeature(scope.workspace, 'partnerMessages')
  program.messagingEnabledAt = isEnabled ? (program.messagingEnabledAt ?? scope.now()) : null
}

const definedOnly = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
