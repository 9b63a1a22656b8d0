/** Identifiers that sort by the time they were made. */
import { randomBytes } from 'node:crypto'

/** Which resource a prefix names. Reference: the public id table. */
export const idPrefixes = [
  'ws_',
  'user_',
  'token_',
  'inv_',
  'mem_',
  'memory_',
  'link_',
  'tag_',
  'fold_',
  'dom_',
  'dash_',
  'utm_',
  'wh_',
  'int_',
  'cus_',
  'req_',
  'job_',
  'evt_',
  'batch_',
  'mail_',
  'app_',
  'inst_',
  'conn_',
  'del_',
] as const
export type IdPrefix = (typeof idPrefixes)[number]

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Prefix and 26 characters: 48 bits of milliseconds, then 80 random bits. Later ids sort after earlier ones. */
export function newId(prefix: IdPrefix, now = Date.now()): string {
  return prefix + timePart(now) + randomPart()
}

/** What an id of that millisecond begins with: no earlier one sorts behind it, no later one before. */
export const firstIdAt = (prefix: IdPrefix, at: number) => prefix + timePart(at)

function timePart(milliseconds: number): string {
  let text = ''
  for (let rest = milliseconds, place = 0; place < 10; place++) {
    text = crockford[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomPart(): string {
  let text = ''
  for (const byte of takeRandom(16)) text += crockford[byte & 31]
  return text
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const clickTimeLength = 7
const clickRandomLength = 9

/**
 * A click id: 16 characters of `[0-9A-Za-z]`. The first seven say the millisecond in base 62, so that ids sort by time bytewise, inserts
 * hit one end of the index, and a look-up knows which month's partition to read; nine random ones (53 bits).
 */
export function newClickId(now = Date.now()): string {
  let time = ''
  for (let rest = now, place = 0; place < clickTimeLength; place++) {
    time = base62[rest % 62] + time
    rest = Math.floor(rest / 62)
  }
  return time + randomText(clickRandomLength)
}

/** The instant in a click id, in milliseconds; NaN for text that is no click id. */
export function clickIdTime(id: string): number {
  if (!isClickId(id)) return Number.NaN
  let time = 0
  for (let place = 0; place < clickTimeLength; place++) time = time * 62 + base62.indexOf(id[place] as string)
  return time
}

export const isClickId = (text: string) => /^[0-9A-Za-z]{16}$/.test(text)

/** Random text of `[0-9A-Za-z]`, every character equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    // 248 = 4 x 62: a byte above it would make the first characters of the alphabet likelier.
    for (const byte of takeRandom(length - text.length)) if (byte < 248) text += base62[byte % 62]
  }
  return text
}

// Random bytes are drawn in blocks: one system call for a few hundred ids instead of one each.
const block = 4096
let pool = Buffer.alloc(0)
let used = 0

function takeRandom(count: number): Uint8Array {
  if (used + count > pool.length) {
    pool = randomBytes(Math.max(block, count))
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}
