/** How objects of each kind are imported. Links have an import of their own, which stores a page with few statements. */
import type { ImportKind } from '../import-kinds.js'
import { commission } from './commissions.js'
import { customer } from './customers.js'
import { discountCode } from './discount-codes.js'
import { group, partner, partnerLink } from './program-objects.js'
import { domain, folder, tag } from './workspace-objects.js'

export const importers = { domain, tag, folder, group, partner, partnerLink, discountCode, customer, commission } satisfies Record<
  Exclude<ImportKind, 'link'>,
  unknown
>
