/** Creates credentials that an endpoint accepts, and the workspace that they belong to. */
import type { Endpoint } from '../../api/endpoint.js'
import { newPublishableKey, type Plan, type Workspace } from '../../shared/accounts/index.js'
import type { PartnerRole } from '../../shared/partner-accounts/index.js'
import type { TestApi } from './api.js'
import { partnerOf } from './partner-input.js'

export interface EndpointCaller {
  workspace: Workspace
  headers: Record<string, string>
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

export async function endpointCaller(api: TestApi, { access }: Pick<Endpoint, 'access'>): Promise<EndpointCaller> {
  if (access.kind === 'publishable') return publishableCaller(api, 'enterprise')
  if (access.kind === 'embed') return embedCaller(api)
  if (access.kind === 'partner') return partnerCaller(api, 'owner')
  const { workspace, user, headers } = await api.make.caller()
  if (isUserAccess({ access })) return { workspace, headers: (await api.make.session(user)).headers }
  if (access.kind === 'admin') return { workspace, headers: bearer(api.config.adminApiKey as string) }
  if (access.kind === 'cron') return { workspace, headers: bearer(api.config.cronSecret as string) }
  return { workspace, headers }
}

export const isUserAccess = ({ access: { kind } }: Pick<Endpoint, 'access'>) => kind === 'user' || kind === 'session'

export async function publishableCaller({ make }: TestApi, plan: Plan) {
  const key = newPublishableKey()
  const workspace = await make.workspace({ plan, publishableKey: key })
  return { key, workspace, headers: bearer(key) }
}

/** A token for the embedded page of a partner who may choose destinations. */
export async function embedCaller({ make, call }: TestApi): Promise<EndpointCaller> {
  const { workspace, key } = await make.caller()
  const { slug } = await make.domain(workspace)
  const program = await make.program(workspace, { domain: slug, url: 'https://example.com/' })
  const additionalLinks = [{ domain: 'example.com', path: '', validationMode: 'domain' as const }]
  const { id: groupId } = await make.partnerGroup(program, { maxPartnerLinks: 5, additionalLinks })
  const partner = await make.partner()
  await make.enrolment(program, partner, { groupId })
  await make.link(workspace, { programId: program.id, partnerId: partner.id, domain: slug })
  const { body } = await call('POST /tokens/embed/referrals', { key, body: { partnerId: partner.id } })
  return { workspace, headers: bearer(body.publicToken) }
}

/** A user of a partner account that is enrolled in the default program of the workspace. */
export async function partnerCaller({ make }: TestApi, role: PartnerRole) {
  const { workspace } = await make.caller()
  const user = await make.user()
  await make.partnerUser(await partnerOf(make, workspace), user, role)
  return { workspace, user, headers: (await make.session(user)).headers }
}
