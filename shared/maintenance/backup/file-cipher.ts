/** Encryption of the files of a backup as streams: ChaCha20-Poly1305 with a random nonce. A file is nonce, ciphertext and tag. */
import { createCipheriv, createDecipheriv, type DecipherChaCha20Poly1305, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'

const algorithm = 'chacha20-poly1305'
const nonceLength = 12
const tagLength = 16

/** `context` binds the file to its place in the backup, so that two files cannot be exchanged. */
export function encryption(key: Buffer, context: string): Transform {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(context), { plaintextLength: 0 })
  let isFirst = true
  const start = (stream: Transform) => {
    if (isFirst) stream.push(nonce)
    isFirst = false
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      start(this)
      done(null, cipher.update(chunk))
    },
    flush(done) {
      start(this)
      this.push(cipher.final())
      this.push(cipher.getAuthTag())
      done()
    },
  })
}

/** Fails at the end of a file that was altered, cut off, or encrypted with another key or for another place. */
export function decryption(key: Buffer, context: string): Transform {
  let decipher: DecipherChaCha20Poly1305 | null = null
  let pending = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      pending = Buffer.concat([pending, chunk])
      if (!decipher && pending.length >= nonceLength) {
        decipher = createDecipheriv(algorithm, key, pending.subarray(0, nonceLength), { authTagLength: tagLength })
        decipher.setAAD(Buffer.from(context), { plaintextLength: 0 })
        pending = pending.subarray(nonceLength)
      }
      if (!decipher || pending.length <= tagLength) return done()
      const text = decipher.update(pending.subarray(0, -tagLength))
      pending = pending.subarray(-tagLength)
      return done(null, text)
    },
    flush(done) {
      try {
        if (!decipher || pending.length !== tagLength) throw new Error('the file is cut off')
        decipher.setAuthTag(pending)
        done(null, decipher.final())
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
