/** Domains, folders and tags: what links are organised by. */
import type { Call } from '../api-client.js'
import type { Choice } from '../kit/form-values.js'
import { readPages } from '../kit/read-pages.js'

export interface Organisation {
  domains: Choice[]
  folders: Choice[]
  tags: Choice[]
}

export async function loadOrganisation(call: Call): Promise<Organisation> {
  const [own, shared, folders, tags] = await Promise.all([
    readPages(50, (query) => call('listDomains', { query })),
    call('listSharedDomains'),
    readPages(50, (query) => call('listFolders', { query })).catch(() => []),
    readPages(100, (query) => call('getTags', { query })),
  ])
  const choices = (isVerified: boolean) => domainChoices(own.filter(({ verified }) => verified === isVerified))
  return {
    domains: [...choices(true), ...shared.map((slug) => ({ value: slug, label: slug })), ...choices(false)],
    folders: folders.map(({ id, name }) => ({ value: id, label: name })),
    tags: tags.map(({ id, name }) => ({ value: id, label: name })),
  }
}

interface OwnDomain {
  slug: string
  primary: boolean
  verified: boolean
}

/** Links on a domain that is not verified may not open: it comes last and says so. */
export function domainChoices(own: OwnDomain[]): Choice[] {
  const rank = ({ verified, primary }: OwnDomain) => (verified ? 2 : 0) + (primary ? 1 : 0)
  return own
    .toSorted((a, b) => rank(b) - rank(a))
    .map(({ slug, verified }) => ({ value: slug, label: verified ? slug : `${slug} (not verified)` }))
}

/** The domain of links that are created without a choice; undefined leaves it to the service. */
export async function preferredDomain(call: Call, own: OwnDomain[]): Promise<string | undefined> {
  const verified = own.filter((domain) => domain.verified)
  const chosen = verified.find(({ primary }) => primary) ?? verified[0]
  if (chosen || own.length === 0) return chosen?.slug
  const [shared] = await call('listSharedDomains')
  return shared
}
