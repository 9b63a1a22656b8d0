import { sendEmailJob } from '../accounts/index.js'
import { failBackgroundOperation } from '../background-operations/index.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { deleteCredential } from './credential.js'
import { describeCreated } from './import-kinds.js'
import { type EndedImport, finishImportRow } from './import.queries.js'
import { titleOfSource } from './providers/index.js'

type ImportRef = { operationId: string }

/** Removes the credential and reports the result by email. No effect while the import runs, or a second time. */
export const finishImport = (scope: JobScope, payload: ImportRef): Promise<void> => inTransaction(scope, () => reportEnd(scope, payload))

async function reportEnd(scope: JobScope, { operationId }: ImportRef): Promise<void> {
  const ended = await finishImportRow(scope, operationId)
  if (ended && (!ended.dryRun || ended.state === 'failed'))
    scope.afterCommit(() => deleteCredential(scope, ended.workspaceId, ended.provider))
  if (ended?.email && ended.state !== 'canceled') scope.enqueue(sendEmailJob, { to: ended.email, ...emailOf(ended) })
}

function emailOf({ provider, dryRun, workspaceName, state, error, failed, counts }: EndedImport): { subject: string; text: string } {
  const title = titleOfSource(provider)
  const created = describeCreated(counts)
  const counted = dryRun ? `${created} can be imported` : `Imported: ${created}`
  const refused = `${failed.toLocaleString('en')} rows ${dryRun ? 'cannot be' : 'were not'} imported`
  const rest = failed > 0 ? ` ${refused}; the error file of the import lists them.` : ''
  return state === 'completed'
    ? {
        subject: dryRun ? `The dry run of your ${title} import is complete` : `Your ${title} import is complete`,
        text: `${workspaceName}: ${counted}.${rest}`,
      }
    : { subject: `Your ${title} import failed`, text: `${workspaceName}: ${error ?? ''}\n\n${counted} before that.${rest}` }
}

/** In the transaction of the failure handler. */
export async function failImport({ scope, payload }: { scope: JobScope; payload: unknown }): Promise<void> {
  await failBackgroundOperation({ scope, payload })
  await reportEnd(scope, payload as ImportRef)
}
