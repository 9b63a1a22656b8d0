import { Readable } from 'node:stream'

/** Answers that are not plain JSON. A use case's value is JSON; anything else is one of these. */
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
/** A file that is sent as it is made. */
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
    { 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${fileName}"` },
    Readable.from(body, { objectMode: false }),
  )
export const redirect = (location: string, status = 302) => new Reply(status, { Location: location }, null)
/** Work that was begun, and where it can be watched. */
const begun = (started: { id: string }) => json(started, { Location: `/jobs/${started.id}` }, 202)
export const fileOrJob = (made: Parameters<typeof file>[0] | { id: string }) => ('body' in made ? file(made) : begun(made))
const jsonType = 'application/json; charset=utf-8'
/** JSON with headers of its own. */
export const json = (value: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Reply(status, { 'Content-Type': jsonType, ...headers }, JSON.stringify(value))
/** JSON that is written already. */
export const written = (answer: Buffer) => bytes(answer, jsonType)
