/** The log of what operators changed. */
import type { z } from 'zod'
import { sendEmailOfJob } from '../../accounts/index.js'
import { exportPrefix } from '../../files/index.js'
import { csvLine } from '../../kernel/csv.js'
import { maxSignedMs } from '../../kernel/file-store.js'
import { newId } from '../../kernel/ids.js'
import { maskKeys } from '../../kernel/mask-secrets.js'
import { openFileStore } from '../../kernel/open-file-store.js'
import { type AdminScope, inTransaction, type JobScope, type Scope } from '../../kernel/scope.js'
import { auditEntriesMatching, insertAuditEntry } from './audit-entry.queries.js'
import { type AuditEntry, type ExportAuditEntries, exportAuditEntriesJob, type GetAuditEntries } from './audit-entry.schema.js'

export interface AdminWrite {
  /** Id of the endpoint. */
  operation: string
  path: string
  query: unknown
  body: unknown
}

/** Longer inputs are stored by their length only. */
const maxInputLength = 20_000

/** Stores what an operator changed, in the transaction of the change. */
export async function recordAdminWrite(scope: Scope, { operation, path, query, body }: AdminWrite): Promise<void> {
  const { operator, address, now } = scope as AdminScope
  const text = maskKeys(JSON.stringify({ query: query ?? {}, body: body ?? {} }))
  const createdAt = now()
  await insertAuditEntry(scope, {
    id: newId('aud_', createdAt.getTime()),
    operation,
    path,
    ...operator,
    address,
    input: text.length > maxInputLength ? JSON.stringify({ length: text.length }) : text,
    createdAt,
  })
}

/** Newest first. */
export const listAuditEntries = (scope: AdminScope, { pageSize, ...filter }: GetAuditEntries): Promise<AuditEntry[]> =>
  auditEntriesMatching(scope, filter, pageSize)

const exportPageSize = 1000

const result = { contentType: 'text/csv; charset=utf-8', fileName: 'audit-entries.csv' }
const maxDirectLines = 1000

/**
 * Returns the file, or has a job write it and email its address to the platform administrator if it has more than a thousand entries. The
 * holder of the admin key has no address and gets the file in any case.
 */
export async function exportAuditEntries(scope: AdminScope, filter: ExportAuditEntries) {
  const { email } = scope.operator
  const body = auditLines(scope, filter)
  if (email === null) return { ...result, body }
  const lines: string[] = []
  for await (const line of body) {
    lines.push(line)
    if (lines.length <= maxDirectLines + 1) continue
    const id = newId('job_', scope.now().getTime())
    const { start, end = scope.now(), ...rest } = filter
    const payload = { id, email, filter: { ...rest, start: start?.toISOString(), end: end.toISOString() } }
    await inTransaction(scope, async () => scope.enqueue(exportAuditEntriesJob, payload))
    return { id }
  }
  return { ...result, body: lines }
}

/** May run again at any point: the file is written under the same name, and its address is sent once. */
export const runAuditExport = (scope: JobScope, { id, email, filter }: z.infer<typeof exportAuditEntriesJob.payload>): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const name = `${exportPrefix}${id}.csv`
    const [start, end] = [filter.start, filter.end].map((at) => (at === undefined ? undefined : new Date(at)))
    await openFileStore(scope.config).write(name, encoded(auditLines(scope, { ...filter, start, end })))
    const expiresAt = new Date(scope.now().getTime() + maxSignedMs)
    return {
      to: email,
      subject: 'The export of the audit log is ready',
      text: [
        `Download it within 7 days: ${await openFileStore(scope.config).signedUrl(name, expiresAt, result.fileName)}`,
        'Anyone with this address can download the file. If you did not start this export, change your password.',
      ].join('\n\n'),
    }
  })

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line)
}

/** One line per entry, newest first. */
async function* auditLines(scope: Pick<Scope, 'em'>, filter: ExportAuditEntries): AsyncIterable<string> {
  yield csvLine(['id', 'createdAt', 'operation', 'path', 'userId', 'email', 'role', 'address', 'input'])
  for (let startingAfter: string | undefined; ;) {
    const entries: AuditEntry[] = await auditEntriesMatching(scope, { ...filter, startingAfter }, exportPageSize)
    for (const { id, createdAt, operation, path, userId, email, role, address, input } of entries)
      yield csvLine([id, createdAt, operation, path, userId, email, role, address, JSON.stringify(input)])
    if (entries.length < exportPageSize) return
    startingAfter = entries.at(-1)?.id
  }
}
