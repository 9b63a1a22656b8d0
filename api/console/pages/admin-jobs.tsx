/** Scheduled jobs of the installation. */
import type { Output } from '../api-client.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'

type Scheduled = Output<'listScheduledJobs'>[number] & { id: string }

const seconds = (milliseconds: number) => (milliseconds < 60_000 ? `${milliseconds / 1000} s` : `${milliseconds / 60_000} min`)

const resource: Resource<Scheduled> = {
  title: 'Job schedule',
  objects: 'scheduled jobs',
  description: 'Work that the service does by itself. Times of schedules are UTC.',
  icon: 'jobs',
  paging: 'none',
  search: 'Search jobs',
  load: async (call, { search = '' }, _, signal) => {
    const jobs = await call('listScheduledJobs', {}, signal)
    return jobs.filter(({ name }) => name.includes(search.toLowerCase())).map((job) => ({ ...job, id: job.name }))
  },
  nameOf: ({ name }) => name,
  columns: [
    { label: 'Job', cell: ({ name }) => <code>{name}</code> },
    { label: 'Queue', cell: ({ queue }) => <Badge>{queue}</Badge>, isSecondary: true },
    { label: 'Schedule', cell: ({ cron, every }) => cron ?? (every === null ? '' : `every ${seconds(every)}`) },
    { label: 'Next run', cell: ({ nextRunAt }) => <Time at={typeof nextRunAt === 'string' ? nextRunAt : null} />, isSecondary: true },
  ],
  empty: 'No job matches.',
  actions: [
    {
      label: 'Run now',
      operation: 'runScheduledJob',
      run: (call, { name }) => call('runScheduledJob', { params: { name } }),
      done: 'Started',
    },
  ],
}

export const ScheduledJobsPage = () => <ResourcePage resource={resource} />
