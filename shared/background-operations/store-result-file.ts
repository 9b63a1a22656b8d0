/** Stores the file of a completed export and reports it by email. */
import { sendEmail } from '../accounts/index.js'
import { exportPrefix } from '../files/index.js'
import { maxSignedMs } from '../kernel/file-store.js'
import { openFileStore } from '../kernel/open-file-store.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { seconds } from '../kernel/time.js'
import { readResultParts } from './get-background-operation-result.js'
import { memberWhoStarted } from './requester-scope.js'
import {
  addressOfPartnerUser,
  findUnreportedResult,
  markResultReported,
  markResultStored,
  type UnreportedResult,
} from './result-file.queries.js'

const extensions: Record<string, string> = { 'application/zip': 'zip' }

/**
 * May run again at any point: the file is written under the same name, and the email repeats its id, so that mailboxes drop a copy. A user
 * who left the workspace gets no email.
 */
export async function storeResultFile(scope: JobScope, { operationId }: { operationId: string }): Promise<void> {
  const result = await findUnreportedResult(scope, operationId)
  if (!result) return
  const name = result.storedFile ?? (await storeFile(scope, result))
  if (name === null) return
  const expiresAt = new Date(Math.min(result.finishedAt.getTime(), scope.now().getTime()) + maxSignedMs)
  const to = await addressOf(scope, result)
  if (to && expiresAt > scope.now())
    await sendEmail(scope, {
      to,
      messageId: `${operationId}@${new URL(scope.config.baseUrl).hostname}`,
      ...emailOf(result, await openFileStore(scope.config).signedUrl(name, expiresAt, result.resultName)),
    })
  await inTransaction(scope, () => markResultReported(scope, operationId))
}

async function addressOf(scope: JobScope, result: UnreportedResult): Promise<string | null> {
  const member = await memberWhoStarted(scope, result)
  return result.recipient && member ? addressOfPartnerUser(scope, result.recipient) : (member?.actor.user.email ?? null)
}

/** Null if the result was erased meanwhile. */
async function storeFile(scope: JobScope, { id, resultType, resultName }: UnreportedResult): Promise<string | null> {
  const files = openFileStore(scope.config)
  const name = `${exportPrefix}${id}.${extensions[resultType] ?? 'csv'}`
  await files.write(name, encoded(readResultParts(scope, id, resultType)))
  if (await inTransaction(scope, () => markResultStored(scope, id, { name, resultName }))) return name
  await deleteStoredFiles(scope, [name])
  return null
}

/** Deletes files that may have been written just now. */
export async function deleteStoredFiles(scope: JobScope, names: readonly string[]): Promise<void> {
  const files = openFileStore(scope.config)
  // The time of a file has the precision of the file system.
  for (const name of names) await files.delete(name, new Date(scope.now().getTime() + seconds(1)))
}

async function* encoded(body: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of body) yield typeof part === 'string' ? Buffer.from(part) : part
}

const emailOf = ({ resultName, workspaceName, done }: UnreportedResult, url: string) => ({
  subject: `Your export ${resultName} is ready`,
  text: [
    `The export ${resultName} of ${workspaceName} is complete${resultName.endsWith('.zip') ? '' : `: ${done.toLocaleString('en')} rows`}.`,
    `Download it within 7 days: ${url}`,
    'Anyone with this address can download the file. If you did not start this export, change your password and revoke your API keys.',
  ].join('\n\n'),
})
