/** Decodes untrusted images in a worker thread: a large one takes half a second, which would delay redirects on the event loop. */
import { Worker } from 'node:worker_threads'
import { seconds } from '../../kernel/time.js'
import type { DecodeResult } from './decode-image.worker.js'
import { ImageError } from './errors.js'
import type { LogoImage } from './image.js'

let lastDecode: Promise<unknown> = Promise.resolve()

/** Decodes one image at a time, so that images never use more than one CPU core. Throws `ImageError`. */
export function decodeImageInWorker(file: Buffer, timeoutMs = seconds(5)): Promise<LogoImage> {
  const decoded = lastDecode.then(() => runWorker(file, timeoutMs))
  lastDecode = decoded.catch(() => undefined)
  return decoded
}

async function runWorker(file: Buffer, timeoutMs: number): Promise<LogoImage> {
  const worker = new Worker(new URL('./decode-image.worker.js', import.meta.url), {
    workerData: new Uint8Array(file),
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  const timer = setTimeout(() => void worker.terminate(), timeoutMs)
  try {
    const result = await new Promise<DecodeResult>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new ImageError('decoding it takes too long.')))
    })
    if ('error' in result) throw new ImageError(result.error)
    return { ...result, file }
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
