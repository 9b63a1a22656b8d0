/** Prometheus metrics of this process. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

const requests = new Histogram({
  name: 'tributary_request_seconds',
  help: 'API requests by endpoint and status',
  labelNames: ['endpoint', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5],
  registers: [metrics],
})

export function observeRequest(endpoint: string, status: number, milliseconds: number): void {
  requests.observe({ endpoint, status }, milliseconds / 1000)
}

const jobs = new Histogram({
  name: 'tributary_job_seconds',
  help: 'Jobs by name and outcome',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 300],
  registers: [metrics],
})

export function observeJob(job: string, outcome: 'done' | 'failed', milliseconds: number): void {
  jobs.observe({ job, outcome }, milliseconds / 1000)
}

/** Registers a counter. The name is prefixed with `tributary_`. `collect` is called before the counter is read, to add to it. */
export const counter = <Label extends string = never>(
  name: string,
  help: string,
  labelNames: Label[] = [],
  collect: (counter: Counter<Label>) => void = () => undefined,
) =>
  new Counter<Label>({
    name: `tributary_${name}`,
    help,
    labelNames,
    registers: [metrics],
    collect() {
      collect(this)
    },
  })

/** Registers a gauge. The name is prefixed with `tributary_`. */
export const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
  new Gauge<Label>({ name: `tributary_${name}`, help, labelNames, registers: [metrics] })
