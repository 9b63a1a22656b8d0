/** The shared domains that a workspace offers to its members: all by default. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { idText } from '../../kernel/input-fields.js'
import { domainNotShared } from '../errors.js'
import { hideSharedDomains, sharedDomains } from './shared-domains.queries.js'
import { asciiDomain } from './slug.js'

export const DefaultDomains = z.object({ defaultDomains: z.array(idText().overwrite(asciiDomain)).max(100) })

export const SharedDomains = z.string().array()

export async function listSharedDomains(scope: WorkspaceScope): Promise<string[]> {
  return (await sharedDomains(scope)).filter(({ isHidden }) => !isHidden).map(({ slug }) => slug)
}

/** Makes the workspace offer exactly these shared domains. */
export async function setSharedDomains(scope: WorkspaceScope, { defaultDomains }: z.infer<typeof DefaultDomains>): Promise<string[]> {
  const slugs = (await sharedDomains(scope)).map(({ slug }) => slug)
  const unknown = defaultDomains.find((slug) => !slugs.includes(slug))
  if (unknown !== undefined) throw domainNotShared(unknown)
  await hideSharedDomains(
    scope,
    slugs.filter((slug) => !defaultDomains.includes(slug)),
  )
  return listSharedDomains(scope)
}
