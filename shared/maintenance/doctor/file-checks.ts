/** Whether the store of files can be used: a file is written, read, listed and deleted in a bucket. */
import { randomUUID } from 'node:crypto'
import type { Config } from '../../kernel/config.js'
import type { FileStore } from '../../kernel/file-store.js'
import { openFileStore } from '../../kernel/open-file-store.js'
import { seconds } from '../../kernel/time.js'
import { withTimeout } from '../../kernel/with-timeout.js'
import { describeStoreError } from '../files/describe-store-error.js'
import { localFiles } from '../files/move-files.js'
import type { DoctorContext, Finding } from './checks.js'

const stepTimeoutMs = seconds(15)
const endOfTime = new Date(8.64e15)

export async function checkFiles({ config }: DoctorContext): Promise<Finding[]> {
  if (!config.s3) return [{ state: 'good', found: 'in DATA_DIR/files' }]
  const bucket = await bucketFinding(openFileStore(config), config.s3.bucket)
  const left = await countLocalFiles(config)
  return left === 0 ? [bucket] : [bucket, leftFinding(left)]
}

async function bucketFinding(store: FileStore, bucket: string): Promise<Finding> {
  const name = `doctor-${randomUUID()}.txt`
  const content = Buffer.from('Written by npm run doctor. It may be deleted.')
  const steps: readonly [label: string, run: () => Promise<unknown>][] = [
    ['written', () => store.write(name, content)],
    ['read', async () => requireEqual(await store.read(name), content)],
    ['listed', () => store.list(endOfTime)[Symbol.asyncIterator]().next()],
    ['deleted', () => store.delete(name, endOfTime)],
    // Without the permission to list, a store answers requests for unknown names with an error.
    ['missed after its deletion', async () => requireEqual(await store.read(name), null)],
  ]
  for (const [label, run] of steps)
    try {
      await withTimeout(run(), stepTimeoutMs)
    } catch (error) {
      return {
        state: 'bad',
        found: `a file cannot be ${label} in the bucket ${bucket}: ${describeStoreError(error)}`,
        advice:
          'Check S3_BUCKET, S3_ENDPOINT, S3_REGION, the access key, and that it may list the bucket and read, write and delete objects.',
      }
    }
  return { state: 'good', found: `in the bucket ${bucket}, where a file was written, read, listed and deleted` }
}

function requireEqual(actual: Buffer | null, expected: Buffer | null): void {
  if (actual === expected || (actual && expected?.equals(actual))) return
  throw new Error(actual ? 'another content was read' : 'it is not found')
}

async function countLocalFiles(config: Config): Promise<number> {
  let count = 0
  for await (const _name of localFiles(config)) count++
  return count
}

const leftFinding = (left: number): Finding => ({
  state: 'warning',
  found: `${left} files are in DATA_DIR/files, where they are not served from`,
  advice: 'Run `npm run files:move`.',
})
