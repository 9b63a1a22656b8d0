/** The domain on which a link lives. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Domain } from './domain.entity.js'
import { domainBySlug } from './domain.queries.js'
import { domainBusy, domainNotFound, domainNotUsable } from './errors.js'
import type { KeyDomain } from './keys.js'
import type { KeyPlace } from './link-scope.js'
import type { LookUp } from './look-up.js'

/** Open to everybody: the service's own. */
export const isShared = ({ workspaceId }: Pick<Domain, 'workspaceId'>) => !workspaceId

export const keyDomainOf = (domain: Domain): KeyDomain => ({ shared: isShared(domain), caseSensitive: domain.caseSensitive })

const slugOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')

const isUsableBy = ({ workspace }: Pick<KeyPlace, 'workspace'>, domain: Domain) => isShared(domain) || domain.workspaceId === workspace?.id

/** The domain for a link. Refuses one of another workspace in the same words as one that nobody has. */
export async function domainForLink(
  scope: Pick<KeyPlace, 'config' | 'workspace'>,
  asked: string | undefined,
  look: Pick<LookUp, 'domain' | 'defaultDomain'>,
): Promise<Domain> {
  const domain = asked ? await look.domain(slugOf(asked)) : await look.defaultDomain()
  if (!domain || !isUsableBy(scope, domain)) throw domainNotUsable(asked ?? scope.config.shortDomain)
  return unlessMoving(domain)
}

/** Refuses a domain whose links are moving to another name: which of them has which key is settled when they have arrived. */
export function unlessMoving(domain: Domain): Domain {
  if (domain.movedFrom) throw domainBusy(domain.slug)
  return domain
}

/** The domain that a list is about. One of another workspace is not told from one that nobody has. */
export async function requireUsableDomain(scope: WorkspaceScope, asked: string): Promise<Domain> {
  const domain = await domainBySlug(scope, slugOf(asked))
  if (!domain || !isUsableBy(scope, domain)) throw domainNotFound(asked)
  return domain
}
