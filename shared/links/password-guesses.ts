/** Wrong passwords of a visitor, per link or dashboard. Correct ones are not counted: a shared address may contain the password. */
import { clientSubnet } from '../kernel/client-subnet.js'
import type { ShortLivedStore } from '../kernel/store/short-lived-store.js'
import { minutes } from '../kernel/time.js'

const maxWrongPasswords = 30
export const wrongPasswordWindowMs = minutes(10)

const counterOf = (id: string, address: string) => `password-guesses:${id}:${clientSubnet(address)}`

/** Whether the visitor sent too many wrong passwords and must wait for the end of the window. */
export const hasGuessedTooOften = async (store: ShortLivedStore, id: string, address: string): Promise<boolean> =>
  Number(await store.get(counterOf(id, address))) >= maxWrongPasswords

export const countWrongPassword = (store: ShortLivedStore, id: string, address: string): Promise<number> =>
  store.increment(counterOf(id, address), 1, wrongPasswordWindowMs)
