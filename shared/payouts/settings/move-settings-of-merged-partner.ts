import type { JobScope } from '../../kernel/scope.js'
import { resealDetails } from './payment-details.js'
import { deleteSettings, findSettings, storeSettings } from './payout-settings.queries.js'

interface Merge {
  programId: string
  sourcePartnerId: string
  targetPartnerId: string
}

/** The account that remains after a merge is paid like the former one, unless it has settings of its own. */
export async function moveSettingsOfMergedPartner(scope: JobScope, { programId, sourcePartnerId, targetPartnerId }: Merge): Promise<void> {
  const settings = await findSettings(scope, programId, sourcePartnerId)
  if (!settings) return
  if (!(await findSettings(scope, programId, targetPartnerId))) {
    const { details } = settings
    await storeSettings(scope, programId, targetPartnerId, {
      ...settings,
      details: details && resealDetails(scope, programId, sourcePartnerId, targetPartnerId, details),
    })
  }
  await deleteSettings(scope, programId, sourcePartnerId)
}
