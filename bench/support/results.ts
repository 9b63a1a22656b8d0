/** One line of the report: a measurement, our result, the baseline and their ratio. */
export interface Result {
  what: string
  ours: string
  baseline: string
  /** Null if nothing is compared. */
  ratio: number | null
  target: string
}

const line = (what: string, ours: string, baseline: string, ratio: string, target: string) =>
  `${what.padEnd(66)} ${ours.padStart(14)} ${baseline.padStart(10)} ${ratio.padStart(7)}  ${target}`

export const resultHeader = line('', 'ours', 'baseline', 'ratio', 'target')

export const formatResult = ({ what, ours, baseline, ratio, target }: Result) =>
  line(what, ours, baseline, ratio === null ? '' : ratio.toFixed(2), target)
