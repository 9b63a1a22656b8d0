import type { Readable } from 'node:stream'
import { z } from 'zod'
import { openFileStore } from '../kernel/open-file-store.js'
import type { Scope } from '../kernel/scope.js'
import { isSignatureValid } from '../kernel/signed-file-address.js'
import { signedAddressInvalid } from './errors.js'

export const SignedFileQuery = z.object({
  expires: z.coerce.number().int().min(0).max(1e11).optional(),
  filename: z.string().max(255).optional(),
  signature: z.string().max(100).optional(),
})

/** Types that browsers do not run; all other files are plain bytes. */
const contentTypes: Record<string, string> = { csv: 'text/csv; charset=utf-8', json: 'application/json', zip: 'application/zip' }

export interface SignedFileContent {
  contentType: string
  fileName: string
  body: Readable
}

/** The file of an address that the file store signed; null if the address has no signature. */
export async function readSignedFile(
  { config, now }: Pick<Scope, 'config' | 'now'>,
  name: string,
  { expires, filename, signature }: z.infer<typeof SignedFileQuery>,
): Promise<SignedFileContent | null> {
  if (signature === undefined) return null
  const file = { name, expiresAt: new Date((expires ?? 0) * 1000), saveAs: filename ?? '' }
  if (!isSignatureValid(config, file, signature) || file.expiresAt <= now()) throw signedAddressInvalid()
  const body = await openFileStore(config).openRead(name)
  if (!body) throw signedAddressInvalid()
  return {
    contentType: contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    fileName: file.saveAs.replace(/[^\w. -]/g, '_'),
    body,
  }
}
