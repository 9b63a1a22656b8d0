/** The parts of `docs/operating.md` that are made from the program: environment, queues, jobs. */
import { configKeys, type ConfigKey } from '../../shared/kernel/config.js'
import { queueKinds } from '../../shared/kernel/queue-kinds.js'
import { markdownTable } from '../../shared/kernel/text-table.js'
import { contracts, jobs, standingJobs } from '../jobs/index.js'
import { jobTables } from '../runtime/tables.js'
import { jobCells, jobHead, standingCells } from './job-cells.js'

const parts: Record<string, () => string> = {
  environment: () =>
    markdownTable(
      ['Key', 'Without it', 'Meaning'],
      Object.entries<ConfigKey>(configKeys).map(([key, { fallback, meaning, secret }]) => [
        `\`${key}\``,
        fallback,
        secret ? `${meaning} (secret)` : meaning,
      ]),
    ),
  queues: () =>
    markdownTable(
      ['Queue', 'Jobs at once, a process', 'For'],
      Object.entries(queueKinds).map(([name, { concurrency, meaning }]) => [`\`${name}\``, String(concurrency), meaning]),
    ),
  jobs: () =>
    markdownTable(
      jobHead,
      [...jobTables(jobs, contracts).rows.map(jobCells), ...standingJobs.map(standingCells)].map(([name, ...rest]) => [
        `\`${name}\``,
        ...rest,
      ]),
    ),
}

const frame = /<!-- made by `npm run docs`: (\w+) -->\n[^]*?<!-- end -->/g

/** The text with every made part as the program says it now. Throws when a part is missing or unknown. */
export function withFreshParts(text: string): string {
  const left = new Set(Object.keys(parts))
  const fresh = text.replaceAll(frame, (_, name: string) => {
    const part = parts[name]
    if (!part || !left.delete(name)) throw new Error(`There is no part ${name} to make, or it stands twice.`)
    return `<!-- made by \`npm run docs\`: ${name} -->\n\n${part()}\n\n<!-- end -->`
  })
  if (left.size > 0) throw new Error(`The page has no place for ${[...left].join(', ')}.`)
  return fresh
}
