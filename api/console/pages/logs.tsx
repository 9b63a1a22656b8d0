/** Requests of API keys, with their bodies. */
import type { Output } from '../api-client.js'
import { Dialog } from '../kit/dialog.js'
import { formatExact, formatNumber } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time, type Tone } from '../kit/texts.js'

type Log = Output<'listLogs'>[number]

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const statuses = [200, 201, 202, 400, 401, 403, 404, 409, 422, 429, 500]
const intervals = { '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days', '90d': 'Last 90 days' }
const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'waiting' : 'good')

const resource: Resource<Log> = {
  title: 'Request logs',
  description: 'Requests of your API keys and webhooks of integrations, with what was sent and answered.',
  icon: 'logs',
  paging: 'page',
  filters: () => [
    { name: 'method', label: 'All methods', choices: methods.map((value) => ({ value, label: value })) },
    { name: 'statusCode', label: 'All answers', choices: statuses.map((value) => ({ value: String(value), label: String(value) })) },
    {
      name: 'requestType',
      label: 'All kinds',
      choices: [
        { value: 'api', label: 'HTTP interface' },
        { value: 'webhook', label: 'Webhooks of integrations' },
      ],
    },
    { name: 'interval', label: 'Any time', choices: Object.entries(intervals).map(([value, label]) => ({ value, label })) },
  ],
  load: (call, query, _, signal) => call('listLogs', { query: { ...query } }, signal),
  nameOf: ({ method, path }) => `${method} ${path}`,
  columns: [
    { label: 'Answer', cell: ({ status_code }) => <Badge tone={toneOf(status_code)}>{String(status_code)}</Badge> },
    {
      label: 'Request',
      cell: ({ method, path, query_params }) => (
        <div class="two-lines">
          <strong>
            {method} {path}
          </strong>
          {query_params && <span class="muted">{query_params}</span>}
        </div>
      ),
    },
    { label: 'By', cell: ({ token, user }) => token?.name ?? user?.name, isSecondary: true },
    { label: 'Duration', cell: ({ duration }) => `${formatNumber(duration)} ms`, isNumber: true, isSecondary: true },
    { label: 'Time', cell: ({ timestamp }) => <Time at={timestamp} /> },
  ],
  empty: 'Requests that are made with an API key appear here.',
  actions: [{ label: 'Details', operation: 'getLog', view: (log, close) => <LogDialog log={log} onClose={close} /> }],
}

export const LogsPage = () => <ResourcePage resource={resource} />

/** A JSON text with line breaks; another text as it is. */
function readable(text: string | null): string {
  if (!text) return 'None'
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function LogDialog({ log, onClose }: { log: Log; onClose: () => void }) {
  return (
    <Dialog title={`${log.method} ${log.path}`} size="large" onClose={onClose}>
      <dl class="facts">
        <div>
          <dt>Answer</dt>
          <dd>{log.status_code}</dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>{formatNumber(log.duration)} ms</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{formatExact(log.timestamp)}</dd>
        </div>
        <div>
          <dt>Request ID</dt>
          <dd>
            <code>{log.request_id}</code>
          </dd>
        </div>
      </dl>
      <h3>Request</h3>
      <pre tabIndex={0}>{readable(log.request_body)}</pre>
      <h3>Answer</h3>
      <pre tabIndex={0}>{readable(log.response_body)}</pre>
    </Dialog>
  )
}
