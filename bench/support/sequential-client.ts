/** Measures requests that a fixed number of clients send one after the other, as throughput and CPU time. */
import { type Agent, request } from 'node:http'
import { cpuTimeOf } from './cpu-time.js'

export interface Throughput {
  perSecond: number
  /** Of the measured processes, without the client. */
  cpuMs: number
}

/** Runs `work` for the indexes from 0 to `count`, `concurrency` at a time. */
export async function measureThroughput(
  work: (index: number) => Promise<unknown>,
  { count, concurrency, pids }: { count: number; concurrency: number; pids: readonly number[] },
): Promise<Throughput> {
  let next = 0
  const before = cpuTimeOf(pids)
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let index = next++; index < count; index = next++) await work(index)
    }),
  )
  const elapsedMs = performance.now() - started
  return { perSecond: (count / elapsedMs) * 1000, cpuMs: (cpuTimeOf(pids) - before) / 1000 / count }
}

/** Of a browser, because clicks without one are excluded as bots. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

/** Sends JSON and returns the status and body. Node's own client, because `fetch` takes as much CPU time as the server. */
export const postJson = (agent: Agent, url: string, apiKey: string, body: object) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'User-Agent': userAgent }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk)).on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
