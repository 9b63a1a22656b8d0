import {
  cancelErrand,
  ErrandDetails,
  ErrandPage,
  ErrandParams,
  ErrandSchema,
  errandResult,
  findErrand,
  listErrands,
  listErrandsQuerySchema,
  watchErrand,
} from '../../shared/errands/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { file } from '../http/reply.js'

const tag = 'Jobs'

export const jobs = [
  endpoint({
    id: 'listJobs',
    sdk: 'jobs.list',
    tag,
    method: 'GET',
    path: '/jobs',
    summary: 'List jobs',
    description:
      'The jobs that you started, for owners of the workspace those of everybody; the newest first. Jobs are kept for seven days.',
    access: workspace(),
    rate: 'api',
    query: listErrandsQuerySchema,
    output: ErrandSchema.array(),
    run: ({ scope, query }) => listErrands(scope, query),
  }),
  endpoint({
    id: 'getJob',
    sdk: 'jobs.get',
    tag,
    method: 'GET',
    path: '/jobs/{id}',
    summary: 'See how a job stands',
    description:
      'With `Accept: text/event-stream` the job is sent as a server-sent event whenever something changes, until it is finished.',
    access: workspace(),
    rate: 'api',
    params: ErrandParams,
    query: ErrandPage,
    output: ErrandDetails,
    events: ({ scope, params }) => watchErrand(scope, params.id),
    run: ({ scope, params, query }) => findErrand(scope, params.id, query),
  }),
  endpoint({
    id: 'cancelJob',
    sdk: 'jobs.cancel',
    tag,
    method: 'DELETE',
    path: '/jobs/{id}',
    summary: 'Cancel a job',
    description: 'What was done stays done.',
    access: workspace(),
    rate: 'api',
    hints: { 'max-method-params': 1 },
    params: ErrandParams,
    output: ErrandSchema,
    run: ({ scope, params }) => cancelErrand(scope, params.id),
  }),
  endpoint({
    id: 'getJobResult',
    sdk: 'jobs.result',
    tag,
    method: 'GET',
    path: '/jobs/{id}/result',
    summary: 'Download the file that a job made',
    access: workspace(),
    rate: 'api',
    media: ['application/x-ndjson', 'application/csv'],
    params: ErrandParams,
    run: async ({ scope, params }) => file(await errandResult(scope, params.id)),
  }),
]
