/** Passwords as hashes. The cost stands beside each hash, so that it can be raised without asking anybody for a new password. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { tooManyRequests } from '../../kernel/errors.js'

interface Cost {
  logN: number
  r: number
  p: number
}

/** 32 MB and a quarter of a second: what one log-in may cost a small machine, and a guesser for every single guess. */
const cost: Cost = { logN: 15, r: 8, p: 3 }
const hashBytes = 32
const saltBytes = 16

/** `scrypt:15:8:3:<salt>:<hash>` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return textOf(cost, salt, await derive(password, salt, cost))
}

/** The hash of no password: checking against it takes as long as a real check. */
export const hashOfNothing = textOf(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))

/** Whether the password is the hashed one. Damaged text is nobody's hash. */
export async function verifyPassword(password: string, text: string): Promise<boolean> {
  const parsed = parse(text)
  return parsed !== null && timingSafeEqual(await derive(password, parsed.salt, parsed.cost), parsed.hash)
}

/** Whether the hash was made at another cost than today's. */
export function needsRehash(text: string): boolean {
  const made = parse(text)?.cost
  return made?.logN !== cost.logN || made.r !== cost.r || made.p !== cost.p
}

function textOf({ logN, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join(':')
}

function parse(text: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  if (!/^scrypt(:\d{1,2}){3}(:[\w-]+){2}$/.test(text)) return null
  const [, logN = '', r = '', p = '', salt = '', hash = ''] = text.split(':')
  const bytes = Buffer.from(hash, 'base64url')
  return bytes.length === hashBytes
    ? { cost: { logN: Number(logN), r: Number(r), p: Number(p) }, salt: Buffer.from(salt, 'base64url'), hash: bytes }
    : null
}

async function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  await takeTurn()
  try {
    return await new Promise((resolve, reject) => {
      const N = 2 ** logN
      // One text can be typed as different code points; NFKC makes them one.
      scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    endTurn()
  }
}

// Each takes one of the four threads that files and names wait for as well; and who asks for a thousand must not get their memory.
const atOnce = 2
const longestLine = 64
let running = 0
const line: (() => void)[] = []

async function takeTurn(): Promise<void> {
  if (running < atOnce) running += 1
  else if (line.length >= longestLine) throw tooManyRequests()
  else await new Promise<void>((resolve) => line.push(resolve))
}

function endTurn(): void {
  const next = line.shift()
  if (next) next()
  else running -= 1
}
