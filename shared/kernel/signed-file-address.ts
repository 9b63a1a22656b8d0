/** Addresses of files of this installation that anyone can download for a limited time. */
import { createHmac } from 'node:crypto'
import type { Config } from './config.js'
import { equalsInConstantTime } from './hash.js'

export interface SignedFile {
  name: string
  expiresAt: Date
  saveAs: string
}

type WithKeys = Pick<Config, 'baseUrl' | 'encryptionKeys'>

/** Signed with the first key. All of them verify, so that a new key does not end addresses in use. */
export function signedFileAddress({ baseUrl, encryptionKeys: [key] }: WithKeys, file: SignedFile): string {
  if (key === undefined) throw new Error('there is no key to sign the address with')
  const query = new URLSearchParams({ expires: String(secondsOf(file.expiresAt)), filename: file.saveAs, signature: sign(key, file) })
  return `${baseUrl}/files/${file.name}?${query.toString()}`
}

export const isSignatureValid = ({ encryptionKeys }: WithKeys, file: SignedFile, signature: string): boolean =>
  encryptionKeys.some((key) => equalsInConstantTime(signature, sign(key, file)))

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)

const sign = (key: string, { name, expiresAt, saveAs }: SignedFile) =>
  createHmac('sha256', `file address ${key}`)
    .update(JSON.stringify([name, secondsOf(expiresAt), saveAs]))
    .digest('base64url')
