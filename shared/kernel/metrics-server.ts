/** Serves metrics and health of this process at an address of its own, which need not be public. */
import { createServer } from 'node:http'
import { type Config, ConfigError } from './config.js'
import { metrics } from './metrics.js'

export interface MetricsServer {
  close(): Promise<void>
}

/** Serves `/metrics` and `/health` at METRICS_ADDRESS, if set. `update` sets gauges before each scrape. */
export async function openMetricsServer(
  { metricsAddress: address }: Pick<Config, 'metricsAddress'>,
  update: () => Promise<unknown> = () => Promise.resolve(),
): Promise<MetricsServer> {
  if (!address) return { close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    const respond = (status: number, type: string, body: string) => response.writeHead(status, { 'Content-Type': type }).end(body)
    if (request.url === '/health') return respond(200, 'application/json; charset=utf-8', '{"status":"ok"}')
    if (request.url !== '/metrics') return respond(404, 'text/plain', 'Not found')
    renderMetrics(update).then(
      (text) => respond(200, metrics.contentType, text),
      (error: Error) => respond(500, 'text/plain', error.message),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ConfigError(`METRICS_ADDRESS: cannot listen on ${address.host}:${address.port}: ${error.message}.`)),
    )
    server.listen(address.port, address.host, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The metrics in the Prometheus format. */
export async function renderMetrics(update: () => Promise<unknown>): Promise<string> {
  await update()
  return metrics.metrics()
}
