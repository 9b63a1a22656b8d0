import { type Check, checks, type DoctorContext, type Finding } from './checks.js'

const labels: Record<Finding['state'], string> = { good: 'good', warning: 'WARN', bad: 'BAD' }

/** Runs all checks, passes one line per finding to `print`, and returns whether none is bad. A check that fails is bad itself. */
export async function runChecks(context: DoctorContext, print: (line: string) => void, list: readonly Check[] = checks): Promise<boolean> {
  let isGood = true
  for (const { name, run } of list) {
    const findings = await run(context).catch((error: Error): Finding[] => [
      { state: 'bad', found: error.message, advice: 'This check could not run: correct what is reported above first.' },
    ])
    for (const { state, found, advice } of findings) {
      isGood &&= state !== 'bad'
      print(`${labels[state].padEnd(5)} ${name.padEnd(14)} ${found}${advice ? `\n${' '.repeat(21)}-> ${advice}` : ''}`)
    }
  }
  return isGood
}
