/** Storage of uploaded and exported files. A name belongs to one content, so a file does not change. */
import type { Readable } from 'node:stream'
import type { Config } from './config.js'
import { days } from './time.js'

export interface ByteRange {
  start: number
  /** Behind the last byte, and after `start`. */
  end: number
}

export interface FileStore {
  /**
   * Resolves when the file is stored. A file whose content ends with an error is not stored. Writing the same name again makes the file
   * new.
   */
  write(name: string, content: Buffer | AsyncIterable<Uint8Array>): Promise<void>
  /** Null for an unknown name. */
  read(name: string): Promise<Buffer | null>
  /** The content, or the bytes of a range, as a stream; null for an unknown name. */
  openRead(name: string, range?: ByteRange): Promise<Readable | null>
  /** The number of bytes; null for an unknown name. */
  size(name: string): Promise<number | null>
  /** An address from which anyone can download the file until then, at most `maxSignedMs` ahead. The browser saves it as `saveAs`. */
  signedUrl(name: string, expiresAt: Date, saveAs: string): Promise<string>
  /** Names of the files that were last written before the time, and of the remains of interrupted writes, in any order. */
  list(writtenBefore: Date): AsyncIterable<string>
  /** Deletes a file, unless it was written again since the time. Deleting an unknown name has no effect. */
  delete(name: string, writtenBefore: Date): Promise<void>
}

/** The longest time for which object storage signs an address. */
export const maxSignedMs = days(7)

export const isSafeName = (name: string) => /^[\w-]+\.\w+$/.test(name)

export type FileStoreConfig = Pick<Config, 'dataDir' | 'baseUrl' | 'encryptionKeys' | 's3'>
