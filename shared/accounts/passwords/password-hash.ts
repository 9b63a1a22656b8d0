/** Password hashing with scrypt. Each hash contains its cost parameters, so the cost can be raised without resetting passwords. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { tooManyRequests } from '../../kernel/errors.js'

interface Cost {
  logN: number
  r: number
  p: number
}

/** 32 MB and about 250 ms per hash on a small machine. */
const cost: Cost = { logN: 15, r: 8, p: 3 }
const hashBytes = 32
const saltBytes = 16

/** `scrypt:15:8:3:<salt>:<hash>` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return encode(cost, salt, await derive(password, salt, cost))
}

/** Matches no password. Verifying against it takes as long as a real verification. */
export const dummyHash = encode(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))

/** Whether the password matches the hash. False for a malformed hash. */
export async function verifyPassword(password: string, text: string): Promise<boolean> {
  const parsed = parse(text)
  return parsed !== null && timingSafeEqual(await derive(password, parsed.salt, parsed.cost), parsed.hash)
}

/** Whether the hash was created with cost parameters other than the current ones. */
export function needsRehash(text: string): boolean {
  const made = parse(text)?.cost
  return made?.logN !== cost.logN || made.r !== cost.r || made.p !== cost.p
}

function encode({ logN, r, p }: Cost, salt: Buffer, hash: Buffer): string {
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
  await acquireSlot()
  try {
    return await new Promise((resolve, reject) => {
      const N = 2 ** logN
      // NFKC: the same text can be entered as different code points.
      scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    releaseSlot()
  }
}

// Hashes share the libuv thread pool with file and DNS operations, and each needs 32 MB: limit both concurrency and queue.
const maxConcurrentHashes = 2
const maxWaitingHashes = 64
let running = 0
const waiting: (() => void)[] = []

async function acquireSlot(): Promise<void> {
  if (running < maxConcurrentHashes) running += 1
  else if (waiting.length >= maxWaitingHashes) throw tooManyRequests()
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function releaseSlot(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}
