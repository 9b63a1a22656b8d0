/** Domains, folders and tags: what links are organised by. */
import type { Call } from '../api-client.js'
import type { Choice } from '../kit/form-values.js'
import { readPages } from '../kit/read-pages.js'

export interface Organisation {
  domains: string[]
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
  const rank = ({ verified, primary }: (typeof own)[number]) => (verified ? 2 : 0) + (primary ? 1 : 0)
  const sorted = own.toSorted((a, b) => rank(b) - rank(a))
  const slugs = (isVerified: boolean) => sorted.filter(({ verified }) => verified === isVerified).map(({ slug }) => slug)
  return {
    // Links on a domain without DNS records cannot be opened, so those come last.
    domains: [...new Set([...slugs(true), ...shared, ...slugs(false)])],
    folders: folders.map(({ id, name }) => ({ value: id, label: name })),
    tags: tags.map(({ id, name }) => ({ value: id, label: name })),
  }
}

/** The domain of links that are created without a choice; undefined leaves it to the service. */
export async function preferredDomain(
  call: Call,
  own: { slug: string; primary: boolean; verified: boolean }[],
): Promise<string | undefined> {
  const verified = own.filter((domain) => domain.verified)
  const chosen = verified.find(({ primary }) => primary) ?? verified[0]
  if (chosen || own.length === 0) return chosen?.slug
  const [shared] = await call('listSharedDomains')
  return shared
}
