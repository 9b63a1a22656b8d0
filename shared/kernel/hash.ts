import { createHash, timingSafeEqual } from 'node:crypto'

export const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** A short hash (162 bits) in URL-safe characters, for ETags, deduplication keys and file names. */
export const digest = (data: Buffer | string) => sha256(data).toString('base64url').slice(0, 27)

/** Compares without revealing through its duration where the texts differ. Digests have equal length, whatever the length of the texts. */
export const equalsInConstantTime = (actual: Buffer | string, expected: Buffer | string) =>
  timingSafeEqual(sha256(actual), sha256(expected))

/** A short hash of a JSON value; of `undefined` for a missing one. */
export const digestJson = (value: unknown) => digest(JSON.stringify(value) ?? 'undefined')
