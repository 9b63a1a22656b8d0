/** Object storage on this machine: the part of the S3 protocol that the file store uses, with a check that each request is signed. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface StoredObject {
  body: Buffer
  modified: Date
}

/** Requests are answered from, and stored in, `objects`, whose keys are bucket and key. */
export function objectStorage(objects: Map<string, StoredObject>, uploads: Map<string, Buffer[]> = new Map()): RequestListener {
  return (request, response) => {
    void (async () => {
      const { status = 200, headers = {}, body = '' } = await respond(request, objects, uploads)
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
    })()
  }
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

async function respond(request: IncomingMessage, objects: Map<string, StoredObject>, uploads: Map<string, Buffer[]>): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://storage')
  const body = await buffer(request)
  if (!request.headers.authorization?.includes('Credential=access') && !searchParams.get('X-Amz-Signature'))
    return { status: 403, body: xml('Error', '<Code>AccessDenied</Code>') }
  const key = decodeURIComponent(pathname.slice(1))
  const upload = searchParams.get('uploadId')
  if (request.method === 'POST' && searchParams.has('uploads')) {
    uploads.set(key, [])
    return { body: xml('InitiateMultipartUploadResult', '<UploadId>1</UploadId>') }
  }
  if (request.method === 'POST' && upload) {
    objects.set(key, { body: Buffer.concat(uploads.get(key) ?? []), modified: new Date() })
    uploads.delete(key)
    return { body: xml('CompleteMultipartUploadResult', '') }
  }
  if (request.method === 'PUT' && upload) {
    const parts = uploads.get(key)
    if (parts) parts[Number(searchParams.get('partNumber')) - 1] = body
    return { headers: { ETag: '"part"' } }
  }
  if (request.method === 'DELETE') {
    if (upload) uploads.delete(key)
    else objects.delete(key)
    return { status: 204 }
  }
  if (request.method === 'PUT') {
    objects.set(key, { body, modified: new Date() })
    return { headers: { ETag: '"whole"' } }
  }
  return searchParams.get('list-type') === '2'
    ? list(key, searchParams, objects)
    : read(objects.get(key), searchParams, request.headers.range)
}

function read(found: StoredObject | undefined, searchParams: URLSearchParams, range?: string): Answer {
  if (!found) return { status: 404, body: xml('Error', '<Code>NoSuchKey</Code>') }
  const disposition = searchParams.get('response-content-disposition')
  const [first, last] = (range?.slice('bytes='.length).split('-') ?? [0, found.body.length - 1]).map(Number) as [number, number]
  const body = found.body.subarray(first, last + 1)
  return {
    status: range ? 206 : 200,
    headers: {
      'Content-Length': String(body.length),
      'Last-Modified': found.modified.toUTCString(),
      ...(disposition ? { 'Content-Disposition': disposition } : {}),
    },
    body,
  }
}

/** Two keys per page. */
function list(path: string, searchParams: URLSearchParams, objects: Map<string, StoredObject>): Answer {
  const bucket = `${path.replace(/\/$/, '')}/`
  const start = Number(searchParams.get('continuation-token') ?? 0)
  const all = [...objects].filter(([key]) => key.startsWith(bucket + (searchParams.get('prefix') ?? '')))
  const contents = all
    .slice(start, start + 2)
    .map(
      ([key, { modified }]) =>
        `<Contents><Key>${key.slice(bucket.length)}</Key><LastModified>${modified.toISOString()}</LastModified></Contents>`,
    )
  const isTruncated = start + 2 < all.length
  const next = isTruncated ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : ''
  return { body: xml('ListBucketResult', `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`) }
}

const xml = (name: string, content: string) => `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`
