/** A whole import from a terminal: count, confirm, import, report. */
import { readFile, writeFile } from 'node:fs/promises'
import { textTable } from '../../kernel/text-table.js'
import { importKinds } from '../import-kinds.js'
import { type Arguments, csvSources, type CsvSource, UsageError } from './import-arguments.js'
import { progressBar } from './progress-bar.js'
import { type Import, type Job, RequestRefused, type ServiceClient } from './service-client.js'

export interface Terminal {
  /** Whether a user can answer. */
  isInteractive: boolean
  print(text: string): void
  confirm(question: string): Promise<boolean>
  progress: { isTTY?: boolean; write(text: string): unknown }
}

export const exitCodes = { complete: 0, failed: 1, usage: 2, incomplete: 3 } as const

/** Returns the exit code. */
export async function importFromTerminal(service: ServiceClient, args: Arguments, terminal: Terminal): Promise<number> {
  const into = args.into ?? (await onlyWorkspace(service))
  const base = `/workspaces/${encodeURIComponent(into)}`
  const run = async (job: Job) => report(service, base, await follow(service, job, terminal), args, terminal)
  if (args.job) return run(await service.get<Job>(`/jobs/${encodeURIComponent(args.job)}`))
  if (args.source === 'undo')
    return undo(service, await service.post(`${base}/imports/${encodeURIComponent(args.importId ?? '')}/undo`, {}), terminal)
  if (args['dry-run'] || (terminal.isInteractive && !args.yes)) {
    terminal.print('Counting what would be imported. Nothing is stored.')
    const counted = await run(await start(service, base, args, true))
    if (args['dry-run'] || counted === exitCodes.failed) return counted
    if (!(await terminal.confirm(`Import into ${into}?`))) return exitCodes.complete
  }
  const job = await start(service, base, args, false)
  terminal.print(`The import continues if this command is stopped. Follow it again with --job ${job.id}.`)
  return run(job)
}

async function undo(service: ServiceClient, started: Job, terminal: Terminal): Promise<number> {
  const { state, error, done, failed } = await follow(service, started, terminal)
  terminal.print(state === 'completed' ? `Deleted objects: ${done.toLocaleString('en')}` : `The undo ended: ${error ?? state}`)
  if (failed > 0) terminal.print(`${failed.toLocaleString('en')} objects were used since and stay. GET /jobs/${started.id} names them.`)
  if (state !== 'completed') return exitCodes.failed
  return failed > 0 ? exitCodes.incomplete : exitCodes.complete
}

/** A key that belongs to a workspace may not list workspaces. */
async function onlyWorkspace(service: ServiceClient): Promise<string> {
  const workspaces = await service.get<{ slug: string }[]>('/workspaces').catch((error: unknown) => {
    throw error instanceof RequestRefused ? new UsageError('--into is required: the slug or id of the workspace.') : error
  })
  if (workspaces.length === 1 && workspaces[0]) return workspaces[0].slug
  throw new UsageError(`--into is required: one of ${workspaces.map(({ slug }) => slug).join(', ')}.`)
}

async function start(service: ServiceClient, base: string, args: Arguments, dryRun: boolean): Promise<Job> {
  const { source, token, folder, overwrite, domains, mapping } = args
  const [importTags, addDomains] = [!args['no-tags'], !args['no-domains']]
  if (args.isCsv) {
    const replaced = Object.entries(domains).map((pair) => pair.join(':'))
    const forLinks = { importTags, addDomains, overwrite, folderId: folder, domains: replaced.length > 0 ? replaced.join() : undefined }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ dryRun, ...(source === 'csv' ? forLinks : {}), ...mapping }))
      if (value !== undefined) query.set(name, String(value))
    return service.postCsv(`${base}/import/${csvSources[source as CsvSource]}?${query.toString()}`, await readFile(args.file ?? ''))
  }
  return service.post(`${base}/import/${source}`, {
    ...{ token, dryRun, importTags, addDomains, overwrite, folderId: folder, apiUrl: args['api-url'] },
    ...{ accountId: args.account, sourceProgramId: args.program, campaignIds: args.campaign.length > 0 ? args.campaign : undefined },
    domains,
  })
}

async function follow(service: ServiceClient, job: Job, { progress }: Terminal): Promise<Job> {
  const bar = progressBar(progress)
  let last = job
  for await (const state of service.watch(job.id)) {
    last = state
    bar.show(state)
  }
  bar.end()
  return last
}

async function report(service: ServiceClient, base: string, job: Job, args: Arguments, { print }: Terminal): Promise<number> {
  const isOver = job.state === 'completed'
  if (!isOver) print(job.state === 'canceled' ? 'The import was canceled.' : `The import failed: ${job.error ?? ''}`)
  const imported = (await service.get<Import[]>(`${base}/imports?pageSize=100`)).find(({ jobId }) => jobId === job.id)
  if (!imported) return isOver ? (job.failed > 0 ? exitCodes.incomplete : exitCodes.complete) : exitCodes.failed
  const rows = importKinds.toReversed().flatMap((kind) => {
    const counts = imported.counts[kind]
    return counts ? [[kind, ...[counts.created, counts.existing, counts.refused].map(String)]] : []
  })
  if (rows.length > 0) print(textTable(['', imported.dryRun ? 'to create' : 'created', 'here already', 'refused'], rows))
  if (job.failed > 0) {
    const path = args.errors ?? `import-errors-${imported.id}.csv`
    await writeFile(path, await service.text(`${base}/import/${imported.id}/download`))
    print(`Rows that were not imported, with the reason for each: ${path}`)
  }
  if (!imported.dryRun && isOver) print(`Undo with: npm run import -- undo ${imported.id}`)
  if (!isOver) return exitCodes.failed
  return Object.values(imported.counts).some(({ refused }) => refused > 0) ? exitCodes.incomplete : exitCodes.complete
}
