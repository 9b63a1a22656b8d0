import type { JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { deleteUnusedPartners } from './unenrolled-partners.queries.js'

const batchSize = 250

/** Deletes partners that belong to no program and no user, were never paid, and have existed for a day. */
export async function deleteUnenrolledPartners({ em, now }: JobScope): Promise<void> {
  const createdBefore = new Date(now().getTime() - days(1))
  while ((await deleteUnusedPartners(em, createdBefore, batchSize)) === batchSize);
}
