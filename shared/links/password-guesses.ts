/** Wrong passwords of a visitor, per link or dashboard. Correct ones are not counted: a shared address may contain the password. */
import { clientSubnet } from '../kernel/client-subnet.js'
import type { ShortLivedStore } from '../kernel/store/short-lived-store.js'
import { minutes } from '../kernel/time.js'

const maxWrongPasswords = 30
export const wrongPasswordWindowMs = minutes(10)

/** Wrong passwords that this process is counting. Otherwise a visitor who sends many at once guesses before the first is counted. */
const uncounted = new Map<string, number>()

/** Counts a wrong password. After too many, all passwords of the visitor are refused until the end of the window. */
export async function countPassword(
  store: ShortLivedStore,
  id: string,
  address: string,
  isCorrect: boolean,
): Promise<'correct' | 'wrong' | 'refused'> {
  const counter = `password-guesses:${id}:${clientSubnet(address)}`
  const earlier = uncounted.get(counter) ?? 0
  if (!isCorrect) uncounted.set(counter, earlier + 1)
  try {
    if (earlier + Number(await store.get(counter)) >= maxWrongPasswords) return 'refused'
    if (isCorrect) return 'correct'
    await store.increment(counter, 1, wrongPasswordWindowMs)
    return 'wrong'
  } finally {
    if (!isCorrect) release(counter)
  }
}

function release(counter: string): void {
  const remaining = (uncounted.get(counter) ?? 0) - 1
  if (remaining > 0) uncounted.set(counter, remaining)
  else uncounted.delete(counter)
}
