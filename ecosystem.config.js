/**
 * PM2 configuration: the API on every core, and one worker process per group of queues.
 *
 * ```sh
 * npm ci && npm run build && npm run migrate && pm2 start ecosystem.config.js
 * pm2 reload ecosystem.config.js # after an update, without failed requests
 * ```
 *
 * DATABASE_URL and the other settings come from the environment of the shell that calls PM2. API_PROCESSES overrides the number of cores.
 */
const processOptions = {
  wait_ready: true,
  listen_timeout: 30_000,
  // Longer than the shutdown timeout of a process, which is 30 s.
  kill_timeout: 35_000,
  // As in shared/kernel/memory-env.ts.
  env: { MALLOC_ARENA_MAX: 1, NODE_OPTIONS: '--max-semi-space-size=64' },
}

const worker = (name, queues) => ({
  name: `tributary-${name}`,
  script: 'dist/workers/main.js',
  ...processOptions,
  // METRICS_ADDRESS is used by the API, whose metrics include the queues: processes on one machine cannot share it.
  env: { ...processOptions.env, WORKER_QUEUES: queues, METRICS_ADDRESS: '' },
})

export const apps = [
  {
    name: 'tributary-api',
    script: 'dist/api/main.js',
    exec_mode: 'cluster',
    instances: process.env.API_PROCESSES ?? 'max',
    ...processOptions,
  },
  // Grouped by latency: clicks, reactions to events, long-running jobs.
  worker('clicks', 'clicks'),
  worker('reactions', 'events,webhooks,deliveries,money,housekeeping'),
  worker('heavy', 'emails,bulk,imports,exports'),
]
