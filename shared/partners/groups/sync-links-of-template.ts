import type { JobScope } from '../../kernel/scope.js'
import { syncLinksJob } from '../jobs.js'
import { PartnerGroup } from './partner-group.entity.js'

/** Applies a changed UTM template to the links of all partners whose groups use it. */
export async function syncLinksOfTemplate(
  scope: JobScope,
  { templateId, former }: { templateId: string; former?: Record<string, string | null> | undefined },
): Promise<void> {
  const groups = await scope.em.find(PartnerGroup, { utmTemplateId: templateId }, { fields: ['id', 'programId'] })
  for (const { id: groupId, programId } of groups) scope.enqueue(syncLinksJob, { programId, groupId, formerTemplate: former })
}
