/** Identifiers that sort by creation time. */
import { hash, randomBytes } from 'node:crypto'

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
  'view_',
  'wh_',
  'aud_',
  'pb_',
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
  'prog_',
  'grp_',
  'pgdl_',
  'pn_',
  'pge_',
  'pga_',
  'pga_evt_',
  'ptag_',
  'pcom_',
  'msg_',
  'msa_',
  'em_',
  'edom_',
  'cmp_',
  'act_',
  'rw_',
  'disc_',
  'dcode_',
  'cm_',
  'pgr_',
  'sbl_',
  'dpn_',
  'po_',
  'ptr_',
  'pacc_',
  'fr_',
  'frg_',
  'fre_',
  'fra_',
  'imp_',
  'bnty_',
  'bnty_sub_',
  'bnty_file_',
  'svc_embed_',
] as const
export type IdPrefix = (typeof idPrefixes)[number]

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Prefix and 26 characters: 48 bits of milliseconds, then 80 random bits. Later ids sort after earlier ones. */
export function newId(prefix: IdPrefix, now = Date.now()): string {
  return prefix + timePart(now) + randomPart()
}

/** The smallest id of a millisecond: earlier ids sort before it, later ones after it. */
export const minIdAt = (prefix: IdPrefix, at: number) => prefix + timePart(at)

/** The id of what has one cause: the same cause and time give the same id. The digits of the hash are a subset of the alphabet. */
export const derivedId = (prefix: IdPrefix, at: number, cause: string) =>
  prefix + timePart(at) + hash('sha256', cause, 'hex').slice(0, 16).toUpperCase()

function timePart(milliseconds: number): string {
  let text = ''
  for (let rest = milliseconds, index = 0; index < 10; index++) {
    text = crockford[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomPart(): string {
  let text = ''
  while (text.length < 16) text += crockford[randomByte() & 31]
  return text
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const clickTimeLength = 7
const clickRandomLength = 9

/**
 * A click id: 16 characters of `[0-9A-Za-z]`. The first seven encode the millisecond in base 62, so that ids sort by time bytewise, inserts
 * go to one end of the index, and a look-up knows the month's partition. Nine random characters (53 bits) follow.
 */
export function newClickId(now = Date.now()): string {
  if (now !== latestClickTime.at) latestClickTime = { at: now, text: clickTimePart(now) }
  return latestClickTime.text + randomText(clickRandomLength)
}

// Under load a millisecond has many clicks.
let latestClickTime = { at: 0, text: '0'.repeat(clickTimeLength) }

function clickTimePart(milliseconds: number): string {
  let time = ''
  for (let rest = milliseconds, index = 0; index < clickTimeLength; index++) {
    time = base62[rest % 62] + time
    rest = Math.floor(rest / 62)
  }
  return time
}

/** The time of a click id in milliseconds. NaN for other text. */
export function clickIdTime(id: string): number {
  if (!isClickId(id)) return Number.NaN
  let time = 0
  for (let index = 0; index < clickTimeLength; index++) time = time * 62 + base62.indexOf(id[index] as string)
  return time
}

export const isClickId = (text: string) => /^[0-9A-Za-z]{16}$/.test(text)

/** Random text of `[0-9A-Za-z]`, every character equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    // 248 = 4 x 62: larger bytes would make the first characters of the alphabet more likely.
    if (byte < 248) text += base62[byte % 62]
  }
  return text
}

// Random bytes are read in blocks: one system call serves a few hundred ids.
const blockSize = 4096
let pool = Buffer.alloc(0)
let used = 0

function randomByte(): number {
  if (used === pool.length) {
    pool = randomBytes(blockSize)
    used = 0
  }
  return pool[used++] as number
}
