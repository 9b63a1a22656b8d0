/** The HTTP interface of a running installation, as the terminal uses it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { BackgroundOperationSchema } from '../../background-operations/index.js'
import { seconds } from '../../kernel/time.js'
import type { ImportSchema } from '../import.schema.js'

export type Job = z.infer<typeof BackgroundOperationSchema>
export type Import = z.infer<typeof ImportSchema>

/** The service refused a request; the message is meant for the user. */
export class RequestRefused extends Error {}

const retryMs = 1000
/** A restart of the service takes less. */
const maxOutageMs = seconds(120)

export function serviceClient(origin: string, apiKey: string) {
  const headers = { authorization: `Bearer ${apiKey}` }
  const request = async (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) => {
    const response = await fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } })
    if (response.ok) return response
    const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } }
    throw new RequestRefused(error?.message ?? `${origin}${path} answered with status ${response.status}.`)
  }
  const start = async (path: string, body: string | Buffer, type: string) =>
    (await (await request(path, { method: 'POST', body, headers: { 'content-type': type } })).json()) as Job

  return {
    get: async <Body>(path: string) => (await (await request(path)).json()) as Body,
    text: async (path: string) => (await request(path)).text(),
    post: (path: string, body: object) => start(path, JSON.stringify(body), 'application/json'),
    postCsv: (path: string, csv: Buffer) => start(path, csv, 'text/csv'),
    /** The job on every change until it ends. Survives interruptions of the connection and restarts of the service. */
    async *watch(jobId: string): AsyncGenerator<Job> {
      for (let outageSince: number | null = null; ;) {
        try {
          const response = await request(`/jobs/${jobId}`, { headers: { accept: 'text/event-stream' } })
          outageSince = null
          for await (const job of eventsOf(response)) {
            yield job
            if (job.finishedAt !== null) return
          }
        } catch (error) {
          if (error instanceof RequestRefused) throw error
          outageSince ??= performance.now()
          if (performance.now() - outageSince > maxOutageMs) throw error
        }
        await sleep(retryMs)
      }
    },
  }
}
export type ServiceClient = ReturnType<typeof serviceClient>

async function* eventsOf(response: Response): AsyncGenerator<Job> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (text + chunk).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = event
        .split('\n')
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
        .join('')
      if (data !== '') yield JSON.parse(data) as Job
    }
  }
}
