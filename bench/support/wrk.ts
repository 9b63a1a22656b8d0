/** Load of visitors, produced by the program `wrk` on the second core. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hasProgram, median } from './installation.js'

const run = promisify(execFile)

export const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

/** Says what to install. Null if everything is there. */
export const missingPrograms = () =>
  hasProgram('wrk') && hasProgram('taskset') ? null : 'needs wrk and taskset (apt-get install wrk util-linux)'

export interface Measure {
  perSecond: number
  /** Milliseconds. */
  p50: number
  requests: number
}

/**
 * Writes a script for `visit` and returns its path: links `${prefix}0` to `${prefix}${links - 1}` at random or in turn, and behind a proxy
 * many visitors with a few hundred user agents, so that no request is a duplicate. Each run visits other links.
 */
export async function writeScript(
  directory: string,
  prefix: string,
  links: number,
  order: 'random' | 'in-turn' = 'random',
): Promise<string> {
  const path = join(directory, `visits-${order}-${links}.lua`)
  const number = order === 'random' ? `math.random(0, ${links - 1})` : `n % ${links}`
  await writeFile(
    path,
    `
local n = 0
request = function()
  n = n + 1
  local address = string.format('%d.%d.%d.%d', 80 + math.floor(n / 16777216) % 8, math.floor(n / 65536) % 256, math.floor(n / 256) % 256, n % 256)
  local agent = '${agent} build/' .. wrk.thread:get('seed') .. '.' .. n % 500
  return wrk.format('GET', '/${prefix}' .. ${number}, { ['User-Agent'] = agent, ['X-Forwarded-For'] = address })
end
function setup(thread) thread:set('seed', os.time()) end
function init() math.randomseed(wrk.thread:get('seed')) end
`,
  )
  return path
}

/** Visits links for some seconds and throws if an answer is neither 2xx nor 3xx. */
export async function visit(url: string, connections: number, seconds: number, scriptPath: string): Promise<Measure> {
  const { stdout } = await run('taskset', ['-c', '1', 'wrk', '-t1', `-c${connections}`, `-d${seconds}`, '--latency', '-s', scriptPath, url])
  if (/Non-2xx or 3xx/.test(stdout)) throw new Error(`wrong responses:\n${stdout}`)
  const [, amount = '0', unit = 'ms'] = /50%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50: Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  }
}

interface Round {
  ours: Measure
  baseline: Measure
}

/** Measures ours and the baseline in turn. Each is the first in half of the rounds, because the second is measured up to 2 % faster. */
export async function alternate(
  rounds: number,
  measureOurs: () => Promise<Measure>,
  measureBaseline: () => Promise<Measure>,
): Promise<Round[]> {
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const earlier = round % 2 ? await measureOurs() : undefined
    const baseline = await measureBaseline()
    measured.push({ baseline, ours: earlier ?? (await measureOurs()) })
  }
  return measured
}

/** The medians of all rounds, and of their ratios. */
export const medians = (rounds: Round[], metric: keyof Measure) => ({
  ours: median(rounds.map(({ ours }) => ours[metric])),
  baseline: median(rounds.map(({ baseline }) => baseline[metric])),
  ratio: median(rounds.map(({ ours, baseline }) => ours[metric] / baseline[metric])),
})

/** Resolves when no further click was stored for three seconds, with the number of clicks and when it was first seen, in milliseconds. */
export async function waitForClicks(countClicks: () => Promise<number>): Promise<{ clicks: number; at: number }> {
  let [clicks, at] = [-1, Date.now()]
  for (;;) {
    const count = await countClicks()
    if (count !== clicks) [clicks, at] = [count, Date.now()]
    else if (Date.now() - at >= 3000) return { clicks, at }
    await pause(200)
  }
}
