/** Reads a stranger's picture beside the event loop: unpacking a large one takes half a second, and redirects must not wait for it. */
import { Worker } from 'node:worker_threads'
import { seconds } from '../../kernel/time.js'
import type { Told } from './decode-picture.worker.js'
import { PictureError } from './errors.js'
import type { Picture } from './picture.js'

let turn: Promise<unknown> = Promise.resolve()

/** One picture at a time, so that pictures never take more than one processor. Throws `PictureError`. */
export function readPicture(file: Buffer, within = seconds(5)): Promise<Picture> {
  const mine = turn.then(() => readApart(file, within))
  turn = mine.catch(() => undefined)
  return mine
}

async function readApart(file: Buffer, within: number): Promise<Picture> {
  const worker = new Worker(new URL('./decode-picture.worker.js', import.meta.url), {
    workerData: new Uint8Array(file),
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  const timer = setTimeout(() => void worker.terminate(), within)
  try {
    const told = await new Promise<Told>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new PictureError('reading it takes too long.')))
    })
    if ('why' in told) throw new PictureError(told.why)
    return { ...told, file }
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
