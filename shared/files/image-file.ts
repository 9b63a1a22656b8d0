/** Images sent as data URLs. Pure. */
import { sha256 } from '../kernel/hash.js'

export const maxImageBytes = 2 * 1024 * 1024

const formats = {
  png: { contentType: 'image/png', isFormat: (file: Buffer) => file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  jpg: { contentType: 'image/jpeg', isFormat: (file: Buffer) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  gif: { contentType: 'image/gif', isFormat: (file: Buffer) => /^GIF8[79]a$/.test(file.toString('latin1', 0, 6)) },
  webp: {
    contentType: 'image/webp',
    isFormat: (file: Buffer) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
  },
} as const

/** Formats of documents; browsers download them. Office documents are ZIP files. */
const documentFormats = {
  pdf: { contentType: 'application/pdf', isFormat: (file: Buffer) => file.toString('latin1', 0, 5) === '%PDF-' },
  zip: { contentType: 'application/zip', isFormat: (file: Buffer) => file.toString('latin1', 0, 4) === 'PK\x03\x04' },
} as const
type Format = (typeof formats & typeof documentFormats)[keyof (typeof formats & typeof documentFormats)]

export interface NamedFile {
  /** Derived from the content, so that the same file is stored once. */
  name: string
  body: Buffer
}

/** The decoded image; null if its first bytes are not those of a PNG, JPEG, GIF or WebP file. */
export const imageFileOf = (dataUrl: string): NamedFile | null => fileOfFormats(dataUrl, formats)

/** The decoded image or document; null if its first bytes are those of no accepted format. */
export const fileOf = (dataUrl: string): NamedFile | null => fileOfFormats(dataUrl, { ...formats, ...documentFormats })

function fileOfFormats(dataUrl: string, accepted: Record<string, Format>): NamedFile | null {
  const body = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const extension = Object.keys(accepted).find((one) => accepted[one]?.isFormat(body))
  return extension ? { name: `${sha256(body).toString('base64url')}.${extension}`, body } : null
}

/** Whether a file of this name has this content. */
export const isNameOf = (name: string, body: Buffer) => name.startsWith(`${sha256(body).toString('base64url')}.`)

/** The content type of a stored file; undefined for other names. */
export const contentTypeOf = (name: string): Format['contentType'] | undefined =>
  ({ ...formats, ...documentFormats })[/^[\w-]{43}\.(\w+)$/.exec(name)?.[1] as keyof typeof formats]?.contentType
