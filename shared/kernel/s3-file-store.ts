/** Files in a bucket of S3-compatible object storage. The client is loaded with the first file, to keep the start fast. */
import { Readable } from 'node:stream'
import type { Config } from './config.js'
import { type ByteRange, type FileStore, isSafeName } from './file-store.js'

export type S3Config = NonNullable<Config['s3']>

/** Parts other than the last must have at least 5 MiB; a file has at most 10,000 parts. */
const partBytes = 8 * 1024 * 1024

const opened = new WeakMap<S3Config, Promise<OpenBucket>>()
type OpenBucket = Awaited<ReturnType<typeof openBucket>>

async function openBucket({ bucket, endpoint, region, accessKeyId, secretAccessKey, pathStyle }: S3Config) {
  const [sdk, { getSignedUrl }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/s3-request-presigner')])
  const client = new sdk.S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Not all compatible servers know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { sdk, client, getSignedUrl, bucket }
}

function open(config: S3Config): Promise<OpenBucket> {
  const bucket = opened.get(config) ?? openBucket(config)
  opened.set(config, bucket)
  return bucket
}

/** Where the bucket is, at an endpoint that the operator set. */
function bucketUrl({ endpoint, bucket, pathStyle }: Pick<S3Config, 'endpoint' | 'bucket' | 'pathStyle'>): URL | null {
  if (endpoint === undefined) return null
  const url = new URL(endpoint)
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  return url
}

/** Whether the address is on the very host and port of the endpoint that the operator set, or of the bucket at it. */
export function isAtEndpoint(config: S3Config, address: string): boolean {
  const bucket = bucketUrl(config)
  if (!bucket || !URL.canParse(address)) return false
  const { origin, username } = new URL(address)
  return username === '' && [bucket.origin, new URL(config.endpoint as string).origin].includes(origin)
}

/** Whether it is the address of an object with the prefix in the bucket, at an endpoint that the operator set. */
export function isInBucket({ endpoint, bucket, prefix, pathStyle }: S3Config, address: string): boolean {
  const base = bucketUrl({ endpoint, bucket, pathStyle })
  if (!base || !URL.canParse(address)) return false
  const folder = `${base.pathname.replace(/\/$/, '')}/${pathStyle ? `${bucket}/` : ''}${prefix}`
  const { origin, pathname, username } = new URL(address)
  return origin === base.origin && username === '' && pathname.startsWith(folder)
}

export function s3FileStore(config: S3Config): FileStore {
  const keyOf = (name: string) => config.prefix + name
  const openRead = async (name: string, range?: ByteRange) => {
    if (!isSafeName(name)) return null
    const { sdk, client, bucket } = await open(config)
    const part = range && { Range: `bytes=${range.start}-${range.end - 1}` }
    const found = await nullIfMissing(client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name), ...part })))
    return found && (found.Body as Readable)
  }
  const head = async (name: string) => {
    const { sdk, client, bucket } = await open(config)
    return nullIfMissing(client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) })))
  }
  return {
    async write(name, content) {
      if (!isSafeName(name)) throw new Error(`invalid file name: ${name}`)
      await upload(await open(config), keyOf(name), Buffer.isBuffer(content) ? Readable.from([content]) : content)
    },
    async read(name) {
      const content = await openRead(name)
      return content && Buffer.concat(await content.toArray())
    },
    openRead,
    async size(name) {
      const found = isSafeName(name) ? await head(name) : null
      return found && (found.ContentLength ?? null)
    },
    async signedUrl(name, expiresAt, saveAs) {
      const { sdk, client, bucket, getSignedUrl } = await open(config)
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name), ResponseContentDisposition: dispositionOf(saveAs) })
      return getSignedUrl(client, command, { expiresIn: Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000)) })
    },
    async *list(writtenBefore) {
      const { sdk, client, bucket } = await open(config)
      for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: config.prefix }))
        for (const { Key = '', LastModified } of Contents) {
          const name = Key.slice(config.prefix.length)
          if (isSafeName(name) && LastModified && LastModified < writtenBefore) yield name
        }
    },
    async delete(name, writtenBefore) {
      if (!isSafeName(name)) return
      const { sdk, client, bucket } = await open(config)
      const found = await head(name)
      if (found?.LastModified && found.LastModified < writtenBefore)
        await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }))
    },
  }
}

/** Sends a small file at once and a larger one in parts, so that at most one part is in memory. An upload that fails leaves nothing. */
async function upload(open: OpenBucket, key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const { sdk, client, bucket } = open
  const target = { Bucket: bucket, Key: key }
  const parts = inParts(content)
  const first = await parts.next()
  const body = first.value ?? Buffer.alloc(0)
  if (body.length < partBytes) {
    await client.send(new sdk.PutObjectCommand({ ...target, Body: body }))
    return
  }
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target))
  const sent: { PartNumber: number; ETag: string | undefined }[] = []
  const send = async (part: Buffer) => {
    const PartNumber = sent.length + 1
    const { ETag } = await client.send(new sdk.UploadPartCommand({ ...target, UploadId, PartNumber, Body: part }))
    sent.push({ PartNumber, ETag })
  }
  try {
    await send(body)
    for await (const part of parts) await send(part)
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: sent } }))
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined)
    throw error
  }
}

async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(chunks)
}

async function nullIfMissing<Value>(result: Promise<Value>): Promise<Value | null> {
  try {
    return await result
  } catch (error) {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return null
    throw error
  }
}

const dispositionOf = (saveAs: string) => `attachment; filename*=UTF-8''${encodeURIComponent(saveAs)}`
