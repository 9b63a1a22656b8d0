import {
  CronPathParams,
  getVerification,
  JobNameParams,
  JobStarted,
  listScheduledJobs,
  runScheduledJob,
  ScheduleList,
  startByCronPath,
  Verification,
} from '../../shared/maintenance/index.js'
import { admin, adminOwner } from '../access/admin.js'
import { cron } from '../access/cron.js'
import { endpoint } from '../endpoint.js'
import { text } from '../http/reply.js'

/** External schedulers use either method. */
const cronEndpoints = CronPathParams.flatMap((params) =>
  (['GET', 'POST'] as const).map((method) =>
    endpoint({
      id: `${method === 'GET' ? 'getScheduledWork' : 'startScheduledWork'}${Object.keys(params.shape).length}`,
      method,
      path: `/api/cron/${Object.keys(params.shape)
        .map((name) => `{${name}}`)
        .join('/')}`,
      hidden: true,
      summary: 'Start scheduled work now',
      description: 'docs/operating.md lists the paths. The answer is a sentence.',
      access: cron,
      rate: 'none',
      contentTypes: ['text/plain'],
      transaction: false,
      params,
      run: async ({ scope, params: segments }) => text(await startByCronPath(scope, Object.values(segments).join('/'))),
    }),
  ),
)

export const operations = [
  ...cronEndpoints,
  endpoint({
    id: 'listScheduledJobs',
    method: 'GET',
    path: '/admin/jobs',
    hidden: true,
    summary: 'List scheduled jobs',
    access: admin,
    rate: 'none',
    output: ScheduleList,
    run: ({ scope }) => listScheduledJobs(scope),
  }),
  endpoint({
    id: 'runScheduledJob',
    method: 'POST',
    path: '/admin/jobs/{name}/run',
    hidden: true,
    summary: 'Run a scheduled job now',
    description: 'The job runs beside its schedule. A second request while the first one waits starts nothing.',
    status: 202,
    access: adminOwner,
    rate: 'none',
    transaction: false,
    params: JobNameParams,
    output: JobStarted,
    run: ({ scope, params }) => runScheduledJob(scope, params.name),
  }),
  endpoint({
    id: 'getVerification',
    method: 'GET',
    path: '/admin/verification',
    hidden: true,
    access: admin,
    rate: 'none',
    output: Verification,
    run: ({ scope }) => getVerification(scope),
  }),
]
