import type { WorkspaceScope } from '../../accounts/index.js'
import { type RunOnce, startBackgroundOperation, runInParts } from '../../background-operations/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { idText } from '../../kernel/input-fields.js'
import type { JobScope } from '../../kernel/scope.js'
import { deleteLinksInBulk } from '../jobs.js'
import { deleteIdentifiedLinks } from './bulk-delete-links.js'
import { tablesOfLinks } from './bulk.queries.js'
import { elementErrors } from './element-errors.js'
import { parseElement } from './errors-as-values.js'

/** Starts a background operation that deletes links by id or by external id prefixed with `ext_`. */
export const deleteLinksAsync = (scope: WorkspaceScope, elements: AsyncIterable<readonly string[]>, runOnce: RunOnce) =>
  startBackgroundOperation(scope, { type: 'links.delete', permission: 'links.write', contract: deleteLinksInBulk }, elements, runOnce)

export async function runDeleteLinksOperation(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInParts(scope, { contract: deleteLinksInBulk, tables: tablesOfLinks }, payload, async (requester, elements, firstIndex) => {
    const identifiers = elements.map((element) => parseElement(idText(), element))
    const outcomes = await deleteIdentifiedLinks(
      requester,
      identifiers.filter((identifier) => typeof identifier === 'string'),
    )
    const inOrder = identifiers.map((identifier) => (identifier instanceof ServiceError ? identifier : outcomes.shift()))
    const errors = elementErrors(firstIndex, elements, inOrder)
    return { done: elements.length - errors.length, errors }
  })
}
