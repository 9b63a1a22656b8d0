import type { WorkspaceScope } from '../../accounts/index.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { PartnerTag } from './partner-tag.entity.js'
import { countPartnerTagsMatching, partnerTagsMatching } from './partner-tag.queries.js'
import type { GetPartnerTags, PartnerTagResponse } from './partner-tag.schema.js'
import { presentPartnerTag } from './present-partner-tag.js'

export async function listPartnerTags(scope: WorkspaceScope, query: GetPartnerTags): Promise<PartnerTagResponse[]> {
  const program = await requireDefaultProgram(scope)
  const ids = await partnerTagsMatching(scope, program.id, query)
  const tags = new Map((await scope.em.find(PartnerTag, { id: ids })).map((tag) => [tag.id, tag]))
  return ids.flatMap((id) => tags.get(id) ?? []).map(presentPartnerTag)
}

export async function countPartnerTags(scope: WorkspaceScope, { search }: { search?: string | undefined }): Promise<number> {
  return countPartnerTagsMatching(scope, (await requireDefaultProgram(scope)).id, search)
}
