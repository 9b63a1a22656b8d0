import { Readable } from 'node:stream'

/** A response that is not plain JSON. A use case returns a JSON value; anything else is a Reply. */
export class Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Buffer | Readable | null

  constructor(status: number, headers: Record<string, string>, body: string | Buffer | Readable | null) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export const bytes = (body: Buffer, type: string, headers: Record<string, string> = {}) =>
  new Reply(200, { 'Content-Type': type, ...headers }, body)
/** A file that is streamed while it is generated. */
export const file = ({
  contentType,
  fileName,
  body,
}: {
  contentType: string
  fileName: string
  body: AsyncIterable<string | Uint8Array> | readonly string[]
}) =>
  new Reply(
    200,
    {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      // Proxies store files by their extension otherwise, and would serve one after it expired or was erased.
      'Cache-Control': 'private, no-store',
    },
    Readable.from(body, { objectMode: false }),
  )
export const csv = (fileName: string, body: readonly string[]) => file({ contentType: 'text/csv; charset=utf-8', fileName, body })
export const redirect = (location: string, status = 302) => new Reply(status, { Location: location }, null)
/** 202 with the address at which the background operation can be followed. */
const accepted = (started: { id: string }) => json(started, { Location: `/jobs/${started.id}` }, 202)
export const fileOrJob = (made: Parameters<typeof file>[0] | { id: string }) => ('body' in made ? file(made) : accepted(made))
const jsonType = 'application/json; charset=utf-8'
export const text = (body: string) => bytes(Buffer.from(body), 'text/plain; charset=utf-8')
/** JSON with additional headers. */
export const json = (value: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Reply(status, { 'Content-Type': jsonType, ...headers }, JSON.stringify(value))
/** JSON that is already serialised. */
export const rawJson = (answer: Buffer) => bytes(answer, jsonType)
