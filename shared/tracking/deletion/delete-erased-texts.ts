import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { deleteErasedValues, findErasedValues } from './erased-values.queries.js'

const batchSize = 10_000

/** Deletes the user agents and coordinates of erased clicks from the dictionary, unless other clicks have the same. */
export async function deleteErasedTexts(scope: JobScope, stop: AbortSignal): Promise<void> {
  for (let isLast = false; !isLast && !stop.aborted;) {
    const fork = forkScope(scope)
    await inTransaction(fork, async () => {
      const ids = await findErasedValues(fork, batchSize)
      if (ids.length > 0) await deleteErasedValues(fork, ids)
      isLast = ids.length < batchSize
    })
  }
}
