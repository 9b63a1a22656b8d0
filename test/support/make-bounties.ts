/** Factories for rows of bounties. */
import { Bounty } from '../../shared/bounties/bounty.entity.js'
import { BountySubmission } from '../../shared/bounties/submissions/submission.entity.js'
import type { Database } from '../../shared/kernel/db/database.js'
import { newId } from '../../shared/kernel/ids.js'
import { type HasId, rowStore } from './store-row.js'

const times = () => ({ createdAt: new Date(), updatedAt: new Date() })

export function bountyMakers(database: Database) {
  const store = rowStore(database)
  return {
    /** A submission bounty for every partner with a reward of 50 dollars that started an hour ago. */
    bounty: (program: HasId, overrides: Partial<Bounty> = {}) =>
      store<Bounty>(Bounty, {
        id: newId('bnty_'),
        programId: program.id,
        name: 'Write about us',
        type: 'submission',
        startsAt: new Date(Date.now() - 3_600_000),
        rewardAmount: 5000,
        openedAt: new Date(),
        ...times(),
        ...overrides,
      }),

    /** Submitted now unless given. */
    submission: (bounty: Pick<Bounty, 'id' | 'programId'>, partner: HasId, overrides: Partial<BountySubmission> = {}) =>
      store<BountySubmission>(BountySubmission, {
        id: newId('bnty_sub_'),
        bountyId: bounty.id,
        programId: bounty.programId,
        partnerId: partner.id,
        status: 'submitted',
        completedAt: new Date(),
        ...times(),
        ...overrides,
      }),
  }
}
