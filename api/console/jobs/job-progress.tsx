/** Progress of a job: how much is done, what was refused, and its result. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Call } from '../api-client.js'
import { Button } from '../kit/button.js'
import { ConfirmButton } from '../kit/confirm-button.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { formatName, formatNumber } from '../kit/format.js'
import { csvOf, saveFile } from '../kit/save-file.js'
import { RowTable } from '../kit/table.js'
import { Badge, Time, type Tone } from '../kit/texts.js'
import { useSession } from '../shell/session.js'
import { type Job, type JobDetails, useJob } from './use-job.js'

export const jobTones: Record<Job['state'], Tone> = {
  waiting: 'neutral',
  active: 'waiting',
  completed: 'good',
  failed: 'bad',
  canceled: 'neutral',
}

/** For example `Imports run: Dub`. */
export const jobTitle = ({ type, source }: Pick<Job, 'type' | 'source'>) =>
  formatName(type) + (source === null ? '' : `: ${formatName(source)}`)

interface JobProgressProps {
  id: string
  /** Called when the job ends while it is shown. */
  onEnded?: () => void
  /** Shown after the end of the job. */
  children?: ComponentChildren
}

export function JobProgress({ id, onEnded, children }: JobProgressProps) {
  const { call, access } = useSession()
  const { job, error, reload } = useJob(id)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && job?.finishedAt) onEnded?.()
    wasRunning.current = job?.finishedAt === null
  }, [job?.finishedAt])
  // Jobs are not kept for ever, but their addresses are.
  if (error)
    return (
      <>
        <ErrorState error={error} onRetry={reload} />
        <div class="button-row">{children}</div>
      </>
    )
  if (!job) return <Placeholder />
  const isRunning = job.finishedAt === null
  return (
    <section class="card job" aria-label="Progress">
      <header>
        <h2>{jobTitle(job)}</h2>
        <Badge tone={jobTones[job.state]}>{formatName(job.state)}</Badge>
      </header>
      <progress aria-label="Progress" max={job.total ?? 1} value={job.total === null && isRunning ? undefined : job.done + job.failed} />
      <dl class="facts">
        <Fact label="Done" value={formatNumber(job.done)} />
        <Fact label="Refused" value={formatNumber(job.failed)} />
        <Fact label="Total" value={job.total === null ? '–' : formatNumber(job.total)} />
        <Fact label="Started" value={<Time at={job.startedAt} />} />
        <Fact label="Ended" value={<Time at={job.finishedAt} />} />
      </dl>
      {job.error && <p class="form-error">{job.error}</p>}
      <div class="button-row">
        {isRunning && access('cancelJob') === 'allowed' && (
          <ConfirmButton
            label="Cancel the job"
            kind="plain"
            title="Cancel the job?"
            text="What it has done stays. The rest is not done."
            onConfirm={() => call('cancelJob', { params: { id } }).then(reload)}
          />
        )}
        {job.result && (
          <a class="button plain" href={job.result.url} download={job.result.fileName}>
            Download the result
          </a>
        )}
        {job.failed > 0 && !isRunning && <Button onClick={() => saveRefused(call, job)}>Download refused rows</Button>}
        {!isRunning && children}
      </div>
      {job.errors.length > 0 && <Refused job={job} />}
    </section>
  )
}

const Fact = ({ label, value }: { label: string; value: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

const shown = 20

const Refused = ({ job: { errors, failed } }: { job: JobDetails }) => (
  <RowTable
    label="Refused rows"
    rows={errors.slice(0, shown).map((refused) => ({ id: String(refused.index), ...refused }))}
    columns={[
      { label: 'Row', cell: ({ index }) => formatNumber(index + 1), isNumber: true },
      { label: 'Content', cell: ({ element }) => summaryOf(element) },
      { label: 'Reason', cell: ({ error }) => error },
    ]}
    more={failed > shown && `${formatNumber(failed - shown)} more in the file of refused rows`}
  />
)

const fieldsOf = (element: unknown): [string, string][] => {
  if (typeof element !== 'object' || element === null) return [['value', textOf(element)]]
  return Object.entries(element).map(([name, value]) => [name, textOf(value)])
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const summaryOf = (element: unknown) =>
  fieldsOf(element)
    .slice(0, 2)
    .map(([, text]) => text)
    .join(' ')

/** Reads all refused elements, a hundred per request, and saves them with the reason in the last column. */
async function saveRefused(call: Call, { id, failed }: JobDetails): Promise<void> {
  const rows: { fields: Map<string, string>; error: string }[] = []
  for (let page = 1; rows.length < failed; page++) {
    const { errors } = await call('getJob', { params: { id }, query: { page, pageSize: 100 } })
    if (errors.length === 0) break
    rows.push(...errors.map(({ element, error }) => ({ fields: new Map(fieldsOf(element)), error })))
  }
  const names = [...new Set(rows.flatMap(({ fields }) => [...fields.keys()]))]
  saveFile(
    csvOf([[...names, 'error'], ...rows.map(({ fields, error }) => [...names.map((name) => fields.get(name) ?? ''), error])]),
    'refused-rows.csv',
  )
}
