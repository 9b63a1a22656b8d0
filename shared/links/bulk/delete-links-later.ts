import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { type Keep, startErrand, workThroughParts } from '../../errands/index.js'
import { ServiceError } from '../../kernel/errors.js'
import type { JobScope } from '../../kernel/scope.js'
import { deleteLinksInBulk } from '../jobs.js'
import { deleteLinks } from './bulk-delete-links.js'
import { parsed } from './errors-as-values.js'
import { errorsAt } from './errors-of-elements.js'

/** Deletes links later: ids, or `ext_` and the caller's own. */
export const deleteLinksLater = (scope: WorkspaceScope, elements: AsyncIterable<readonly string[]>, keep: Keep) =>
  startErrand(scope, { type: 'links.delete', permission: 'links.write', of: deleteLinksInBulk }, elements, keep)

export async function deleteLinksOfErrand(scope: JobScope, payload: { errandId: string }): Promise<void> {
  await workThroughParts(scope, deleteLinksInBulk, payload, async (acting, elements, first) => {
    const names = elements.map((element) => parsed(z.string(), element))
    const outcomes = await deleteLinks(
      acting,
      names.filter((name) => typeof name === 'string'),
    )
    const inOrder = names.map((name) => (name instanceof ServiceError ? name : outcomes.shift()))
    const errors = errorsAt(first, elements, inOrder)
    return { done: elements.length - errors.length, errors }
  })
}
