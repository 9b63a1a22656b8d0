import { sendEmailJob } from '../accounts/index.js'
import { failBackgroundOperation } from '../background-operations/index.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { type EndedImport, finishImportRow } from './import.queries.js'
import { hasOnlyLinks, titleOfSource } from './providers/index.js'

/** Removes the credential and reports the result by email. No effect while the import runs, or a second time. */
export async function finishImport(scope: JobScope, { operationId }: { operationId: string }): Promise<void> {
  await inTransaction(scope, async () => {
    const ended = await finishImportRow(scope, operationId)
    if (ended?.email && ended.state !== 'canceled') scope.enqueue(sendEmailJob, { to: ended.email, ...emailOf(ended) })
  })
}

function emailOf({ provider, dryRun, workspaceName, state, error, done, failed }: EndedImport): { subject: string; text: string } {
  const title = titleOfSource(provider)
  const noun = hasOnlyLinks(provider) ? 'link' : 'object'
  const links = `${done.toLocaleString('en')} ${noun}${done === 1 ? '' : 's'}`
  const counted = dryRun ? `${links} can be imported` : `${links} were imported`
  const rest = failed > 0 ? ` ${failed.toLocaleString('en')} rows could not be; the error file of the import names them.` : ''
  return state === 'completed'
    ? {
        subject: dryRun ? `Your ${title} ${noun}s were counted` : `Your ${title} ${noun}s have been imported`,
        text: `${workspaceName}: ${counted}.${rest}`,
      }
    : { subject: `Your ${title} import failed`, text: `${workspaceName}: ${error ?? ''}\n\n${counted} before that.${rest}` }
}

export async function failImport(context: { scope: JobScope; payload: unknown }): Promise<void> {
  await failBackgroundOperation(context)
  await finishImport(context.scope, context.payload as { operationId: string })
}
