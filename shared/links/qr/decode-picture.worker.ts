/** The other thread of `read-picture.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { PictureError } from './errors.js'
import { decodePicture } from './picture.js'

/** What the thread tells before it ends; an error that is no `PictureError` ends it instead. */
export type Told = { width: number; height: number; type: 'image/png' | 'image/jpeg'; rgba: Uint8Array } | { why: string }

const told = await decodePicture(Buffer.from(workerData as Uint8Array)).then(
  ({ width, height, type, rgba }): Told => ({ width, height, type, rgba }),
  (error: unknown): Told => {
    if (error instanceof PictureError) return { why: error.message }
    throw error
  },
)
parentPort?.postMessage(told) // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has no origin
