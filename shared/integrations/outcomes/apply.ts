import type { InWorkspace } from '../../accounts/index.js'
import { deleteCustomer, noteSubscriptionEnd, updateCustomer } from '../../customers/index.js'
import { markDisconnected } from '../connections/connection.queries.js'
import { applyLead } from './apply-lead.js'
import { applyRefund } from './apply-refund.js'
import { applyReinstatement } from './apply-reinstatement.js'
import { applySale } from './apply-sale.js'
import { forgetNames } from './customer.queries.js'
import { findPerson, learnNames, ownNameOf } from './find-person.js'
import type { Outcome, Person } from './outcome.js'
import { keepReferences } from './sale.queries.js'

/** Where an outcome comes from. */
export interface Origin {
  provider: string
  connectionId: string
  deliveryId: string
  receivedAt: Date
}

/** What came of it. */
export interface Applied {
  /** Whom it tells of; null for somebody unknown here, and for nobody. */
  customerId: string | null
  /** Why nothing came of it; absent where something did. */
  ignored?: string
  /** Somebody by whom it could be credited, should they become known soon. */
  waitsFor?: string | undefined
}

type Of<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>
type Apply<Kind extends Outcome['kind']> = (scope: InWorkspace, outcome: Of<Kind>, origin: Origin) => Promise<Applied>

const ofNobody: Applied = { customerId: null }
const nobody: Applied = { customerId: null, ignored: 'the event is about nobody known here' }

const byKind: { [Kind in Outcome['kind']]: Apply<Kind> } = {
  lead: applyLead,
  sale: applySale,
  refund: applyRefund,
  reinstatement: applyReinstatement,
  async 'sale-references'(scope, { references }, { provider }) {
    await keepReferences(scope, provider, references)
    return ofNobody
  },
  customer: changeCustomer,
  'customer-deleted': forgetCustomer,
  async 'subscription-ended'(scope, { person }, { provider, receivedAt }) {
    const known = await findPerson(scope, provider, person)
    if (!known) return nobody
    await noteSubscriptionEnd(scope, known.id, receivedAt)
    return { customerId: known.id }
  },
  async disconnected(scope, _, { connectionId }) {
    await markDisconnected(scope, connectionId)
    return ofNobody
  },
  nothing: async (_scope, { reason }) => ({ customerId: null, ignored: reason }),
}

export const applyOutcome = <Kind extends Outcome['kind']>(scope: InWorkspace, outcome: Of<Kind>, origin: Origin): Promise<Applied> =>
  (byKind[outcome.kind] as Apply<Kind>)(scope, outcome, origin)

/** Says anew who somebody is. What the event leaves out stays as it is. */
async function changeCustomer(scope: InWorkspace, { person }: { person: Person }, { provider }: Origin): Promise<Applied> {
  const known = await findPerson(scope, provider, person)
  if (!known) return nobody
  const { name, email } = person
  if ((name && name !== known.name) || (email && email !== known.email))
    await updateCustomer(scope, known.id, { ...(name ? { name } : {}), ...(email ? { email } : {}) })
  await learnNames(scope, provider, person, known)
  return { customerId: known.id }
}

/** Who is known by the provider's id only goes with it. Somebody with an id of the workspace's own stays, unless they asked to be forgotten. */
async function forgetCustomer(
  scope: InWorkspace,
  { person, isErasure }: { person: Person; isErasure: boolean },
  { provider }: Origin,
): Promise<Applied> {
  const known = await findPerson(scope, provider, person)
  if (!known) return nobody
  const isOnlyKnownThere = person.providerId !== undefined && known.externalId === ownNameOf(provider, person.providerId)
  if (isErasure || isOnlyKnownThere) await deleteCustomer(scope, known.id)
  else await forgetNames(scope, provider, known.id)
  return { customerId: known.id }
}
