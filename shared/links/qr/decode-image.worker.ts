/** Worker thread of `decode-image-in-worker.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { ImageError } from './errors.js'
import { decodeImage } from './image.js'

/** Message of the worker. An error other than `ImageError` terminates it instead. */
export type DecodeResult = { width: number; height: number; type: 'image/png' | 'image/jpeg'; rgba: Uint8Array } | { error: string }

const result = await decodeImage(Buffer.from(workerData as Uint8Array)).then(
  ({ width, height, type, rgba }): DecodeResult => ({ width, height, type, rgba }),
  (error: unknown): DecodeResult => {
    if (error instanceof ImageError) return { error: error.message }
    throw error
  },
)
parentPort?.postMessage(result) // oxlint-disable-line unicorn/require-post-message-target-origin -- worker threads have no origin
