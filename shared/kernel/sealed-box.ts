/** Authenticated encryption: AES-256-GCM with a random nonce of 96 bits (NIST SP 800-38D). A box is nonce, ciphertext and tag. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** Encrypts the text with a key of 32 bytes. The box only opens with the same `context`. */
export function sealBox(text: string, key: Buffer, context = ''): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The text of a box. Throws for another key or context, and for a box that was altered or truncated. */
export function openBox(box: Buffer, key: Buffer, context = ''): string {
  if (box.length < nonceLength + tagLength) throw new Error('the sealed box is truncated')
  const decipher = createDecipheriv(algorithm, key, box.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(-tagLength))
  return decipher.update(box.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
}
