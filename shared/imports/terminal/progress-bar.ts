import type { Job } from './service-client.js'

const width = 30
const format = new Intl.NumberFormat('en')

/** One line about the progress, with a bar if the number of objects is known. Pure. */
export function progressLine({ done, failed, total, state }: Pick<Job, 'done' | 'failed' | 'total' | 'state'>): string {
  const rows = done + failed
  const counted = total === null ? format.format(rows) : `${format.format(rows)} of ${format.format(total)}`
  const notImported = failed > 0 ? `, ${format.format(failed)} not imported` : ''
  if (total === null) return `${state === 'waiting' ? 'waiting' : 'running'}: ${counted}${notImported}`
  const share = total === 0 ? 1 : Math.min(1, rows / total)
  const filled = Math.round(share * width)
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${counted}${notImported}`
}

interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** On a terminal the line is replaced; elsewhere a line is written for every tenth and at the end. */
export function progressBar(output: Output) {
  let written = ''
  return {
    show(job: Job): void {
      const line = progressLine(job)
      if (output.isTTY) {
        output.write(`\r\u001B[2K${line}`)
        return
      }
      const tenth = job.total ? String(Math.floor(((job.done + job.failed) / job.total) * 10)) : ''
      if (tenth === written && job.finishedAt === null) return
      written = tenth
      output.write(`${line}\n`)
    },
    end: () => output.isTTY && output.write('\n'),
  }
}
