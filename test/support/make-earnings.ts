/** Factories for rows of rewards, discounts, commissions and payouts. */
import { Reward } from '../../shared/earnings/rewards/reward.entity.js'
import type { Database } from '../../shared/kernel/db/database.js'
import { newId } from '../../shared/kernel/ids.js'

interface HasId {
  id: string
}

export function earningMakers(database: Database) {
  const store = async <Row extends object>(entity: unknown, row: object): Promise<Row> => {
    const em = database.orm.em.fork()
    const entityRow = em.create(entity as new () => Row, row as never)
    await em.persistAndFlush(entityRow)
    return entityRow
  }

  return {
    /** A flat reward for sales, of no group. */
    reward: (program: HasId, overrides: Partial<Reward> = {}) =>
      store<Reward>(Reward, {
        id: newId('rw_'),
        programId: program.id,
        event: 'sale',
        type: 'flat',
        amountInCents: 100,
        createdAt: new Date(),
        updatedAt: new Date(),
        ...overrides,
      }),
  }
}
