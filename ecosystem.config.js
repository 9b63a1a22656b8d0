/**
 * PM2: the API on every core and a worker process for each group of queues.
 *
 * ```sh
 * npm ci && npm run build && npm run migrate && pm2 start ecosystem.config.js
 * pm2 reload ecosystem.config.js # after an update; no request fails
 * ```
 *
 * DATABASE_URL and the rest of the environment come from the shell that calls PM2. API_PROCESSES overrides the number of cores.
 */
const graceful = {
  wait_ready: true,
  listen_timeout: 30_000,
  // A process gives itself half a minute to finish what it has in hand.
  kill_timeout: 35_000,
  node_args: '--max-semi-space-size=8',
  env: { MALLOC_ARENA_MAX: 1 },
}

const worker = (name, queues) => ({
  name: `tributary-${name}`,
  script: 'dist/workers/main.js',
  ...graceful,
  env: { ...graceful.env, WORKER_QUEUES: queues },
})

export const apps = [
  { name: 'tributary-api', script: 'dist/api/main.js', exec_mode: 'cluster', instances: process.env.API_PROCESSES ?? 'max', ...graceful },
  // Grouped by what they wait for: the visitor, other people, long work.
  worker('clicks', 'clicks'),
  worker('reactions', 'events,webhooks,money,housekeeping'),
  worker('heavy', 'bulk,imports,exports'),
]
