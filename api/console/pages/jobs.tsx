/** Background jobs with their progress. */
import type { Output } from '../api-client.js'
import { JobProgress, jobTitle, jobTones } from '../jobs/job-progress.js'
import { formatName, formatNumber } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import { useSession } from '../shell/session.js'

type Job = Output<'listJobs'>[number]
const states: Job['state'][] = ['waiting', 'active', 'completed', 'failed', 'canceled']

const resource: Resource<Job> = {
  title: 'Jobs',
  description: 'Long work in the background: bulk changes, imports and exports. Jobs are kept for seven days.',
  icon: 'jobs',
  paging: 'page',
  filters: () => [{ name: 'state', label: 'All states', choices: states.map((value) => ({ value, label: formatName(value) })) }],
  load: (call, query, _, signal) => call('listJobs', { query: { ...query } }, signal),
  nameOf: (job) => `${jobTitle(job)} ${job.createdAt}`,
  columns: [
    { label: 'Job', cell: (job) => <JobLink {...job} /> },
    { label: 'State', cell: ({ state }) => <Badge tone={jobTones[state]}>{formatName(state)}</Badge> },
    {
      label: 'Progress',
      cell: ({ total, done, failed }) => (
        <progress aria-label={`${done + failed} of ${total ?? 'unknown'}`} max={total || 1} value={total === 0 ? 1 : done + failed} />
      ),
      isSecondary: true,
    },
    { label: 'Done', cell: ({ done }) => formatNumber(done), isNumber: true },
    { label: 'Refused', cell: ({ failed }) => formatNumber(failed), isNumber: true, isSecondary: true },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Create many links at once, import or export, to see the progress here.',
  actions: [
    {
      label: 'Cancel',
      operation: 'cancelJob',
      isDangerous: true,
      isFor: ({ finishedAt }) => finishedAt === null,
      confirm: () => 'What it has done stays. The rest is not done.',
      run: (call, { id }) => call('cancelJob', { params: { id } }),
      done: 'Job canceled',
    },
  ],
}

function JobLink(job: Job) {
  const { href } = useSession()
  return <a href={`${href('jobs')}/${job.id}`}>{jobTitle(job)}</a>
}

export const JobsPage = () => <ResourcePage resource={resource} />

export function JobPage({ id }: { id: string }) {
  const { href } = useSession()
  return (
    <>
      <PageHeader title="Job" back={{ href: href('jobs'), label: 'Jobs' }} />
      <JobProgress id={id} />
    </>
  )
}
