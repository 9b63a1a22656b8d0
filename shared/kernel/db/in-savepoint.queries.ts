import type { Scope } from '../scope.js'

/** Undoes what `work` wrote if it throws, and keeps the transaction usable. The entity manager is cleared then. */
export async function inSavepoint<Result>({ em }: Pick<Scope, 'em'>, work: () => Promise<Result>): Promise<Result> {
  await em.execute('savepoint part')
  try {
    const result = await work()
    await em.execute('release savepoint part')
    return result
  } catch (error) {
    await em.execute('rollback to savepoint part')
    em.clear()
    throw error
  }
}
