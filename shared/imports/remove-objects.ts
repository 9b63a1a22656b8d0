/** How the undo of an import deletes objects of each kind. */
import type { Permission, WorkspaceScope } from '../accounts/index.js'
import { deleteCustomers } from '../customers/index.js'
import { deleteImportedCommissions, undoDiscountCodes } from '../earnings/index.js'
import { inSavepoint } from '../kernel/db/in-savepoint.queries.js'
import { ServiceError } from '../kernel/errors.js'
import { deleteDomain, deleteFolder, deleteTag, resultOrError } from '../links/index.js'
import { deleteGroup, undoPartnerImports } from '../partners/index.js'
import { removeLeads } from '../tracking/index.js'
import type { ImportKind } from './import-kinds.js'
import { customersWithSales, emptyDomains, emptyGroups, unusedTags } from './unused-objects.queries.js'

/** Returns the ids of the deleted objects, also of those that did not exist any more. */
type Remover = (scope: WorkspaceScope, ids: readonly string[]) => Promise<ReadonlySet<string>>

export const removers: Record<Exclude<ImportKind, 'link'>, Remover> = {
  commission: deleteImportedCommissions,
  async customer(scope, ids) {
    const used = await customersWithSales(scope, ids)
    const unused = ids.filter((id) => !used.has(id))
    await removeLeads(scope, unused)
    await deleteCustomers(scope, unused)
    return new Set(unused)
  },
  discountCode: undoDiscountCodes,
  // Links have been deleted as links by then.
  partnerLink: async (_, ids) => new Set(ids),
  async partner(scope, ids) {
    const removed = await resultOrError(() => inSavepoint(scope, () => undoPartnerImports(scope, ids)))
    if (!(removed instanceof ServiceError)) return removed
    // One of them cannot be removed: the others can.
    return oneByOne(scope, ids, async (_, id) => (await undoPartnerImports(scope, [id])).has(id))
  },
  async group(scope, ids) {
    const empty = await emptyGroups(scope, ids)
    return oneByOne(scope, [...empty], deleteGroup)
  },
  folder: (scope, ids) => oneByOne(scope, ids, deleteFolder),
  tag: async (scope, ids) => oneByOne(scope, await unusedTags(scope, ids), deleteTag),
  async domain(scope, ids) {
    // An undo needs the permission of its import, which may have been started by someone who may add domains.
    if (!scope.actor.permissions.has('domains.write' satisfies Permission)) return new Set()
    const slugs = await emptyDomains(scope, ids)
    return oneByOne(scope, [...slugs.keys()], (_, id) => deleteDomain(scope, slugs.get(id) as string))
  },
}

/** An object that was deleted before counts as deleted. */
async function oneByOne(
  scope: WorkspaceScope,
  ids: readonly string[],
  remove: (scope: WorkspaceScope, id: string) => Promise<unknown>,
): Promise<Set<string>> {
  const removed = new Set<string>()
  for (const id of ids) {
    const outcome = await resultOrError(() => inSavepoint(scope, () => remove(scope, id)))
    const isGone = outcome instanceof ServiceError ? outcome.code === 'not_found' : outcome !== false
    if (isGone) removed.add(id)
  }
  return removed
}
