/** The domains from which a program sends campaigns. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { joinTransaction } from '../../kernel/scope.js'
import { ownershipRecordName, ownershipToken } from '../../links/index.js'
import { requireProgramId } from '../../partners/index.js'
import { parseFromAddress } from '../content/from-address.js'
import { emailDomainExists, emailDomainInUse, emailDomainNotFound, tooManyEmailDomains } from '../errors.js'
import { isoTime } from '../iso-time.js'
import { maxEmailDomains } from '../limits.js'
import { checkEmailDomain } from './check-email-domain.js'
import {
  deleteEmailDomainRow,
  type EmailDomainRow,
  emailDomainsOf,
  findEmailDomain,
  insertEmailDomain,
  sendersInUse,
  storeEmailDomainStatus,
} from './email-domain.queries.js'
import type { EmailDomainResponse } from './email-domain.schema.js'

const present = ({ id, slug, status, lastChecked, createdAt }: EmailDomainRow): EmailDomainResponse => ({
  id,
  slug,
  status,
  lastChecked: isoTime(lastChecked),
  createdAt: isoTime(createdAt) as string,
  record: { type: 'TXT', name: ownershipRecordName(slug), value: ownershipToken({ id, slug }) },
})

export const listEmailDomains = async (scope: WorkspaceScope): Promise<EmailDomainResponse[]> =>
  (await emailDomainsOf(scope, requireProgramId(scope))).map(present)

/** Adds a domain. It is verified once its DNS record exists. */
export async function createEmailDomain(scope: WorkspaceScope, { slug }: { slug: string }): Promise<EmailDomainResponse> {
  const programId = requireProgramId(scope)
  if ((await emailDomainsOf(scope, programId)).length >= maxEmailDomains) throw tooManyEmailDomains(maxEmailDomains)
  const id = newId('edom_', scope.now().getTime())
  if (!(await insertEmailDomain(scope, { id, programId, slug, now: scope.now() }))) throw emailDomainExists(slug)
  return present(await requireEmailDomain(scope, id))
}

/** Looks for the DNS record now. */
export async function verifyEmailDomain(scope: WorkspaceScope, idOrSlug: string): Promise<EmailDomainResponse> {
  const domain = await requireEmailDomain(scope, idOrSlug)
  const status = await checkEmailDomain(scope, domain)
  await joinTransaction(scope, () => storeEmailDomainStatus(scope, domain.id, status, scope.now()))
  return present(await requireEmailDomain(scope, domain.id))
}

export async function deleteEmailDomain(scope: WorkspaceScope, idOrSlug: string): Promise<{ id: string }> {
  const { id, programId, slug } = await requireEmailDomain(scope, idOrSlug)
  const senders = await sendersInUse(scope, programId)
  if (senders.some((sender) => parseFromAddress(sender)?.domain === slug)) throw emailDomainInUse()
  await deleteEmailDomainRow(scope, id)
  return { id }
}

async function requireEmailDomain(scope: WorkspaceScope, idOrSlug: string): Promise<EmailDomainRow> {
  const domain = await findEmailDomain(scope, requireProgramId(scope), idOrSlug)
  if (!domain) throw emailDomainNotFound()
  return domain
}
